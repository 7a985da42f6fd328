// SPDX-License-Identifier: Apache-2.0
// The slider-crank with play: published violations, untwisted slider, order against exact motion.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/order.h"
#include "support/run_model.h"
#include "support/slider_crank.h"

namespace saltus::test::test_slider_crank {
namespace {

/// Sees every state of a run and keeps none: 2e4 samples would cost more than their computation.
class LargestTwist final : public Recorder {
 public:
  void record(const Sample& sample) override {
    largest = std::max(largest, std::abs(sample.state.q[2]));
    ++states;
  }
  double largest = 0;
  int states = 0;
};

struct Twist {
  Outcome outcome;
  double largest = 0;
  int states = 0;
};

Twist twist_with_step(double h) {
  const Run start =
      run_example("slider_crank", {set("simulation.step", h), set("simulation.end", h)});
  Simulation simulation = start.simulation;
  simulation.end = 0.2;
  LargestTwist recorder;
  const std::array<Recorder*, 1> recorders{&recorder};
  Outcome outcome = simulate(start.model, simulation, recorders);
  return {std::move(outcome), recorder.largest, recorder.states};
}

TEST(SliderCrank, DoesNotTwistTheSliderWithFrictionAtStep1e4) {
  const Twist run = twist_with_step(1e-4);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.states, 2001);
  EXPECT_LT(run.largest, 1e-11);
  EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-10);
  EXPECT_GE(run.outcome.certificate.impacts, 4);  // the walls were met: the claim is not empty
}

TEST(SliderCrank, DoesNotTwistTheSliderWithFrictionAtStep1e5) {
  const Twist run = twist_with_step(1e-5);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.states, 20001);
  EXPECT_LT(run.largest, 1e-11);
}

/// The readings of theory.md §2 with which Table 3 of [001] was computed.
double published_violation(double h) {
  const Outcome outcome = outcome_of_example(
      "slider_crank",
      {set("simulation.step", h),
       R"(simulation.scheme_options={mass_at="end", forces="trapezoid", reaction_at="end", gamma=0})"});
  EXPECT_FALSE(outcome.failure);
  EXPECT_NEAR(outcome.certificate.end_time, 0.2, 1e-15);
  return outcome.certificate.max_penetration;
}

TEST(SliderCrank, ViolatesTheWallsAsPublishedWithMassAndReactionAtTheEndAndTrapezoidForces) {
  const double coarse = published_violation(1e-4);
  const double fine = published_violation(1e-5);
  EXPECT_NEAR(coarse, 1.324e-4, 5e-8);
  EXPECT_GT(coarse / fine, 6);
  EXPECT_LT(coarse / fine, 16);
}

/// θ1, θ2 at the time `end`; the crank's first speed is `speed`, and the slider starts along the
/// axis.
Eigen::Vector2d exact_angles(double play, double speed, double end, double mu = 0) {
  reference::SliderCrank mechanism{.c = play, .mu = mu};
  mechanism.v0 = {speed, -speed / 2};
  const std::array<double, 1> times{end};
  return reference::motion(mechanism, times, {.tolerance = 1e-12}).states.back().q;
}

Eigen::Vector2d angles(const std::string& example, double speed, double h, double end,
                       const std::vector<std::string>& options = {}) {
  std::vector<std::string> overrides{set("simulation.step", h), set("simulation.end", end),
                                     set("body.mechanism.initial_velocity.theta1_dot", speed),
                                     set("body.mechanism.initial_velocity.theta2_dot", -speed / 2)};
  overrides.insert(overrides.end(), options.begin(), options.end());
  const Outcome outcome = outcome_of_example(example, overrides);
  EXPECT_FALSE(outcome.failure);
  return outcome.last.q.head<2>();
}

constexpr std::array speeds{140.3, 143.1, 145.9, 148.2, 150.0, 152.7, 155.4, 158.6};
constexpr double end_time = 0.0973;  // no multiple of any step

/// Error of the worse angle, averaged over the speeds, by step.
std::vector<double> mean_errors(const std::string& example, double play,
                                const std::vector<double>& steps,
                                const std::vector<std::string>& options, double mu = 0) {
  std::vector<double> errors(steps.size(), 0.0);
  for (const double speed : speeds) {
    const Eigen::Vector2d exact = exact_angles(play, speed, end_time, mu);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Eigen::Vector2d found = angles(example, speed, steps[i], end_time, options);
      errors[i] += (found - exact).cwiseAbs().maxCoeff() / static_cast<double>(speeds.size());
    }
  }
  return errors;
}

// No step is a multiple of another one.
const std::vector<double> fine_steps{5.3e-5, 2.71e-5, 1.37e-5, 7.1e-6};
const std::vector<double> coarse_steps{5.3e-4, 2.71e-4, 1.37e-4, 7.1e-5};

TEST(SliderCrank, PositionsConvergeWithOrderOneToEventDrivenMotionWithoutFriction) {
  const std::vector<double> errors =
      mean_errors("slider_crank", 1e-3, fine_steps, {"parameters.mu=0"});
  EXPECT_NEAR(reference::observed_order(fine_steps, errors), 1, 0.3);
  EXPECT_LT(errors.front(), 1e-3);
}

TEST(SliderCrank, PositionsConvergeWithOrderOneToEventDrivenMotionWithFriction) {
  const std::vector<double> errors =
      mean_errors("slider_crank", 1e-3, fine_steps, {"parameters.mu=0.01"}, 0.01);
  EXPECT_NEAR(reference::observed_order(fine_steps, errors), 1, 0.3);
  EXPECT_LT(errors.front(), 1e-3);
}

TEST(SliderCrank, MassAtTheEndIsFarWorseThanAtThetaAtStep1e4) {
  const Eigen::Vector2d exact = exact_angles(1e-3, 150, 0.1);
  const auto end = angles("slider_crank", 150, 1e-4, 0.1,
                          {"parameters.mu=0", "simulation.scheme_options.mass_at=end"});
  const auto theta = angles("slider_crank", 150, 1e-4, 0.1, {"parameters.mu=0"});
  EXPECT_GT((end - exact).norm(), 5 * (theta - exact).norm());
}

TEST(SliderCrank, WithoutPlayAsTwoUnilateralSidesConvergesWithOrderTwoToTheIdealMechanism) {
  const std::vector<double> errors = mean_errors("slider_crank_bilateral", 0, coarse_steps, {});
  EXPECT_NEAR(reference::observed_order(coarse_steps, errors), 2, 0.1);
  EXPECT_LT(errors.back(), 1e-3);
}

TEST(SliderCrank, WithoutPlayAsAJointConvergesWithOrderTwoToTheIdealMechanism) {
  const std::vector<double> errors = mean_errors("slider_crank_joint", 0, coarse_steps, {});
  EXPECT_NEAR(reference::observed_order(coarse_steps, errors), 2, 0.1);
  EXPECT_LT(errors.back(), 1e-3);
}

TEST(SliderCrank, WithoutPlayAsAJointConvergesWithOrderOneWithReactionAtTheEnd) {
  const std::vector<double> errors = mean_errors("slider_crank_joint", 0, fine_steps,
                                                 {"simulation.scheme_options.reaction_at=end"});
  EXPECT_NEAR(reference::observed_order(fine_steps, errors), 1, 0.2);
}

TEST(SliderCrank, WithoutPlayPassesThroughThePointsOfItsStory) {
  const Outcome outcome = outcome_of_example("slider_crank_joint", {"simulation.step=1e-5"});
  ASSERT_FALSE(outcome.failure);
  EXPECT_NEAR(outcome.last.q[0], 9.14015242, 2e-5);
  EXPECT_NEAR(outcome.last.q[1], -0.14086444, 2e-5);
}

}  // namespace
}  // namespace saltus::test::test_slider_crank
