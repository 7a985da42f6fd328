// SPDX-License-Identifier: Apache-2.0
// Orders of generalized-α: with impacts against closed forms, without contact against independent
// integrations, with and without joints.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/double_pendulum.h"
#include "support/oscillator.h"
#include "support/runge_kutta.h"
#include "support/slider_crank.h"

namespace saltus::test::test_alpha_order {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";
using Options = std::vector<std::string>;

struct Datum {
  double q0;
  double v0;
};
constexpr std::array<Datum, 10> data{{{1, 0},
                                      {0.83, 0.4},
                                      {0.61, -1.3},
                                      {1.37, 0.9},
                                      {0.29, 1.7},
                                      {1.113, -0.55},
                                      {0.457, 0.21},
                                      {0.948, -2.1},
                                      {0.741, 1.03},
                                      {1.219, -0.17}}};

/// Every impact leaves the mass on the stop at the end of a step, and every flight then lasts half
/// a period: the phase of the next impact in its step depends on h alone. So that it averages out,
/// every start has a step of its own near the nominal one.
ErrorTable oscillator_errors(const Options& options) {
  ErrorTable table(halved(8e-3, 6));
  const double end = 4.6;
  double stretch = 1;
  for (const Datum& d : data) {
    for (const double e : {0.3, 0.8}) {
      const reference::Oscillator p{.e = e, .q0 = d.q0, .v0 = d.v0};
      const reference::OscillatorMotion exact(p, end + 1);
      stretch *= 1.013;
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        Options overrides{alpha,
                          set("parameters.q0", p.q0),
                          "body.mass.initial_velocity={ q_dot = " + digits(p.v0) + " }",
                          set("parameters.e", e),
                          set("simulation.step", stretch * table.h[i]),
                          set("simulation.end", end)};
        overrides.insert(overrides.end(), options.begin(), options.end());
        const auto run = run_example("oscillator", overrides);
        EXPECT_FALSE(run.outcome.failure.has_value());
        table.add(i, run, [&](double t) { return exact.at(t); });
      }
    }
  }
  return table;
}

TEST(AlphaWithImpacts, OnTheOscillatorHasOrder1InPositionsAndL1VelocitiesHalfInL2OverTenStarts) {
  for (const char* rho : {"0.8", "0"}) {
    SCOPED_TRACE(rho);
    const ErrorTable table = oscillator_errors({option("rho_inf", rho)});
    EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
    EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
    EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
    EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
  }
}

TEST(AlphaWithImpacts, InItsVariantsHasOrder1InPositionsToo) {
  for (const char* variant : {"velocity", "modified-lcp"}) {
    SCOPED_TRACE(variant);
    const ErrorTable table = oscillator_errors({option("constraints", variant)});
    EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
    EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  }
}

TEST(AlphaWithImpacts, OnBallsThroughTheirAccumulationsHasOrder1OverTenStarts) {
  ErrorTable table(halved(6.1e-3, 6));
  for (const Datum& d : data) {
    reference::Ball exact = reference::ballard_ball();
    exact.q0 = d.q0;
    exact.v0 = 0.5 * d.v0;
    for (std::size_t i = 0; i < table.h.size(); ++i) {
      const auto run = run_example(
          "bouncing_ball_ballard",
          {alpha, set("parameters.q0", exact.q0), set("parameters.v0", exact.v0),
           set("simulation.step", table.h[i]), set("simulation.end", 620 * table.h[0])});
      table.add(i, run, [&](double t) { return exact.at(t); });
    }
  }
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
}

constexpr std::array speeds{140.3, 143.1, 145.9, 148.2, 150.0, 152.7, 155.4, 158.6};

/// Worse angle of the slider-crank without friction at 0.0973 s, mean over eight speeds.
std::vector<double> slider_crank_errors(const std::string& example, double play,
                                        const std::vector<double>& steps, const Options& options) {
  std::vector<double> errors(steps.size(), 0.0);
  for (const double speed : speeds) {
    reference::SliderCrank mechanism;
    mechanism.c = play;
    mechanism.v0 = {speed, -speed / 2};
    const std::array<double, 1> times{0.0973};
    const Eigen::Vector2d exact =
        reference::motion(mechanism, times, {.tolerance = 1e-12}).states.back().q;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Options overrides{alpha, set("simulation.step", steps[i]), set("simulation.end", times[0]),
                        set("body.mechanism.initial_velocity.theta1_dot", speed),
                        set("body.mechanism.initial_velocity.theta2_dot", -speed / 2)};
      overrides.insert(overrides.end(), options.begin(), options.end());
      const Outcome outcome = outcome_of_example(example, overrides);
      EXPECT_FALSE(outcome.failure);
      EXPECT_LE(outcome.certificate.max_penetration, 1e-12);
      errors[i] += (outcome.last.q.head<2>() - exact).cwiseAbs().maxCoeff() / 8;
    }
  }
  return errors;
}

const std::vector<double> fine_steps{5.3e-5, 2.71e-5, 1.37e-5, 7.1e-6};
const std::vector<double> coarse_steps{5.3e-4, 2.71e-4, 1.37e-4, 7.1e-5};

TEST(AlphaWithImpacts, OnTheSliderCrankHasOrder1InPositionsWithoutPenetration) {
  const auto errors = slider_crank_errors("slider_crank", 1e-3, fine_steps, {"parameters.mu=0"});
  EXPECT_NEAR(reference::observed_order(fine_steps, errors), 1, 0.3);
  EXPECT_LT(errors.back(), 2e-3);
}

TEST(AlphaWithJoints, OnTheSliderCrankWithoutPlayHasOrder2) {
  for (const char* rho : {"1", "0.8", "0"}) {
    const auto errors =
        slider_crank_errors("slider_crank_joint", 0, coarse_steps, {option("rho_inf", rho)});
    EXPECT_NEAR(reference::observed_order(coarse_steps, errors), 2, 0.15) << rho;
  }
}

TEST(AlphaWithClosedContacts, OnTheSliderCrankWithoutPlayHasOrder1BecauseTheirForceIsNotSmooth) {
  // λ̃_U = 0: the reaction of a closed contact is all in Λ, by implicit Euler
  const auto errors = slider_crank_errors("slider_crank_bilateral", 0, fine_steps, {});
  EXPECT_NEAR(reference::observed_order(fine_steps, errors), 1, 0.2);
}

// Two point masses on rods in Cartesian coordinates.
const std::string double_pendulum = R"toml(
[parameters]
a1 = 1.5
a2 = 0.5
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "p"
type = "formula"
coordinates = ["x1", "y1", "x2", "y2"]
kinetic = "0.5*(x1_dot^2 + y1_dot^2 + x2_dot^2 + y2_dot^2)"
potential = "9.81*(y1 + y2)"
initial = { x1 = "sin(a1)", y1 = "-cos(a1)", x2 = "sin(a1) + sin(a2)", y2 = "-cos(a1) - cos(a2)" }
[[joint]]
name = "rods"
type = "formula"
body = "p"
equations = ["x1^2 + y1^2 - 1", "(x2 - x1)^2 + (y2 - y1)^2 - 1"]
)toml";

TEST(AlphaWithJoints, OnTheDoublePendulumHasOrder2InItsThreeVariantsAndKeepsTheRodsButForVelocity) {
  const std::vector<double> steps{8e-3, 4.1e-3, 2.03e-3, 1e-3};
  for (const char* variant : {"position-velocity", "velocity", "modified-lcp"}) {
    SCOPED_TRACE(variant);
    std::vector<double> errors(steps.size(), 0.0);
    double drift = 0;
    for (const auto& [a1, a2] : {std::pair{1.5, 0.5}, {1.1, -0.4}, {0.7, 1.3}, {-1.2, 0.2}}) {
      const std::array<double, 1> times{1.0};
      const auto exact =
          reference::motion(reference::DoublePendulum{.a1 = a1, .a2 = a2}, times).back();
      const std::array<double, 4> masses{std::sin(exact[0]), -std::cos(exact[0]),
                                         std::sin(exact[0]) + std::sin(exact[1]),
                                         -std::cos(exact[0]) - std::cos(exact[1])};
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const auto run = run_text(
            double_pendulum, {alpha, set("simulation.step", steps[i]), set("parameters.a1", a1),
                              set("parameters.a2", a2), option("constraints", variant)});
        EXPECT_FALSE(run.outcome.failure);
        drift = std::max(drift, run.outcome.certificate.max_joint_error);
        double worst = 0;
        for (Eigen::Index j = 0; j < 4; ++j)
          worst = std::max(worst,
                           std::abs(run.outcome.last.q[j] - masses[static_cast<std::size_t>(j)]));
        errors[i] += worst;
      }
    }
    EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.1);
    if (std::string(variant) == "velocity") {
      EXPECT_GT(drift, 1e-7);
    } else {
      EXPECT_LE(drift, 1e-12);
    }
  }
}

/// M depends on q, forces on t, q and v.
const std::string driven = R"toml(
[parameters]
q0 = 0.8
v0 = 1.1
[simulation]
step = 1e-2
end = 1.5
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*(1 + 0.5*q^2)*q_dot^2"
potential = "0.5*3*q^2 + 0.1*q^4"
force = { q = "-0.4*q_dot*(1 + q^2) + 1.3*cos(2.1*t)*exp(-0.1*q)" }
initial = { q = "q0" }
initial_velocity = { q_dot = "v0" }
)toml";

double order_without_constraints(const Options& options) {
  const std::vector<double> steps{1.5 / 60, 1.5 / 125, 1.5 / 247, 1.5 / 500};
  const auto slope = [](double t, const reference::Vector<2>& y) {
    const double q = y[0], v = y[1];
    const double force = -0.4 * v * (1 + q * q) + 1.3 * std::cos(2.1 * t) * std::exp(-0.1 * q) -
                         3 * q - 0.4 * q * q * q;
    return reference::Vector<2>(v, (force - 0.5 * q * v * v) / (1 + 0.5 * q * q));
  };
  std::vector<double> errors(steps.size(), 0.0);
  for (const double scale : {0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4}) {
    const reference::Vector<2> exact =
        reference::integrate<2>({.tolerance = 1e-13}, slope, 0, {0.8 * scale, 1.1 * scale}, 1.5);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Options overrides{alpha, set("parameters.q0", 0.8 * scale), set("parameters.v0", 1.1 * scale),
                        set("simulation.step", steps[i])};
      overrides.insert(overrides.end(), options.begin(), options.end());
      const auto run = run_text(driven, overrides);
      errors[i] +=
          std::abs(run.outcome.last.q[0] - exact[0]) + std::abs(run.outcome.last.v[0] - exact[1]);
    }
  }
  return reference::observed_order(steps, errors);
}

TEST(AlphaWithoutConstraints, HasOrder2ForEverySpectralRadiusAndBothWaysToSolve) {
  for (const char* rho : {"0", "0.5", "0.8", "1"})
    EXPECT_NEAR(order_without_constraints({option("rho_inf", rho)}), 2, 0.1) << rho;
  EXPECT_NEAR(order_without_constraints({option("solve", "monolithic")}), 2, 0.1);
}

TEST(AlphaWithoutConstraints, GivenByItsCoefficientsHasOrder2ForNewmarkAndHhtAndOrder1ForGammaOne) {
  const auto order = [](double alpha_f, double gamma, double beta) {
    return order_without_constraints({option("alpha_m", "0"), option("alpha_f", digits(alpha_f)),
                                      option("gamma", digits(gamma)),
                                      option("beta", digits(beta))});
  };
  EXPECT_NEAR(order(0, 0.5, 0.25), 2, 0.1);
  EXPECT_NEAR(order(0.1, 0.6, 0.3025), 2, 0.1);
  EXPECT_NEAR(order(0, 1, 0.5), 1, 0.15);  // the choice of the two-ball slides
}

}  // namespace
}  // namespace saltus::test::test_alpha_order
