// SPDX-License-Identifier: Apache-2.0
// docs/decisions/0007 says why the rank is decided once and the directions in every solve.
#include "saltus/schemes/joint_rank.h"

#include <cmath>

#include <Eigen/Eigenvalues>

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

/// The problem with B u_E = 0 in place of u_E = 0.
void reduce(const OneStepProblem& full, std::int32_t rank, JointReduction& r) {
  scale_joints(full, r);
  r.eigen.compute(r.W_EE);
  const auto n_E = static_cast<std::int32_t>(r.unit.size());
  const std::int32_t dropped = n_E - rank;
  r.T.setZero(full.n - dropped, full.n);  // rows: B, then the contacts as they are
  for (std::int32_t k = 0; k < rank; ++k) {
    for (std::int32_t j = 0; j < n_E; ++j) {
      r.T(k, j) = r.eigen.eigenvectors()(j, dropped + k) * r.unit[j];
    }
  }
  for (std::int32_t row = n_E; row < full.n; ++row) r.T(row - dropped, row) = 1;

  const Eigen::Map<const RowMat> W(full.W.data(), full.n, full.n);
  OneStepProblem& problem = r.problem;
  problem.n = full.n - dropped;
  problem.W.resize(static_cast<std::size_t>(problem.n) * static_cast<std::size_t>(problem.n));
  problem.b.resize(static_cast<std::size_t>(problem.n));
  Eigen::Map<RowMat>(problem.W.data(), problem.n, problem.n) = r.T * W * r.T.transpose();
  Eigen::Map<Vec>(problem.b.data(), problem.n) = r.T * Eigen::Map<const Vec>(full.b.data(), full.n);
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
  s.joints.eigen.compute(s.joints.W_EE);
  const Vec& eigenvalues = s.joints.eigen.eigenvalues();  // rising
  std::int32_t rank = 0;
  for (const double value : eigenvalues) rank += value > tolerance * eigenvalues[n_E - 1] ? 1 : 0;
  return rank;
}

SolveReport solve_step(const Solver& solver, std::int32_t rank, StepProblem& s, SolverWork& work) {
  JointReduction& r = s.joints;
  const auto n_E = static_cast<std::int32_t>(r.unit.size());
  if (rank == n_E) return solve(solver, s.problem, work, s.p);
  reduce(s.problem, rank, r);
  r.p.assign(static_cast<std::size_t>(r.problem.n), 0.0);
  for (std::int32_t i = rank; i < r.problem.n; ++i) {
    r.p[static_cast<std::size_t>(i)] = s.p[static_cast<std::size_t>(i + n_E - rank)];
  }
  const SolveReport report = solve(solver, r.problem, work, r.p);
  Eigen::Map<Vec>(s.p.data(), s.problem.n) =
      r.T.transpose() * Eigen::Map<const Vec>(r.p.data(), r.problem.n);
  return report;
}

std::int32_t strayed_joint_row(const Model& model, const State& x, const ConstraintRows& rows,
                               const StepProblem& s) {
  const Vec& eigenvalues = s.joints.eigen.eigenvalues();
  const Eigen::Index dropped = eigenvalues.size() - x.joint_rank;
  const bool blurred = x.joint_rank > 0 && eigenvalues[dropped - 1] > 1e-3 * eigenvalues[dropped];
  std::int32_t worst = blurred ? 0 : -1;
  double largest = blurred ? 0.0 : 0.05;
  for (std::size_t row = 0; row < model.joint_functions.size(); ++row) {
    const auto f = static_cast<std::size_t>(model.joint_functions[row]);
    const FunctionPlace& place = model.functions[f];
    double terms = std::abs(rows.rate(place));
    const double* gradient = rows.gradient(place);
    for (const std::int32_t dof : model.groups[static_cast<std::size_t>(place.group)].dofs) {
      terms += std::abs(*gradient++ * x.v[dof]);
    }
    const double part = std::abs(rows.u[f]) / terms;
    if (std::abs(rows.value(place)) > 1e-6 && part > largest) {
      largest = part;
      worst = static_cast<std::int32_t>(row);
    }
  }
  return worst;
}

}  // namespace saltus
