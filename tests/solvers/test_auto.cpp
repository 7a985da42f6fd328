// SPDX-License-Identifier: Apache-2.0
// Which way auto goes, and that its fallbacks are reached.
#include <gtest/gtest.h>

#include "saltus/solvers/auto.h"
#include "saltus/solvers/list.h"
#include "solvers/random_problems.h"

namespace saltus::test_auto {
namespace {

std::string_view way(const OneStepProblem& problem, const Auto& options = {}) {
  SolverWork work;
  std::vector<double> p(static_cast<std::size_t>(problem.n));
  const SolveReport report = solve(options, problem, work, p);
  EXPECT_TRUE(report.converged);
  return report.solver;
}

TEST(Auto, TakesTheCheapestWayThatTheJudgeAccepts) {
  EXPECT_EQ(way({2, {1, 0, 0, 1}, {1, -5}, test::contacts(1, 0.5)}), "none");
  EXPECT_EQ(way({2, {1, 0, 0, 1}, {-1, -5}, test::contacts(1, 0.5)}), "local");
  EXPECT_EQ(way({1, {2}, {-1}, test::rows_of(LawKind::bilateral, 1)}), "local");
  EXPECT_EQ(way({2, {2, 1, 1, 2}, {-1, -1}, test::rows_of(LawKind::unilateral, 2)}), "newton");
  EXPECT_EQ(way({2, {2, 1, 1, 2}, {-1, -1}, test::rows_of(LawKind::bilateral, 2)}), "newton");
  EXPECT_EQ(way({2, {2, 2, 2, 2}, {-1, -1}, test::rows_of(LawKind::bilateral, 2)}), "exact");
}

TEST(Auto, GivesTheRowOfABallExactly) {
  SolverWork work;
  std::vector<double> p = {0};
  const OneStepProblem ball{1, {0.5}, {-3}, test::rows_of(LawKind::unilateral, 1)};
  EXPECT_TRUE(solve(Auto{}, ball, work, p).converged);
  EXPECT_EQ(p[0], 6);
}

TEST(Auto, SolvesLargerProblemsThanExactTakes) {
  std::mt19937_64 engine(31);
  const auto problem = test::random_problem(test::contacts(60, 0.3), 120, 100, engine);
  Auto options;
  options.max_rows = 0;
  SolverWork work;
  std::vector<double> p(120);
  const SolveReport report = solve(options, problem, work, p);
  EXPECT_TRUE(report.converged) << report.residual;
  EXPECT_LE(test::law_violation(problem, p), 1e-8);
}

TEST(Auto, FailsNowhereOnManyRandomHyperstaticProblems) {
  std::mt19937_64 engine(32);
  SolverWork work;
  int failures = 0;
  for (int k = 0; k < 2000; ++k) {
    const int count = 1 + k % 6;
    const double mu = k % 4 == 0 ? 0 : std::uniform_real_distribution<>(0, 2)(engine);
    const auto problem =
        test::random_problem(test::contacts(count, mu), 2 * count, 1 + k % 5, engine);
    std::vector<double> p(static_cast<std::size_t>(problem.n));
    const SolveReport report = solve(Auto{}, problem, work, p);
    failures += report.converged ? 0 : 1;
    if (report.converged) {
      EXPECT_LE(test::law_violation(problem, p), 1e-7) << k;
    }
  }
  EXPECT_EQ(failures, 0);
}

TEST(SolverList, NamesEverySolverOnce) {
  std::vector<std::string_view> names;
  for (const SolverInfo& info : solver_infos) names.push_back(info.name);
  EXPECT_EQ(names,
            (std::vector<std::string_view>{"auto", "exact", "nsgs", "newton", "proximal-newton",
                                           "interior-point", "convex-steps", "admm"}));
  EXPECT_EQ(name_of(Solver(Exact{})), "exact");
  EXPECT_EQ(name_of(Solver(Alone<Admm>{})), "admm");
  for (const SolverInfo& info : solver_infos) EXPECT_FALSE(info.summary.empty());
}

}  // namespace
}  // namespace saltus::test_auto
