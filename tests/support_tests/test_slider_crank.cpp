// SPDX-License-Identifier: Apache-2.0
// The event-driven slider-crank: energy, laws of contact and impact, refinement, limiting cases.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/runge_kutta.h"
#include "support/slider_crank.h"

namespace saltus::reference::test_slider_crank {
namespace {

std::vector<double> grid(double end, int n) {
  std::vector<double> times;
  for (int i = 1; i <= n; ++i) times.push_back(end * i / n);
  return times;
}

std::vector<SliderCrank> mechanisms() {
  std::vector<SliderCrank> list(6);
  list[1].e = 0;
  list[2].e = 0.9;
  list[3].c = 5e-3;
  list[3].v0 = {20, -10};
  list[4].v0 = {0, 0};  // falls
  list[4].e = 0.6;
  list[5].l2 = 0.2;
  list[5].m3 = 0.3;
  list[5].gravity = 0;
  list[5].v0 = {60, -20};
  return list;
}

TEST(SliderCrank, EnergyChangesByTheLossesOfItsImpactsOnly) {
  for (const SliderCrank& p : mechanisms()) {
    const auto result = motion(p, grid(0.2, 199));
    const double start = energy(p, p.q0, p.v0);
    const double scale = std::max({std::abs(start), 0.5});
    EXPECT_GT(result.impacts.size(), 3U);
    for (const auto& state : result.states) {
      double loss = 0;
      for (const auto& impact : result.impacts) loss += impact.t <= state.t ? impact.loss : 0;
      EXPECT_NEAR(energy(p, state.q, state.v) + loss, start, 1e-12 * scale) << state.t;
    }
  }
}

TEST(SliderCrank, NeverLeavesTheChannelAndKeepsClosedGapsClosed) {
  for (const SliderCrank& p : mechanisms()) {
    const auto result = motion(p, grid(0.2, 199));
    for (const auto& state : result.states) {
      const double height = slider_height(p, state.q);
      EXPECT_LE(std::abs(height), p.c + 1e-15) << state.t;
      for (const auto& interval : result.closed) {
        if (state.t < interval.begin || state.t > interval.end) continue;
        EXPECT_NEAR(height, interval.side == Side::upper ? p.c : -p.c, 1e-15);
      }
    }
  }
}

TEST(SliderCrank, ObeysNewtonsLawButForTheLastImpactOfAnAccumulation) {
  for (const SliderCrank& p : mechanisms()) {
    const auto result = motion(p, grid(0.2, 10));
    for (const auto& impact : result.impacts) {
      EXPECT_LE(impact.u_before, 0);
      if (impact.u_after == 0 && p.e > 0) {
        const auto starts = [&](const SliderCrankContact& c) { return c.begin == impact.t; };
        EXPECT_TRUE(std::any_of(result.closed.begin(), result.closed.end(), starts));
        EXPECT_LT(-impact.u_before, 1e-5);
      } else {
        EXPECT_NEAR(impact.u_after, -p.e * impact.u_before, 1e-14);
      }
    }
  }
}

TEST(SliderCrank, VelocityJumpsAtAnImpactAsTheLawSays) {
  const SliderCrank p;
  const auto impact = motion(p, grid(0.01, 1)).impacts.front();
  const double dt = 1e-9;
  const std::vector<double> times{impact.t - dt, impact.t + dt};
  const auto result = motion(p, times);
  const auto rate = [&](const SliderCrankState& s) {
    return -(p.l1 * std::cos(s.q[0]) * s.v[0] + p.l2 * std::cos(s.q[1]) * s.v[1]);
  };
  EXPECT_NEAR(rate(result.states[0]), impact.u_before, 1e-5);
  EXPECT_NEAR(rate(result.states[1]), -p.e * impact.u_before, 1e-5);
}

// In lasting contact and for c = 0 there is one degree of freedom, and the energy integral gives
// dθ1/dt = sqrt((E − V)/(½ I)) with ½ I(θ1) the kinetic energy at unit crank speed: no force, mass
// matrix or multiplier is used here.
double crank_angle_by_quadrature(const SliderCrank& p, const SliderCrankState& from, double height,
                                 double t_end) {
  const double total = energy(p, from.q, from.v);
  const auto f = [&](double, const Vector<1>& y) {
    const double theta2 = std::asin((height - p.l1 * std::sin(y[0])) / p.l2);
    const double ratio = -p.l1 * std::cos(y[0]) / (p.l2 * std::cos(theta2));
    const Eigen::Vector2d q(y[0], theta2);
    const double V = energy(p, q, {0, 0});
    return Vector<1>(std::sqrt((total - V) / (energy(p, q, {1, ratio}) - V)));
  };
  return integrate<1>({}, f, from.t, Vector<1>(from.q[0]), t_end)[0];
}

TEST(SliderCrank, WithoutPlayIsTheIdealMechanism) {
  SliderCrank p;
  p.c = 0;
  const auto result = motion(p, grid(0.2, 4));
  EXPECT_TRUE(result.impacts.empty());
  for (const auto& state : result.states) {
    const double theta1 = crank_angle_by_quadrature(p, {0, p.q0, p.v0}, 0, state.t);
    EXPECT_NEAR(state.q[0], theta1, 1e-11);
    EXPECT_NEAR(state.q[1], std::asin(-p.l1 * std::sin(theta1) / p.l2), 1e-11);
  }
}

TEST(SliderCrank, InLastingContactFollowsTheWall) {
  const SliderCrank p;
  const auto overview = motion(p, grid(0.2, 1));
  ASSERT_EQ(overview.closed.size(), 6U);
  std::vector<double> times;
  for (const auto& interval : overview.closed) {
    times.push_back(interval.begin + 1e-6);
    times.push_back(interval.end - 1e-6);
  }
  const auto states = motion(p, times).states;
  for (std::size_t i = 0; i < states.size(); i += 2) {
    const double height = overview.closed[i / 2].side == Side::upper ? p.c : -p.c;
    const double theta1 = crank_angle_by_quadrature(p, states[i], height, times[i + 1]);
    EXPECT_NEAR(states[i + 1].q[0], theta1, 1e-11);
  }
}

TEST(SliderCrank, OpensAfterItsRelease) {
  const SliderCrank p;
  const auto closed = motion(p, grid(0.2, 1)).closed;
  std::vector<double> times;
  for (const auto& interval : closed) times.push_back(interval.end + 1e-4);
  const auto states = motion(p, times).states;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const double height = slider_height(p, states[i].q);
    const double gap = closed[i].side == Side::upper ? p.c - height : p.c + height;
    EXPECT_GT(gap, 1e-10);
    EXPECT_LT(gap, 1e-5);
  }
}

TEST(SliderCrank, AnglesDoNotDependOnToleranceStepOrTheCutOfTheAccumulation) {
  const SliderCrank p;
  const std::vector<double> times{0.05, 0.1, 0.15, 0.2};
  const auto reference = motion(p, times);
  struct Case {
    SliderCrankOptions options;
    double bound;
  };
  const std::vector<Case> cases{
      {{.tolerance = 5e-14}, 1e-11},    {{.tolerance = 1e-11, .largest_turn = 0.5}, 1e-9},
      {{.largest_turn = 0.025}, 1e-11}, {{.largest_turn = 0.1}, 1e-11},
      {{.shortest_hop = 1e-7}, 1e-11},  {{.shortest_hop = 5e-9}, 1e-11}};
  for (const auto& [options, bound] : cases) {
    const auto other = motion(p, times, options);
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_LT((other.states[i].q - reference.states[i].q).norm(), bound) << times[i];
      EXPECT_LT((other.states[i].v - reference.states[i].v).norm(), 100 * bound) << times[i];
    }
  }
}

TEST(SliderCrank, WithoutGravityMovesAsItsMirrorImage) {
  SliderCrank p;
  p.gravity = 0;
  p.q0 = {0.3, std::asin(-p.l1 * std::sin(0.3) / p.l2)};
  SliderCrank mirrored = p;
  mirrored.q0 = -p.q0;
  mirrored.v0 = -p.v0;
  const auto one = motion(p, grid(0.1, 20));
  const auto two = motion(mirrored, grid(0.1, 20));
  EXPECT_EQ(one.impacts.size(), two.impacts.size());
  for (std::size_t i = 0; i < one.states.size(); ++i) {
    EXPECT_LT((one.states[i].q + two.states[i].q).norm(), 1e-10);
  }
}

TEST(SliderCrank, RefusesAStartOutsideItsChannel) {
  SliderCrank p;
  p.q0 = {0.1, 0};
  EXPECT_THROW((void)motion(p, grid(0.1, 1)), std::invalid_argument);
  p.c = 0;
  p.q0 = {0, 0};
  p.v0 = {1, 1};
  EXPECT_THROW((void)motion(p, grid(0.1, 1)), std::invalid_argument);
}

}  // namespace
}  // namespace saltus::reference::test_slider_crank
