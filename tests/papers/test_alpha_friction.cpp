// SPDX-License-Identifier: Apache-2.0
// Coulomb friction in generalized-α: blocks that slide, stick and stop, against closed forms.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_alpha_friction {
namespace {

constexpr const char* kBlock = R"toml(
[parameters]
m = 1.0
ag = 9.81
mu = 0.3
alpha = 0.0
v0 = 1.0
vy = 0.0
e = 0.0
e_t = 0.0
[simulation]
scheme = "generalized-alpha"
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "block"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*m*(x_dot^2 + y_dot^2)"
potential = "m*ag*(cos(alpha)*y - sin(alpha)*x)"
initial = { x = 0.0, y = 0.0 }
initial_velocity = { x_dot = "v0", y_dot = "vy" }
[[contact]]
name = "plane"
body = "block"
gap = "y"
tangent = "x"
restitution = "e"
tangential_restitution = "e_t"
friction = "mu"
)toml";
constexpr double ag = 9.81;
const std::vector<std::string> ways{option("solve", "sequential"), option("solve", "monolithic")};

TEST(AlphaWithFriction, SlidesToRestAfterTheExactDistanceWithinHalfTheLastStep) {
  for (const std::string& way : ways) {
    for (const double mu : {0.1, 0.3, 0.77}) {
      for (const double v0 : {1.0, -0.613, 2.29}) {
        const double h = 1e-3, exact = v0 * std::abs(v0) / (2 * mu * ag);
        const double stop = std::abs(v0) / (mu * ag);
        const auto run = run_text(kBlock, {way, set("parameters.m", 0.7), set("parameters.mu", mu),
                                           set("parameters.v0", v0),
                                           set("simulation.end", h * std::ceil((stop + 0.3) / h))});
        ASSERT_FALSE(run.outcome.failure);
        for (const Sample& s : run.samples) {
          if (s.state.t > stop - h) break;
          EXPECT_NEAR(s.state.v[0], v0 - std::copysign(mu * ag * s.state.t, v0), 1e-11);
        }
        // s h μ ag with 0 ≤ s < 1 is left before the last step, which goes (s − s²)/2 μ ag h² off
        EXPECT_LE(std::abs(run.outcome.last.q[0] - exact), mu * ag * h * h / 8 + 1e-11);
        for (const Sample& s : run.samples) {
          if (s.state.t < stop + h) continue;
          EXPECT_NEAR(s.state.v[0], 0, 1e-16);
          EXPECT_NEAR(s.state.q[0], run.outcome.last.q[0], 1e-15);
          EXPECT_NEAR(s.state.p_normal[0], 0.7 * ag * h, 1e-14);
        }
      }
    }
  }
}

TEST(AlphaWithFriction, ABlockOnAnInclineSticksIfTheSlopeIsAtMostMuAndDoesNotCreep) {
  for (const std::string& way : ways) {
    for (const double mu : {0.1, 0.5, 1.3}) {
      for (const double part : {0.5, 0.999}) {
        const auto run = run_text(kBlock, {way, set("parameters.mu", mu), "parameters.v0=0",
                                           set("parameters.alpha", std::atan(mu * part))});
        EXPECT_NEAR(run.outcome.last.q[0], 0, 1e-14);
        EXPECT_NEAR(run.outcome.last.v[0], 0, 1e-15);
        EXPECT_EQ(run.samples.back().contacts[0].status, ContactStatus::sticking);
      }
    }
  }
}

TEST(AlphaWithFriction, ABlockOnASteeperInclineSlidesWithTheReducedGravity) {
  for (const std::string& way : ways) {
    for (const double mu : {0.1, 0.5}) {
      const double slope = std::atan(mu) + 0.1;
      const double a = ag * (std::sin(slope) - mu * std::cos(slope));
      const auto run = run_text(kBlock, {way, set("parameters.mu", mu), "parameters.v0=0",
                                         set("parameters.alpha", slope)});
      for (const Sample& s : run.samples) {
        EXPECT_NEAR(s.state.v[0], a * s.state.t, 1e-11);
        EXPECT_NEAR(s.state.q[0], 0.5 * a * s.state.t * s.state.t, 1e-11);
      }
    }
  }
}

TEST(AlphaWithFriction, AnObliqueImpactFollowsMoreausLawWithTangentialRestitution) {
  // p_N = m (1 + e)|v_y| + m ag h; sticks where |p_T| = m (1 + e_t)|v_x| ≤ μ p_N
  const double h = 1e-4, e = 0.5, vy = -2, vx = 1.1;
  for (const std::string& way : ways) {
    for (const double mu : {0.1, 0.3, 0.9}) {
      for (const double e_t : {0.0, 0.4}) {
        const auto run = run_text(
            kBlock, {way, set("parameters.mu", mu), set("parameters.v0", vx),
                     set("parameters.vy", vy), set("parameters.e", e), set("parameters.e_t", e_t),
                     set("simulation.step", h), set("simulation.end", h)});
        const double p_N = (1 + e) * std::abs(vy) + ag * h;
        const double p_T = std::min((1 + e_t) * vx, mu * p_N);
        EXPECT_NEAR(run.outcome.last.v[1], -e * vy, 1e-12);
        EXPECT_NEAR(run.outcome.last.v[0], vx - p_T, 1e-12);
        EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-12);
      }
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_alpha_friction
