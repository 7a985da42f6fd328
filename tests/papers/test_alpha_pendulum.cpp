// SPDX-License-Identifier: Apache-2.0
// [000] 10.2 and 10.4: generalized-α on the bouncing pendulum and the rocking block.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_alpha_pendulum {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";

struct Largest {
  double position = 0;
  double velocity = 0;
  double penetration = 0;
};

Largest errors(const Run& run) {
  Largest l;
  for (const Sample& s : run.samples) {
    for (const JointSample& j : s.joints) {
      l.position = std::max(l.position, std::abs(j.position_error));
      l.velocity = std::max(l.velocity, std::abs(j.velocity_error));
    }
    for (const ContactSample& c : s.contacts) l.penetration = std::max(l.penetration, -c.gap);
  }
  return l;
}

TEST(AlphaOnThePendulum, HoldsJointsAndObstacleAtPositionAndVelocityLevelWhereMoreauDrifts) {
  const auto run = run_example("bouncing_pendulum", {alpha});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_GE(run.outcome.certificate.impacts, 10);
  const Largest ggl = errors(run);
  EXPECT_LE(ggl.position, 1e-12);
  EXPECT_LE(ggl.velocity, 1e-12);
  EXPECT_LE(ggl.penetration, 1e-12);
  const Largest moreau =
      errors(run_example("bouncing_pendulum", {option("theta", digits(1 / 1.8))}));
  EXPECT_GT(moreau.position, 1e-6);
  EXPECT_GT(moreau.penetration, 1e-4);
  const Largest velocity =
      errors(run_example("bouncing_pendulum", {alpha, option("constraints", "velocity")}));
  EXPECT_GT(velocity.position, 1e-7);
  EXPECT_LE(velocity.velocity, 1e-12);
}

TEST(AlphaOnThePendulum, LeansOnTheObstacleWithTheExactReactions) {
  // At 45° the wall's horizontal force N makes the moment of the weight: N = m ag; the rod's joint
  // then has x − l cos θ = 0 with −N, y − l sin θ = 0 with m ag.
  const double h = 1e-3;
  const auto run = run_example("bouncing_pendulum", {alpha});
  const State& x = run.outcome.last;
  EXPECT_NEAR(x.p_normal[0] / h, 10, 1e-10);
  EXPECT_NEAR(x.p_joint[0] / h + x.lambda_joint[0], -10, 1e-10);
  EXPECT_NEAR(x.p_joint[1] / h + x.lambda_joint[1], 10, 1e-10);
  EXPECT_NEAR(x.q[2], -std::acos(-1.0) / 4, 1e-14);
  EXPECT_LT(x.v.norm(), 1e-15);
}

TEST(AlphaOnThePendulum, ImpulseAtRestIsTenTimesSmallerWithATenthOfTheStep) {
  const auto fine = run_example("bouncing_pendulum", {alpha, "simulation.step=1e-4"});
  EXPECT_NEAR(fine.outcome.last.p_normal[0], 1e-3, 1e-13);
}

/// λ̃₁ minus the exact force of the rod at the state reached, by step; starts at the first impact.
std::vector<double> transients(const char* rho) {
  const auto run =
      run_example("bouncing_pendulum", {alpha, option("rho_inf", rho), "simulation.end=0.6"});
  std::vector<double> found;
  for (const Sample& s : run.samples) {
    if (found.empty() && s.contacts[0].pn == 0) continue;
    // (J + m l²) θ'' = −m ag l cos θ, λ₁ = m x'' with x = l cos θ
    const double c = std::cos(s.state.q[2]), n = std::sin(s.state.q[2]), w = s.state.v[2];
    found.push_back(s.state.lambda_joint[0] - (n * 10 * c / 1.1 - c * w * w));
  }
  return found;
}

TEST(AlphaOnThePendulum, SmoothMultiplierOscillatesAfterAnImpactAndDecaysLikeRhoInfinity) {
  // fig. 13, 14: ρ∞ = 0.8 oscillates, a smaller one less, ρ∞ = 0 not at all
  for (const char* text : {"0.8", "0.4"}) {
    const double rho = std::stod(text);
    const std::vector<double> d = transients(text);
    EXPECT_GT(std::abs(d[0]), 10);
    for (std::size_t i = 1; i < 8; ++i) EXPECT_LT(d[i] * d[i - 1], 0) << i;
    EXPECT_NEAR(std::abs(d[8] / d[7]), rho, 0.1);
  }
  const std::vector<double> none = transients("0");
  for (std::size_t i = 2; i < 12; ++i) EXPECT_GT(none[i] * none[i - 1], 0) << i;
  EXPECT_LT(std::abs(none[8]), 1e-2);
  EXPECT_GT(std::abs(transients("0.8")[8]), 2);
  EXPECT_GT(std::abs(transients("1")[100]), 10);  // no damping: it stays for ever
}

TEST(AlphaOnThePendulum, PositionMultiplierGoesToZeroWithTheStep) {
  // fig. 11: ν₃ = O(h), mean over starts
  const std::vector<double> steps{4e-3, 2.1e-3, 1.03e-3, 5e-4};
  std::vector<double> mean;
  for (const double h : steps) {
    double sum = 0;
    for (const double angle : {0.2, 0.23, 0.2617993877991494, 0.28, 0.31, 0.33, 0.35, 0.37}) {
      const auto run = run_example(
          "bouncing_pendulum",
          {alpha, set("simulation.step", h), "simulation.end=1", set("parameters.theta0", angle)});
      double largest = 0;
      for (const Sample& s : run.samples) largest = std::max(largest, s.state.tau_normal[0]);
      sum += largest;
    }
    mean.push_back(sum / 8);
  }
  EXPECT_NEAR(reference::observed_order(steps, mean), 1, 0.3);
}

TEST(AlphaOnTheRockingBlock, ComesToRestToTheLastBitWithoutPenetration) {
  for (const char* spin : {"0", "0.2"}) {
    SCOPED_TRACE(spin);
    const auto run = run_example("rocking_block", {alpha, std::string("parameters.spin=") + spin});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LE(errors(run).penetration, 1e-12);
    const Sample& last = run.samples.back();
    EXPECT_NEAR(last.state.q[1], 0.75, 1e-15);
    EXPECT_NEAR(last.state.q[2], 0, 1e-15);
    for (std::size_t k = run.samples.size() - 20; k < run.samples.size(); ++k) {
      EXPECT_LT((run.samples[k].state.q - last.state.q).norm(), 1e-18);
      EXPECT_LT(run.samples[k].state.v.norm(), 3e-17);  // an ulp of ag h
      EXPECT_NEAR(run.samples[k].state.p_normal.sum() / 1e-2, 9.81, 1e-10);
    }
  }
}

TEST(AlphaOnTheRockingBlock, LosesLessEnergyBeforeTheFirstImpactThanMoreau) {
  // fig. 23: in flight GGL keeps it, Moreau θ = 1/1.8 does not
  const auto at_the_impact = [](const std::vector<std::string>& overrides) {
    const auto run = run_example("rocking_block", overrides);
    double before = run.samples[0].energy.total;
    for (const Sample& s : run.samples) {
      if (s.state.p_normal.sum() > 0) break;
      before = s.energy.total;
    }
    return run.samples[0].energy.total - before;
  };
  EXPECT_LT(std::abs(at_the_impact({alpha})), 1e-13);
  EXPECT_GT(at_the_impact({option("theta", digits(1 / 1.8))}), 1e-3);
}

}  // namespace
}  // namespace saltus::test::test_alpha_pendulum
