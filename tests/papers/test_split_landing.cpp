// SPDX-License-Identifier: Apache-2.0
// When and whether a contact hits: gaps that bend strongly within a step.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_landing {
namespace {

/// A blade swings up to a point that rests at 1 m: 1.2 sin(31 t) = 1.
constexpr const char* kBlade = R"toml(
[simulation]
step = 0.1
end = 0.04
[[body]]
name = "p"
type = "formula"
coordinates = ["y"]
kinetic = "0.5*y_dot^2"
initial = { y = 1 }
[[contact]]
name = "blade"
body = "p"
gap = "y - 1.2*sin(31*t)"
restitution = 0.5
friction = 0
)toml";

TEST(LandingOfAdaptive, IsAsExactAsTheToleranceWhereTheGapBendsStrongly) {
  const double exact = std::asin(1 / 1.2) / 31;
  const double u = 1.2 * 31 * std::cos(31 * exact);
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    const auto run =
        run_text(kBlade, joined(adaptive, {set("simulation.scheme_options.tolerance", tolerance)}));
    ASSERT_FALSE(run.outcome.failure);
    ASSERT_FALSE(run.events.empty());
    EXPECT_EQ(run.events[0].kind, EventKind::impact);
    EXPECT_NEAR(run.events[0].t, exact, 1e-2 * tolerance);
    EXPECT_NEAR(run.events[0].un_before, -u, tolerance * u);
  }
}

/// A point passes at 10 m/s through a bump that is 0.5 m higher than the point, and 0.13 m wide
/// there.
constexpr const char* kBump = R"toml(
[simulation]
step = 0.1
end = 1
[[body]]
name = "p"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
initial = { x = 0, y = 1 }
initial_velocity = { x_dot = 10 }
[[contact]]
name = "bump"
body = "p"
gap = "y - 1.5*exp(-((x - 5.5)/0.1)^2)"
restitution = 0.5
friction = 0
)toml";

class Landing : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, Landing, locating_schemes("0.1"), label_of);

// The bump stands in the middle of a step.
TEST_P(Landing, OnABumpThatTheMiddleOfTheStepShowsIsWhereThePointMeetsIt) {
  const auto run = run_text(kBump, GetParam().options);
  ASSERT_FALSE(run.outcome.failure);
  ASSERT_FALSE(run.events.empty());
  EXPECT_NEAR(run.events[0].t, (5.5 - 0.1 * std::sqrt(std::log(1.5))) / 10, 1e-6);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-6);
}

}  // namespace
}  // namespace saltus::test::test_split_landing
