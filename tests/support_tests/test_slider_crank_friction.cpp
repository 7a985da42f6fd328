// SPDX-License-Identifier: Apache-2.0
// The event-driven slider-crank with friction: its equations, from momenta and energies alone.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "support/slider_crank.h"

namespace saltus::reference::test_slider_crank_friction {
namespace {

using Eigen::Vector2d;

std::vector<SliderCrank> mechanisms() {
  std::vector<SliderCrank> list(4);
  for (SliderCrank& p : list) p.mu = 0.01;
  list[1].J2 = 8.9e-4;
  list[2].mu = 0.1;
  list[2].e = 0.7;
  list[3].c = 3e-3;
  list[3].v0 = {60, -30};
  return list;
}

struct Moments {
  double L;       // angular momentum about the fixed pivot
  double weight;  // moment of the weights about it
  Vector2d centre;
  Vector2d rate;  // of the slider's centre
};

Moments moments(const SliderCrank& p, const Vector2d& q, const Vector2d& v) {
  const Vector2d pin(p.l1 * std::cos(q[0]), p.l1 * std::sin(q[0]));
  const Vector2d rod(p.l2 * std::cos(q[1]), p.l2 * std::sin(q[1]));
  const Vector2d pin_rate(-pin[1] * v[0], pin[0] * v[0]);
  const Vector2d rod_rate(-rod[1] * v[1], rod[0] * v[1]);
  const std::array<double, 3> m{p.m1, p.m2, p.m3};
  const std::array<Vector2d, 3> x{0.5 * pin, pin + 0.5 * rod, pin + rod};
  const std::array<Vector2d, 3> w{0.5 * pin_rate, pin_rate + 0.5 * rod_rate, pin_rate + rod_rate};
  Moments result{p.J1 * v[0] + p.J2 * v[1], 0, x[2], w[2]};
  for (std::size_t i = 0; i < 3; ++i) {
    result.L += m[i] * (x[i][0] * w[i][1] - x[i][1] * w[i][0]);
    result.weight -= m[i] * p.gravity * x[i][0];
  }
  return result;
}

/// (X, Y) of the force at the slider's centre, of given moment about the pivot, as N (−μ s, ±1).
struct Force {
  double normal;  // positive away from the wall
  double friction;
};

Force wall_force(const SliderCrank& p, Side side, const Moments& m, double moment) {
  const double away = side == Side::upper ? -1 : 1;
  const double against = m.rate[0] > 0 ? -1 : 1;
  const double N = moment / (m.centre[0] * away - m.centre[1] * p.mu * against);
  return {N, p.mu * N * against};
}

/// Central difference of f(q, v) over the states before and after.
template <class F>
double rate(const F& f, const SliderCrankState& before, const SliderCrankState& after) {
  return (f(after.q, after.v) - f(before.q, before.v)) / (after.t - before.t);
}

TEST(SliderCrankWithFriction, HeldByAWallLosesThePowerOfCoulombFrictionUnderTheWallsForce) {
  const double dt = 1e-6;
  int seen = 0;
  for (const SliderCrank& p : mechanisms()) {
    std::vector<double> times;
    std::vector<Side> sides;
    for (const auto& interval : motion(p, std::array{0.2}).closed) {
      for (int i = 1; i < 10; ++i) {
        const double t = interval.begin + 0.1 * i * (interval.end - interval.begin);
        times.insert(times.end(), {t - dt, t, t + dt});
        sides.push_back(interval.side);
      }
    }
    const auto states = motion(p, times).states;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      const SliderCrankState &before = states[3 * i], &s = states[3 * i + 1],
                             &after = states[3 * i + 2];
      const Moments now = moments(p, s.q, s.v);
      if (std::abs(now.rate[0]) < 0.1) continue;  // about to turn
      const double L_dot =
          rate([&](const auto& q, const auto& v) { return moments(p, q, v).L; }, before, after);
      const double E_dot =
          rate([&](const auto& q, const auto& v) { return energy(p, q, v); }, before, after);
      const Force force = wall_force(p, sides[i], now, L_dot - now.weight);
      EXPECT_GT(force.normal, 0);
      const double power = force.friction * now.rate[0];
      EXPECT_LT(power, 0);
      EXPECT_NEAR(E_dot, power, 1e-4 * std::abs(power) + 1e-6);
      ++seen;
    }
  }
  EXPECT_GT(seen, 80);
}

// The law of impact fixes one component of the jump, the direction of the impulse the other.
TEST(SliderCrankWithFriction, ImpactsObeyNewtonsAndCoulombsLaw) {
  const double dt = 1e-10;
  for (const SliderCrank& p : mechanisms()) {
    int seen = 0;
    std::vector<SliderCrankImpact> hits = motion(p, std::array{0.1}).impacts;
    std::erase_if(hits, [](const SliderCrankImpact& hit) { return hit.u_before > -0.05; });
    std::vector<double> times;
    for (const auto& hit : hits) times.insert(times.end(), {hit.t - dt, hit.t + dt});
    const auto states = motion(p, times).states;
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const SliderCrankImpact& hit = hits[i];
      const std::array s{states[2 * i], states[2 * i + 1]};
      EXPECT_NEAR(hit.u_after, -p.e * hit.u_before, 1e-14);
      const Moments before = moments(p, s[0].q, s[0].v);
      const Moments after = moments(p, s[1].q, s[1].v);
      const double away = hit.side == Side::upper ? -1 : 1;
      EXPECT_NEAR(away * before.rate[1], hit.u_before, 1e-5);
      EXPECT_NEAR(away * after.rate[1], hit.u_after, 1e-5);
      // ΔE = ½ (u⁺ + u⁻)·P
      const Force P = wall_force(p, hit.side, before, after.L - before.L);
      const Vector2d mean = 0.5 * (before.rate + after.rate);
      const double work = away * P.normal * mean[1] + P.friction * mean[0];
      EXPECT_NEAR(energy(p, s[1].q, s[1].v) - energy(p, s[0].q, s[0].v), work,
                  1e-4 * std::abs(work) + 1e-8);
      EXPECT_NEAR(hit.loss, -work, 1e-4 * std::abs(work) + 1e-8);
      ++seen;
    }
    EXPECT_GE(seen, 3);
  }
}

TEST(SliderCrankWithFriction, StatesDoNotDependOnToleranceStepOrTheCutOfTheAccumulation) {
  SliderCrank p;
  p.mu = 0.01;
  const std::array times{0.05, 0.1, 0.15, 0.2};
  const auto reference = motion(p, times);
  const std::vector<SliderCrankOptions> cases{{.tolerance = 5e-14},
                                              {.largest_turn = 0.025},
                                              {.shortest_hop = 1e-7},
                                              {.shortest_hop = 5e-9}};
  for (const SliderCrankOptions& options : cases) {
    const auto other = motion(p, times, options);
    for (std::size_t i = 0; i < times.size(); ++i) {
      EXPECT_LT((other.states[i].q - reference.states[i].q).norm(), 1e-10) << times[i];
      EXPECT_LT((other.states[i].v - reference.states[i].v).norm(), 1e-8) << times[i];
    }
  }
}

TEST(SliderCrankWithFriction, IsRefusedForAChannelWithoutPlay) {
  SliderCrank p;
  p.c = 0;
  p.mu = 0.01;
  EXPECT_THROW((void)motion(p, std::array{0.1}), std::invalid_argument);
}

}  // namespace
}  // namespace saltus::reference::test_slider_crank_friction
