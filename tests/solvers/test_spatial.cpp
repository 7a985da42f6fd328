// SPDX-License-Identifier: Apache-2.0
// Spatial friction in the one-step problem: swept, never taken for a law of finitely many modes.
#include <gtest/gtest.h>

#include "saltus/problems/residual.h"
#include "saltus/solvers/list.h"
#include "saltus/solvers/small.h"
#include "solvers/random_problems.h"

namespace saltus::test_spatial {
namespace {

/// A joint row, a frictionless contact and two spatial ones, W of full rank.
OneStepProblem mixed(std::mt19937_64& engine) {
  return test::random_problem({{LawKind::bilateral, 0, 0},
                               {LawKind::coulomb3, 1, 0.4},
                               {LawKind::unilateral, 4, 0},
                               {LawKind::coulomb3, 5, 0.2}},
                              8, 14, engine);
}

TEST(SpatialFriction, IsSolvedBySweepsAlsoThroughAuto) {
  std::mt19937_64 engine{3};
  SolverWork work;
  for (int i = 0; i < 50; ++i) {
    const OneStepProblem problem = mixed(engine);
    for (const Solver& solver : {Solver(Auto{}), Solver(Nsgs{})}) {
      std::vector<double> p(8, 0.0);
      const SolveReport report = solve(solver, problem, work, p);
      ASSERT_TRUE(report.converged) << i;
      ASSERT_LE(residual(problem, p).nat_scaled, 1e-12);
    }
  }
}

TEST(SpatialFriction, OfOneContactIsSolvedByTheLawItself) {
  std::mt19937_64 engine{4};
  SolverWork work;
  for (int i = 0; i < 50; ++i) {
    const auto problem = test::random_problem({{LawKind::coulomb3, 0, 0.5}}, 3, 5, engine);
    for (const Solver& solver : {Solver(Auto{}), Solver(Exact{})}) {
      std::vector<double> p(3, 0.0);
      ASSERT_TRUE(solve(solver, problem, work, p).converged) << i;
      ASSERT_LE(residual(problem, p).nat_scaled, 1e-12);
    }
  }
}

TEST(SpatialFriction, OfMoreContactsIsNotAttemptedByPivotingNorByModes) {
  std::mt19937_64 engine{5};
  SolverWork work;
  OneStepProblem problem = test::random_problem(
      {{LawKind::coulomb3, 0, 0.4}, {LawKind::coulomb3, 3, 0.4}}, 6, 9, engine);
  problem.b[0] = problem.b[3] = -1;
  std::vector<double> p(6, 0.0);
  EXPECT_FALSE(solve_small(problem, 4, 1e-12, p).converged);
  const SolveReport report = solve(Exact{}, problem, work, p);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual, residual(problem, p).nat_scaled);
}

}  // namespace
}  // namespace saltus::test_spatial
