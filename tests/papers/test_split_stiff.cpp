// SPDX-License-Identifier: Apache-2.0
// The hand-over of `adaptive` to its implicit base and back, on the two balls with a stiff spring:
// the spring is at rest while they fall, and swings with ω = √(2k/m) after an impact.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_stiff {
namespace {

constexpr double k = 2e4, ag = 10, e = 0.8;
const double omega = std::sqrt(2 * k);
const double fall = std::sqrt(2 / ag);  // s, from 1 m

/// The lower ball after the first impact and before the second.
double lower(double t) {
  const double s = t - fall;
  const double u = ag * fall;
  const double r = -(1 + e) * u / omega * std::sin(omega * s);  // q2 − q1
  return 0.5 * (e - 1) * u * s - 0.5 * ag * s * s - 0.5 * r;
}

Run stiff_balls(const Overrides& more) {
  return run_example("two_ball_oscillator",
                     joined(joined(adaptive, {set("parameters.k", k)}), more));
}

TEST(StiffHandOver, KeepsTheErrorControlInTheFirstStepAfterAnImpact) {
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    const auto run = stiff_balls({set("simulation.scheme_options.tolerance", tolerance),
                                  "simulation.step=0.02", "simulation.end=0.46"});
    ASSERT_FALSE(run.outcome.failure);
    ASSERT_TRUE(run.outcome.certificate.stiff_at);
    EXPECT_LT(*run.outcome.certificate.stiff_at, fall);
    EXPECT_NEAR(run.outcome.last.q[0], lower(0.46), 100 * tolerance);
  }
}

TEST(StiffHandOver, GoesBackToTheExplicitBaseWhereTheSpringSwingsAndAccuracyLimitsTheSteps) {
  const auto run =
      stiff_balls({option("tolerance", "1e-8"), "simulation.step=0.02", "simulation.end=0.46"});
  const auto is_back = [](const Event& event) { return event.kind == EventKind::not_stiff; };
  EXPECT_TRUE(std::any_of(run.events.begin(), run.events.end(), is_back));
}

TEST(StiffHandOver, LeavesTheEventsInTheOrderOfTime) {
  const auto run = stiff_balls({option("tolerance", "4.74e-9"), "parameters.e=0.443104",
                                "parameters.k=21378.9", "simulation.step=0.02843"});
  ASSERT_FALSE(run.outcome.failure);
  ASSERT_TRUE(run.outcome.certificate.stiff_at);
  for (std::size_t i = 1; i < run.events.size(); ++i)
    EXPECT_LE(run.events[i - 1].t, run.events[i].t);
}

// hω = 9: the explicit method would multiply the vibration by 270 in every step.
TEST(StiffHandOver, WithFixedStepsComesBeforeTheMotionGrows) {
  const auto run = run_example("two_ball_oscillator",
                               joined(split_4, {"parameters.k=1e5", "simulation.step=0.02"}));
  ASSERT_FALSE(run.outcome.failure);
  ASSERT_TRUE(run.outcome.certificate.stiff_at);
  EXPECT_EQ(*run.outcome.certificate.stiff_at, 0);
  const double E = 2 * ag;
  for (const Sample& s : run.samples) EXPECT_LT(s.energy.total, 1.01 * E);
}

/// Two masses on a rod with a damper c and a spring k, dropped from 0.3 m on the floor; the damper
/// is there at any height, or only near the floor.
std::string damped_masses(bool only_near) {
  const std::string c = only_near ? "c*exp(-(x/0.02)^2)" : "c";
  return R"toml(
[parameters]
k = 0
c = 0
e = 0.8
[simulation]
step = 1e-2
end = 1
[world]
gravity = "none"
[[body]]
name = "s"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*x_dot^2 + 0.5*y_dot^2"
potential = "0.5*k*(y - x - 0.1)^2 + 9.81*(x + y)"
force = { x = ")toml" +
         c + R"toml(*(y_dot-x_dot)", y = "-)toml" + c + R"toml(*(y_dot-x_dot)" }
initial = { x = 0.3, y = 0.4 }
[[contact]]
name = "floor"
body = "s"
gap = "x"
restitution = "e"
friction = 0.0
)toml";
}

// The lower mass lies on the floor, the upper one sinks with g/c, or stands on the spring. The
// explicit method lost this to motions of 1e4 to 1e10 J: with a closed contact the error of
// positions alone had chosen its steps.
TEST(StiffHandOver, OfADamperWhileAContactIsClosedComesBeforeTheMotionGrows) {
  for (const bool only_near : {false, true}) {
    for (const double restitution : {0.0, 0.8}) {
      for (const double c : {1e3, 1e5, 1e6, 1e7, 1e8, 1e10}) {
        for (const double step : {1e-2, 1e-1}) {
          const auto run =
              run_text(damped_masses(only_near),
                       joined(adaptive, {set("parameters.e", restitution), set("parameters.c", c),
                                         set("simulation.step", step)}));
          SCOPED_TRACE(testing::Message()
                       << only_near << " e " << restitution << " c " << c << " h " << step);
          ASSERT_FALSE(run.outcome.failure);
          ASSERT_TRUE(run.outcome.certificate.stiff_at);
          const double E = 9.81 * 0.7;
          for (const Sample& s : run.samples) EXPECT_LT(s.energy.total, 1.001 * E);
          EXPECT_NEAR(run.outcome.last.q[0], 0, 1e-9);
          if (c >= 1e5) {
            EXPECT_NEAR(run.outcome.last.v[1], -9.81 / c, 1e-3 * 9.81 / c + 2e-6);
          }
        }
      }
    }
  }
}

TEST(StiffHandOver, OfADamperBesideAJointComesBeforeTheMotionGrows) {
  const auto run = run_text(R"toml(
[simulation]
step = 0.1
end = 2
[world]
gravity = "none"
[[body]]
name = "s"
type = "formula"
coordinates = ["x", "y", "s"]
kinetic = "0.5*x_dot^2 + 0.5*y_dot^2 + 0.5*s_dot^2"
potential = "9.81*y"
force = { s = "-1e6*(s_dot - sin(t))" }
initial = { x = 1, y = 0, s = 0 }
[[joint]]
name = "rod"
type = "formula"
body = "s"
equations = ["x^2 + y^2 - 1"]
)toml",
                            adaptive);
  ASSERT_FALSE(run.outcome.failure);
  for (const Sample& s : run.samples) EXPECT_NEAR(s.state.v[2], std::sin(s.state.t), 1e-3);
}

}  // namespace
}  // namespace saltus::test::test_split_stiff
