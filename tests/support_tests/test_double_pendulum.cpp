// SPDX-License-Identifier: Apache-2.0
// The double pendulum, against its modes, an elliptic integral, energy and reversal in time.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/double_pendulum.h"

namespace saltus::reference::test_double_pendulum {
namespace {

TEST(DoublePendulum, KeepsItsEnergy) {
  const DoublePendulum p{.m1 = 1.5,
                         .m2 = 0.7,
                         .l1 = 0.8,
                         .l2 = 1.1,
                         .gravity = 9.81,
                         .a1 = 2,
                         .a2 = -1,
                         .w1 = 0.5,
                         .w2 = 1};
  const std::vector<double> times{0, 0.5, 1, 2, 3};
  const auto states = motion(p, times);
  for (const auto& y : states) EXPECT_NEAR(energy(p, y), energy(p, states[0]), 1e-11);
}

TEST(DoublePendulum, AngleIsKnownToElevenDigitsAtTwoSeconds) {
  const std::vector<double> times{1, 2};
  const auto fine = motion({}, times, 1e-14);
  const auto coarse = motion({}, times, 1e-12);
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(fine[0][i], coarse[0][i], 1e-11);
    EXPECT_NEAR(fine[1][i], coarse[1][i], 1e-11);
  }
}

TEST(DoublePendulum, OfSmallAmplitudeFollowsItsTwoModes) {
  const double amplitude = 1e-5;
  for (const double sign : {1.0, -1.0}) {
    // equal masses and lengths: ω² = (2 ∓ √2) g/l, a2 = ±√2 a1
    const DoublePendulum p{.a1 = amplitude, .a2 = sign * std::sqrt(2.0) * amplitude};
    const double omega = std::sqrt((2 - sign * std::sqrt(2.0)) * p.gravity / p.l1);
    const std::vector<double> times{0.3, 1.7, 4};
    const auto states = motion(p, times);
    for (std::size_t i = 0; i < times.size(); ++i) {
      const double wave = std::cos(omega * times[i]);
      EXPECT_NEAR(states[i][0] / amplitude, wave, 1e-8);
      EXPECT_NEAR(states[i][1] / amplitude, sign * std::sqrt(2.0) * wave, 1e-8);
    }
  }
}

TEST(DoublePendulum, WithAWeightlessSecondMassSwingsWithTheEllipticPeriod) {
  const DoublePendulum p{
      .m1 = 1, .m2 = 1e-15, .l1 = 0.9, .l2 = 1, .gravity = 9.81, .a1 = 2, .a2 = 2};
  const double period = 4 * std::sqrt(p.l1 / p.gravity) * std::comp_ellint_1(std::sin(p.a1 / 2));
  const std::vector<double> times{period / 4, period / 2, period};
  const auto states = motion(p, times);
  EXPECT_NEAR(states[0][0], 0, 1e-11);
  EXPECT_NEAR(states[1][0], -p.a1, 1e-11);
  EXPECT_NEAR(states[2][0], p.a1, 1e-11);
}

TEST(DoublePendulum, ReturnsToItsStartWhenTimeIsReversed) {
  const DoublePendulum p{.a1 = 1, .a2 = 2, .w1 = -1, .w2 = 0.3};
  const std::vector<double> times{1.5};
  const auto there = motion(p, times)[0];
  DoublePendulum back = p;
  back.a1 = there[0];
  back.a2 = there[1];
  back.w1 = -there[2];
  back.w2 = -there[3];
  const auto start = motion(back, times)[0];
  EXPECT_NEAR(start[0], p.a1, 1e-11);
  EXPECT_NEAR(start[1], p.a2, 1e-11);
  EXPECT_NEAR(start[2], -p.w1, 1e-11);
  EXPECT_NEAR(start[3], -p.w2, 1e-11);
}

}  // namespace
}  // namespace saltus::reference::test_double_pendulum
