// SPDX-License-Identifier: Apache-2.0
// What happens between the ends of a long step is not passed over.
#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_split_missed {
namespace {

constexpr const char* lifted = R"#(
[simulation]
scheme = "adaptive"
step = 0.1
end = 10
[[body]]
name = "b"
type = "formula"
coordinates = ["y"]
kinetic = "0.5*y_dot^2"
potential = "9.81*y"
force = { y = "12*sin(5*t)" }
initial = { y = 0 }
[[contact]]
name = "floor"
body = "b"
gap = "y"
restitution = 0
friction = 0
)#";

// a mass at rest has no error that would shorten the step; the force lifts it once in 1.26 s
TEST(AdaptiveAtRest, DoesNotPassOverFlightsThatBeginAndEndWithinAStep) {
  for (const double step : {0.05, 0.1, 0.2, 0.4}) {
    for (const char* tolerance : {"1e-4", "1e-7"}) {
      const auto run = run_text(
          lifted, {set("simulation.step", step),
                   std::string("simulation.scheme_options={tolerance=") + tolerance + "}"});
      ASSERT_FALSE(run.outcome.failure);
      const auto openings = std::count_if(run.events.begin(), run.events.end(), [](const Event& e) {
        return e.kind == EventKind::opening;
      });
      EXPECT_EQ(openings, 8) << step << ' ' << tolerance;
    }
  }
}

constexpr const char* dipping = R"#(
[parameters]
u0 = 1e-7
[simulation]
scheme = "adaptive"
step = 1
end = 1.5
[[body]]
name = "b"
type = "formula"
coordinates = ["y"]
kinetic = "0.5*y_dot^2"
force = { y = "-10+40*t" }
initial = { y = 0 }
initial_velocity = { y_dot = "u0" }
[[contact]]
name = "floor"
body = "b"
gap = "y"
restitution = 0.3
friction = 0
)#";

// it lies on the floor until the force turns at 0.25 s: y = 40/6 (t − 0.25)³
TEST(AdaptiveFlight, LowerThanRoundOffDoesNotHideThePathBelowZeroAfterIt) {
  for (const double step : {0.01, 0.1, 0.5, 1.0, 1.5}) {
    const auto run = run_text(dipping, {set("simulation.step", step)});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_NEAR(run.outcome.last.q[0], 40.0 / 6 * std::pow(1.25, 3), 1e-3) << step;
  }
}

constexpr const char* table = R"#(
[simulation]
scheme = "adaptive"
step = 0.05
end = 0.3
[[body]]
name = "b"
type = "formula"
coordinates = ["y"]
kinetic = "0.5*y_dot^2"
potential = "9.81*y"
initial = { y = 0.1 }
[[contact]]
name = "table"
body = "b"
gap = "y-0.02*sin(30*t)"
restitution = 0.3
friction = 0
)#";

TEST(AdaptiveOnAShakingTable, EndsAtTheSamePlaceAtEveryTolerance) {
  for (const char* tolerance : {"1e-6", "1e-7", "1e-8", "1e-9", "1e-10", "1e-12"}) {
    const auto run =
        run_text(table, {std::string("simulation.scheme_options={tolerance=") + tolerance + "}"});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_NEAR(run.outcome.last.q[0], 0.021823, 1e-5) << tolerance;
  }
}

}  // namespace
}  // namespace saltus::test::test_split_missed
