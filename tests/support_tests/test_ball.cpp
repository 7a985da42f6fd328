// SPDX-License-Identifier: Apache-2.0
// The exact bouncing ball, against a flight-by-flight march and Ballard's powers of two.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/ball.h"

namespace saltus::reference::test_ball {
namespace {

const std::vector<Ball> balls{{9.81, 0.5, 1, 0}, {10, 0.8, 0.801, 0},  {3, 0.9, 0.2, 4},
                              {7, 0.3, 2, -5},   {9.81, 1, 0.7, -0.1}, {9.81, 0.6, 0, 3}};

TEST(Ball, OfBallardHasItsImpactsAtThreeMinusPowersOfTwo) {
  const Ball ball = ballard_ball();
  EXPECT_DOUBLE_EQ(ball.accumulation_time(), 3);
  for (int n = 0; n < 40; ++n) {
    const double t = ball.impact_time(n);
    EXPECT_NEAR(t, 3 - std::ldexp(1, 1 - n), 1e-15);
    const BounceState s = ball.at(t);
    EXPECT_EQ(s.q, 0);
    EXPECT_DOUBLE_EQ(s.v_before, -std::ldexp(1, 1 - n));
    EXPECT_DOUBLE_EQ(s.v_after, std::ldexp(1, -n));
    const double top = t + std::ldexp(1, -n - 1);
    EXPECT_NEAR(ball.at(top).q, std::pow(4, -n - 1), 1e-15);
  }
  EXPECT_EQ(ball.at(3).q, 0);
  EXPECT_EQ(ball.at(4).v_after, 0);
}

TEST(Ball, OfTheFirstPaperAccumulatesAtThreePointSixSeconds) {
  const Ball ball{.gravity = 10, .e = 0.8, .q0 = 0.801, .v0 = 0};
  EXPECT_NEAR(ball.accumulation_time(), 3.602, 5e-4);
}

// Marches from impact to impact with the quadratic formula only.
TEST(Ball, AgreesWithAMarchFromFlightToFlight) {
  for (const Ball& ball : balls) {
    double t = 0;
    double q = ball.q0;
    double v = ball.v0;
    for (int n = 0; n < 15; ++n) {
      const double w = std::sqrt(v * v + 2 * ball.gravity * q);
      const double flight = (v + w) / ball.gravity;
      for (const double s : {0.1 * flight, 0.5 * flight, 0.9 * flight}) {
        const BounceState state = ball.at(t + s);
        EXPECT_NEAR(state.q, q + v * s - 0.5 * ball.gravity * s * s, 1e-13);
        EXPECT_NEAR(state.v_after, v - ball.gravity * s, 1e-12);
        EXPECT_EQ(state.v_after, state.v_before);
      }
      t += flight;
      EXPECT_NEAR(ball.impact_time(n), t, 1e-13);
      EXPECT_NEAR(ball.at(ball.impact_time(n)).v_before, -w, 1e-13);
      EXPECT_NEAR(ball.at(ball.impact_time(n)).v_after, ball.e * w, 1e-13);
      q = 0;
      v = ball.e * w;
    }
  }
}

TEST(Ball, ImpactsConvergeToTheAccumulationAndNeverReachItForRestitutionOne) {
  for (const Ball& ball : balls) {
    if (ball.e == 1) {
      EXPECT_EQ(ball.accumulation_time(), std::numeric_limits<double>::infinity());
      EXPECT_GT(ball.at(1e4).q, 0);
    } else {
      EXPECT_NEAR(ball.impact_time(400), ball.accumulation_time(), 1e-13);
      EXPECT_EQ(ball.at(ball.accumulation_time() + 1e-9).q, 0);
    }
  }
}

TEST(Ball, IsContinuousAndNeverBelowThePlaneOnAFineGridThroughTheAccumulation) {
  for (const Ball& ball : balls) {
    const double end = ball.e < 1 ? 1.1 * ball.accumulation_time() : 5;
    const double fastest = ball.impact_speed();
    double before = ball.q0;
    constexpr int n = 20000;
    for (int i = 1; i <= n; ++i) {
      const double q = ball.at(end * i / n).q;
      EXPECT_GE(q, 0);
      EXPECT_LE(std::abs(q - before), 1.01 * fastest * end / n);
      before = q;
    }
  }
}

TEST(Ball, WithoutRestitutionStopsAtItsOnlyImpact) {
  const Ball ball{.gravity = 10, .e = 0, .q0 = 0.2, .v0 = 0};
  const BounceState s = ball.at(ball.impact_time(0));
  EXPECT_DOUBLE_EQ(s.v_before, -2);
  EXPECT_EQ(s.v_after, 0);
  EXPECT_EQ(ball.at(1).q, 0);
}

TEST(Ball, ThatStartsAtRestOnThePlaneStaysThere) {
  const Ball ball{.gravity = 10, .e = 0.5, .q0 = 0, .v0 = 0};
  EXPECT_EQ(ball.at(0).q, 0);
  EXPECT_EQ(ball.at(2).v_after, 0);
}

}  // namespace
}  // namespace saltus::reference::test_ball
