// SPDX-License-Identifier: Apache-2.0
// Play that is small beside the way of a step: what the step cannot find in one piece it finds in
// parts.
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_small_play {
namespace {

class SmallPlayIn : public testing::TestWithParam<const char*> {};

TEST_P(SmallPlayIn, PartsOfATwoThousandthOfTheWayOfAStepIsFollowed) {
  // the crank pin goes 2e-4 m in a step
  const test::Run run = test::run_example(
      "four_bar", {"simulation.scheme=" + std::string(GetParam()), "simulation.step=1e-4",
                   "parameters.play=1e-7", "simulation.end=0.02"});
  ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
  EXPECT_GT(run.outcome.certificate.reduced_steps, 0);
  EXPECT_LT(run.outcome.certificate.max_energy_increase, 1e-3);
  EXPECT_EQ(run.samples.back().state.t, 0.02);
}

constexpr const char* planar_crank = R"(
[parameters]
l1 = 0.153
l2 = 0.306
omega = 10
play = 1e-4
mu = 0.1
e = 0
[simulation]
scheme = "adaptive"
step = 2e-3
end = 2
[world]
gravity = "none"
[[body]]
name = "ground"
fixed = true
[[body]]
name = "crank"
type = "planar"
mass = 0.38
inertia = 7.4e-4
position = ["l1/2", 0]
velocity = [0, "omega*l1/2"]
spin = "omega"
frames = { left = { position = ["-l1/2", 0] }, right = { position = ["l1/2", 0] } }
[[body]]
name = "rod"
type = "planar"
mass = 0.38
inertia = 5.9e-3
position = ["l1+l2/2", 0]
velocity = [0, "omega*l1/2"]
spin = "-omega*l1/l2"
frames = { left = { position = ["-l2/2", 0] }, right = { position = ["l2/2", 0] } }
[[body]]
name = "slider"
type = "planar"
mass = 0.76
inertia = 2.7e-5
position = ["l1+l2", 0]
[[joint]]
name = "bearing"
type = "revolute"
between = ["crank.left", "ground"]
[[joint]]
name = "pin"
type = "revolute"
between = ["rod.left", "crank.right"]
clearance = { radial = "play", radius = 0.01, restitution = "e", friction = "mu" }
[[joint]]
name = "wrist"
type = "revolute"
between = ["slider", "rod.right"]
clearance = { radial = "play", radius = 0.01, restitution = "e", friction = "mu" }
[[joint]]
name = "channel"
type = "prismatic"
axis = [1, 0]
between = ["slider", "ground"]
)";

TEST(SmallPlay, BesideStepsOfAdaptiveNeitherStopsTheRunNorLetsEnergyRiseOrThePinOutOfItsBore) {
  for (const char* play : {"1e-3", "1e-4", "1e-5"}) {
    for (const char* mu : {"0", "0.1", "0.5"}) {
      for (const char* omega : {"10", "30"}) {
        for (const char* e : {"0", "0.5"}) {
          const test::Run run = test::run_text(
              planar_crank,
              {"parameters.play=" + std::string(play), "parameters.mu=" + std::string(mu),
               "parameters.omega=" + std::string(omega), "parameters.e=" + std::string(e)});
          const std::string what =
              std::string(play) + " m, mu " + mu + ", " + omega + " rad/s, e " + e;
          ASSERT_FALSE(run.outcome.failure) << what << ": " << run.outcome.failure->what;
          EXPECT_LT(run.outcome.certificate.max_penetration, 1e-9) << what;
          EXPECT_LT(run.outcome.certificate.max_joint_error, 2e-10) << what;
          const double first = run.samples.front().energy.total;
          double most = first;
          for (const Sample& s : run.samples) most = std::max(most, s.energy.total);
          EXPECT_LT(most, first * (1 + 1e-9)) << what;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, SmallPlayIn,
                         testing::Values("direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

}  // namespace
}  // namespace saltus::test_small_play
