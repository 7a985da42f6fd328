// SPDX-License-Identifier: Apache-2.0
// Contradictions, not-a-number and empty problems, for every solver.
#include <chrono>

#include <gtest/gtest.h>

#include "solvers/random_problems.h"
#include "solvers/run.h"

namespace saltus::test_bad_problems {
namespace {

using test::all_solvers;
using test::Answer;
using test::contacts;
using test::rows_of;
using test::run;

TEST(Solvers, EndWithoutConvergenceOnContradictions) {
  const std::vector<OneStepProblem> problems = {
      // two equal joint rows that want different velocities
      {2, {1, 1, 1, 1}, {1, -1}, rows_of(LawKind::bilateral, 2)},
      // a wall that nothing can push away from
      {1, {0}, {-1}, rows_of(LawKind::unilateral, 1)},
      // squeezed between two walls that both approach
      {2, {1, -1, -1, 1}, {-1, -1}, rows_of(LawKind::unilateral, 2)},
      {2, {0, 0, 0, 0}, {-1, 1}, contacts(1, 0.5)},
      {4, {1, 0, -1, 0, 0, 1, 0, -1, -1, 0, 1, 0, 0, -1, 0, 1}, {-1, 0, -1, 0}, contacts(2, 0.5)}};
  const auto start = std::chrono::steady_clock::now();
  for (const OneStepProblem& problem : problems)
    for (const Solver& solver : all_solvers) {
      const Answer answer = run(solver, problem);
      EXPECT_FALSE(answer.report.converged) << name_of(solver) << " n " << problem.n;
      for (const double p : answer.p) EXPECT_TRUE(std::isfinite(p));
      EXPECT_GT(answer.report.residual, 1e-7);
    }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(Solvers, RefuseNanAndInfinityAtOnceWithAFiniteAnswer) {
  for (const double bad : {double(NAN), double(INFINITY), -double(INFINITY)})
    for (const Solver& solver : all_solvers) {
      for (const std::size_t entry : {0U, 1U, 3U}) {
        OneStepProblem problem{2, {1, 0, 0, 1}, {-1, 1}, contacts(1, 0.5)};
        problem.W[entry] = bad;
        Answer answer = run(solver, problem);
        EXPECT_FALSE(answer.report.converged) << name_of(solver);
        EXPECT_TRUE(std::isfinite(answer.p[0]) && std::isfinite(answer.p[1]));
        problem = {2, {1, 0, 0, 1}, {1, 1}, rows_of(LawKind::unilateral, 2)};
        problem.b[entry % 2] = bad;
        answer = run(solver, problem);
        EXPECT_FALSE(answer.report.converged) << name_of(solver);
        EXPECT_TRUE(std::isfinite(answer.p[0]) && std::isfinite(answer.p[1]));
      }
    }
}

TEST(Solvers, AcceptTheEmptyProblemAndRowsAtRest) {
  for (const Solver& solver : all_solvers) {
    EXPECT_TRUE(run(solver, {}).report.converged) << name_of(solver);
    const OneStepProblem rest{3,
                              {1, 0, 0, 0, 1, 0, 0, 0, 1},
                              {0, 0, 0},
                              {{LawKind::coulomb2, 0, 0.5}, {LawKind::bilateral, 2, 0}}};
    const Answer answer = run(solver, rest);
    EXPECT_TRUE(answer.report.converged) << name_of(solver);
    EXPECT_EQ(answer.p, std::vector<double>(3, 0.0));
  }
}

}  // namespace
}  // namespace saltus::test_bad_problems
