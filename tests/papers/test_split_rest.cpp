// SPDX-License-Identifier: Apache-2.0
// After the accumulation: the pendulum leans on its wall with the exact force, gap and joints zero.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/checkpoints.h"
#include "support/wall_pendulum.h"

namespace saltus::test::test_split_rest {
namespace {

/// m ag l cos θ = N l |sin θ| at θ = −45°: N = 10 N. A sub-step of round-off length is no measure
/// of a force.
void expect_leaning(const Run& run, double joint_bound) {
  ASSERT_FALSE(run.outcome.failure);
  const double rest = reference::WallPendulumMotion({}, 8).rest_time();
  ASSERT_LT(rest, 5.2);
  int seen = 0;
  for (const Sample& s : run.samples) {
    for (const JointSample& joint : s.joints)
      EXPECT_LE(std::abs(joint.position_error), joint_bound);
    if (s.state.t < rest + 0.2) continue;
    ++seen;
    EXPECT_LE(std::abs(s.contacts[0].gap), 1e-12) << s.state.t;
    EXPECT_LE(s.state.v.cwiseAbs().maxCoeff(), 1e-10) << s.state.t;
    if (s.state.h < 1e-6) continue;
    EXPECT_NEAR(s.contacts[0].pn / s.state.h, 10, 1e-8) << s.state.t;
  }
  EXPECT_GE(seen, 5);
  EXPECT_LE(run.outcome.certificate.max_joint_error, joint_bound);
}

TEST(LeaningPendulum, HasForce10NGapZeroAndJoints1e12BySplitMidpoint) {
  for (const char* h : {"1e-3", "4e-3", "1e-2"}) {
    expect_leaning(run_example("bouncing_pendulum",
                               joined(split_midpoint, {std::string("simulation.step=") + h})),
                   1e-12);
  }
}

TEST(LeaningPendulum, HasForce10NGapZeroAndJoints1e9ByAdaptive) {
  for (const char* tolerance : {"1e-3", "1e-4", "1e-6"}) {
    expect_leaning(run_example("bouncing_pendulum",
                               joined(adaptive, {"simulation.step=2e-2", "simulation.end=7",
                                                 option("tolerance", tolerance)})),
                   1e-9);
  }
}

TEST(LeaningPendulum, HasForce10NGapZeroAndJoints1e9ByAdaptiveWithFixedStep) {
  expect_leaning(run_example("bouncing_pendulum", joined(split_4, {"simulation.step=5e-3"})), 1e-9);
}

}  // namespace
}  // namespace saltus::test::test_split_rest
