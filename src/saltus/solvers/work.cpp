// SPDX-License-Identifier: Apache-2.0
// Scaling, elimination and the keeping of the best candidate.
#include "saltus/solvers/work.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/base/finite.h"
#include "saltus/problems/residual.h"

namespace saltus {
namespace {

/// S = √ρ_a per block: the cone of a block does not change under a scalar.
void scale_problem(const OneStepProblem& from, SolverWork& work) {
  OneStepProblem& to = work.local;
  const auto n = static_cast<std::size_t>(from.n);
  to.n = from.n;
  to.blocks.assign(from.blocks.begin(), from.blocks.end());
  to.W.resize(n * n);
  to.b.resize(n);
  work.scale.resize(n);
  for (const Block& block : from.blocks) {
    const double s = std::sqrt(block_rho(from, block));
    const std::size_t dimension = law_info(block.law).dimension;
    for (std::size_t i = 0; i < dimension; ++i)
      work.scale[static_cast<std::size_t>(block.row) + i] = s;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double s = work.scale[i];
    to.b[i] = s * from.b[i];
    for (std::size_t j = 0; j < n; ++j) to.W[i * n + j] = s * from.W[i * n + j] * work.scale[j];
  }
}

/// local in the units of the problem.
void keep_unsolved(SolverWork& work) {
  const OneStepProblem& local = work.local;
  const auto n = static_cast<std::size_t>(local.n);
  work.unsolved = local;
  for (std::size_t i = 0; i < n; ++i) {
    work.unsolved.b[i] /= work.scale[i];
    for (std::size_t j = 0; j < n; ++j) work.unsolved.W[i * n + j] /= work.scale[i] * work.scale[j];
  }
}

}  // namespace

bool prepare(const OneStepProblem& problem, std::span<const double> p, SolverWork& work) {
  if (!finite(problem.W) || !finite(problem.b)) return false;
  work.joints = std::any_of(problem.blocks.begin(), problem.blocks.end(),
                            [](const Block& block) { return block.law == LawKind::bilateral; });
  if (work.joints) eliminate_bilateral(problem, work.elimination);
  scale_problem(work.joints ? work.elimination.reduced : problem, work);

  const auto n = static_cast<std::size_t>(problem.n);
  const auto m = static_cast<std::size_t>(work.local.n);
  work.trial.resize(n);
  work.in_K.resize(m);
  work.best.assign(n, 0.0);
  work.p_local.assign(m, 0.0);
  work.start.resize(m);
  work.modes.resize(work.local.blocks.size());
  const bool warm = finite(p);
  for (std::size_t i = 0; i < m; ++i) {
    const std::size_t row = work.joints ? static_cast<std::size_t>(work.elimination.U[i]) : i;
    work.start[i] = warm ? p[row] / work.scale[i] : 0;
  }
  work.iterations = 0;
  work.best_residual = std::numeric_limits<double>::infinity();
  work.best_is_solution = false;
  work.best_solver = "none";
  return finite(work.local.W) && finite(work.local.b);
}

bool offer(const OneStepProblem& problem, SolverWork& work, std::span<const double> p_local,
           std::string_view solver, double tolerance) {
  const std::span<double> p_U = work.joints ? std::span(work.in_K) : std::span(work.trial);
  for (const Block& block : work.local.blocks) {
    const auto row = static_cast<std::size_t>(block.row);
    const double s = work.scale[row];
    visit_law(block.law, [&](auto law) {
      using L = decltype(law);
      Rows<L::dimension> z;
      for (std::size_t i = 0; i < L::dimension; ++i) z[i] = s * p_local[row + i];
      z = L::project(block.mu, z);
      for (std::size_t i = 0; i < L::dimension; ++i) p_U[row + i] = z[i];
    });
  }
  if (work.joints) recover_bilateral(problem, work.elimination, p_U, work.trial);
  const double nat = nat_scaled(problem, work.trial);
  const bool solved = is_solution(problem, work.trial, nat, tolerance);
  if (nat < work.best_residual) {
    work.best_residual = nat;
    work.best_solver = solver;
    work.best_is_solution = solved;
    std::swap(work.best, work.trial);
  }
  return solved;
}

SolveReport finish(SolverWork& work, std::span<double> p) {
  if (!work.best_is_solution && std::isfinite(work.best_residual)) keep_unsolved(work);
  std::copy(work.best.begin(), work.best.end(), p.begin());
  return {work.best_is_solution, work.iterations, work.best_residual, work.best_solver};
}

SolveReport refuse(std::span<double> p) {
  std::fill(p.begin(), p.end(), 0.0);
  return {false, 0, std::numeric_limits<double>::infinity(), "none"};
}

}  // namespace saltus
