// SPDX-License-Identifier: Apache-2.0
// The pendulum against a wall: its energy integral, Newton's law, and the accumulation.
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/wall_pendulum.h"

namespace saltus::reference::test_wall_pendulum {
namespace {

const std::vector<WallPendulum> pendulums{
    {},
    {.e = 0.5, .theta = 0.1, .omega = 0.7},
    {.m = 0.7, .J = 0.3, .l = 1.3, .gravity = 9.81, .wall = -0.6, .e = 0.3, .theta = 0.4},
    {.e = 0, .theta = -0.3, .omega = 1}};

double energy(const WallPendulum& p, const WallPendulumState& s) {
  return 0.5 * (p.m * p.l * p.l + p.J) * s.omega * s.omega +
         p.m * p.gravity * p.l * std::sin(s.theta);
}

TEST(WallPendulum, KineticEnergyAtTheWallShrinksByESquaredPerImpactAndNothingElseIsLost) {
  for (const WallPendulum& p : pendulums) {
    const WallPendulumMotion motion(p, 8);
    const double bottom = p.m * p.gravity * p.l * std::sin(p.wall);
    const double start = energy(p, {p.theta, p.omega});
    ASSERT_LT(motion.rest_time(), 8);
    for (int i = 0; i < 400; ++i) {
      const double t = 0.02 * i;
      int impacts = 0;
      for (const double hit : motion.impact_times()) impacts += hit <= t ? 1 : 0;
      const double left = t < motion.rest_time() ? std::pow(p.e, 2 * impacts) : 0;
      EXPECT_NEAR(energy(p, motion.at(t)), bottom + left * (start - bottom), 1e-12) << t;
      EXPECT_GE(motion.at(t).theta, p.wall);
    }
  }
}

// Released at rest, the fall takes ∫ dθ/|θ'| with θ'² = 2 m g l (sin θ0 − sin θ)/(m l² + J); with
// θ = θ0 − s² the integrand is smooth.
TEST(WallPendulum, FirstFallTakesTheTimeOfItsEnergyIntegral) {
  const WallPendulum p;
  const double c = 2 * p.m * p.gravity * p.l / (p.m * p.l * p.l + p.J);
  const double depth = std::sqrt(p.theta - p.wall);
  const auto f = [&](double s, const Vector<1>&) {
    const double x = s * s;
    const double drop =
        x == 0 ? std::cos(p.theta) : (2 * std::cos(p.theta - 0.5 * x) * std::sin(0.5 * x)) / x;
    return Vector<1>(2 / std::sqrt(c * drop));
  };
  const double fall = integrate<1>({}, f, 0, Vector<1>(0), depth)[0];
  EXPECT_NEAR(WallPendulumMotion(p, 2).impact_times().front(), fall, 1e-12);
}

TEST(WallPendulum, FlightsNearTheAccumulationShrinkByE) {
  for (const WallPendulum& p : pendulums) {
    if (p.e == 0) continue;
    const WallPendulumMotion motion(p, 8);
    const std::vector<double>& t = motion.impact_times();
    // flights of a few microseconds: long against the round-off of t, short against the swing
    std::size_t i = 2;
    while (t[i] - t[i - 1] > 1e-4) ++i;
    EXPECT_NEAR((t[i + 1] - t[i]) / (t[i] - t[i - 1]), p.e, 1e-5);
  }
}

TEST(WallPendulum, ThatDoesNotReboundRestsFromItsFirstImpactOn) {
  const WallPendulumMotion motion(pendulums.back(), 8);
  ASSERT_EQ(motion.impact_times().size(), 1U);
  EXPECT_EQ(motion.rest_time(), motion.impact_times().front());
}

TEST(WallPendulum, RefusesAStartBehindTheWall) {
  EXPECT_THROW(WallPendulumMotion({.theta = -1}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace saltus::reference::test_wall_pendulum
