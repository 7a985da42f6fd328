// SPDX-License-Identifier: Apache-2.0
// split-midpoint is of order 2 in positions and velocities through impacts, accumulations, lasting
// contact, friction and joints; averages over initial data, against event-driven motion.
#include <gtest/gtest.h>

#include "papers/impact_families.h"

namespace saltus::test::test_split_order {
namespace {

void expect_order_2(const CheckpointErrors& errors) {
  EXPECT_NEAR(errors.order_q(), 2, 0.05) << errors.table();
  EXPECT_NEAR(errors.order_v(), 2, 0.05) << errors.table();
}

TEST(SplitMidpointOrder, IsTwoOnTheOscillatorWithAStopOverTenData) {
  CheckpointErrors errors(halved(2e-2, 5), every(0.1, 4.6));
  add_oscillators(errors, split_midpoint, 4.6, 0.03, 0);
  expect_order_2(errors);
}

TEST(SplitMidpointOrder, IsTwoOnTheOscillatorThatIsPressedToRestThroughTheAccumulation) {
  CheckpointErrors errors(halved(2e-2, 5), every(0.1, 9));
  add_oscillators(errors, split_midpoint, 9, 0.05, 4);
  expect_order_2(errors);
}

TEST(SplitMidpointOrder, IsTwoOnThePendulumWithJointsThroughTheAccumulationToRest) {
  CheckpointErrors errors(halved(5e-3, 5), every(0.1, 6));  // from 1e-2 on h³ still shows
  add_pendulums(errors, split_midpoint, 6, 0.05);
  expect_order_2(errors);
}

const std::vector<double> hundredths = every(0.01, 0.2);

TEST(SplitMidpointOrder, IsTwoOnTheSliderCrankThroughAccumulationsAndLastingContact) {
  CheckpointErrors errors(halved(2e-4, 4), hundredths);
  add_slider_cranks(errors, "slider_crank", split_midpoint, {}, hundredths, 4e-4);
  expect_order_2(errors);
}

TEST(SplitMidpointOrder, IsTwoOnTheSliderCrankWithFriction) {
  CheckpointErrors errors(halved(2e-4, 4), hundredths);
  add_slider_cranks(errors, "slider_crank", split_midpoint, {.mu = 0.01}, hundredths, 4e-4);
  expect_order_2(errors);
}

}  // namespace
}  // namespace saltus::test::test_split_order
