// SPDX-License-Identifier: Apache-2.0
// The shortcut for few rows: right where it answers, silent where it should not.
#include <gtest/gtest.h>

#include "saltus/solvers/exact.h"
#include "saltus/solvers/small.h"
#include "solvers/random_problems.h"

namespace saltus::test_small {
namespace {

TEST(Small, AgreesWithExactOnTheVelocityWhereverItAnswers) {
  std::mt19937_64 engine(51);
  SolverWork work;
  int answered = 0;
  for (int k = 0; k < 500; ++k) {
    const auto problem = test::random_problem({{LawKind::bilateral, 0, 0},
                                               {LawKind::coulomb2, 1, 0.2},
                                               {LawKind::coulomb2, 3, 0.2},
                                               {LawKind::unilateral, 5, 0}},
                                              6, 9, engine);
    std::vector<double> p(6), q(6);
    if (!solve_small(problem, 4, 1e-12, p).converged) continue;
    ++answered;
    ASSERT_TRUE(solve(Exact{}, problem, work, q).converged);
    EXPECT_LE(test::law_violation(problem, p), 1e-9);
    EXPECT_LE((test::velocity(problem, p) - test::velocity(problem, q)).norm(), 1e-9) << k;
  }
  EXPECT_GT(answered, 400);
}

TEST(Small, LeavesRedundantRowsAndPToOthers) {
  const OneStepProblem twice{2, {1, 1, 1, 1}, {-1, -1}, test::rows_of(LawKind::unilateral, 2)};
  std::vector<double> p = {7, 8};
  EXPECT_FALSE(solve_small(twice, 4, 1e-12, p).converged);
  EXPECT_EQ(p, (std::vector<double>{7, 8}));
}

}  // namespace
}  // namespace saltus::test_small
