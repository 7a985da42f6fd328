// SPDX-License-Identifier: Apache-2.0
// The impacting oscillator, against its half period, numerical integration and limiting cases.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/oscillator.h"
#include "support/runge_kutta.h"

namespace saltus::reference::test_oscillator {
namespace {

const std::vector<Oscillator> oscillators{
    {},
    {.m = 2, .c = 0.5, .k = 30, .e = 0.9, .q0 = 0.3, .v0 = -2, .force = 0},
    {.m = 0.5, .c = 0, .k = 8, .e = 0.7, .q0 = 0, .v0 = 1.5, .force = -1},
    {.m = 1, .c = 0.2, .k = 20, .e = 0.6, .q0 = 0.01, .v0 = 3, .force = 2},
    {.m = 1, .c = 0.2, .k = 20, .e = 0.6, .q0 = 0, .v0 = -3, .force = -4}};

TEST(Oscillator, WithoutForceBouncesEveryHalfPeriod) {
  const Oscillator p;
  const double delta = p.c / (2 * p.m);
  const double omega = std::sqrt(p.k / p.m - delta * delta);
  const double half = std::acos(-1.0) / omega;
  const OscillatorMotion motion(p, 20);
  const std::vector<double> times = motion.impact_times();
  ASSERT_EQ(times.size(), 23U);
  // q(0) = 1, v(0) = 0: cos ωs + δ/ω sin ωs = 0
  EXPECT_NEAR(times[0], (std::atan2(delta, omega) + std::acos(-1.0) / 2) / omega, 1e-15);
  for (std::size_t i = 1; i < times.size(); ++i) {
    EXPECT_NEAR(times[i] - times[i - 1], half, 1e-14);
    const double ratio = motion.at(times[i]).v_before / motion.at(times[i - 1]).v_before;
    EXPECT_NEAR(ratio, p.e * std::exp(-delta * half), 1e-13);
  }
}

TEST(Oscillator, ObeysNewtonsLawAtItsImpactsWhichLieOnTheStop) {
  for (const Oscillator& p : oscillators) {
    const OscillatorMotion motion(p, 10);
    for (const double t : motion.impact_times()) {
      const BounceState s = motion.at(t);
      EXPECT_EQ(s.q, 0);
      EXPECT_LE(s.v_before, 0);
      EXPECT_DOUBLE_EQ(s.v_after, t < motion.rest_time() ? -p.e * s.v_before : 0);
      // the flight before the impact ends on the stop
      const double step = 1e-9;
      if (t == 0) continue;
      EXPECT_NEAR(motion.at(t - step).q, -s.v_before * step, 1e-15);
    }
  }
}

TEST(Oscillator, AgreesWithNumericalIntegrationBetweenImpacts) {
  for (const Oscillator& p : oscillators) {
    const OscillatorMotion motion(p, 4);
    const auto f = [&](double, const Vector<2>& y) {
      return Vector<2>(y[1], (p.force - p.c * y[1] - p.k * y[0]) / p.m);
    };
    std::vector<double> times = motion.impact_times();
    if (times.empty() || times.front() > 0) times.insert(times.begin(), 0);
    times.push_back(4);
    for (std::size_t i = 0; i + 1 < times.size() && times[i] < motion.rest_time(); ++i) {
      const BounceState start = motion.at(times[i]);
      for (const double part : {0.3, 0.999}) {
        const double t = times[i] + part * (times[i + 1] - times[i]);
        if (t == times[i]) continue;
        const Vector<2> y = integrate<2>({}, f, times[i], Vector<2>(start.q, start.v_after), t);
        EXPECT_NEAR(motion.at(t).q, y[0], 1e-13);
        EXPECT_NEAR(motion.at(t).v_after, y[1], 1e-12);
      }
    }
  }
}

TEST(Oscillator, NeverPassesTheStopOnAFineGrid) {
  for (const Oscillator& p : oscillators) {
    const OscillatorMotion motion(p, 10);
    for (int i = 0; i <= 20000; ++i) EXPECT_GE(motion.at(i * 5e-4).q, -1e-15);
  }
}

TEST(Oscillator, WithASoftSpringAndAConstantForceIsTheBouncingBall) {
  const Oscillator soft{.m = 1, .c = 0, .k = 1e-9, .e = 0.8, .q0 = 0.801, .v0 = 0, .force = -10};
  const Ball ball{.gravity = 10, .e = 0.8, .q0 = 0.801, .v0 = 0};
  const OscillatorMotion motion(soft, 5);
  EXPECT_NEAR(motion.rest_time(), ball.accumulation_time(), 1e-7);
  for (int n = 0; n < 20; ++n) {
    EXPECT_NEAR(motion.impact_times()[static_cast<std::size_t>(n)], ball.impact_time(n), 1e-8);
  }
  for (double t = 0.013; t < 3; t += 0.1) EXPECT_NEAR(motion.at(t).q, ball.at(t).q, 1e-7);
  EXPECT_EQ(motion.at(4.5).q, 0);
  EXPECT_EQ(motion.at(4.5).v_after, 0);
}

TEST(Oscillator, PressedOnTheStopAccumulatesItsImpactsAndRests) {
  const Oscillator p{.m = 1, .c = 0.2, .k = 20, .e = 0.6, .q0 = 0.2, .v0 = 0, .force = -4};
  const OscillatorMotion motion(p, 10);
  ASSERT_LT(motion.rest_time(), 10);
  const std::vector<double> times = motion.impact_times();
  const std::size_t last = times.size() - 1;
  // near the accumulation flights shrink like those of a ball: by e
  const double ratio = (times[last] - times[last - 1]) / (times[last - 1] - times[last - 2]);
  EXPECT_NEAR(ratio, p.e, 1e-5);
  EXPECT_EQ(motion.at(motion.rest_time() + 1e-3).q, 0);
}

TEST(Oscillator, PulledOffTheStopSettlesAtItsEquilibriumWithoutFurtherImpacts) {
  const Oscillator p{.m = 1, .c = 1, .k = 20, .e = 0.6, .q0 = 0.01, .v0 = 3, .force = 2};
  const OscillatorMotion motion(p, 60);
  EXPECT_GT(motion.impact_times().size(), 0U);
  EXPECT_LT(motion.impact_times().back(), 5);
  EXPECT_EQ(motion.rest_time(), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(motion.at(60).q, p.force / p.k, 1e-11);
}

TEST(Oscillator, WithoutDampingAndWithRestitutionOneKeepsItsEnergy) {
  const Oscillator p{.m = 2, .c = 0, .k = 5, .e = 1, .q0 = 0.4, .v0 = 1, .force = -3};
  const OscillatorMotion motion(p, 30);
  EXPECT_GT(motion.impact_times().size(), 20U);
  const auto energy = [&](const BounceState& s) {
    return 0.5 * p.m * s.v_after * s.v_after + 0.5 * p.k * s.q * s.q - p.force * s.q;
  };
  for (double t = 0; t < 30; t += 0.37) {
    EXPECT_NEAR(energy(motion.at(t)), energy(motion.at(0)), 1e-12);
  }
}

TEST(Oscillator, RefusesOverdampedDataAndAStartBehindTheStop) {
  EXPECT_THROW(OscillatorMotion({.m = 1, .c = 10, .k = 1}, 1), std::invalid_argument);
  EXPECT_THROW(OscillatorMotion({.q0 = -1}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace saltus::reference::test_oscillator
