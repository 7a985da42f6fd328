// SPDX-License-Identifier: Apache-2.0
// Claims about Moreau–Jean on the bouncing ball: orders, loss per flight step, penetration, rest.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_ball {
namespace {

constexpr const char* kBall = R"(
[parameters]
m = 0.7
ag = 10.0
q0 = 1.0
v0 = 0.0
e = 0.5
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*m*q_dot^2"
potential = "m*ag*q"
initial = { q = "q0" }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "ground"
body = "ball"
gap = "q"
restitution = "e"
friction = 0.0
)";

struct Datum {
  double q0;
  double v0;
};
constexpr std::array<Datum, 10> kData{{{1, 0},
                                       {0.83, 0.4},
                                       {0.61, -1.3},
                                       {1.37, 0.9},
                                       {0.29, 1.7},
                                       {1.113, -0.55},
                                       {0.457, 0.21},
                                       {0.948, -2.1},
                                       {0.741, 1.03},
                                       {1.219, -0.17}}};

/// Every datum and every e at every step size; the run ends after 230 of the longest steps.
ErrorTable ball_errors(const std::vector<double>& restitutions, std::vector<double> steps,
                       const std::vector<std::string>& options = {}) {
  ErrorTable table(std::move(steps));
  for (const Datum& d : kData) {
    for (const double e : restitutions) {
      const reference::Ball exact{.gravity = 10, .e = e, .q0 = d.q0, .v0 = d.v0};
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        std::vector<std::string> overrides{
            set("parameters.q0", d.q0), set("parameters.v0", d.v0), set("parameters.e", e),
            set("simulation.step", table.h[i]), set("simulation.end", 230 * table.h[0])};
        overrides.insert(overrides.end(), options.begin(), options.end());
        const auto run = run_text(kBall, overrides);
        EXPECT_FALSE(run.outcome.failure.has_value());
        table.add(i, run, [&](double t) { return exact.at(t); });
      }
    }
  }
  return table;
}

TEST(MoreauJeanOnTheBall, AveragedOverDataPositionsHaveOrder1AndVelocitiesOrder1InL1AndHalfInL2) {
  const ErrorTable table = ball_errors({0, 0.3, 0.5, 0.8}, halved(7.3e-3, 6));
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
}

TEST(MoreauJeanOnTheBall, BallardsBallWithSeveralStartsHasTheSameOrders) {
  ErrorTable table(halved(6.1e-3, 6));
  for (const Datum& d : kData) {
    reference::Ball exact = reference::ballard_ball();
    exact.q0 = d.q0;
    exact.v0 = 0.5 * d.v0;
    for (std::size_t i = 0; i < table.h.size(); ++i) {
      const auto run = run_example(
          "bouncing_ball_ballard",
          {set("parameters.q0", exact.q0), set("parameters.v0", exact.v0),
           set("simulation.step", table.h[i]), set("simulation.end", 620 * table.h[0])});
      table.add(i, run, [&](double t) { return exact.at(t); });
    }
  }
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
}

void expect_order_1(const std::vector<std::string>& options) {
  SCOPED_TRACE(options.back());
  const ErrorTable table = ball_errors({0, 0.8}, halved(7.3e-3, 6), options);
  EXPECT_NEAR(table.order(table.q_max), 1, 0.15);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.15);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.15);
}

TEST(MoreauJeanOnTheBall, WithTheExplicitForecastHasOrder1ForEveryGamma) {
  for (const char* gamma : {"0", "0.5", "1", "2"}) {
    expect_order_1({option("forecast", "explicit"), option("gamma", gamma)});
  }
}

TEST(MoreauJeanOnTheBall, WithTheFreeForecastHasOrder1) {
  for (const char* theta : {"0.5", "0.7", "1"}) {
    expect_order_1({option("forecast", "free"), option("theta", theta)});
  }
}

constexpr const char* kTheta = "simulation.scheme_options.theta=1/1.8";

TEST(MoreauJeanOnTheBall, Theta1Over1Point8LosesTheSameEnergyInEveryFlightStep) {
  const double m = 1, ag = 10, h = 2e-3, theta = 1 / 1.8;
  const auto run = run_example("bouncing_ball", {kTheta});
  const auto energy = [&](const State& x) { return 0.5 * m * x.v[0] * x.v[0] + m * ag * x.q[0]; };
  int flights = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    if (run.samples[k].state.p_normal[0] > 0) continue;
    ++flights;
    const double loss = energy(run.samples[k - 1].state) - energy(run.samples[k].state);
    // energies of 10 J have an ulp of 1.8e-15 J
    EXPECT_NEAR(loss, (theta - 0.5) * m * ag * ag * h * h, 2e-14) << "step " << k;
  }
  EXPECT_GT(flights, 1000);
}

TEST(MoreauJeanOnTheBall, PenetrationIsAtMostSpeedTimesStepAndOfOrder1) {
  const std::vector<double> steps = halved(4e-3, 5);
  std::vector<double> mean(steps.size());
  for (int datum = 0; datum < 24; ++datum) {
    const double y0 = 0.7 + 0.0137 * datum;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto run = run_example(
          "bouncing_ball", {kTheta, set("parameters.y0", y0), set("simulation.step", steps[i])});
      double deepest = 0;
      double speed = 0;
      for (const Sample& s : run.samples) {
        deepest = std::max(deepest, 0.2 - s.state.q[0]);
        speed = std::max(speed, std::abs(s.state.v[0]));
      }
      EXPECT_LE(deepest, speed * steps[i]);
      EXPECT_DOUBLE_EQ(run.outcome.certificate.max_penetration, deepest);
      mean[i] += deepest / 24;
    }
  }
  EXPECT_NEAR(reference::observed_order(steps, mean), 1, 0.1);
}

/// All states after the accumulation of the impacts at 3.602 s.
void expect_rest(double m, double e) {
  const double h = 2e-3;
  const auto run =
      run_example("bouncing_ball", {kTheta, set("parameters.m", m), set("parameters.e", e)});
  int resting = 0;
  for (const Sample& s : run.samples) {
    if (s.state.t < 4) continue;
    ++resting;
    EXPECT_NEAR(s.state.p_normal[0] / h, m * 10, 1e-10);
    EXPECT_EQ(s.state.v[0], 0);
    EXPECT_EQ(s.state.q[0], run.samples.back().state.q[0]);
  }
  EXPECT_GE(resting, 500);
}

TEST(MoreauJeanOnTheBall, RestsWithItsWeightAsReactionAndExactlyZeroVelocity) {
  for (const double m : {1.0, 0.25, 0.7, 3.1}) {
    for (const double e : {0.0, 0.3, 0.5, 0.8}) expect_rest(m, e);
  }
}

TEST(NewtonRestitution, AtASingleFlatContactIsExactInOneStep) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 50; ++i) {
    const double e = unit(random), speed = 0.1 + 10 * unit(random), h = 1e-2;
    const auto run =
        run_text(kBall, {set("parameters.e", e), set("parameters.v0", -speed),
                         set("parameters.q0", 0.4 * h * speed * unit(random)),
                         "simulation.end=1e-2", option("theta", digits(0.5 + 0.5 * unit(random)))});
    EXPECT_NEAR(run.samples.back().state.v[0], e * speed, 1e-12 * speed);
    EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-12 * speed);
    EXPECT_EQ(run.outcome.certificate.impacts, 1);
  }
}

/// A particle near the circle x² + y² = R², outside or inside of it; anisotropic mass and a spring.
std::string circle(bool outside, double radius, double e, double angle, double gap,
                   const std::array<double, 2>& v) {
  const double r = outside ? radius + gap : radius - gap;
  const std::string distance = "sqrt(x^2 + y^2)", R = digits(radius);
  return R"([simulation]
step = 1e-2
end = 1e-2
[world]
gravity = "none"
[[body]]
name = "particle"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(1.3*x_dot^2 + 0.8*y_dot^2) + 0.2*x_dot*y_dot"
potential = "3*x^2 + 9.81*y"
initial = { x = )" +
         digits(r * std::cos(angle)) + ", y = " + digits(r * std::sin(angle)) +
         " }\ninitial_velocity = { x_dot = " + digits(v[0]) + ", y_dot = " + digits(v[1]) +
         " }\n[[contact]]\nname = \"circle\"\nbody = \"particle\"\ngap = \"" +
         (outside ? distance + " - " + R : R + " - " + distance) +
         "\"\nrestitution = " + digits(e) + "\nfriction = 0.0\n";
}

double gap_rate(bool outside, const State& x) {
  const double rate = (x.q[0] * x.v[0] + x.q[1] * x.v[1]) / std::hypot(x.q[0], x.q[1]);
  return outside ? rate : -rate;
}

TEST(NewtonRestitution, AtASingleCurvedContactIsExactInOneStepWithTheLawAtTheEnd) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 60; ++i) {
    const bool outside = i % 2 == 0;
    const double e = unit(random), R = 0.5 + unit(random), angle = 6.28 * unit(random);
    const double normal = -0.5 - 2 * unit(random), tangential = 4 * unit(random) - 2;
    const double s = outside ? normal : -normal, c = std::cos(angle), n = std::sin(angle);
    const std::string text =
        circle(outside, R, e, angle, 1e-3, {s * c - tangential * n, s * n + tangential * c});
    const auto run = run_text(text);
    ASSERT_FALSE(run.outcome.failure.has_value());
    const double u_0 = gap_rate(outside, run.samples[0].state);
    const double u_1 = gap_rate(outside, run.samples[1].state);
    EXPECT_NEAR(u_0, normal, 1e-12);
    EXPECT_NEAR(u_1, -e * u_0, 1e-12);
    EXPECT_GT(run.samples[1].state.p_normal[0], 0);
    EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-12);

    // where the law is kept with the rows of the start, the certificate tells by how much it fails
    const auto start = run_text(text, {option("law_at", "start")});
    const double miss = gap_rate(outside, start.samples[1].state) + e * u_0;
    EXPECT_GT(std::abs(miss), 1e-6);
    EXPECT_NEAR(start.outcome.certificate.max_velocity_law_residual, std::abs(miss), 1e-12);
  }
}

}  // namespace
}  // namespace saltus::test::test_ball
