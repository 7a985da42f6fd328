// SPDX-License-Identifier: Apache-2.0
// From the dense problem of a step to blocks of one size, and back.
#include "saltus/solvers/portfolio.h"

#include <algorithm>
#include <ctime>

#include "saltus/base/index.h"
#include "saltus/solvers/friction_solver.h"

namespace saltus {
namespace {

std::size_t block_size(const OneStepProblem& local) {
  const auto spatial = [](const Block& block) { return law_info(block.law).dimension == 3; };
  return std::any_of(local.blocks.begin(), local.blocks.end(), spatial) ? 3 : 2;
}

/// f(row of the padded problem, row of local) for every row of local.
template <class F>
void for_each_row(const OneStepProblem& local, std::size_t dim, F&& f) {
  for (std::size_t a = 0; a < local.blocks.size(); ++a)
    for (std::size_t i = 0; i < law_info(local.blocks[a].law).dimension; ++i)
      f(a * dim + i, at(local.blocks[a].row) + i);
}

/// Block (a, c) of W, or nothing where it is zero and not on the diagonal.
void add_block(const OneStepProblem& local, std::size_t a, std::size_t c, FrictionProblem& to) {
  const auto dim = at(to.W.dim);
  const std::size_t rows = law_info(local.blocks[a].law).dimension;
  const std::size_t columns = law_info(local.blocks[c].law).dimension;
  const std::size_t first = to.W.value.size();
  to.W.value.resize(first + dim * dim, 0.0);
  bool zero = a != c;
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      const double w = local.w(local.blocks[a].row + static_cast<std::int32_t>(i),
                               local.blocks[c].row + static_cast<std::int32_t>(j));
      to.W.value[first + i * dim + j] = w;
      zero = zero && w == 0;
    }
  if (zero)
    to.W.value.resize(first);
  else
    to.W.column.push_back(static_cast<std::int32_t>(c));
}

}  // namespace

FrictionProblem to_friction(const OneStepProblem& local) {
  if (local.is_sparse) return local.many;
  FrictionProblem to;
  const std::size_t dim = block_size(local);
  to.W.dim = static_cast<std::int32_t>(dim);
  to.b.assign(local.blocks.size() * dim, 0.0);
  for_each_row(local, dim,
               [&](std::size_t to_row, std::size_t row) { to.b[to_row] = local.b[row]; });
  for (std::size_t a = 0; a < local.blocks.size(); ++a) {
    to.mu.push_back(law_info(local.blocks[a].law).dimension > 1 ? local.blocks[a].mu : 0.0);
    for (std::size_t c = 0; c < local.blocks.size(); ++c) add_block(local, a, c, to);
    to.W.start.push_back(static_cast<std::int32_t>(to.W.column.size()));
  }
  return to;
}

bool search(std::string_view solver, double tolerance, double seconds,
            const OneStepProblem& problem, SolverWork& work) {
  const FrictionProblem friction = to_friction(work.local);
  const auto dim = at(friction.W.dim);
  std::vector<double> p(friction.b.size(), 0.0);
  for_each_row(work.local, dim, [&](std::size_t to, std::size_t row) { p[to] = work.start[row]; });
  FrictionGoal goal;
  // The judge of the whole problem sees round-off and joints too: leave it some room.
  goal.tolerance = tolerance / 2;
  goal.enough = near_enough * goal.tolerance;
  goal.measure = Measure::nat_scaled;
  goal.seconds = seconds;
  goal.warm = std::any_of(p.begin(), p.end(), [](double x) { return x != 0; });
  const FrictionReport report = solve_friction(friction, solver, goal, p);
  work.iterations += report.iterations;
  for_each_row(work.local, dim,
               [&](std::size_t to, std::size_t row) { work.p_local[row] = p[to]; });
  return offer(problem, work, work.p_local, report.solver, tolerance);
}

SolveReport solve_many(std::string_view solver, double tolerance, double seconds,
                       const OneStepProblem& problem, SolverWork& work, std::span<double> p) {
  const auto dim = at(problem.many.W.dim);
  std::vector<double>& padded = work.trial;
  padded.assign(problem.many.b.size(), 0.0);
  for_each_row(problem, dim, [&](std::size_t to, std::size_t row) { padded[to] = p[row]; });
  const auto names = friction_solver_names();
  const bool known = std::find(names.begin(), names.end(), solver) != names.end();
  FrictionGoal goal;
  goal.tolerance = tolerance;
  goal.enough = near_enough * tolerance;
  goal.measure = Measure::nat_scaled;
  goal.seconds = seconds;
  goal.warm = std::any_of(padded.begin(), padded.end(), [](double x) { return x != 0; });
  const std::clock_t begin = std::clock();
  const FrictionReport report =
      solve_friction(problem.many, known ? solver : names.front(), goal, padded);
  work.many_seconds += static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  for_each_row(problem, dim, [&](std::size_t to, std::size_t row) { p[row] = padded[to]; });
  const bool by_all = !known || solver == names.front();
  const bool solved =
      report.solved || (by_all && report.residual.nat_scaled <= near_enough * tolerance);
  if (!solved) work.unsolved = problem;
  std::int32_t iterations = 0;
  for (const Attempt& attempt : report.tried) iterations += attempt.iterations;
  return {solved, iterations, report.residual.nat_scaled, report.solver};
}

}  // namespace saltus
