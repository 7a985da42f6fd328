// SPDX-License-Identifier: Apache-2.0
// Orders of the half-explicit schemes: joints, free motion, impacts; against independent solutions.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/oscillator.h"
#include "support/runge_kutta.h"
#include "support/slider_crank.h"

namespace saltus::test::test_half_explicit_order {
namespace {

using Options = std::vector<std::string>;
const std::string half = "simulation.scheme=half-explicit";
const std::string acceleration = "simulation.scheme=half-explicit-acceleration";

constexpr std::array speeds{140.3, 143.1, 145.9, 148.2, 150.0, 152.7, 155.4, 158.6};
constexpr double end_time = 0.0493;  // no multiple of any step

/// Largest error of the angles of the mechanism without play over the run, averaged over the
/// speeds; at one instant alone the error's leading term may vanish.
double joint_order(const std::string& example, const Options& options,
                   const std::vector<double>& steps) {
  std::vector<double> errors(steps.size(), 0.0);
  for (const double speed : speeds) {
    reference::SliderCrank mechanism;
    mechanism.c = 0;
    mechanism.v0 = {speed, -speed / 2};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Options overrides{set("simulation.step", steps[i]), set("simulation.end", end_time),
                        set("body.mechanism.initial_velocity.theta1_dot", speed),
                        set("body.mechanism.initial_velocity.theta2_dot", -speed / 2)};
      overrides.insert(overrides.end(), options.begin(), options.end());
      const Run run = run_example(example, overrides);
      EXPECT_FALSE(run.outcome.failure);
      std::vector<double> times;
      for (const Sample& s : run.samples) times.push_back(s.state.t);
      const auto exact = reference::motion(mechanism, times);
      double largest = 0;
      for (std::size_t k = 0; k < times.size(); ++k) {
        const Eigen::Vector2d d = run.samples[k].state.q.head<2>() - exact.states[k].q;
        largest = std::max(largest, d.cwiseAbs().maxCoeff());
      }
      errors[i] += largest / static_cast<double>(speeds.size());
    }
  }
  return reference::observed_order(steps, errors);
}

const std::vector<double> coarse{2.71e-4, 1.37e-4, 7.1e-5, 3.53e-5};
const std::vector<double> fine{1.37e-4, 7.1e-5, 3.53e-5, 1.79e-5};  // above, h⁴ outweighs h³

TEST(HalfExplicitOrder, OnTheSliderCrankWithAJointIs2With2Stages) {
  EXPECT_NEAR(joint_order("slider_crank_joint", {half}, coarse), 2, 0.1);
}

TEST(HalfExplicitOrder, OnTheSliderCrankWithAJointIs3With3Stages) {
  EXPECT_NEAR(joint_order("slider_crank_joint", {half, option("stages", "3")}, fine), 3, 0.1);
}

TEST(HalfExplicitOrder, OnTheSliderCrankWithAJointIs4With5Stages) {
  EXPECT_NEAR(joint_order("slider_crank_joint", {half, option("stages", "5")}, coarse), 4, 0.1);
}

TEST(HalfExplicitOrder, OnTheSliderCrankWithoutPlayAsTwoSidesIs2) {
  EXPECT_NEAR(joint_order("slider_crank_bilateral", {half}, coarse), 2, 0.1);
}

TEST(HalfExplicitOrder, OfTheAccelerationLevelOnTheSliderCrankWithAJointIs2) {
  EXPECT_NEAR(joint_order("slider_crank_joint", {acceleration}, coarse), 2, 0.1);
}

/// Mass that changes with q, damping, a force that depends on t.
constexpr const char* kDriven = R"toml(
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
initial = { q = 0.8 }
initial_velocity = { q_dot = 1.1 }
)toml";

double free_order(const Options& options) {
  const auto slope = [](double t, const reference::Vector<2>& y) {
    const double q = y[0], v = y[1];
    const double force = -0.4 * v * (1 + q * q) + 1.3 * std::cos(2.1 * t) * std::exp(-0.1 * q) -
                         3 * q - 0.4 * q * q * q;
    return reference::Vector<2>(v, (force - 0.5 * q * v * v) / (1 + 0.5 * q * q));
  };
  const reference::Vector<2> exact =
      reference::integrate<2>({}, slope, 0, reference::Vector<2>(0.8, 1.1), 1.5);
  const std::vector<double> steps{1.5 / 60, 1.5 / 125, 1.5 / 247, 1.5 / 500};
  std::vector<double> errors;
  for (const double h : steps) {
    Options overrides{set("simulation.step", h)};
    overrides.insert(overrides.end(), options.begin(), options.end());
    const State last = run_text(kDriven, overrides).outcome.last;
    errors.push_back(std::hypot(last.q[0] - exact[0], last.v[0] - exact[1]));
  }
  return reference::observed_order(steps, errors);
}

TEST(HalfExplicitOrder, WithoutContactIs2And3And4With2And3And5Stages) {
  EXPECT_NEAR(free_order({half}), 2, 0.1);
  EXPECT_NEAR(free_order({half, option("stages", "3")}), 3, 0.15);
  EXPECT_NEAR(free_order({half, option("stages", "5")}), 4, 0.2);
  EXPECT_NEAR(free_order({acceleration}), 2, 0.1);
}

constexpr std::array<double, 10> kStarts{1.0,   0.83,  0.61,  1.37,  0.29,
                                         1.113, 0.457, 0.948, 0.741, 1.219};
constexpr std::array<double, 10> kSpeeds{0, 0.4, -1.3, 0.9, 1.7, -0.55, 0.21, -2.1, 1.03, -0.17};

/// The oscillator with a stop: ten starts, 4.6 s, five or six impacts each. Steps with an impact
/// are repeated with `part` of the step.
ErrorTable impact_errors(const Options& options, std::size_t count, double part = 0) {
  ErrorTable table(halved(6.1e-3, count));
  const double end = 4.6 + 0.3 * table.h[0];
  for (std::size_t datum = 0; datum < kStarts.size(); ++datum) {
    const reference::Oscillator p{.e = 0.6, .q0 = kStarts[datum], .v0 = kSpeeds[datum]};
    const reference::OscillatorMotion exact(p, end + 1);
    EXPECT_GE(exact.impact_times().size(), 4u);
    for (std::size_t i = 0; i < table.h.size(); ++i) {
      Options overrides{set("parameters.q0", p.q0), set("parameters.e", p.e),
                        set("simulation.step", table.h[i]), set("simulation.end", end)};
      std::string start = "body.mass.initial_velocity={ q_dot = ";
      start += digits(p.v0) + " }";
      overrides.push_back(start);
      overrides.push_back(option("impact_step", digits(part * table.h[i])));
      overrides.insert(overrides.end(), options.begin(), options.end());
      const Run run = run_example("oscillator", overrides);
      EXPECT_FALSE(run.outcome.failure.has_value());
      table.add(i, run, [&](double t) { return exact.at(t); });
    }
  }
  return table;
}

TEST(HalfExplicitOrder, WithImpactsIs1InPositionsAveragedOverTenData) {
  for (const Options& options :
       {Options{half}, Options{half, option("stages", "5")}, Options{acceleration}}) {
    const ErrorTable table = impact_errors(options, 5);
    EXPECT_NEAR(table.order(table.q_max), 1, 0.15) << options.back();
    EXPECT_NEAR(table.order(table.q_l1), 1, 0.15) << options.back();
    EXPECT_NEAR(table.order(table.v_l1), 1, 0.15) << options.back();
  }
}

TEST(HalfExplicitOrder, ATenthOfTheStepAtImpactsMakesTheErrorSmallerByAFactorOf5AtLeast) {
  const ErrorTable plain = impact_errors({half}, 1);
  const ErrorTable reduced = impact_errors({half}, 1, 0.1);
  EXPECT_LT(reduced.q_max[0], plain.q_max[0] / 5);
}

}  // namespace
}  // namespace saltus::test::test_half_explicit_order
