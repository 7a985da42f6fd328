// SPDX-License-Identifier: Apache-2.0
// Where no step is short enough for the tolerance: said, and not for ever.
#include <string>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_step_control {
namespace {

/// A mass on a spring with a dry friction that jumps with the sign of its velocity.
constexpr const char* kChatter = R"toml(
[simulation]
scheme = "adaptive"
step = 0.01
end = 3
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
potential = "0.5*10*x^2"
force = { x = "-5*sign(x_dot)" }
initial = { x = 1 }
)toml";

TEST(StepControl, StopsWhereAThousandStepsOfTheShortestLengthMissTheTolerance) {
  const auto run = run_text(kChatter, {"simulation.scheme_options.tolerance=1e-12"});
  ASSERT_TRUE(run.outcome.failure);
  EXPECT_NE(run.outcome.failure->what.find("step too small"), std::string::npos);
  EXPECT_GE(run.outcome.certificate.coarse.count, 1000);
  EXPECT_LT(run.outcome.certificate.steps, 20000);
  // it stops where it cannot go on: at the first turn the spring pulls by 10 N > 5 N, at the
  // second it does not overcome the friction
  EXPECT_GT(run.outcome.failure->t, 0.1);
  EXPECT_EQ(run.samples.back().state.t, run.outcome.failure->t);
}

TEST(StepControl, CountsNoStepAsTooCoarseWhereTheMotionIsSmooth) {
  const auto run = run_text(kChatter, {"body.b.force.x=-5*x_dot"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.coarse.count, 0);
}

TEST(StepControl, RefusesTolerancesThatRoundingCannotKeep) {
  EXPECT_ANY_THROW(
      static_cast<void>(run_text(kChatter, {"simulation.scheme_options.tolerance=1e-300"})));
  EXPECT_ANY_THROW(
      static_cast<void>(run_text(kChatter, {"simulation.scheme_options.length=1e-300"})));
}

}  // namespace
}  // namespace saltus::test::test_step_control
