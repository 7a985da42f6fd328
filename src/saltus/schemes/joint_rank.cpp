// SPDX-License-Identifier: Apache-2.0
// docs/decisions/0007 says why the rank is decided once and the directions in every solve.
#include "saltus/schemes/joint_rank.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace saltus {
namespace {

/// D^{-1/2} of the joint rows, and the symmetric part of the scaled W_EE.
void scale_joints(const OneStepProblem& problem, JointReduction& r) {
  const auto n = static_cast<std::int32_t>(r.unit.size());
  for (std::int32_t i = 0; i < n; ++i) {
    const double w = problem.w(i, i);
    r.unit[i] = w > 0 ? 1 / std::sqrt(w) : 0.0;
  }
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      r.W_EE(i, j) = 0.5 * (problem.w(i, j) + problem.w(j, i)) * r.unit[i] * r.unit[j];
    }
  }
}

/// One rotation of Jacobi's method: A(p, q) becomes 0. Eigen's solver would allocate.
void rotate(Mat& A, Mat& Q, Eigen::Index p, Eigen::Index q) {
  if (A(p, q) == 0) return;
  const double tau = (A(q, q) - A(p, p)) / (2 * A(p, q));
  const double t = std::copysign(1 / (std::abs(tau) + std::sqrt(1 + tau * tau)), tau);
  const double c = 1 / std::sqrt(1 + t * t);
  const double s = t * c;
  const auto turn = [&](double& x, double& y) {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  };
  for (Eigen::Index k = 0; k < A.rows(); ++k) turn(A(k, p), A(k, q));
  for (Eigen::Index k = 0; k < A.rows(); ++k) turn(A(p, k), A(q, k));
  for (Eigen::Index k = 0; k < A.rows(); ++k) turn(Q(k, p), Q(k, q));
}

/// Eigenvalues of the scaled W_EE, rising, and their vectors, by cyclic Jacobi rotations.
void decompose(JointReduction& r) {
  const Eigen::Index n = r.W_EE.rows();
  Mat& A = r.W_EE;
  r.Q.setIdentity();
  for (int sweep = 0; sweep < 30; ++sweep) {
    double off = 0;
    for (Eigen::Index q = 1; q < n; ++q) {
      for (Eigen::Index p = 0; p < q; ++p) {
        off = std::max(off, std::abs(A(p, q)));
        rotate(A, r.Q, p, q);
      }
    }
    if (!(off > 1e-16)) break;
  }
  for (Eigen::Index i = 0; i < n; ++i) r.eigenvalues[i] = A(i, i);
  for (Eigen::Index i = 0; i < n; ++i) {  // by size
    Eigen::Index least = i;
    for (Eigen::Index j = i + 1; j < n; ++j) {
      if (r.eigenvalues[j] < r.eigenvalues[least]) least = j;
    }
    std::swap(r.eigenvalues[i], r.eigenvalues[least]);
    for (Eigen::Index k = 0; k < n; ++k) std::swap(r.Q(k, i), r.Q(k, least));
  }
}

/// Entry i of B x for a joint direction, x_{i + dropped} for a contact row; x has the given stride.
double combined(const JointReduction& r, std::int32_t rank, std::int32_t i, const double* x,
                std::int32_t stride) {
  const auto n_E = static_cast<std::int32_t>(r.unit.size());
  if (i >= rank) return x[static_cast<std::ptrdiff_t>(i + n_E - rank) * stride];
  double sum = 0;
  for (std::int32_t l = 0; l < n_E; ++l)
    sum += r.B(i, l) * x[static_cast<std::ptrdiff_t>(l) * stride];
  return sum;
}

/// The problem with B u_E = 0 in place of u_E = 0. Plain loops: a steady step does not allocate.
void reduce(const OneStepProblem& full, std::int32_t rank, JointReduction& r) {
  scale_joints(full, r);
  decompose(r);
  const auto n_E = static_cast<std::int32_t>(r.unit.size());
  const std::int32_t dropped = n_E - rank;
  r.B.resize(rank, n_E);
  for (std::int32_t k = 0; k < rank; ++k) {
    for (std::int32_t j = 0; j < n_E; ++j) r.B(k, j) = r.Q(j, dropped + k) * r.unit[j];
  }
  OneStepProblem& problem = r.problem;
  problem.n = full.n - dropped;
  const auto n = static_cast<std::size_t>(full.n);
  const auto m = static_cast<std::size_t>(problem.n);
  problem.W.resize(m * m);
  problem.b.resize(m);
  r.row.resize(n);
  for (std::size_t i = 0; i < m; ++i) {
    const auto row = static_cast<std::int32_t>(i);
    problem.b[i] = combined(r, rank, row, full.b.data(), 1);
    for (std::size_t j = 0; j < n; ++j)
      r.row[j] = combined(r, rank, row, full.W.data() + j, full.n);
    for (std::size_t j = 0; j < m; ++j) {
      problem.W[i * m + j] = combined(r, rank, static_cast<std::int32_t>(j), r.row.data(), 1);
    }
  }
  problem.blocks.clear();
  for (std::int32_t k = 0; k < rank; ++k) problem.blocks.push_back({LawKind::bilateral, k, 0.0});
  for (auto i = static_cast<std::size_t>(n_E); i < full.blocks.size(); ++i) {
    problem.blocks.push_back({full.blocks[i].law, full.blocks[i].row - dropped, full.blocks[i].mu});
  }
}

}  // namespace

std::int32_t joint_rank(const Model& model, const State& x, const ConstraintRows& rows,
                        double tolerance, Workspace& w) {
  const auto n_E = static_cast<std::int32_t>(model.joint_functions.size());
  if (n_E == 0) return 0;
  Dynamics mass = make_dynamics(model);
  motion(model, x.t, x.q, x.v, w.bodies, mass);
  BlockFactor factor(model);
  if (!factor.factor_mass(model, mass)) return n_E;
  StepProblem s(model);
  begin(model, s);
  assemble(model, rows, rows, factor, x.v, s);
  scale_joints(s.problem, s.joints);
  decompose(s.joints);
  const Vec& eigenvalues = s.joints.eigenvalues;
  std::int32_t rank = 0;
  for (const double value : eigenvalues) rank += value > tolerance * eigenvalues[n_E - 1] ? 1 : 0;
  return rank;
}

SolveReport solve_step(const Solver& solver, std::int32_t rank, StepProblem& s, SolverWork& work) {
  if (s.problem.is_sparse) copy_offsets(s.problem);
  JointReduction& r = s.joints;
  const auto n_E = static_cast<std::int32_t>(r.unit.size());
  if (rank == n_E) return solve(solver, s.problem, work, s.p);
  reduce(s.problem, rank, r);
  r.p.assign(static_cast<std::size_t>(r.problem.n), 0.0);
  for (std::int32_t i = rank; i < r.problem.n; ++i) {
    r.p[static_cast<std::size_t>(i)] = s.p[static_cast<std::size_t>(i + n_E - rank)];
  }
  const SolveReport report = solve(solver, r.problem, work, r.p);
  for (std::int32_t j = 0; j < n_E; ++j) {
    double sum = 0;
    for (std::int32_t k = 0; k < rank; ++k) sum += r.B(k, j) * r.p[static_cast<std::size_t>(k)];
    s.p[static_cast<std::size_t>(j)] = sum;
  }
  for (std::int32_t i = rank; i < r.problem.n; ++i) {
    s.p[static_cast<std::size_t>(i + n_E - rank)] = r.p[static_cast<std::size_t>(i)];
  }
  return report;
}

std::int32_t strayed_joint_row(const Model& model, const State& x, const ConstraintRows& rows,
                               StepProblem& s) {
  const Vec& eigenvalues = s.joints.eigenvalues;
  const Eigen::Index dropped = eigenvalues.size() - x.joint_rank;
  const bool blurred = x.joint_rank > 0 && eigenvalues[dropped - 1] > 1e-3 * eigenvalues[dropped];
  std::int32_t worst = blurred ? 0 : -1;
  double largest = blurred ? 0.0 : 0.05;
  for (std::size_t row = 0; row < model.joint_functions.size(); ++row) {
    const auto f = static_cast<std::size_t>(model.joint_functions[row]);
    const FunctionPlace& place = model.functions[f];
    const double terms =
        std::abs(rows.rate(place)) + terms_of(model, rows, model.joint_functions[row], x.v);
    s.joints.largest_terms = std::max(s.joints.largest_terms, terms);
    const double part = std::abs(rows.u[f]) / s.joints.largest_terms;
    if (std::abs(rows.value(place)) > 1e-6 && part > largest) {
      largest = part;
      worst = static_cast<std::int32_t>(row);
    }
  }
  return worst;
}

}  // namespace saltus
