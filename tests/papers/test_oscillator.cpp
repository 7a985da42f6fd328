// SPDX-License-Identifier: Apache-2.0
// Orders of the Moreau–Jean family on the oscillator with a stop, against closed-form flights.
#include <gtest/gtest.h>

#include "papers/oscillator_errors.h"

namespace saltus::test::test_oscillator {
namespace {

TEST(MoreauJeanOnTheOscillator, AveragedOverDataHasOrder1InPositionsAndL1VelocitiesHalfInL2) {
  const ErrorTable table = oscillator_errors({}, halved(1.1e-2, 6));
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
}

void expect_order_1(const std::vector<std::string>& options) {
  SCOPED_TRACE(options.back());
  const ErrorTable table = oscillator_errors(options, halved(6.1e-3, 5));
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
}

TEST(MoreauJeanOnTheOscillator, WithThetaOneOrTrapezoidForcesHasOrder1WithImpacts) {
  expect_order_1({option("theta", "1")});
  expect_order_1({option("forces", "trapezoid")});
}

TEST(MoreauJeanDissipativeOnTheOscillator, HasOrder1WithImpacts) {
  expect_order_1({"simulation.scheme=moreau-jean-dissipative", option("theta", "0.7")});
  expect_order_1({"simulation.scheme=moreau-jean-dissipative", option("theta", "1")});
}

TEST(MoreauJeanExplicitOnTheOscillator, HasOrder1WithImpacts) {
  expect_order_1({"simulation.scheme=moreau-jean-explicit"});
}

/// Largest position error without impact: the stop is out of reach.
double order_far_from_the_stop(const std::vector<std::string>& options) {
  ErrorTable table(halved(1e-2, 5));
  const double k = reference::Oscillator{}.k, delta = 0.15, omega = std::sqrt(k - delta * delta);
  // q0 = 1, v0 = 0, m = 1, c = 0.3
  const auto motion = [&](double t) {
    const double decay = std::exp(-delta * t);
    const double q = decay * (std::cos(omega * t) + delta / omega * std::sin(omega * t));
    const double v = -decay * k / omega * std::sin(omega * t);
    return reference::BounceState{q, v, v};
  };
  for (std::size_t i = 0; i < table.h.size(); ++i) {
    std::vector<std::string> overrides{"parameters.stop=-2", set("simulation.step", table.h[i]),
                                       "simulation.end=3"};
    overrides.insert(overrides.end(), options.begin(), options.end());
    const auto run = run_example("oscillator", overrides);
    EXPECT_EQ(run.outcome.certificate.impacts, 0);
    table.add(i, run, motion);
  }
  EXPECT_NEAR(table.order(table.v_l2), table.order(table.q_max), 0.1);
  return table.order(table.q_max);
}

TEST(MoreauJeanOnTheOscillator, WithoutContactHasOrder2ForThetaHalf) {
  EXPECT_NEAR(order_far_from_the_stop({}), 2, 0.02);
  EXPECT_NEAR(order_far_from_the_stop({option("forces", "trapezoid")}), 2, 0.02);
  EXPECT_NEAR(order_far_from_the_stop({"simulation.scheme=moreau-jean-dissipative"}), 2, 0.02);
}

TEST(MoreauJeanOnTheOscillator,
     WithoutContactHasOrder1ForThetaOtherThanHalfAndForTheExplicitScheme) {
  EXPECT_NEAR(order_far_from_the_stop({option("theta", "1")}), 1, 0.1);
  EXPECT_NEAR(order_far_from_the_stop({option("theta", "0.75")}), 1, 0.1);
  EXPECT_NEAR(
      order_far_from_the_stop({"simulation.scheme=moreau-jean-dissipative", option("theta", "1")}),
      1, 0.1);
  EXPECT_NEAR(order_far_from_the_stop({"simulation.scheme=moreau-jean-explicit"}), 1, 0.1);
}

}  // namespace
}  // namespace saltus::test::test_oscillator
