// SPDX-License-Identifier: Apache-2.0
// The order of attempts.
#include "saltus/solvers/auto.h"

#include <algorithm>

#include "saltus/problems/residual.h"
#include "saltus/solvers/exact.h"
#include "saltus/solvers/nsgs.h"
#include "saltus/solvers/portfolio.h"
#include "saltus/solvers/small.h"
#include "saltus/solvers/status_newton.h"

namespace saltus {
namespace {

/// Is p = 0 a solution: u = b with u_N ≥ 0 at every contact? Bilateral rows never ask for it.
bool takes_off(const OneStepProblem& problem) {
  return std::all_of(problem.blocks.begin(), problem.blocks.end(), [&](const Block& block) {
    return block.law != LawKind::bilateral && problem.b[static_cast<std::size_t>(block.row)] >= 0;
  });
}

void solve_single(const OneStepProblem& problem, std::span<double> p) {
  visit_law(problem.blocks[0].law, [&](auto law) {
    using L = decltype(law);
    SquareRows<L::dimension> W;
    Rows<L::dimension> b;
    for (std::size_t i = 0; i < W.size(); ++i) W[i] = problem.W[i];
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = problem.b[i];
    const Rows<L::dimension> p_a = L::local_solve(W, b, problem.blocks[0].mu);
    for (std::size_t i = 0; i < b.size(); ++i) p[i] = p_a[i];
  });
}

/// What needs neither scaling nor elimination nor memory. Leaves p alone where it fails.
SolveReport shortcut(const Auto& options, const OneStepProblem& problem, SolverWork& work,
                     std::span<double> p) {
  const auto n = static_cast<std::size_t>(problem.n);
  const bool open = takes_off(problem);
  if (open || problem.blocks.size() == 1) {
    work.trial.resize(n);
    if (open)
      for (double& x : work.trial) x = 0;
    else
      solve_single(problem, work.trial);
    const double nat = nat_scaled(problem, work.trial);
    if (!(nat <= options.tolerance)) return {};
    for (std::size_t i = 0; i < n; ++i) p[i] = work.trial[i];
    return {true, open ? 0 : 1, nat, open ? std::string_view("none") : std::string_view("local")};
  }
  constexpr int newton_steps = 4;
  if (problem.n > small_rows) return {};
  return solve_small(problem, newton_steps, options.tolerance, p.first(n));
}

bool search(const Auto& options, const OneStepProblem& problem, SolverWork& work) {
  constexpr int newton_steps = 10;
  if (work.local.blocks.empty()) {
    work.iterations = 1;  // the elimination is a direct solve
    return offer(problem, work, work.p_local, Exact::name, options.tolerance);
  }
  if (status_newton(problem, work, work.start, newton_steps, options.tolerance)) return true;
  if (std::any_of(work.start.begin(), work.start.end(), [](double x) { return x != 0; })) {
    std::fill(work.p_local.begin(), work.p_local.end(), 0.0);
    if (status_newton(problem, work, work.p_local, newton_steps, options.tolerance)) return true;
  }
  const Exact exact{options.tolerance, options.max_iterations, options.max_rows};
  if (search(exact, problem, work)) return true;
  // Small problems that nsgs does finish stay without allocation.
  constexpr std::int32_t sweeps_before_portfolio = 200;
  Nsgs nsgs;
  nsgs.tolerance = options.tolerance;
  nsgs.max_iterations = std::min(options.max_iterations, sweeps_before_portfolio);
  if (search(nsgs, problem, work)) return true;
  if (search("auto", options.tolerance, options.seconds, problem, work)) return true;
  if (offer(problem, work, work.start, "none", options.tolerance)) return true;
  return work.best_is_solution = work.best_residual <= near_enough * options.tolerance;
}

}  // namespace

SolveReport solve(const Auto& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p) {
  if (problem.n == 0) return {true, 0, 0, "none"};
  if (const SolveReport report = shortcut(options, problem, work, p); report.converged)
    return report;
  if (!prepare(problem, p, work)) return refuse(p);
  search(options, problem, work);
  return finish(work, p);
}

}  // namespace saltus
