// SPDX-License-Identifier: Apache-2.0
// The projections with Coulomb friction, moving walls and driven joints, against closed forms.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_projection_friction {
namespace {

const std::string direct = "simulation.scheme=direct-projection";
const std::string combined = "simulation.scheme=combined-projection";
const std::array schemes{direct, combined};
constexpr double gravity = 9.81;

/// A disc (or, without inertia to speak of, a block) on an incline that falls by alpha along x.
constexpr const char* kDisc = R"toml(
[parameters]
m = 1.3
J = 1.0
R = 0.0
mu = 0.3
e = 0.0
e_t = 0.0
ag = 9.81
alpha = 0.0
vx = 0.0
vy = 0.0
w = 0.0
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "disc"
type = "formula"
coordinates = ["x", "y", "angle"]
kinetic = "0.5*m*(x_dot^2 + y_dot^2) + 0.5*J*angle_dot^2"
potential = "m*ag*(cos(alpha)*y - sin(alpha)*x)"
initial = { x = 0.0, y = "R", angle = 0.0 }
initial_velocity = { x_dot = "vx", y_dot = "vy", angle_dot = "w" }
[[contact]]
name = "plane"
body = "disc"
gap = "y - R"
tangent = "x + R*angle"
restitution = "e"
tangential_restitution = "e_t"
friction = "mu"
)toml";

TEST(ProjectionsWithFriction, ASlidingBlockStopsAtTheExactDistanceAndThenRestsExactly) {
  const double h = 1e-3;
  for (const std::string& scheme : schemes) {
    for (const double mu : {0.1, 0.3, 0.77}) {
      const double v0 = 1.37, exact = v0 * v0 / (2 * mu * gravity), stop = v0 / (mu * gravity);
      const auto run = run_text(kDisc, {scheme, set("parameters.mu", mu), set("parameters.vx", v0),
                                        set("simulation.end", h * std::ceil((stop + 0.2) / h))});
      ASSERT_FALSE(run.outcome.failure);
      const State& last = run.outcome.last;
      EXPECT_LE(std::abs(last.q[0] - exact), mu * gravity * h * h / 8 + 1e-12);
      for (const Sample& s : run.samples) {
        if (s.state.t < stop + h) continue;
        EXPECT_EQ(s.state.v[0], 0);
        EXPECT_EQ(s.state.q[0], last.q[0]);
        EXPECT_EQ(s.state.q[1], 0);
        EXPECT_NEAR(s.state.p_normal[0], 1.3 * gravity * h, 1e-14);
      }
    }
  }
}

TEST(ProjectionsWithFriction, ABlockSticksOnASlopeBelowMuAndSlidesWithReducedGravityAboveIt) {
  for (const std::string& scheme : schemes) {
    for (const double mu : {0.1, 0.5, 1.3}) {
      const auto sticks = run_text(kDisc, {scheme, set("parameters.mu", mu),
                                           set("parameters.alpha", std::atan(0.999 * mu))});
      for (const Sample& s : sticks.samples) EXPECT_NEAR(s.state.q[0], 0, 1e-17) << scheme;
      const double alpha = std::atan(mu) + 0.01;
      const double a = gravity * (std::sin(alpha) - mu * std::cos(alpha));
      const auto slides =
          run_text(kDisc, {scheme, set("parameters.mu", mu), set("parameters.alpha", alpha)});
      for (const Sample& s : slides.samples) {
        EXPECT_NEAR(s.state.v[0], a * s.state.t, 1e-12) << scheme;
        EXPECT_NEAR(s.state.q[0], 0.5 * a * s.state.t * s.state.t, 1e-12) << scheme;
        EXPECT_NEAR(s.state.q[1], 0, 1e-15) << scheme;
      }
    }
  }
}

/// Moreau's law in closed form: p_N = m (1+e)|ẏ|; sticking means u_T⁺ = −e_t u_T⁻.
TEST(ProjectionsWithFriction, AnObliqueImpactOfADiscSticksOrSlipsAsMoreausLawSays) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  int sticking = 0, slipping = 0;
  for (int i = 0; i < 100; ++i) {
    const double m = 0.2 + 3 * unit(random), R = 0.05 + unit(random), J = 0.5 * m * R * R;
    const double mu = unit(random), e = unit(random), e_t = unit(random);
    const double vx = 8 * unit(random) - 4, vy = -0.1 - 4 * unit(random);
    const double w = (8 * unit(random) - 4) / R;
    const double u_T = vx + R * w, p_N = -m * (1 + e) * vy;
    const double p_stick = -(1 + e_t) * u_T / (1 / m + R * R / J);
    const bool sticks = std::abs(p_stick) <= mu * p_N;
    (sticks ? sticking : slipping) += 1;
    const double p_T = sticks ? p_stick : std::copysign(mu * p_N, -u_T);
    const auto run =
        run_text(kDisc, {schemes.at(static_cast<std::size_t>(i % 2)), set("parameters.m", m),
                         set("parameters.R", R), set("parameters.J", J), set("parameters.mu", mu),
                         set("parameters.e", e), set("parameters.e_t", e_t),
                         set("parameters.vx", vx), set("parameters.vy", vy), set("parameters.w", w),
                         "parameters.ag=0", "simulation.step=1e-4", "simulation.end=1e-4"});
    const Vec& v = run.outcome.last.v;
    const double scale = std::abs(vx) + std::abs(vy) + R * std::abs(w);
    EXPECT_NEAR(v[0], vx + p_T / m, 1e-12 * scale);
    EXPECT_NEAR(v[1], -e * vy, 1e-12 * scale);
    EXPECT_NEAR(R * v[2], R * (w + R * p_T / J), 1e-11 * scale);
    EXPECT_NEAR(run.outcome.last.q[1], R, 1e-12);  // pushed out, or held
  }
  EXPECT_GT(sticking, 20);
  EXPECT_GT(slipping, 20);
}

/// A mass on a table that moves as s(t), and one that a joint drives.
constexpr const char* kMoving = R"toml(
[simulation]
step = 1e-3
end = 2.0
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*0.7*q_dot^2"
potential = "0.7*10*q"
initial = { q = 0.0 }
initial_velocity = { q_dot = 0.3 }
[[contact]]
name = "table"
body = "mass"
gap = "q - 0.1*sin(3*t)"
restitution = 0.0
friction = 0.0
[[body]]
name = "driven"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "10*y"
initial = { x = 1.0, y = 0.0 }
initial_velocity = { y_dot = 2.0 }
[[joint]]
name = "arm"
type = "formula"
body = "driven"
equations = ["x - cos(2*t)", "y - sin(2*t)"]
)toml";

TEST(Projections, CombinedFollowsAMovingTableAndBothFollowADrivenJointToTheTolerance) {
  for (const std::string& scheme : schemes) {
    const auto run = run_text(kMoving, {scheme});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
    for (const Sample& s : run.samples) {
      const double t = s.state.t;
      EXPECT_NEAR(s.state.q[1], std::cos(2 * t), 1.1e-12);
      EXPECT_NEAR(s.state.q[2], std::sin(2 * t), 1.1e-12);
      if (scheme == direct) continue;
      // the table's acceleration 0.9 m/s² never exceeds gravity: the mass stays on it
      EXPECT_NEAR(s.state.q[0], 0.1 * std::sin(3 * t), 1.1e-12) << t;
      if (t == 0) continue;
      EXPECT_NEAR(s.contacts[0].pn / 1e-3, 0.7 * (10 - 0.9 * std::sin(3 * t)), 5e-3) << t;
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_projection_friction
