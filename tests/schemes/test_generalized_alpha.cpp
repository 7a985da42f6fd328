// SPDX-License-Identifier: Apache-2.0
// Generalized-α: its options, its start, joints that are driven, repeated or met with the wrong
// velocity, moving contacts, uneven steps, failures.
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "support/order.h"
#include "support/run_model.h"

namespace saltus::test::test_generalized_alpha {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";
const std::string opt = "simulation.scheme_options.";

std::string refusal(const std::string& options) {
  try {
    std::string text = "simulation.scheme_options=";
    text += options;
    static_cast<void>(run_example("bouncing_ball", {alpha, text, "simulation.end=1e-2"}));
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

TEST(AlphaOptions, AreTheSpectralRadiusOrAllFourCoefficients) {
  EXPECT_EQ(refusal("{}"), "");
  EXPECT_EQ(refusal("{rho_inf=0.5}"), "");
  EXPECT_EQ(refusal("{alpha_m=0, alpha_f=0, gamma=0.5, beta=0.25}"), "");
  EXPECT_NE(refusal("{alpha_m=0, alpha_f=0, gamma=0.5}").find("need all of 'alpha_m'"),
            std::string::npos);
  EXPECT_NE(refusal("{gamma=0.5, rho_inf=0.5}").find("need all of"), std::string::npos);
  const std::string both = refusal("{rho_inf=0.8, alpha_m=0, alpha_f=0, gamma=0.5, beta=0.25}");
  EXPECT_NE(both.find("'rho_inf'"), std::string::npos);
  EXPECT_NE(both.find("the options of scheme 'generalized-alpha'"), std::string::npos);
  EXPECT_EQ(both.rfind("--set simulation.scheme_options", 0), 0U) << both;
  EXPECT_NE(refusal("{rho_inf=1.1}").find("must be in [0, 1]"), std::string::npos);
  EXPECT_NE(refusal("{alpha_m=1, alpha_f=0, gamma=0.5, beta=0.25}").find("must be < 1"),
            std::string::npos);
}

TEST(AlphaOptions, OfRhoInfinityAreThoseOfChungAndHulbert) {
  GeneralizedAlpha scheme;
  scheme.rho_inf = 0.8;
  AlphaCoefficients c = coefficients(scheme);
  EXPECT_NEAR(c.alpha_m, 1.0 / 3, 1e-15);
  EXPECT_NEAR(c.alpha_f, 4.0 / 9, 1e-15);
  EXPECT_NEAR(c.gamma, 11.0 / 18, 1e-15);
  EXPECT_NEAR(c.beta, 25.0 / 81, 1e-15);
  scheme.rho_inf = 1;
  c = coefficients(scheme);
  EXPECT_NEAR(c.gamma, 0.5, 1e-15);
  EXPECT_NEAR(c.beta, 0.25, 1e-15);
}

/// λ₁ of the pendulum's rod: (J + m l²) θ'' = −m ag l cos θ, λ₁ = m x'', x = l cos θ.
double rod_force(const State& x) {
  const double c = std::cos(x.q[2]), n = std::sin(x.q[2]), w = x.v[2];
  return n * 10 * c / 1.1 - c * w * w;
}

TEST(AlphaStart, IsConsistentWithTheJointsSoThatTheTransientOfTheirForceIsOfTheOrderOfTheStep) {
  // λ̃₁ is −1.6 N and changes by 50 N/s; a_0 = ṽ̇_0 is (α_f − α_m) h late
  for (const char* rho : {"0", "0.8", "1"}) {
    for (const double h : {1e-3, 1e-4}) {
      const std::string spin =
          R"#(body.pendulum.initial_velocity={theta_dot=2, x_dot="-2*l*sin(theta0)", y_dot="2*l*cos(theta0)"})#";
      const auto run = run_example(
          "bouncing_pendulum",
          {alpha, opt + "rho_inf=" + rho, spin, "simulation.end=0.05", set("simulation.step", h)});
      for (std::size_t k = 1; k < run.samples.size(); ++k) {
        EXPECT_NEAR(run.samples[k].state.lambda_joint[0], rod_force(run.samples[k].state), 20 * h)
            << rho << " " << k;
      }
    }
  }
}

TEST(AlphaStart, MeetsAVelocityThatTheJointsForbidAsAnImpact) {
  // M-orthogonal projection of (0, 0, 2) on the tangent of the circle: θ' = 2 J/(J + m l²)
  const auto run =
      run_example("bouncing_pendulum", {alpha, "simulation.step=1e-6", "simulation.end=1e-5",
                                        "body.pendulum.initial_velocity={ theta_dot = 2 }"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(run.outcome.last.v[2], 2 * 0.1 / 1.1, 2e-4);
  for (std::size_t k = 1; k < run.samples.size(); ++k)
    EXPECT_NEAR(run.samples[k].state.lambda_joint[0], rod_force(run.samples[k].state), 1e-3);
}

TEST(AlphaWithRedundantJoints, MovesAsWithoutThem) {
  const std::string twice =
      R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#";
  for (const char* way : {"sequential", "monolithic"}) {
    const std::vector<std::string> once{alpha, opt + "solve=" + way, "simulation.end=2"};
    std::vector<std::string> again = once;
    again.push_back(twice);
    const auto a = run_example("bouncing_pendulum", once);
    const auto b = run_example("bouncing_pendulum", again);
    ASSERT_FALSE(b.outcome.failure) << way << ": " << b.outcome.failure->what;
    ASSERT_EQ(a.samples.size(), b.samples.size());
    for (std::size_t k = 0; k < a.samples.size(); ++k)
      ASSERT_LT((a.samples[k].state.q - b.samples[k].state.q).norm(), 1e-8) << way << " " << k;
    EXPECT_LT(b.outcome.certificate.max_joint_error, 1e-11);
  }
}

const std::string driven = R"toml(
[parameters]
A = 0.3
w = 4.0
[simulation]
scheme = "generalized-alpha"
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "cart"
type = "formula"
coordinates = ["x", "a"]
kinetic = "0.5*2*x_dot^2 + 0.5*0.4*a_dot^2"
potential = "0.5*7*(a - x)^2"
initial = { x = 0, a = 0 }
initial_velocity = { x_dot = "A*w" }
[[joint]]
name = "drive"
type = "formula"
body = "cart"
equations = ["x - A*sin(w*t)"]
)toml";

TEST(AlphaWithADrivenJoint, FollowsItAndBalancesItsWork) {
  for (const char* way : {"sequential", "monolithic"}) {
    const auto run = run_text(driven, {opt + "solve=" + way});
    ASSERT_FALSE(run.outcome.failure) << way;
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(s.state.q[0], 0.3 * std::sin(4 * s.state.t), 1e-12);
      EXPECT_NEAR(s.state.v[0], 1.2 * std::cos(4 * s.state.t), 1e-12);
      if (s.step == 0) continue;
      const double spring = 7 * (s.state.q[1] - s.state.q[0]);
      EXPECT_NEAR(s.state.lambda_joint[0], -2 * 4.8 * std::sin(4 * s.state.t) - spring, 2e-2);
    }
    EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-4);
    EXPECT_GT(std::abs(run.samples.back().energy.work_external), 0.1);
  }
}

TEST(AlphaWithAMovingTable, CarriesABallAtRestOnItWithTheReactionMTimesAgPlusA) {
  const std::string table = R"toml(
[simulation]
scheme = "generalized-alpha"
step = 1e-3
end = 0.5
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*0.7*q_dot^2"
potential = "0.7*9.81*q"
initial = { q = 0 }
[[contact]]
name = "table"
body = "ball"
gap = "q - 0.5*0.37*t^2"
restitution = 0.5
friction = 0.0
)toml";
  for (const char* way : {"sequential", "monolithic"}) {
    const auto run = run_text(table, {opt + "solve=" + way});
    ASSERT_FALSE(run.outcome.failure);
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(s.contacts[0].gap, 0, 1e-12);
      EXPECT_NEAR(s.contacts[0].un, 0, 1e-3);
      if (s.state.t < 0.1) continue;
      EXPECT_NEAR(s.state.p_normal[0] / 1e-3, 0.7 * (9.81 + 0.37), 1e-9);
    }
  }
}

const std::string swing = R"toml(
[simulation]
step = 1
end = 1
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "0.5*9*q^2"
initial = { q = 1 }
)toml";

/// Error at t = 1 of q = cos 3t, in steps that are long and short in turn.
double error_in_uneven_steps(const Model& model, int pairs) {
  const GeneralizedAlpha scheme;
  const Solver solver;
  AlphaWork w(model);
  ConstraintRows rows = make_rows(model);
  State x = initial_state(model);
  State next = x;
  EXPECT_EQ(start(scheme, model, solver, 0, rows, x, w), StepStatus::ok);
  for (int k = 0; k < 2 * pairs; ++k) {
    const double h = (k % 2 == 0 ? 1.6 : 0.4) / (2 * pairs);
    EXPECT_EQ(step(scheme, model, solver, h, rows, x, next, w).status, StepStatus::ok);
    next.h = h;
    std::swap(x, next);
  }
  EXPECT_NEAR(x.t, 1, 1e-12);
  return std::abs(x.q[0] - std::cos(3.0)) + std::abs(x.v[0] + 3 * std::sin(3.0));
}

TEST(AlphaInUnevenSteps, HasOrder2) {
  const Model model = compile(read_model(parse_toml(swing, "test.toml"), "test"));
  std::vector<double> steps;
  std::vector<double> errors;
  for (const int pairs : {20, 40, 80, 160}) {
    steps.push_back(1.0 / pairs);
    errors.push_back(error_in_uneven_steps(model, pairs));
  }
  EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.1);
}

TEST(AlphaFailure, OfAForceThatIsNotFiniteEndsTheRunWithTheCoordinateNamed) {
  for (const char* way : {"sequential", "monolithic"}) {
    const auto run = run_example(
        "oscillator", {alpha, opt + "solve=" + way, "body.mass.force={ q = \"sqrt(0.5 - t)\" }"});
    ASSERT_TRUE(run.outcome.failure);
    EXPECT_NE(run.outcome.failure->where.find("mass.q"), std::string::npos)
        << run.outcome.failure->where;
    EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite());
  }
}

TEST(AlphaPasses, AreOneForLinearFlightAndFewOtherwise) {
  EXPECT_EQ(outcome_of_example("bouncing_ball", {alpha}).certificate.newton.max, 1);
  const Certificate c = outcome_of_example("slider_crank", {alpha}).certificate;
  EXPECT_LT(c.newton.mean(), 2.5);
  EXPECT_LE(c.newton.max, 8);
}

}  // namespace
}  // namespace saltus::test::test_generalized_alpha
