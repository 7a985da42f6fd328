// SPDX-License-Identifier: Apache-2.0
// Planar Coulomb friction: sliding to rest, the incline, oblique impacts of discs and particles.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_friction {
namespace {

/// A block on an incline that falls by alpha along x.
constexpr const char* kBlock = R"toml(
[parameters]
m = 1.0
ag = 9.81
mu = 0.3
alpha = 0.0
v0 = 1.0
[simulation]
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
initial_velocity = { x_dot = "v0" }
[[contact]]
name = "plane"
body = "block"
gap = "y"
tangent = "x"
restitution = 0.0
friction = "mu"
)toml";
constexpr double kGravity = 9.81;

TEST(SlidingBlock, StopsAtTheExactDistanceWithinHalfTheLastStepThenStaysExactlyAtRest) {
  for (const double m : {1.0, 0.7, 3.1}) {
    for (const double mu : {0.1, 0.3, 0.77}) {
      for (const double v0 : {1.0, -0.613, 2.29}) {
        const double h = 1e-3, exact = v0 * std::abs(v0) / (2 * mu * kGravity);
        const double stop = std::abs(v0) / (mu * kGravity);
        const auto run = run_text(
            kBlock, {set("parameters.m", m), set("parameters.mu", mu), set("parameters.v0", v0),
                     set("simulation.end", h * std::ceil((stop + 0.3) / h))});
        const double x_end = run.samples.back().state.q[0];
        // s h μ ag with 0 ≤ s < 1 is left before the last step, which slides (s − s²)/2 μ ag h² too
        // far
        EXPECT_LE(std::abs(x_end - exact), mu * kGravity * h * h / 8 + 1e-12);
        int resting = 0;
        for (const Sample& s : run.samples) {
          if (s.state.t < stop + h) continue;
          ++resting;
          EXPECT_EQ(s.state.v[0], 0) << "m = " << m << ", t = " << s.state.t;
          EXPECT_EQ(s.state.q[0], x_end);
          EXPECT_NEAR(s.state.p_normal[0], m * kGravity * h, 1e-14);
          EXPECT_NEAR(s.state.p_tangent[0], 0, 1e-14);
        }
        EXPECT_GE(resting, 290);
      }
    }
  }
}

TEST(SlidingBlock, StopsAtADistanceOfOrder1ForThetaOtherThanHalf) {
  const std::vector<double> steps = halved(7.3e-3, 6);
  std::vector<double> mean(steps.size());
  for (int datum = 0; datum < 10; ++datum) {
    const double v0 = 1 + 0.0713 * datum;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto run = run_text(kBlock, {set("parameters.v0", v0), set("simulation.step", steps[i]),
                                         option("theta", "1")});
      mean[i] += std::abs(run.samples.back().state.q[0] - v0 * v0 / (2 * 0.3 * kGravity));
    }
  }
  EXPECT_NEAR(reference::observed_order(steps, mean), 1, 0.05);
}

TEST(BlockOnAnIncline, SticksIfTheSlopeIsAtMostMu) {
  for (const double mu : {0.1, 0.5, 1.3}) {
    for (const double part : {0.0, 0.5, 0.999, 1 - 1e-9}) {
      const auto run = run_text(kBlock, {set("parameters.mu", mu), "parameters.v0=0",
                                         set("parameters.alpha", std::atan(mu * part))});
      for (const Sample& s : run.samples) {
        EXPECT_EQ(s.state.v[0], 0) << "mu = " << mu << ", tan(alpha)/mu = " << part;
        EXPECT_EQ(s.state.q[0], 0);
      }
      EXPECT_EQ(run.samples.back().contacts[0].status, ContactStatus::sticking);
    }
  }
}

TEST(BlockOnAnIncline, SlidesWithTheReducedGravityIfTheSlopeIsMoreThanMu) {
  for (const double mu : {0.0, 0.1, 0.5, 1.3}) {
    for (const double excess : {1e-6, 0.01, 0.3}) {
      const double alpha = std::atan(mu) + excess;
      const double a = kGravity * (std::sin(alpha) - mu * std::cos(alpha));
      const auto run = run_text(
          kBlock, {set("parameters.mu", mu), "parameters.v0=0", set("parameters.alpha", alpha)});
      for (const Sample& s : run.samples) {
        const double t = s.state.t;
        EXPECT_NEAR(s.state.v[0], a * t, 1e-12);
        EXPECT_NEAR(s.state.q[0], 0.5 * a * t * t, 1e-12);
      }
    }
  }
}

TEST(BlockOnAnIncline, ThrownUphillStopsAndStaysIfTheSlopeIsLessThanMu) {
  const double alpha = 0.25, mu = 0.3, v0 = -1.37, h = 1e-3;
  const double deceleration = kGravity * (std::sin(alpha) + mu * std::cos(alpha));
  const auto run = run_text(
      kBlock, {set("parameters.mu", mu), set("parameters.v0", v0), set("parameters.alpha", alpha)});
  EXPECT_NEAR(run.samples.back().state.q[0], -v0 * v0 / (2 * deceleration),
              deceleration * h * h / 8 + 1e-12);
  EXPECT_EQ(run.samples.back().state.v[0], 0);
  EXPECT_EQ(run.samples.back().contacts[0].status, ContactStatus::sticking);
}

/// A disc that touches the plane y = 0, or a particle: inertia and radius as given.
struct Disc {
  double m, J, R, mu, e, e_t;
  double vx, vy, w;
};

std::string disc_text(const Disc& d) {
  const auto line = [](const char* name, double value) {
    return name + (" = " + digits(value)) + "\n";
  };
  return "[parameters]\n" + line("m", d.m) + line("J", d.J) + line("R", d.R) + line("vx", d.vx) +
         line("vy", d.vy) + line("w", d.w) + R"toml(
[simulation]
step = 1e-4
end = 1e-4
[world]
gravity = "none"
[[body]]
name = "disc"
type = "formula"
coordinates = ["x", "y", "angle"]
kinetic = "0.5*m*(x_dot^2 + y_dot^2) + 0.5*J*angle_dot^2"
initial = { x = 0.3, y = "R", angle = 0.1 }
initial_velocity = { x_dot = "vx", y_dot = "vy", angle_dot = "w" }
[[contact]]
name = "plane"
body = "disc"
gap = "y - R"
tangent = "x + R*angle"
)toml" + line("restitution", d.e) +
         line("tangential_restitution", d.e_t) + line("friction", d.mu);
}

struct DiscAfter {
  double vx, vy, w;
  bool sticks;
};

/// Moreau's law in closed form: p_N = m (1+e)|ẏ|; sticking means u_T⁺ = −e_t u_T⁻.
DiscAfter impact(const Disc& d) {
  const double u_T = d.vx + d.R * d.w, W_T = 1 / d.m + d.R * d.R / d.J;
  const double p_N = -d.m * (1 + d.e) * d.vy;
  const double p_stick = -(1 + d.e_t) * u_T / W_T;
  const bool sticks = std::abs(p_stick) <= d.mu * p_N;
  const double p_T = sticks ? p_stick : std::copysign(d.mu * p_N, -u_T);
  return {d.vx + p_T / d.m, -d.e * d.vy, d.w + d.R * p_T / d.J, sticks};
}

void expect_impact(const Disc& d) {
  const auto run = run_text(disc_text(d));
  const DiscAfter after = impact(d);
  const Vec& v = run.samples.back().state.v;
  const double scale = std::abs(d.vx) + std::abs(d.vy) + d.R * std::abs(d.w);
  EXPECT_NEAR(v[0], after.vx, 1e-12 * scale);
  EXPECT_NEAR(v[1], after.vy, 1e-12 * scale);
  EXPECT_NEAR(d.R * v[2], d.R * after.w, 1e-12 * scale * (1 + d.m * d.R * d.R / d.J));
  EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-12 * scale);
}

TEST(ObliqueImpactOfADisc, FollowsMoreausLawStickingOrSlippingWithNormalAndTangentialRestitution) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 1);
  int sticking = 0, slipping = 0, reversing = 0;
  for (int i = 0; i < 300; ++i) {
    const double m = 0.2 + 3 * unit(random), R = 0.05 + unit(random);
    const std::array<double, 4> inertia{0.5, 0.4, 1.0,
                                        0.05 + 2 * unit(random)};  // disc, ball, hoop, any
    const Disc d{m,
                 inertia[static_cast<std::size_t>(i % 4)] * m * R * R,
                 R,
                 unit(random),
                 unit(random),
                 unit(random),
                 8 * unit(random) - 4,
                 -0.1 - 4 * unit(random),
                 (8 * unit(random) - 4) / R};
    expect_impact(d);
    const DiscAfter after = impact(d);
    (after.sticks ? sticking : slipping) += 1;
    reversing += after.vx * d.vx < 0;
  }
  EXPECT_GT(sticking, 60);
  EXPECT_GT(slipping, 60);
  EXPECT_GT(reversing, 20);
}

TEST(ObliqueImpactOfADisc, TextbookCasesOfAUniformDiscWithoutTangentialRestitution) {
  const double m = 1.7, R = 0.3, J = 0.5 * m * R * R;
  const auto velocity_after = [&](double mu, double e, double vx, double vy, double w) {
    return Vec(run_text(disc_text({m, J, R, mu, e, 0, vx, vy, w})).samples.back().state.v);
  };
  // sticks: rolls away with two thirds of its speed, 3 μ (1+e)|v_y| ≥ |v_x|
  Vec v = velocity_after(0.4, 0.8, 2, -3, 0);
  EXPECT_NEAR(v[0], 2.0 / 3 * 2, 1e-12);
  EXPECT_NEAR(v[0] + R * v[2], 0, 1e-12);
  EXPECT_NEAR(v[1], 2.4, 1e-12);
  // slips through the impact: loses μ (1+e)|v_y|
  v = velocity_after(0.1, 0.8, 2, -3, 0);
  EXPECT_NEAR(v[0], 2 - 0.1 * 1.8 * 3, 1e-12);
  EXPECT_NEAR(v[2], -2 * 0.1 * 1.8 * 3 / R, 1e-12);
  EXPECT_GT(v[0] + R * v[2], 0);
  // backspin reverses the flight: u_T = 2 + 7 = 9, sticks, v_x = 2 − 9/3
  v = velocity_after(1, 0.8, 2, -3, 7 / R);
  EXPECT_NEAR(v[0], -1, 1e-12);
  EXPECT_NEAR(v[0] + R * v[2], 0, 1e-12);
}

TEST(ObliqueImpactOfAParticle,
     WithTangentialRestitutionReversesTheSlidingVelocityIfFrictionSuffices) {
  for (const double e_t : {0.0, 0.3, 1.0}) {
    const std::string text = R"toml([simulation]
step = 1e-3
end = 1e-3
[world]
gravity = "none"
[[body]]
name = "p"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*1.3*(x_dot^2 + y_dot^2)"
initial = { x = 0.0, y = 0.0 }
initial_velocity = { x_dot = 1.1, y_dot = -2.0 }
[[contact]]
name = "plane"
body = "p"
gap = "y"
tangent = "x"
restitution = 0.5
tangential_restitution = )toml" +
                             digits(e_t) + "\nfriction = 2.0\n";
    const auto sticks = run_text(text);
    EXPECT_NEAR(sticks.samples.back().state.v[0], -e_t * 1.1, 1e-12);
    EXPECT_NEAR(sticks.samples.back().state.v[1], 1, 1e-12);
    const auto slips = run_text(text, {"contact.plane.friction=0.1"});
    EXPECT_NEAR(slips.samples.back().state.v[0], 1.1 - 0.1 * 1.5 * 2, 1e-12);
    EXPECT_NEAR(slips.samples.back().state.v[1], 1, 1e-12);
  }
}

}  // namespace
}  // namespace saltus::test::test_friction
