// SPDX-License-Identifier: Apache-2.0
// [000] 10.1 and Properties 1–3 of its section 7: generalized-α on the bouncing ball.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"

namespace saltus::test::test_alpha_ball {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";
constexpr double m = 1, ag = 10, R = 0.2, e = 0.8, h = 2e-3;  // examples/bouncing_ball.toml

double energy(const State& x) { return 0.5 * m * x.v[0] * x.v[0] + m * ag * (x.q[0] - R); }

/// [000] (35) by hand: what is left of the scheme for one ball. With these data the second flight
/// takes 320 steps exactly, so that round-off must not decide on which side of zero q̃ is.
struct ByHand {
  double q;  // gap
  double v;
  double Lambda = 0;
  double nu = 0;

  void step() {
    const double q_tilde = q + h * v - 0.5 * h * h * ag;
    const double v_tilde = v - h * ag;
    Lambda = q_tilde <= 1e-12 ? m * std::max(0.0, -(v_tilde + e * v)) : 0.0;
    nu = m * std::max(0.0, -q_tilde);
    q = q_tilde + nu / m;
    v = v_tilde + Lambda / m;
  }
};

TEST(AlphaOnTheBall, IsTheRecurrenceOfItsSection7WhateverTheSpectralRadius) {
  for (const char* rho : {"0", "0.4", "0.8", "1"}) {
    SCOPED_TRACE(rho);
    const auto run = run_example("bouncing_ball", {alpha, option("rho_inf", rho)});
    ByHand ball{1.001 - R, 0};
    double q = 0, v = 0, Lambda = 0, nu = 0;
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      ball.step();
      const State& x = run.samples[k].state;
      q = std::max(q, std::abs(x.q[0] - R - ball.q));
      v = std::max(v, std::abs(x.v[0] - ball.v));
      Lambda = std::max(Lambda, std::abs(x.p_normal[0] - ball.Lambda));
      nu = std::max(nu, std::abs(x.tau_normal[0] - ball.nu));
    }
    EXPECT_LT(q, 1e-12);
    EXPECT_LT(v, 1e-12);
    EXPECT_LT(Lambda, 1e-12);
    EXPECT_LT(nu, 1e-12);
  }
}

TEST(AlphaOnTheBall, HasNoPenetrationAndItsEnergyIsAStaircaseThatNeverRises) {
  const auto run = run_example("bouncing_ball", {alpha});
  double flight = 0;
  int impacts = 0;
  for (std::size_t k = 0; k < run.samples.size(); ++k) {
    const State& x = run.samples[k].state;
    EXPECT_GE(run.samples[k].contacts[0].gap, -1e-15);
    if (k == 0) continue;
    const double change = energy(x) - energy(run.samples[k - 1].state);
    EXPECT_LE(change, 1e-14 * energy(run.samples[0].state));
    if (x.p_normal[0] == 0) flight = std::max(flight, std::abs(change));
    if (x.p_normal[0] > 0 && x.t < 3) impacts += 1;
  }
  EXPECT_LT(flight, 2e-14);  // strictly constant between impacts, up to an ulp of 8 J
  EXPECT_GE(impacts, 8);
  EXPECT_LE(run.outcome.certificate.max_energy_increase, 2e-14);
  EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
}

TEST(AlphaOnTheBall, ComesToRestAtTheAccumulationOfImpactsWithItsWeightAsReaction) {
  const double accumulation =
      reference::Ball{.gravity = ag, .e = e, .q0 = 0.801}.accumulation_time();
  EXPECT_NEAR(accumulation, 3.602, 5e-4);  // as published
  const auto run = run_example("bouncing_ball", {alpha});
  // The contact closes for good at 3.444 s, when a flight is shorter than a step; from then on
  // v_{k+1} = −e v_k, which is below 1e-12 m/s at 3.642 s. In rational arithmetic, (35) gives these
  // two times.
  double closed = 0, still = 0;
  for (const Sample& s : run.samples) {
    if (s.contacts[0].gap > 0) closed = s.state.t + h;
    if (std::abs(s.state.v[0]) > 1e-12) still = s.state.t + h;
  }
  EXPECT_NEAR(closed, 3.444, 1e-9);
  EXPECT_NEAR(still, 3.642, 1e-9);
  int resting = 0;
  for (const Sample& s : run.samples) {
    if (s.state.t < 4) continue;
    ++resting;
    EXPECT_NEAR(s.state.p_normal[0] / h, m * ag, 1e-10);
    EXPECT_NEAR(s.state.tau_normal[0], 0.5 * m * ag * h * h, 1e-15);
    EXPECT_EQ(s.state.v[0], 0);
    EXPECT_EQ(s.contacts[0].gap, 0);
  }
  EXPECT_GE(resting, 500);
}

TEST(AlphaOnTheBall, WithTheModifiedLcpChattersForEverAfterTheAccumulation) {
  const auto run = run_example("bouncing_ball",
                               {alpha, option("constraints", "modified-lcp"), "simulation.end=20"});
  // in every tenth of a second it leaves the ground and hits it
  for (double from = 4; from < 19.9; from += 0.1) {
    int hits = 0;
    double fastest = 0;
    for (const Sample& s : run.samples) {
      if (s.state.t < from || s.state.t > from + 0.1) continue;
      hits += s.state.p_normal[0] > 0;
      fastest = std::max(fastest, s.state.v[0]);
    }
    EXPECT_GE(hits, 2) << from;
    EXPECT_GT(fastest, 0.05) << from;
  }
  EXPECT_EQ(run.outcome.certificate.max_penetration, 0);
}

TEST(AlphaOnTheBall, WithConstraintsAtVelocityLevelRestsNearButNotOnTheGround) {
  const auto run = run_example("bouncing_ball", {alpha, option("constraints", "velocity")});
  const Sample& last = run.samples.back();
  EXPECT_EQ(last.state.v[0], 0);
  EXPECT_NEAR(last.state.p_normal[0] / h, m * ag, 1e-10);
  EXPECT_GT(run.outcome.certificate.max_penetration, 1e-5);
  EXPECT_GT(std::abs(last.contacts[0].gap), 1e-7);
}

TEST(AlphaOnTheBall, KeepsTheEnergyInFlightThatMoreauWithTheSameSpectralRadiusLoses) {
  const double theta = 1 / (0.8 + 1);
  const auto moreau = run_example("bouncing_ball", {option("theta", digits(theta))});
  double lost = 0, expected = 0;
  for (std::size_t k = 1; k < moreau.samples.size(); ++k) {
    if (moreau.samples[k].state.p_normal[0] > 0) continue;
    lost += energy(moreau.samples[k - 1].state) - energy(moreau.samples[k].state);
    expected += (theta - 0.5) * m * ag * ag * h * h;
  }
  EXPECT_NEAR(lost, expected, 1e-10);
  EXPECT_GT(lost, 0.03);
  EXPECT_GT(moreau.outcome.certificate.max_penetration, 1e-3);
}

/// One step of the ball from (gap, v).
Sample one_step(double gap, double v, double e_here, double step) {
  return run_example("bouncing_ball",
                     {alpha, set("parameters.y0", R + gap), set("parameters.e", e_here),
                      "body.ball.initial_velocity={y_dot=" + digits(v) + "}",
                      set("simulation.step", step), set("simulation.end", step)})
      .samples.back();
}

TEST(AlphaOnTheBall, Property1TheMultipliersUndoWhatTheFreeMotionViolates) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(0, 1);
  int active = 0;
  for (int i = 0; i < 60; ++i) {
    const double gap = 0.02 * unit(random), v = 4 * unit(random) - 3, step = 1e-2;
    const double e_here = unit(random);
    const Sample after = one_step(gap, v, e_here, step);
    const double g_tilde = gap + step * v - 0.5 * ag * step * step, v_tilde = v - ag * step;
    const bool closes = g_tilde <= 0;
    active += closes ? 1 : 0;
    EXPECT_NEAR(after.state.tau_normal[0], closes ? -m * g_tilde : 0, 1e-14);
    EXPECT_NEAR(after.state.p_normal[0], closes ? -m * (v_tilde + e_here * v) : 0, 1e-13);
  }
  EXPECT_GT(active, 20);
  EXPECT_LT(active, 60);
}

TEST(AlphaOnTheBall, Property2GapZeroAtRestIsTheOnlyEquilibrium) {
  const double step = 1e-2;
  for (int i = 0; i <= 30; ++i) {
    const double gap = 0.1 * i * 0.5 * ag * step * step;
    const Sample after = one_step(gap, 0, 0.8, step);
    const bool same = std::abs(after.contacts[0].gap - gap) < 1e-15 && after.state.v[0] == 0;
    EXPECT_EQ(same, i == 0) << gap;
  }
}

TEST(AlphaOnTheBall, Property3EnergyNeverRisesForAnyStepRestitutionAndStart) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 40; ++i) {
    const double step = std::pow(10, -1.2 - 2 * unit(random));
    const auto run = run_example(
        "bouncing_ball",
        {alpha, set("parameters.y0", R + unit(random)), set("parameters.e", unit(random)),
         "body.ball.initial_velocity={y_dot=" + digits(6 * unit(random) - 3) + "}",
         set("simulation.step", step), set("simulation.end", 600 * step)});
    const double scale = energy(run.samples[0].state);
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      EXPECT_LE(energy(run.samples[k].state) - energy(run.samples[k - 1].state), 1e-14 * scale);
    }
    EXPECT_LE(run.outcome.certificate.max_penetration, 1e-15);
  }
}

}  // namespace
}  // namespace saltus::test::test_alpha_ball
