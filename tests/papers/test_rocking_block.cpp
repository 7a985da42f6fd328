// SPDX-License-Identifier: Apache-2.0
// Rocking block, two-ball oscillator and ball in a box: what their stories promise.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/order.h"
#include "support/run_model.h"

namespace saltus::test::test_rocking_block {
namespace {

TEST(RockingBlock, StandsAtTheEndUpToItsPenetration) {
  const auto run = run_example("rocking_block", {"simulation.step=1e-3"});
  ASSERT_FALSE(run.outcome.failure);
  const State& last = run.outcome.last;
  const double penetration = run.outcome.certificate.max_penetration;
  EXPECT_EQ(last.q[0], 0);                     // nothing acts along x
  EXPECT_NEAR(last.q[1], 0.75, penetration);   // l/2
  EXPECT_NEAR(last.q[2], 0, 2 * penetration);  // L = 1
  EXPECT_LT(last.v.norm(), 1e-10);
  // the two corners share the weight
  EXPECT_NEAR(last.p_normal.sum() / 1e-3, 9.81, 1e-8);
}

TEST(RockingBlock, CertificateAgreesWithTheRecordedStates) {
  const auto run = run_example("rocking_block");
  ASSERT_FALSE(run.outcome.failure);
  const Certificate& c = run.outcome.certificate;
  double penetration = 0;
  double balance = 0;
  double increase = 0;
  std::int64_t impacts = 0;
  int pressing = 0;
  for (std::size_t k = 0; k < run.samples.size(); ++k) {
    const Sample& s = run.samples[k];
    balance = std::max(balance, std::abs(s.energy.balance));
    int now = 0;
    for (std::size_t i = 0; i < s.contacts.size(); ++i) {
      // by hand: y − l/2 cos θ ± L/2 sin θ
      const double side = i == 0 ? 0.5 : -0.5;
      const double gap =
          s.state.q[1] - 0.75 * std::cos(s.state.q[2]) + side * std::sin(s.state.q[2]);
      EXPECT_NEAR(s.contacts[i].gap, gap, 1e-15);
      penetration = std::max(penetration, -gap);
      now += s.contacts[i].pn > 0 ? 1 : 0;
      if (k > 0 && s.contacts[i].pn > 0 && !(run.samples[k - 1].contacts[i].pn > 0)) ++impacts;
    }
    pressing = std::max(pressing, now);
    if (k > 0) increase = std::max(increase, s.energy.total - run.samples[k - 1].energy.total);
  }
  EXPECT_NEAR(c.max_penetration, penetration, 1e-15);
  EXPECT_EQ(c.impacts, impacts);
  EXPECT_GE(c.contacts_max, pressing);
  EXPECT_EQ(c.contacts_max, 2);
  EXPECT_EQ(c.energy_balance_error, balance);
  EXPECT_NEAR(c.max_energy_increase, increase, 1e-14);
  EXPECT_EQ(c.steps, 200);
  EXPECT_EQ(c.end_time, 2.0);
  EXPECT_LT(c.max_velocity_law_residual, 1e-11);
  EXPECT_LT(c.solver_residual_max, 1e-12);
}

TEST(RockingBlock, PenetrationIsOfOrderOneInTheStepAveragedOverStarts) {
  const std::vector<double> steps{1.03e-2, 5.1e-3, 2.57e-3, 1.29e-3};
  std::vector<double> mean;
  for (const double h : steps) {
    double sum = 0;
    for (const double spin : {-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.4}) {
      const Outcome outcome = outcome_of_example(
          "rocking_block", {set("simulation.step", h), set("parameters.spin", spin)});
      EXPECT_FALSE(outcome.failure);
      sum += outcome.certificate.max_penetration;
    }
    mean.push_back(sum / 8);
  }
  EXPECT_NEAR(reference::observed_order(steps, mean), 1, 0.3);
}

TEST(TwoBallOscillator, KeepsEnergyToRoundOffBetweenImpactsWithThetaOneHalf) {
  const auto run = run_example("two_ball_oscillator");
  ASSERT_FALSE(run.outcome.failure);
  ASSERT_GE(run.outcome.certificate.impacts, 2);
  double largest = 0;
  int flights = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    if (run.samples[k].contacts[0].pn > 0) continue;
    ++flights;
    const double change = run.samples[k].energy.total - run.samples[k - 1].energy.total;
    largest = std::max(largest, std::abs(change));
  }
  EXPECT_GT(flights, 500);
  EXPECT_LT(largest, 20 * 1e-14);  // E = 2 m ag height = 20 J
}

TEST(TwoBallOscillator, LosesEnergyBetweenImpactsWithThetaOne) {
  const auto run = run_example("two_ball_oscillator", {"simulation.scheme_options.theta=1"});
  ASSERT_FALSE(run.outcome.failure);
  double lost = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    if (run.samples[k].contacts[0].pn > 0) continue;
    lost += run.samples[k - 1].energy.total - run.samples[k].energy.total;
  }
  EXPECT_GT(lost, 0.1);
}

TEST(BallInBox, FirstImpactsAreThoseOfTwoIndependentBallsWithinAStep) {
  const auto run = run_example("ball_in_box", {"simulation.step=1e-3"});
  ASSERT_FALSE(run.outcome.failure);
  const double pi = std::acos(-1.0);
  std::array<double, 4> first{-1, -1, -1, -1};
  for (const Sample& s : run.samples) {
    for (std::size_t i = 0; i < 4; ++i) {
      if (first[i] < 0 && s.contacts[i].pn > 0) first[i] = s.state.t;
    }
  }
  EXPECT_NEAR(first[0], std::sqrt(2 / (9.81 * std::cos(pi / 6))), 2e-3);
  EXPECT_NEAR(first[2], std::sqrt(2 / (9.81 * std::sin(pi / 6))), 2e-3);
  EXPECT_EQ(first[1], -1);  // right wall and ceiling
  EXPECT_EQ(first[3], -1);
}

TEST(BallInBox, RestsInTheCornerWithTheWeightsComponentsAsReactions) {
  const auto run = run_example("ball_in_box");
  ASSERT_FALSE(run.outcome.failure);
  const double pi = std::acos(-1.0);
  const double h = 5e-3;
  const Sample& last = run.samples.back();
  EXPECT_NEAR(last.contacts[0].pn / h, 9.81 * std::cos(pi / 6), 1e-10);
  EXPECT_NEAR(last.contacts[2].pn / h, 9.81 * std::sin(pi / 6), 1e-10);
  EXPECT_EQ(last.contacts[0].status, ContactStatus::closed);
  EXPECT_EQ(last.contacts[1].status, ContactStatus::open);
  // no drift at rest: nothing moves in the last half second
  const Sample& before = run.samples[run.samples.size() - 101];
  EXPECT_NEAR((last.state.q - before.state.q).norm(), 0, 1e-12);
  EXPECT_NEAR(last.state.q[0], 1, run.outcome.certificate.max_penetration);
  EXPECT_NEAR(last.state.q[1], 1, run.outcome.certificate.max_penetration);
}

}  // namespace
}  // namespace saltus::test::test_rocking_block
