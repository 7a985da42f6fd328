// SPDX-License-Identifier: Apache-2.0
// Solvers that begin far inside the cones make use of a guess all the same.
#include <gtest/gtest.h>

#include "saltus/solvers/friction_solver.h"
#include "support/pile.h"

namespace saltus::test_warm_paths {
namespace {

TEST(WarmStart, SavesInteriorPointAndConvexStepsIterationsFromANeighboursSolution) {
  const test::PileShape shape{.dim = 3, .layers = 4, .width = 5, .mu = 0.4};
  test::BodyContacts system = test::boxed_pile(shape);
  const FrictionProblem problem = test::reduced(system);
  for (std::size_t i = 0; i < system.f.size(); ++i) system.f[i] *= i / 6 % 2 == 0 ? 1.001 : 0.999;
  const FrictionProblem next = test::reduced(system);
  for (const std::string_view solver : {"interior-point", "convex-steps"}) {
    std::vector<double> p(problem.b.size(), 0.0);
    const FrictionReport neighbour = solve_friction(problem, solver, {}, p);
    ASSERT_TRUE(neighbour.solved) << solver;
    std::vector<double> from_zero(p.size(), 0.0);
    const FrictionReport cold = solve_friction(next, solver, {}, from_zero);
    ASSERT_TRUE(cold.solved) << solver;
    FrictionGoal goal;
    goal.warm = true;
    const FrictionReport warm = solve_friction(next, solver, goal, p);
    EXPECT_TRUE(warm.solved) << solver;
    EXPECT_LT(warm.iterations, cold.iterations) << solver;
  }
}

}  // namespace
}  // namespace saltus::test_warm_paths
