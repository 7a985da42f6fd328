// SPDX-License-Identifier: Apache-2.0
// The fixed point of convex problems: one where all rests, few where little slides.
#include <vector>

#include <gtest/gtest.h>

#include "saltus/solvers/friction_solver.h"
#include "support/heap.h"
#include "support/pile.h"

namespace saltus::test_convex_steps {
namespace {

FrictionReport by_convex_steps(const FrictionProblem& problem) {
  std::vector<double> p(problem.b.size(), 0.0);
  FrictionGoal goal;
  goal.seconds = 10;
  const FrictionReport report = solve_friction(problem, "convex-steps", goal, p);
  EXPECT_TRUE(report.solved) << report.residual.err_q;
  EXPECT_LE(residual(problem, p).err_q, 1e-8);
  return report;
}

TEST(ConvexSteps, SolveWhatRestsInOneConvexProblem) {
  for (const std::int32_t dim : {2, 3}) {
    const test::PileShape shape{.dim = dim, .layers = 5, .width = dim == 2 ? 30 : 5, .mu = 0.6};
    EXPECT_LE(by_convex_steps(test::reduced(test::boxed_pile(shape))).iterations, 60) << dim;
  }
}

TEST(ConvexSteps, SolveAHeapThatHasNearlyComeToRestInAFewConvexProblems) {
  const test::HeapShape shape{.dim = 2, .width = 20, .layers = 40};
  const FrictionProblem problem = test::heap_steps(shape, {400}).front();
  EXPECT_GT(problem.contacts(), 1400U);
  EXPECT_LE(by_convex_steps(problem).iterations, 200);
}

}  // namespace
}  // namespace saltus::test_convex_steps
