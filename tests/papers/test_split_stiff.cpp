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

}  // namespace
}  // namespace saltus::test::test_split_stiff
