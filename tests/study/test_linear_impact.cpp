// SPDX-License-Identifier: Apache-2.0
// The exact bouncing motion against independent closed forms and against the laws it must obey.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/study/linear_impact.h"
#include "support/ball.h"
#include "support/oscillator.h"
#include "support/run_model.h"

namespace saltus::test::test_linear_impact {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

TEST(LinearImpactMotion, IsTheBouncingBallBeforeAtAndAfterTheAccumulation) {
  for (const double e : {0.0, 0.5, 0.8, 0.99, 1.0}) {
    const reference::Ball ball{.gravity = 10, .e = e, .q0 = 0.801, .v0 = 0.3};
    // the ball of mass 2 with its gap measured from 0.2
    const LinearImpact data{.m = 2, .f = -20, .G = 1, .g0 = -0.2, .e = e};
    const LinearImpactMotion motion(data, 1.001, 0.3, 5, {});
    for (int i = 0; i <= 5000; ++i) {
      const double t = i * 1e-3;
      const reference::BounceState x = ball.at(t);
      EXPECT_NEAR(motion.at(t).q, x.q + 0.2, 1e-12) << e << " " << t;
      EXPECT_NEAR(motion.at(t).v_after, x.v_after, 1e-10) << e << " " << t;
    }
    const double rest = ball.accumulation_time();
    if (rest < 5) {
      EXPECT_NEAR(motion.rest_time(), rest, 1e-13 * rest) << e;
    } else {
      EXPECT_EQ(motion.rest_time(), never) << e;
    }
  }
}

TEST(LinearImpactMotion, OfBallardsBallHasItsImpactsAtPowersOfTwo) {
  const LinearImpactMotion motion({.f = -2, .e = 0.5}, 1, 0, 5, {});
  const std::vector<double> times = motion.impact_times();
  ASSERT_GE(times.size(), 40U);
  for (int n = 0; n < 40; ++n) {
    EXPECT_NEAR(times[static_cast<std::size_t>(n)], 3 - std::exp2(1 - n), 2e-15);
  }
  EXPECT_NEAR(motion.rest_time(), 3, 2e-15);
}

TEST(LinearImpactMotion, IsTheUnderdampedOscillatorAtTheStop) {
  for (const double force : {0.0, -2.0, 1.5}) {
    for (const double e : {0.3, 0.8}) {
      const reference::Oscillator p{.e = e, .q0 = 0.9, .v0 = -0.7, .force = force};
      const reference::OscillatorMotion expected(p, 6);
      const LinearImpactMotion motion({p.m, p.c, p.k, force, 1, 0, e}, p.q0, p.v0, 6, {});
      const auto times = motion.impact_times();
      const auto others = expected.impact_times();
      ASSERT_GE(others.size(), 2U);
      for (std::size_t i = 0; i < std::min(times.size(), others.size()); ++i) {
        EXPECT_NEAR(times[i], others[i], 1e-12);
      }
      for (int i = 0; i <= 600; ++i) {
        const double t = 0.01 * i + 1e-3 * std::sin(i);
        EXPECT_NEAR(motion.at(t).q, expected.at(t).q, 1e-9) << t;
        EXPECT_NEAR(motion.at(t).v_after, expected.at(t).v_after, 2e-8) << t;
      }
    }
  }
}

/// Kinetic and potential energy of m q'' + k q = f.
double energy(const LinearImpact& p, double q, double v) {
  return 0.5 * p.m * v * v + 0.5 * p.k * q * q - p.f * q;
}

TEST(LinearImpactMotion, KeepsItsEnergyInUndampedFlightAndLosesOneMinusESquaredAtImpacts) {
  // a stop on the other side: gap 0.4 − 2 q
  const LinearImpact p{.m = 0.7, .c = 0, .k = 3, .f = 1.1, .G = -2, .g0 = 0.4, .e = 0.6};
  const LinearImpactMotion motion(p, -0.5, 0.2, 6, {});
  const auto impacts = motion.impact_times();
  ASSERT_GE(impacts.size(), 2U);
  double from = 0;
  double expected = energy(p, -0.5, 0.2);
  for (const double t : impacts) {
    for (int i = 1; i < 50; ++i) {
      const auto x = motion.at(from + (t - from) * i / 50);
      EXPECT_NEAR(energy(p, x.q, x.v_before), expected, 1e-12);
      EXPECT_GE(p.G * x.q + p.g0, 0);
    }
    const auto x = motion.at(t);
    EXPECT_NEAR(x.q, 0.2, 1e-14);
    EXPECT_EQ(x.v_after, -p.e * x.v_before);
    EXPECT_GT(x.v_before, 0);  // towards the stop
    expected = energy(p, x.q, x.v_after);
    from = t;
  }
}

TEST(LinearImpactMotion, OverdampedAndPressedComesToRestOnTheStop) {
  const LinearImpact p{.m = 1, .c = 9, .k = 2, .f = -3, .G = 1, .g0 = 0, .e = 0.7};
  const LinearImpactMotion motion(p, 1, 0, 10, {});
  ASSERT_LT(motion.rest_time(), 10);
  const auto times = motion.impact_times();
  for (std::size_t i = 1; i + 1 < times.size() && times[i + 1] - times[i] > 1e-13; ++i) {
    EXPECT_LT(times[i + 1] - times[i], times[i] - times[i - 1]);
    const auto x = motion.at(times[i]);
    EXPECT_EQ(x.v_after, -0.7 * x.v_before);
  }
  const auto x = motion.at(motion.rest_time() + 0.1);
  EXPECT_EQ(x.q, 0);
  EXPECT_EQ(x.v_after, 0);
}

TEST(LinearImpactMotion, StartsOnTheStopAsItsVelocityAndForceSay) {
  // thrown against the stop: an impact at t = 0
  const LinearImpactMotion thrown({.f = -2, .e = 0.5}, 0, -4, 5, {});
  EXPECT_EQ(thrown.at(0).v_before, -4);
  EXPECT_EQ(thrown.at(0).v_after, 2);
  EXPECT_NEAR(thrown.at(1).q, 1, 1e-15);
  // pressed: rest at once; pulled: leaves; neither: rest
  EXPECT_EQ(LinearImpactMotion({.f = -2}, 0, 0, 5, {}).rest_time(), 0);
  EXPECT_EQ(LinearImpactMotion({.f = 0}, 0, 0, 5, {}).rest_time(), 0);
  const LinearImpactMotion pulled({.f = 2}, 0, 0, 5, {});
  EXPECT_EQ(pulled.rest_time(), never);
  EXPECT_NEAR(pulled.at(3).q, 9, 1e-14);
}

TEST(LinearImpactMotion, WithoutForceAndSpringBouncesOnceOrStays) {
  const LinearImpactMotion bounce({.e = 0.5}, 1, -2, 5, {});
  EXPECT_EQ(bounce.impact_times(), std::vector<double>{0.5});
  EXPECT_NEAR(bounce.at(1.5).q, 1, 1e-15);
  const LinearImpactMotion stop({.e = 0}, 1, -2, 5, {});
  EXPECT_EQ(stop.rest_time(), 0.5);
  EXPECT_EQ(stop.at(0.5).v_before, -2);
  EXPECT_EQ(stop.at(4).q, 0);
}

/// The data that is read off a compiled model; its message where it is refused.
std::string refusal(const std::vector<std::string>& changes) {
  std::vector<std::string> overrides{"simulation.end=1e-3", "simulation.step=1e-3"};
  overrides.insert(overrides.end(), changes.begin(), changes.end());
  return message([&] {
    const auto run = run_example("oscillator", overrides);
    (void)linear_impact(run.model, {"here"}, 5);
  });
}

TEST(LinearImpactOfAModel, IsReadOffItsFormulas) {
  const auto run =
      run_example("oscillator", {"simulation.end=1e-3", "parameters.m=2", "parameters.stop=-0.5",
                                 "contact.stop.gap=3*(stop - q)", "body.mass.initial.q=-1",
                                 "body.mass.potential=0.5*k*(q - 0.25)^2 - 7*q"});
  const LinearImpact p = linear_impact(run.model, {}, 5);
  const double k = 4 * M_PI * M_PI / 3;
  EXPECT_DOUBLE_EQ(p.m, 2);
  EXPECT_DOUBLE_EQ(p.c, 0.3);
  EXPECT_DOUBLE_EQ(p.k, k);
  EXPECT_DOUBLE_EQ(p.f, 7 + 0.25 * k);
  EXPECT_DOUBLE_EQ(p.G, -3);
  EXPECT_DOUBLE_EQ(p.g0, -1.5);
  EXPECT_DOUBLE_EQ(p.e, 0.8);
}

TEST(LinearImpactOfAModel, IsRefusedWithTheReasonWhereTheModelIsNotOfThisForm) {
  EXPECT_EQ(refusal({}), "");
  const auto says = [](const std::vector<std::string>& changes, std::string_view part) {
    const std::string text = refusal(changes);
    EXPECT_TRUE(starts_with(text, "here: ") && holds(text, part)) << part << ": " << text;
  };
  says({"body.mass.potential=k*q^4"}, "is not constant");
  says({"body.mass.force.q=-c*q_dot + sin(t)"}, "depends on t");
  says({"contact.stop.gap=q^2 - stop"}, "is not linear");
  says({"contact.stop.gap=q - stop + 0.1*t"}, "depends on t");
  says({"contact.stop.friction=0.1", "contact.stop.tangent=q"}, "has friction");
  says({"body.mass.force.q=c*q_dot"}, "must be >= 0");
  const auto crank = run_example("slider_crank", {"simulation.end=1e-5"});
  EXPECT_TRUE(holds(message([&] { (void)linear_impact(crank.model, {"here"}, 1); }),
                    "the model has 3 coordinates"));
}

}  // namespace
}  // namespace saltus::test::test_linear_impact
