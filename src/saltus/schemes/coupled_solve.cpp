// SPDX-License-Identifier: Apache-2.0
// The matrix of [001] (54) with N, S and the errata. An option for comparison: it has twice the
// rows, and M̂⁻¹ T N Hᵀ besides.
#include "saltus/schemes/coupled_solve.h"

namespace saltus {
namespace {

/// y ← −M̂⁻¹ T x on one cluster
void push_velocity(const Cluster& c, std::int32_t cluster, const CoupledWeights& a,
                   const Dynamics& mass, const Workspace& w, const double* x, double* y) {
  const double* S = mass.S(c);
  const double* K = w.force_point.K(c);
  for (std::int32_t i = 0; i < c.n; ++i) {
    y[i] = 0;
    for (std::int32_t j = 0; j < c.n; ++j, ++S, ++K)
      y[i] -= (a.mass * *S + a.stiffness * *K) * x[j];
  }
  w.factor.solve(cluster, c, y);
}

/// Row j of a problem: its degrees of freedom.
std::span<const std::int32_t> dofs_of(const StepProblem& s, std::size_t j) { return s.law[j].dofs; }

/// Calls f with a full column that holds `entries` on the degrees of freedom of row j.
template <class F>
void with_column(StepProblem& s, std::size_t j, const double* entries, const F& f) {
  for (const std::int32_t dof : dofs_of(s, j)) s.column[dof] = *entries++;
  f(s.column);
  for (const std::int32_t dof : dofs_of(s, j)) s.column[dof] = 0;
}

double product(const RowView& row, const Vec& column) {
  double sum = 0;
  const double* entry = row.entries;
  for (const std::int32_t dof : row.dofs) sum += *entry++ * column[dof];
  return sum;
}

/// Y = −M̂⁻¹ T N Hᵀ, in the places of N Hᵀ.
void set_velocity_columns(const Model& model, const CoupledWeights& weights, const Dynamics& mass,
                          ProjectionWork& w) {
  const StepProblem& positions = w.projection.problem;
  for (std::size_t j = 0; j < positions.set.functions.size(); ++j) {
    const auto function = static_cast<std::size_t>(positions.set.functions[j]);
    auto at = static_cast<std::size_t>(positions.X_at[j]);
    for (const std::int32_t body : clusters_of(model, model.functions[function])) {
      const Cluster& c = model.clusters[static_cast<std::size_t>(body)];
      push_velocity(c, body, weights, mass, w, positions.X.data() + at, w.coupled.Y.data() + at);
      at += static_cast<std::size_t>(c.n);
    }
  }
}

/// W = [ H_l M̂⁻¹ H_rᵀ       H_l Y              ]      rows: velocities, then positions
///     [ hϑ H M̂⁻¹ H_rᵀ      H N Hᵀ + hϑ H Y    ]
void join(double h_vartheta, ProjectionWork& w) {
  StepProblem& velocities = w.problem;
  StepProblem& positions = w.projection.problem;
  const auto n = static_cast<std::size_t>(velocities.problem.n);
  const auto m = static_cast<std::size_t>(positions.problem.n);
  const std::size_t all = n + m;
  OneStepProblem& problem = w.coupled.problem;
  problem.n = static_cast<std::int32_t>(all);
  problem.W.resize(all * all);
  problem.b.resize(all);
  problem.blocks.clear();
  w.coupled.p.resize(all);
  double* W = problem.W.data();
  for (std::size_t j = 0; j < n; ++j) {
    problem.b[j] = velocities.problem.b[j];
    w.coupled.p[j] = velocities.p[j];
    for (std::size_t i = 0; i < n; ++i) W[i * all + j] = velocities.problem.W[i * n + j];
    with_column(velocities, j, velocities.X.data() + velocities.X_at[j], [&](const Vec& column) {
      for (std::size_t i = 0; i < m; ++i)
        W[(n + i) * all + j] = h_vartheta * product(positions.law[i], column);
    });
  }
  for (std::size_t j = 0; j < m; ++j) {
    problem.b[n + j] = positions.problem.b[j];
    w.coupled.p[n + j] = positions.p[j];
    with_column(positions, j, w.coupled.Y.data() + positions.X_at[j], [&](const Vec& column) {
      for (std::size_t i = 0; i < n; ++i) W[i * all + n + j] = product(velocities.law[i], column);
      for (std::size_t i = 0; i < m; ++i)
        W[(n + i) * all + n + j] =
            positions.problem.W[i * m + j] + h_vartheta * product(positions.law[i], column);
    });
  }
  for (const Block& block : velocities.problem.blocks) problem.blocks.push_back(block);
  for (const Block& block : positions.problem.blocks)
    problem.blocks.push_back({block.law, block.row + velocities.problem.n, block.mu});
}

/// p and τ back into their own problems; v ← v_free + M̂⁻¹ Hᵀ p + Y τ
void part(const Model& model, ProjectionWork& w) {
  StepProblem& positions = w.projection.problem;
  const auto n = static_cast<std::size_t>(w.problem.problem.n);
  for (std::size_t j = 0; j < n; ++j) w.problem.p[j] = w.coupled.p[j];
  for (std::size_t j = 0; j < positions.p.size(); ++j) positions.p[j] = w.coupled.p[n + j];
  add_reaction(model, w.problem, w.v_new);
  for (std::size_t j = 0; j < positions.p.size(); ++j) {
    const double* y = w.coupled.Y.data() + positions.X_at[j];
    for (const std::int32_t dof : dofs_of(positions, j)) w.v_new[dof] += *y++ * positions.p[j];
  }
  take_tau(model, w.projection);
}

}  // namespace

SolveReport solve_together(const Model& model, const Solver& solver, const CoupledWeights& weights,
                           const Dynamics& mass, const BlockFactor& N_inverse,
                           const ConstraintRows& law, const ConstraintRows& reaction,
                           const State& x, const Vec& q_n, ProjectionWork& w) {
  const double h_vartheta = weights.h * weights.vartheta;
  push_all(model, w.projection);
  // v_free was computed with the last correction: take its part out
  for (std::size_t i = 0; i < model.clusters.size(); ++i) {
    const Cluster& c = model.clusters[i];
    push_velocity(c, static_cast<std::int32_t>(i), weights, mass, w, w.correction.data() + c.dof,
                  w.shift.data() + c.dof);
  }
  add_scaled(-1, w.shift, w.v_new);
  assemble(model, law, reaction, w.factor, w.v_new, w.problem);
  combine(1 - weights.vartheta, x.v, weights.vartheta, w.v_new, w.v_mean);
  advance(model, x.q, weights.h, w.v_mean, w.q_hat);
  assemble_positions(model, N_inverse, w.q_hat, q_n, w.projection);
  set_velocity_columns(model, weights, mass, w);
  join(h_vartheta, w);
  const SolveReport solved = solve(solver, w.coupled.problem, w.solver, w.coupled.p);
  part(model, w);
  return solved;
}

}  // namespace saltus
