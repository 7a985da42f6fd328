// SPDX-License-Identifier: Apache-2.0
// Several contacts at once, friction and tangential restitution, by the schemes that locate
// impacts: bounces with closed forms.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_laws {
namespace {

class LocatedImpacts : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, LocatedImpacts, locating_schemes("1e-2"), label_of);

/// A particle that falls along the diagonal into the corner of two walls.
constexpr const char* kCorner = R"toml(
[simulation]
step = 1e-2
end = 0.8
[world]
gravity = "none"
[[body]]
name = "particle"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "10*(x + y)"
initial = { x = 0.5, y = 0.5 }
initial_velocity = { x_dot = -0.3, y_dot = -0.3 }
[[contact]]
name = "wall"
body = "particle"
gap = "x"
restitution = 0.9
friction = 0.0
[[contact]]
name = "floor"
body = "particle"
gap = "y"
restitution = 0.6
friction = 0.0
)toml";

TEST_P(LocatedImpacts, OfAParticleInACornerAtOnceAreThoseOfItsTwoCoordinates) {
  const reference::Ball x{.gravity = 10, .e = 0.9, .q0 = 0.5, .v0 = -0.3};
  const reference::Ball y{.gravity = 10, .e = 0.6, .q0 = 0.5, .v0 = -0.3};
  const auto run = run_text(kCorner, GetParam().options);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.impacts, 3);
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[0], x.at(s.state.t).q, 1e-12) << s.state.t;
    EXPECT_NEAR(s.state.q[1], y.at(s.state.t).q, 1e-12) << s.state.t;
  }
}

/// A bar that falls flat: both ends strike at once, and their impulses are coupled.
constexpr const char* kBar = R"toml(
[simulation]
step = 1e-2
end = 2.0
[world]
gravity = "none"
[[body]]
name = "bar"
type = "formula"
coordinates = ["y", "theta"]
kinetic = "0.5*(y_dot^2 + 0.03*theta_dot^2)"
potential = "10*y"
initial = { y = 0.4, theta = 0.0 }
[[contact]]
name = "left"
body = "bar"
gap = "y - 0.5*sin(theta)"
restitution = 0.7
friction = 0.0
[[contact]]
name = "right"
body = "bar"
gap = "y + 0.5*sin(theta)"
restitution = 0.7
friction = 0.0
)toml";

TEST_P(LocatedImpacts, OfABarThatFallsFlatDoNotTurnIt) {
  const reference::Ball ball{.gravity = 10, .e = 0.7, .q0 = 0.4, .v0 = 0};
  const auto run = run_text(kBar, GetParam().options);
  ASSERT_FALSE(run.outcome.failure);
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[1], 0, 1e-12) << s.state.t;
    if (s.state.t > 1.2) continue;  // then the tail of the accumulation is cut
    EXPECT_NEAR(s.state.q[0], ball.at(s.state.t).q, 1e-12) << s.state.t;
  }
  EXPECT_NEAR(run.outcome.last.q[0], 0, 1e-12);
  EXPECT_NEAR(run.outcome.last.v[0], 0, 1e-12);
}

/// A particle that hops along the floor: x slides at impacts only.
constexpr const char* kHops = R"toml(
[parameters]
e = 0.8
e_t = 0.5
mu = 0.3
vx = 2.0
[simulation]
step = 1e-2
end = 1.5
[world]
gravity = "none"
[[body]]
name = "particle"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*0.7*(x_dot^2 + y_dot^2)"
potential = "0.7*10*y"
initial = { x = 0.0, y = 0.3 }
initial_velocity = { x_dot = "vx" }
[[contact]]
name = "floor"
body = "particle"
gap = "y"
tangent = "x"
restitution = "e"
tangential_restitution = "e_t"
friction = "mu"
)toml";

/// Bounce by bounce: u_T⁺ = −e_t u_T⁻ where |p_T| = m (1 + e_t) |u_T⁻| is below μ p_N, else the
/// friction is μ p_N against u_T⁺ + e_t u_T⁻.
struct Hop {
  double x, vx;
};

Hop hop_at(double t, double e, double e_t, double mu, double vx) {
  const reference::Ball ball{.gravity = 10, .e = e, .q0 = 0.3, .v0 = 0};
  double x = 0, from = 0;
  for (int n = 0; ball.impact_time(n) <= t; ++n) {
    const double hit = ball.impact_time(n);
    x += vx * (hit - from);
    from = hit;
    const double normal = (1 + e) * ball.impact_speed() * std::pow(e, n);  // p_N / m
    const double stick = (1 + e_t) * std::abs(vx);
    vx -= std::copysign(std::min(stick, mu * normal), vx);
  }
  return {x + vx * (t - from), vx};
}

TEST_P(LocatedImpacts, WithFrictionAndTangentialRestitutionAreThoseOfTheClosedForm) {
  struct Law {
    double e, e_t, mu;
  };
  for (const Law& law :
       {Law{0.8, 0, 0.1}, Law{0.8, 0.5, 0.3}, Law{0.9, 0.9, 2}, Law{0.8, 1, 0.5}, Law{0.9, 0, 5}}) {
    for (const double vx : {2.0, -0.7, 0.0}) {
      const auto run = run_text(
          kHops,
          joined(GetParam().options, {set("parameters.e", law.e), set("parameters.e_t", law.e_t),
                                      set("parameters.mu", law.mu), set("parameters.vx", vx)}));
      ASSERT_FALSE(run.outcome.failure);
      EXPECT_GE(run.outcome.certificate.impacts, 3);
      for (const Sample& s : run.samples) {
        const Hop exact = hop_at(s.state.t, law.e, law.e_t, law.mu, vx);
        EXPECT_NEAR(s.state.q[0], exact.x, 1e-12) << s.state.t << ' ' << law.mu;
      }
      const Hop last = hop_at(1.5, law.e, law.e_t, law.mu, vx);
      EXPECT_NEAR(run.outcome.last.v[0], last.vx, 1e-12);
    }
  }
}

// e = 0: the particle lands at √0.06 s and slides from then on with the friction of its weight.
TEST_P(LocatedImpacts, ThatStaySlideToRestWhereCoulombsLawSays) {
  const double land = std::sqrt(0.06), mu = 0.3, vx = 2;
  const auto run =
      run_text(kHops, joined(GetParam().options, {"parameters.e=0", "parameters.e_t=0"}));
  ASSERT_FALSE(run.outcome.failure);
  const double v_land = vx - mu * 10 * land;  // p_N = m ag land
  ASSERT_GT(v_land, 0);
  const double stop = land + v_land / (mu * 10);
  ASSERT_LT(stop, 1.4);
  for (const Sample& s : run.samples) {
    if (s.state.t < land || s.state.t > stop - 0.011) continue;
    const double r = s.state.t - land;
    EXPECT_NEAR(s.state.q[0], vx * land + v_land * r - 0.5 * mu * 10 * r * r, 1e-12);
  }
  EXPECT_NEAR(run.outcome.last.q[0], vx * land + v_land * v_land / (2 * mu * 10), 1e-4);
  EXPECT_NEAR(run.outcome.last.v[0], 0, 1e-12);
}

}  // namespace
}  // namespace saltus::test::test_split_laws
