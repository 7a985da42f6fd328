// SPDX-License-Identifier: Apache-2.0
// The bouncing ball: as many impacts as the closed form says, then rest; for ever without loss.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/checkpoints.h"

namespace saltus::test::test_adaptive_ball {
namespace {

constexpr double radius = 0.2;
constexpr double gravity = 10;
constexpr double drop = 0.801;

struct Bounces {
  double e;
  int impacts;  // the first n with e^{2n} drop ≤ 1e-6
};

class AccumulatingBall : public testing::TestWithParam<Bounces> {};

TEST_P(AccumulatingBall, BouncesUntilItsHeightIsBelowTheGapToleranceAndRestsOnTime) {
  const auto [e, impacts] = GetParam();
  const reference::Ball exact{.gravity = gravity, .e = e, .q0 = drop, .v0 = 0};
  const double end = 1.1 * exact.accumulation_time();
  const auto run = run_example(
      "bouncing_ball", joined(adaptive, {set("parameters.e", e), set("simulation.end", end),
                                         "simulation.step=0.1", option("gap_tolerance", "1e-6")}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(static_cast<double>(run.outcome.certificate.impacts), impacts, 2);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
  // the tail that is cut off is not higher than the tolerance
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[0] - radius, exact.at(s.state.t).q, 1e-6) << s.state.t;
  }
  const Sample& last = run.samples.back();
  EXPECT_NEAR(last.contacts[0].gap, 0, 1e-12);
  EXPECT_NEAR(last.state.v[0], 0, 1e-12);
  EXPECT_NEAR(last.contacts[0].pn / last.state.h, gravity, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(Of, AccumulatingBall,
                         testing::Values(Bounces{0.5, 10}, Bounces{0.8, 31}, Bounces{0.9, 65},
                                         Bounces{0.95, 133}, Bounces{0.99, 677}));

// Flights are parabolas, which both bases integrate exactly.
TEST(ElasticBall, IsExactOver25BouncesAndKeepsItsEnergyByEveryScheme) {
  const reference::Ball exact{.gravity = gravity, .e = 1, .q0 = drop, .v0 = 0};
  const double end = 0.5 * (exact.impact_time(24) + exact.impact_time(25));
  for (const Overrides& scheme : {split_midpoint, split_4, adaptive}) {
    const auto run = run_example(
        "bouncing_ball",
        joined(scheme, {"parameters.e=1", set("simulation.end", end), "simulation.step=2e-2"}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_EQ(run.outcome.certificate.impacts, 25);
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(s.state.q[0] - radius, exact.at(s.state.t).q, 1e-12) << s.state.t;
      EXPECT_NEAR(s.energy.total / run.samples[0].energy.total, 1, 1e-14) << s.state.t;
    }
  }
}

TEST(AccumulatingBallWithFixedStep, IsExactUntilFlightsAreShorterThanKappaStepsThenRests) {
  const reference::Ball exact{.gravity = gravity, .e = 0.8, .q0 = drop, .v0 = 0};
  const double h = 1e-2, kappa = 0.5;
  for (const Overrides& scheme : {split_midpoint, split_4}) {
    const auto run = run_example("bouncing_ball",
                                 joined(scheme, {set("simulation.step", h), "simulation.end=5"}));
    ASSERT_FALSE(run.outcome.failure);
    int n = 0;  // the impact after which the flight is shorter than κ h
    while (exact.impact_time(n + 1) - exact.impact_time(n) > kappa * h) ++n;
    EXPECT_EQ(run.outcome.certificate.impacts, n + 1);
    const double tail = gravity * kappa * kappa * h * h / 8;  // the height that is cut off
    for (const Sample& s : run.samples) {
      const double bound = s.state.t < exact.impact_time(n) - 1e-9 ? 1e-12 : tail;
      EXPECT_NEAR(s.state.q[0] - radius, exact.at(s.state.t).q, bound) << s.state.t;
    }
    EXPECT_NEAR(run.samples.back().state.v[0], 0, 1e-12);
  }
}

}  // namespace
}  // namespace saltus::test::test_adaptive_ball
