// SPDX-License-Identifier: Apache-2.0
// The fixed-step mode of adaptive is of order 4 in positions and velocities, with lasting contact,
// with joints and through impacts; averages over initial data, against event-driven motion.
#include <gtest/gtest.h>

#include "papers/impact_families.h"

namespace saltus::test::test_adaptive_order {
namespace {

void expect_order_4(const CheckpointErrors& errors) {
  EXPECT_NEAR(errors.order_q(), 4, 0.1) << errors.table();
  EXPECT_NEAR(errors.order_v(), 4, 0.1) << errors.table();
}

TEST(AdaptiveOrder, OfTheHalfExplicitBaseIsFourOnTheSliderCrankWithoutPlayAsTwoSides) {
  const std::vector<double> times = every(0.01, 0.1);
  CheckpointErrors errors(halved(1e-3, 4), times);
  add_slider_cranks(errors, "slider_crank_bilateral", split_4, {.c = 0}, times, 0);
  expect_order_4(errors);
}

TEST(AdaptiveOrder, OfTheHalfExplicitBaseIsFourOnTheSliderCrankWithoutPlayAsAJoint) {
  const std::vector<double> times = every(0.01, 0.1);
  CheckpointErrors errors(halved(1e-3, 4), times);
  add_slider_cranks(errors, "slider_crank_joint", split_4, {.c = 0}, times, 0);
  expect_order_4(errors);
}

TEST(AdaptiveOrder, WithFixedStepIsFourOnTheOscillatorWithAStopOverTenData) {
  CheckpointErrors errors(halved(5e-2, 4), every(0.1, 4.6));
  add_oscillators(errors, split_4, 4.6, 0.02, 0);
  expect_order_4(errors);
}

// Closing an accumulation leaves heights of the order h²: before it only.
TEST(AdaptiveOrder, WithFixedStepIsFourOnThePendulumWithJointsBeforeTheAccumulation) {
  CheckpointErrors errors(halved(2.5e-2, 4), every(0.05, 1.2));
  add_pendulums(errors, split_4, 1.2, 0.02);
  expect_order_4(errors);
}

}  // namespace
}  // namespace saltus::test::test_adaptive_order
