// SPDX-License-Identifier: Apache-2.0
// Half-explicit schemes in contact: drift in the box, impact law, rest, friction, reduced steps.
#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_half_explicit_contact {
namespace {

const std::string half = "simulation.scheme=half-explicit";
const std::string acceleration = "simulation.scheme=half-explicit-acceleration";
constexpr double kGravity = 9.81;

const Sample& sample_at(const Run& run, double t) {
  return run.samples[static_cast<std::size_t>(std::lround(t / run.simulation.step))];
}

TEST(BallInABox, DoesNotDriftAtVelocityLevelOnceItRestsInTheCorner) {
  const auto run = run_example("ball_in_box", {half});
  const Sample& rest = sample_at(run, 1.3);  // the impacts accumulate at 1.186 s
  const double h = run.simulation.step;
  for (const Sample& s : run.samples) {
    if (s.state.t < rest.state.t) continue;
    EXPECT_EQ(s.state.q, rest.state.q);
    EXPECT_EQ(s.state.v[0], 0);
    EXPECT_EQ(s.state.v[1], 0);
    EXPECT_NEAR(s.state.p_normal[0], kGravity * std::cos(M_PI / 6) * h, 1e-15);
    EXPECT_NEAR(s.state.p_normal[2], kGravity * std::sin(M_PI / 6) * h, 1e-15);
  }
  EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-14);
}

TEST(BallInABox, DriftsLinearlyAtAccelerationLevelWithForcesThatBalanceTheWeight) {
  const auto run = run_example("ball_in_box", {acceleration});
  const Sample& first = sample_at(run, 1.5);
  const double h = run.simulation.step;
  for (int coordinate : {0, 1}) {
    const double drift = first.state.v[coordinate];
    EXPECT_LT(drift, -1e-3);  // m/s, into the walls
    for (const double t : {2.0, 2.5, 3.0}) {
      const State& x = sample_at(run, t).state;
      EXPECT_NEAR(x.q[coordinate], first.state.q[coordinate] + drift * (t - 1.5), 1e-12);
      EXPECT_NEAR(x.p_normal[0], kGravity * std::cos(M_PI / 6) * h, 1e-15);
    }
  }
}

/// A ball above the ground, whose place is a parameter.
constexpr const char* kBall = R"toml(
[parameters]
m = 0.7
ag = 10.0
ground = 0.0
q0 = 0.8
v0 = 0.0
e = 0.6
[simulation]
step = 2e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*m*q_dot^2"
potential = "m*ag*q"
initial = { q = "ground + q0" }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "ground"
body = "ball"
gap = "q - ground"
restitution = "e"
friction = 0.0
)toml";

using Options = std::vector<std::string>;
const std::array<Options, 5> kSchemes{{{half},
                                       {half, option("closed_at", "start")},
                                       {half, option("stages", "3")},
                                       {half, option("stages", "5")},
                                       {acceleration}}};

TEST(HalfExplicitBall, RevertsTheVelocityBeforeTheImpactByEAtTheEndOfItsStep) {
  const double h = 2e-3;
  for (const Options& options : kSchemes) {
    for (const double e : {0.0, 0.3, 0.6, 1.0}) {
      Options overrides{set("parameters.e", e)};
      overrides.insert(overrides.end(), options.begin(), options.end());
      const auto run = run_text(kBall, overrides);
      std::size_t k = 1;
      while (run.samples[k].contacts[0].pn == 0) ++k;
      EXPECT_EQ(k, 201u);  // falls 0.8 m in 0.4 s: on the ground at step 200, or below it at 201
      const double before = run.samples[k - 1].state.v[0] - 10 * h;
      EXPECT_NEAR(run.samples[k].state.v[0], -e * before, 1e-12) << options.back();
      EXPECT_NEAR(run.samples[k].state.p_normal[0], -0.7 * (1 + e) * before, 1e-12);
    }
  }
}

TEST(HalfExplicitBall, ThatTouchesTheGroundAndApproachesAtTheStartMeetsItsImpactLaw) {
  for (const Options& options : kSchemes) {
    Options overrides{"parameters.q0=0", "parameters.v0=-1.5"};
    overrides.insert(overrides.end(), options.begin(), options.end());
    const auto run = run_text(kBall, overrides);
    EXPECT_NEAR(run.samples[1].state.v[0], 0.6 * (1.5 + 10 * 2e-3), 1e-12) << options.back();
  }
}

TEST(HalfExplicitBall, AtRestStaysWhereItIsWithinRoundingNearAndFarFromTheOrigin) {
  for (const Options& options : kSchemes) {
    for (const double ground : {0.0, 0.2, -1000.1}) {
      for (const double h : {1e-3, 0.7e-3, 1.1e-4}) {
        Options overrides{set("parameters.ground", ground), "parameters.q0=0",
                          set("simulation.step", h), set("simulation.end", 3000 * h)};
        overrides.insert(overrides.end(), options.begin(), options.end());
        const auto run = run_text(kBall, overrides);
        const Sample& last = run.samples.back();
        EXPECT_NEAR(last.state.q[0], ground, 1e-17);
        EXPECT_NEAR(last.state.v[0], 0, 1e-17);
        EXPECT_NEAR(last.state.p_normal[0], 7 * h, 1e-15);
        EXPECT_EQ(run.outcome.certificate.impacts, 1);  // it presses from the first step on
      }
    }
  }
}

TEST(HalfExplicitBall, RestsExactlyAtVelocityLevelAfterTheAccumulationOfImpacts) {
  const auto run = run_text(kBall, {half, "simulation.end=3"});  // accumulation at 1.6 s
  const State& rest = sample_at(run, 2).state;
  for (std::size_t k = 1000; k < run.samples.size(); ++k) {
    EXPECT_EQ(run.samples[k].state.q[0], rest.q[0]);
    EXPECT_EQ(run.samples[k].state.v[0], 0);
  }
}

/// Impacts of a ball with e = 0.6 from 0.8 m at 0.4, 0.88, 1.168 s, …; none of the steps below
/// ends at one of the first three.
TEST(ImpactStep, IsTakenTenTimesInEveryStepThatHasAnImpactOfTheBallAndNowhereElse) {
  for (const std::string& scheme : {half, acceleration}) {
    const auto run = run_text(kBall, {scheme, "simulation.step=3e-3", "simulation.end=1.2",
                                      option("impact_step", "3e-4")});
    EXPECT_EQ(run.outcome.certificate.reduced_steps, 30);
    EXPECT_EQ(run.outcome.certificate.steps, 400 - 3 + 30);
    EXPECT_EQ(run.samples.size(), 428u);
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      const State& x = run.samples[k].state;
      const double grid = 3e-3 * std::floor(run.samples[k - 1].state.t / 3e-3 + 1e-6);
      const bool impact = std::abs(grid + 1.5e-3 - 0.4) < 1.5e-3 ||
                          std::abs(grid + 1.5e-3 - 0.88) < 1.5e-3 ||
                          std::abs(grid + 1.5e-3 - 1.168) < 1.5e-3;
      EXPECT_NEAR(x.h, impact ? 3e-4 : 3e-3, 1e-15) << x.t;
      EXPECT_NEAR(x.t - run.samples[k - 1].state.t, x.h, 1e-12);
    }
    EXPECT_EQ(run.outcome.last.t, 1.2);
  }
}

TEST(ImpactStep, KeepsThePenetrationOfTheBallBelowItsLengthTimesTheSpeedOfImpact) {
  const auto plain = run_text(kBall, {half, "simulation.step=3e-3"});
  const auto reduced =
      run_text(kBall, {half, "simulation.step=3e-3", option("impact_step", "3e-4")});
  EXPECT_GT(plain.outcome.certificate.max_penetration, 1.5e-3);
  EXPECT_LT(reduced.outcome.certificate.max_penetration, 3e-4 * 4.01);
}

/// A block on an incline that falls by alpha along x.
constexpr const char* kBlock = R"toml(
[parameters]
m = 0.7
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

TEST(HalfExplicitBlock, StopsAtTheExactDistanceWithinHalfTheLastStepThenStaysExactlyAtRest) {
  const double h = 1e-3;
  for (const double mu : {0.1, 0.3, 0.77}) {
    for (const double v0 : {1.0, -0.613, 2.29}) {
      const double stop = std::abs(v0) / (mu * kGravity);
      const auto run = run_text(kBlock, {half, set("parameters.mu", mu), set("parameters.v0", v0),
                                         set("simulation.end", h * std::ceil((stop + 0.3) / h))});
      const double x_end = run.samples.back().state.q[0];
      // the last step slides with the mean of its first speed and 0
      EXPECT_NEAR(x_end, v0 * std::abs(v0) / (2 * mu * kGravity),
                  mu * kGravity * h * h / 8 + 1e-12);
      for (const Sample& s : run.samples) {
        if (s.state.t < stop + h) continue;
        EXPECT_EQ(s.state.v[0], 0);
        EXPECT_EQ(s.state.q[0], x_end);
        EXPECT_NEAR(s.state.p_normal[0], 0.7 * kGravity * h, 1e-14);
      }
    }
  }
}

TEST(HalfExplicitBlock, SticksOnAnInclineBelowMuAndSlidesWithTheReducedGravityAbove) {
  for (const char* stages : {"2", "3", "5"}) {
    for (const double mu : {0.1, 0.5, 1.3}) {
      const auto on_slope = [&](double alpha) {
        return run_text(kBlock, {half, set("parameters.mu", mu), "parameters.v0=0",
                                 set("parameters.alpha", alpha), option("stages", stages)});
      };
      const State held = on_slope(std::atan(0.999 * mu)).samples.back().state;
      EXPECT_NEAR(held.v[0], 0, 1e-17);
      EXPECT_NEAR(held.q[0], 0, 1e-17);
      const double alpha = std::atan(mu) + 0.01;
      const double a = kGravity * (std::sin(alpha) - mu * std::cos(alpha));
      for (const Sample& s : on_slope(alpha).samples) {
        const double t = s.state.t;
        EXPECT_NEAR(s.state.v[0], a * t, 1e-12);
        EXPECT_NEAR(s.state.q[0], 0.5 * a * t * t, 1e-12);
      }
    }
  }
}

/// A particle that hits the plane y = 0 in the first step: no weight, speed (vx, −2).
State oblique(double mu, double e, double e_t, double vx) {
  const std::string text = R"toml([simulation]
step = 1e-3
end = 1e-3
[world]
gravity = "none"
[[body]]
name = "particle"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*0.7*(x_dot^2 + y_dot^2)"
initial = { x = 0.0, y = 1e-3 }
initial_velocity = { x_dot = 1.0, y_dot = -2.0 }
[[contact]]
name = "plane"
body = "particle"
gap = "y"
tangent = "x"
restitution = 0.0
tangential_restitution = 0.0
friction = 0.0
)toml";
  return run_text(text,
                  {half, set("contact.plane.friction", mu), set("contact.plane.restitution", e),
                   set("contact.plane.tangential_restitution", e_t),
                   set("body.particle.initial_velocity.x_dot", vx)})
      .outcome.last;
}

TEST(HalfExplicitImpact, OfAParticleSticksWithTangentialRestitutionOrSlipsAtTheEdgeOfTheCone) {
  for (const double e : {0.0, 0.4}) {
    for (const double e_t : {0.0, 0.5}) {
      for (const double mu : {0.1, 0.6, 2.0}) {
        for (const double vx : {-1.7, 0.3, 1.1}) {
          const State x = oblique(mu, e, e_t, vx);
          const double cone = mu * (1 + e) * 2;  // per mass
          const double needed = (1 + e_t) * vx;
          const double change = std::clamp(needed, -cone, cone);
          EXPECT_NEAR(x.v[1], 2 * e, 1e-13);
          EXPECT_NEAR(x.v[0], vx - change, 1e-13);
          EXPECT_NEAR(x.p_tangent[0], -0.7 * change, 1e-13);
        }
      }
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_half_explicit_contact
