// SPDX-License-Identifier: Apache-2.0
// S_t of generalized-α against differences of its residual; the two ways to solve a step agree.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/schemes/alpha_system.h"
#include "support/run_model.h"

namespace saltus::test::test_alpha_system {
namespace {

// M depends on q and t, forces on all arguments, every function is curved and moves.
Model curved_model() {
  return compile(read_model(parse_toml(R"toml(
[simulation]
step = 1
end = 1
[world]
gravity = "none"
[[body]]
name = "a"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(2 + sin(x*y) + 0.1*t)*x_dot^2 + 0.5*(1.5 + y^2)*y_dot^2 + 0.2*cos(x)*x_dot*y_dot"
potential = "x^4 + x*y^2 + 0.3*y"
force = { x = "-0.4*x_dot*y_dot^2 + t*y", y = "-y_dot*(1 + x^2)" }
initial = { x = 0.3, y = -0.2 }
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*(1 + x^2)*x_dot^2"
potential = "2*x^2"
initial = { x = 0.4 }
[[joint]]
name = "own"
type = "formula"
body = "a"
equations = ["sin(x*y) - x + t^2*y"]
[[contact]]
name = "both"
body = "a"
gap = "9 + sqrt(4 + x^2 + (y - sin(t))^2) - b.x"
tangent = "atan2(y, 3 + x) + 0.2*t*b.x^2"
restitution = 0.5
friction = 0.3
tangential_restitution = 0.2
[[contact]]
name = "smooth"
body = "b"
gap = "x^3 + 2*x + t"
restitution = 0.7
friction = 0
)toml",
                                       "test.toml"),
                            "test"));
}

class Tangent : public testing::TestWithParam<AlphaConstraints> {};

TEST_P(Tangent, OfAllEquationsIsTheDerivativeOfTheResidualForEverySetOfRows) {
  const Model model = curved_model();
  GeneralizedAlpha scheme;
  scheme.constraints = GetParam();
  const Solver solver;
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto draw = [&] { return Vec(Vec::NullaryExpr(model.dofs, [&] { return any(random); })); };
  AlphaWork w(model);
  AlphaSystem system(model);
  ASSERT_EQ(system.at.size, 3 * 3 + 1 + 3 + 4);
  ConstraintRows rows = make_rows(model);
  for (int sample = 0; sample < 10; ++sample) {
    State x = initial_state(model);
    x.q = draw(), x.v = draw(), x.a = draw(), x.v_dot = draw();
    x.t = any(random);
    State next = x;
    evaluate(model, x.t, x.q, w.row_tapes, rows);
    set_velocities(model, x.v, rows);
    const AlphaSetting s{scheme, model, solver, coefficients(scheme), 0.3, rows, x, next};
    predict(s, w);
    for (StepProblem* problem : {&w.problem, &w.smooth}) {
      begin(model, *problem);
      recall(model, x, *problem);
    }
    w.projection.moved = false;
    system.take(s, w);
    for (double& entry : system.x) entry = any(random);
    const std::vector<double> centre = system.x;
    for (AlphaRow& row : system.position) row = any(random) > 0 ? AlphaRow::on : AlphaRow::off;
    for (AlphaRow& row : system.velocity) row = any(random) > 0 ? AlphaRow::on : AlphaRow::off;
    constexpr std::array states{AlphaRow::off, AlphaRow::on, AlphaRow::slips_up,
                                AlphaRow::slips_down};
    system.velocity.back() = states[static_cast<std::size_t>(sample % 4)];

    system.evaluate_at_x(s, w);
    system.set_tangent(s, w);
    const auto residual_at = [&](std::size_t column, double step) {
      system.x = centre;
      system.x[column] += step;
      system.evaluate_at_x(s, w);
      system.set_residual(s, w);
      return system.r;
    };
    const auto n = static_cast<std::size_t>(system.at.size);
    const double eps = 1e-5;
    for (std::size_t column = 0; column < n; ++column) {
      const std::vector<double> ahead = residual_at(column, eps);
      const std::vector<double> behind = residual_at(column, -eps);
      for (std::size_t row = 0; row < n; ++row) {
        EXPECT_NEAR(system.S_t[row * n + column], (ahead[row] - behind[row]) / (2 * eps), 2e-7)
            << "row " << row << ", column " << column;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Tangent,
                         testing::Values(AlphaConstraints::position_velocity,
                                         AlphaConstraints::velocity,
                                         AlphaConstraints::modified_lcp));

/// The largest difference of any coordinate or velocity at any time, over the largest of it.
struct Difference {
  double q = 0;
  double v = 0;
};

Difference difference(const Run& a, const Run& b) {
  EXPECT_FALSE(a.outcome.failure || b.outcome.failure);
  EXPECT_EQ(a.samples.size(), b.samples.size());
  Difference d;
  double v = 0;
  for (std::size_t k = 0; k < std::min(a.samples.size(), b.samples.size()); ++k) {
    const State& x = a.samples[k].state;
    const State& y = b.samples[k].state;
    d.q = std::max(d.q, (x.q - y.q).cwiseAbs().maxCoeff());
    d.v = std::max(d.v, (x.v - y.v).cwiseAbs().maxCoeff());
    v = std::max(v, x.v.cwiseAbs().maxCoeff());
  }
  d.v /= v;
  return d;
}

void expect_same(const std::string& example, std::vector<std::string> overrides,
                 double tolerance = 1e-9) {
  SCOPED_TRACE(example);
  const std::string alpha = "simulation.scheme=generalized-alpha";
  overrides.push_back(alpha);
  const Run one_by_one = run_example(example, overrides);
  overrides.emplace_back("simulation.scheme_options.solve=monolithic");
  const Run at_once = run_example(example, overrides);
  const Difference d = difference(one_by_one, at_once);
  EXPECT_LT(d.q, tolerance);
  EXPECT_LT(d.v, tolerance);
}

TEST(MonolithicAlpha, EqualsTheSequentialOneOnEveryExample) {
  expect_same("bouncing_ball", {});
  expect_same("bouncing_ball_ballard", {});
  expect_same("oscillator", {});
  expect_same("two_ball_oscillator", {});
  expect_same("ball_in_box", {});
  expect_same("rocking_block", {});
  expect_same("slider_crank_bilateral", {"simulation.end=0.02"});
  expect_same("slider_crank_joint", {"simulation.end=0.02"});
}

TEST(MonolithicAlpha, EqualsTheSequentialOneOnThePendulumThroughItsImpacts) {
  expect_same("bouncing_pendulum", {"simulation.end=2"});
  expect_same("bouncing_pendulum", {"simulation.end=2", "simulation.scheme_options.rho_inf=0"});
  expect_same("bouncing_pendulum", {"simulation.end=1", "simulation.step=1e-2"});
}

TEST(MonolithicAlpha, EqualsTheSequentialOneOnTheSliderCrankWithFriction) {
  expect_same("slider_crank", {"simulation.step=1e-4", "simulation.end=0.03"});
  expect_same("slider_crank", {"simulation.step=1e-4", "simulation.end=0.03", "parameters.mu=0.3"});
  expect_same("slider_crank", {"simulation.step=1e-5", "simulation.end=0.01"});
}

TEST(MonolithicAlpha, EqualsTheSequentialOneInTheVariantsWithoutGglCondition) {
  for (const char* variant : {"velocity", "modified-lcp"}) {
    SCOPED_TRACE(variant);
    const std::string constraints = std::string("simulation.scheme_options.constraints=") + variant;
    expect_same("bouncing_pendulum", {"simulation.end=1", constraints});
    expect_same("rocking_block", {"simulation.end=0.5", constraints});
    expect_same("slider_crank", {"simulation.step=1e-4", "simulation.end=0.005", constraints});
  }
}

TEST(MonolithicAlpha, TakesFewerPassesThanTheSequentialOneWhereTheCouplingIsStrong) {
  // a stiff spring on the lower ball: what the contact lifts is felt by the force at once
  const std::vector<std::string> stiff{"simulation.scheme=generalized-alpha", "parameters.k=1e6",
                                       "simulation.end=1", "simulation.scheme_options.rho_inf=0.5",
                                       "simulation.scheme_options.newton_iterations=200"};
  std::vector<std::string> at_once = stiff;
  at_once.emplace_back("simulation.scheme_options.solve=monolithic");
  const auto a = run_example("two_ball_oscillator", stiff);
  const auto b = run_example("two_ball_oscillator", at_once);
  EXPECT_LT(b.outcome.certificate.newton.max, 6);
  EXPECT_GT(a.outcome.certificate.newton.max, 2 * b.outcome.certificate.newton.max);
  EXPECT_LT(difference(a, b).q, 1e-9);
}

}  // namespace
}  // namespace saltus::test::test_alpha_system
