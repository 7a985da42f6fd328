// SPDX-License-Identifier: Apache-2.0
// Where schemes that locate impacts can run into endless loops: columns, two corners, joints (and
// openings inside a step: test_split_transitions). Each run ends, where the mechanism rests.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test {
namespace {

class EndsWith : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, EndsWith, locating_schemes("1e-3"), label_of);

// The two corners strike in turn, each impact throws the block on the other corner.
TEST_P(EndsWith, TheRockingBlockUprightAndAtRest) {
  for (const char* spin : {"0", "0.2", "-0.35"}) {
    const auto run = run_example(
        "rocking_block", joined(GetParam().options, {std::string("parameters.spin=") + spin}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LT(run.outcome.certificate.impacts, 1000);
    EXPECT_NEAR(run.outcome.last.q[1], 0.75, 1e-9);
    EXPECT_NEAR(run.outcome.last.q[2], 0, 1e-9);
    EXPECT_NEAR(run.outcome.last.v.cwiseAbs().maxCoeff(), 0, 1e-9);
    const Sample& last = run.samples.back();
    EXPECT_NEAR((last.contacts[0].pn + last.contacts[1].pn) / last.state.h, 9.81, 1e-6);
  }
}

TEST_P(EndsWith, TheRockingBlockAtRestWithACoarseStep) {
  const auto run =
      run_example("rocking_block", joined(GetParam().options, {"simulation.step=1e-2"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.impacts, 1000);
  EXPECT_NEAR(run.outcome.last.q[1], 0.75, 1e-9);
  EXPECT_NEAR(run.outcome.last.v.cwiseAbs().maxCoeff(), 0, 1e-9);
}

// The acceleration of the gap needs the reactions of the joints: without them nothing closes.
TEST_P(EndsWith, ThePendulumWithJointsLeaningOnTheWall) {
  const auto run = run_example("bouncing_pendulum", GetParam().options);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.impacts, 200);
  EXPECT_NEAR(run.outcome.last.q[2], -std::acos(-1.0) / 4, 1e-9);
  EXPECT_NEAR(run.outcome.last.v[2], 0, 1e-10);
}

}  // namespace
}  // namespace saltus::test
