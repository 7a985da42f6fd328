// SPDX-License-Identifier: Apache-2.0
// Play that is small beside the way of a step: what the step cannot find in one piece it finds in
// parts.
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_small_play {
namespace {

class SmallPlay : public testing::TestWithParam<const char*> {};

TEST_P(SmallPlay, OfATwoThousandthOfTheWayOfAStepIsFollowed) {
  // the crank pin goes 2e-4 m in a step
  const test::Run run = test::run_example(
      "four_bar", {"simulation.scheme=" + std::string(GetParam()), "simulation.step=1e-4",
                   "parameters.play=1e-7", "simulation.end=0.02"});
  ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
  EXPECT_GT(run.outcome.certificate.reduced_steps, 0);
  EXPECT_LT(run.outcome.certificate.max_energy_increase, 1e-3);
  EXPECT_EQ(run.samples.back().state.t, 0.02);
}

INSTANTIATE_TEST_SUITE_P(Schemes, SmallPlay,
                         testing::Values("direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

}  // namespace
}  // namespace saltus::test_small_play
