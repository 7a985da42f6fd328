// SPDX-License-Identifier: Apache-2.0
// A work that has seen a size never allocates for it again.
#include <algorithm>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/solvers/list.h"
#include "solvers/random_problems.h"
#include "support/allocation_counter.h"

namespace saltus::test::test_solvers {
namespace {

std::vector<OneStepProblem> small_problems() {
  std::mt19937_64 engine(41);
  std::vector<OneStepProblem> problems;
  for (int k = 0; k < 30; ++k) {
    std::vector<Block> blocks = contacts(1 + k % 4, 0.4);
    const int n = 2 * (1 + k % 4);
    blocks.push_back({LawKind::unilateral, n, 0});
    blocks.push_back({LawKind::bilateral, n + 1, 0});
    problems.push_back(random_problem(std::move(blocks), n + 2, 3 + k % 9, engine));
  }
  return problems;
}

std::size_t allocations_of_a_third_round(const Solver& solver,
                                         const std::vector<OneStepProblem>& problems) {
  SolverWork work;
  std::vector<double> p(20);
  const auto round = [&] {
    for (const OneStepProblem& problem : problems) {
      std::fill(p.begin(), p.end(), 0.0);
      const SolveReport report =
          solve(solver, problem, work, std::span(p).first(static_cast<std::size_t>(problem.n)));
      static_cast<void>(report);
    }
  };
  round();
  round();  // two vectors trade places, so a second round may still grow one
  return allocations_in(round);
}

TEST(SmallSolvers, DoNotAllocateAfterTheFirstUse) {
  const std::vector<OneStepProblem> problems = small_problems();
  for (const Solver& solver : {Solver(Auto{}), Solver(Exact{}), Solver(Nsgs{})}) {
    EXPECT_EQ(allocations_of_a_third_round(solver, problems), 0U) << name_of(solver);
  }
}

// Not auto: what its two small solvers leave unsolved goes to the portfolio, which may allocate.
TEST(SmallSolvers, DoNotAllocateOnAContradictionEither) {
  const std::vector<OneStepProblem> problems = {
      {2, {1, -1, -1, 1}, {-1, -1}, rows_of(LawKind::unilateral, 2)}};
  for (const Solver& solver : {Solver(Exact{}), Solver(Nsgs{})}) {
    EXPECT_EQ(allocations_of_a_third_round(solver, problems), 0U) << name_of(solver);
  }
}

}  // namespace
}  // namespace saltus::test::test_solvers
