// SPDX-License-Identifier: Apache-2.0
// The closed-form flight against Runge–Kutta in all damping cases, and its fall to zero.
#include <gtest/gtest.h>

#include "saltus/study/free_flight.h"
#include "support/runge_kutta.h"

namespace saltus::test_free_flight {
namespace {

using reference::Vector;

struct Case {
  double delta, kappa, phi;
};
/// No spring and no damper, each alone, under-, nearly critically, critically and overdamped.
const std::vector<Case> cases{{0, 0, -10},       {0, 4, 1},     {0.7, 0, -3},      {0.15, 13.16, 0},
                              {2, 4.0000001, 1}, {2, 4, -1},    {2, 3.9999999, 2}, {2, 3, -5},
                              {5, 0.3, 1},       {4, 1e-9, -2}, {30, 20, -7}};

Vector<2> integrated(const Case& c, double y0, double v0, double s) {
  const auto rhs = [&](double /*t*/, const Vector<2>& x) {
    return Vector<2>(x[1], c.phi - 2 * c.delta * x[1] - c.kappa * x[0]);
  };
  return reference::integrate<2>({}, rhs, 0, Vector<2>(y0, v0), s);
}

TEST(FreeFlight, IsTheSolutionOfItsEquationForEveryDampingWithAndWithoutSpring) {
  for (const Case& c : cases) {
    const FreeFlight flight{c.delta, c.kappa, c.phi};
    for (const double s : {1e-3, 0.1, 0.4, 1.3, 5.0}) {
      const Vector<2> expected = integrated(c, 0.6, -1.7, s);
      const FreeFlight::Motion x = flight.at(0.6, -1.7, s);
      const double scale = 1 + expected.lpNorm<Eigen::Infinity>();
      EXPECT_NEAR(x.y, expected[0], 2e-12 * scale) << c.delta << " " << c.kappa << " " << s;
      EXPECT_NEAR(x.v, expected[1], 2e-12 * scale) << c.delta << " " << c.kappa << " " << s;
    }
  }
}

TEST(FreeFlight, FromTheStopKeepsItsDigitsAtShortTimes) {
  // y = v s + a s²/2 + b s³/6 + O(s⁴), a = φ − 2δv, b = −2δa − κv; y is half of v s here
  const FreeFlight flight{0.3, 5, -10};
  const double v = 1e-7, s = 1e-8;
  const double a = -10 - 0.6 * v, b = -0.6 * a - 5 * v;
  EXPECT_NEAR(flight.at(0, v, s).y / (v * s + a * s * s / 2 + b * s * s * s / 6), 1, 1e-14);
}

TEST(FreeFlight, ForgetsItsStartForLongTimesWithoutOverflow) {
  for (const Case& c : {Case{30, 20, -7}, Case{500, 10, 3}, Case{2, 4, -1}, Case{1, 100, 5}}) {
    const FreeFlight::Motion x = FreeFlight{c.delta, c.kappa, c.phi}.at(0.6, -1.7, 1e5);
    EXPECT_NEAR(x.y, c.phi / c.kappa, 1e-12 * std::abs(c.phi / c.kappa));
    EXPECT_NEAR(x.v, 0, 1e-12);
  }
}

TEST(FirstZero, IsWhereTheMotionFirstCrossesZeroDownwards) {
  int found = 0;
  for (const Case& c : cases) {
    const FreeFlight flight{c.delta, c.kappa, c.phi};
    for (const double y0 : {0.0, 0.02, 0.6}) {
      for (const double v0 : {-1.7, -0.1, 0.0, 0.3, 4.0}) {
        const bool leaves = v0 > 0 || (v0 == 0 && c.phi > 0);
        if (y0 == 0 && !leaves) continue;
        const auto s = flight.first_zero(y0, v0, 6);
        // brute force: positive on a fine grid before, and on all of it where there is no zero
        const double until = s.value_or(6);
        for (int i = 1; i < 4000; ++i) {
          const double at = until * i / 4000;
          EXPECT_GT(flight.at(y0, v0, at).y, 0) << c.delta << " " << c.kappa << " " << v0;
        }
        if (!s) continue;
        ++found;
        EXPECT_NEAR(flight.at(y0, v0, *s).y, 0, 1e-14);
        EXPECT_LE(flight.at(y0, v0, *s).v, 0);
      }
    }
  }
  EXPECT_GT(found, 40);
}

TEST(FirstZero, OfABallIsItsFallTime) {
  const FreeFlight fall{0, 0, -10};
  EXPECT_DOUBLE_EQ(*fall.first_zero(0.801, 0, 5), std::sqrt(2 * 0.801 / 10));
  EXPECT_DOUBLE_EQ(*fall.first_zero(0, 3, 5), 0.6);
  EXPECT_FALSE(fall.first_zero(0.801, 0, 0.4));  // not yet
}

TEST(FirstZero, OfAnOscillatorFromItsRestPositionIsHalfAPeriod) {
  const FreeFlight spring{0.15, 13.16, 0};
  EXPECT_NEAR(*spring.first_zero(0, 2, 5), M_PI / std::sqrt(13.16 - 0.15 * 0.15), 1e-15);
}

}  // namespace
}  // namespace saltus::test_free_flight
