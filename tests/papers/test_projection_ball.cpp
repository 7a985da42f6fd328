// SPDX-License-Identifier: Apache-2.0
// The projections on Ballard's ball, [001] figs 4–7: chattering, rest, energy, orders.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/oscillator.h"

namespace saltus::test::test_projection_ball {
namespace {

const std::string direct = "simulation.scheme=direct-projection";
const std::string combined = "simulation.scheme=combined-projection";
constexpr double h = 0.05;  // of the paper
constexpr std::array starts{1.0, 0.83, 0.61, 1.37, 0.29, 1.113, 0.457, 0.948, 0.741, 1.219};
constexpr std::array speeds{0.0, 0.2, -0.65, 0.45, 0.85, -0.275, 0.105, -1.05, 0.515, -0.085};

Run ball(const std::string& scheme, std::vector<std::string> overrides) {
  overrides.push_back(scheme);
  return run_example("bouncing_ball_ballard", overrides);
}

double fastest(const Run& run, double from, double to) {
  double speed = 0;
  for (const Sample& s : run.samples) {
    if (s.state.t >= from && s.state.t <= to) speed = std::max(speed, std::abs(s.state.v[0]));
  }
  return speed;
}

TEST(DirectProjectionOnBallardsBall, ChattersForEverWithTheExplicitForecastWhateverGammaIs) {
  for (const char* gamma : {"0", "1", "2"}) {
    const auto run = ball(direct, {"simulation.end=300", option("gamma", gamma)});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LT(run.outcome.certificate.max_penetration, 1e-12);
    // a cycle: thrown up with v, it comes down by the force alone and is thrown up with v again;
    // n free steps in it give v = e (n |f| h − v)
    const double n = gamma[0] == '0' ? 2 : 1;
    const double thrown = 0.5 * n * 2 * h / 1.5;
    EXPECT_NEAR(fastest(run, 50, 60), n * 2 * h - thrown, 1e-9) << "gamma = " << gamma;
    EXPECT_NEAR(fastest(run, 290, 300), n * 2 * h - thrown, 1e-9) << "gamma = " << gamma;
  }
}

TEST(DirectProjectionOnBallardsBall, RestsWithTheFreeForecastOpenByAtMostTheFallOfAStep) {
  const auto run = ball(direct, {"simulation.end=30", option("forecast", "free")});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.projection.max, 0);  // never violated: tau = 0
  const double gap = run.samples.back().contacts[0].gap;
  EXPECT_GE(gap, 0);
  EXPECT_LE(gap, 2 * h * h);
  for (const Sample& s : run.samples) {
    if (s.state.t < 7) continue;  // until then impacts halve the velocity
    EXPECT_EQ(s.state.v[0], 0);
    EXPECT_EQ(s.contacts[0].gap, gap);
    EXPECT_NEAR(s.contacts[0].pn / h, 2, 1e-14);
  }
}

TEST(CombinedProjectionOnBallardsBall, RestsWithZeroVelocityZeroGapAndItsWeightAsReaction) {
  const auto run = ball(combined, {"simulation.end=30"});
  ASSERT_FALSE(run.outcome.failure);
  int resting = 0;
  for (const Sample& s : run.samples) {
    EXPECT_GE(s.contacts[0].gap, -1e-15);
    if (s.state.t < 7) continue;  // until then impacts halve the velocity
    ++resting;
    EXPECT_EQ(s.state.v[0], 0);
    EXPECT_EQ(s.contacts[0].gap, 0);
    EXPECT_NEAR(s.contacts[0].pn / h, 2, 1e-14);
    EXPECT_EQ(s.state.tau_normal[0], 0);
  }
  EXPECT_GT(resting, 400);
}

TEST(DirectProjectionOnBallardsBall, GainsEnergyAtElasticImpactsWithGammaZeroAndCombinedDoesNot) {
  int gained = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::vector<std::string> elastic{"parameters.e=1", "simulation.end=20",
                                           set("parameters.q0", starts[i]),
                                           set("parameters.v0", speeds[i])};
    std::vector<std::string> late = elastic;
    late.push_back(option("gamma", "0"));
    const auto a = ball(direct, late);
    const double gain = a.samples.back().energy.total - a.samples.front().energy.total;
    EXPECT_GT(gain, -1e-12);
    // what comes in is the projection's lift against the force, and the balance says so
    EXPECT_NEAR(a.samples.back().energy.balance, gain, 1e-12);
    gained += gain > 1e-3 ? 1 : 0;
    const auto b = ball(combined, elastic);
    EXPECT_LT(b.outcome.certificate.max_energy_increase, 1e-12);
    EXPECT_LT(b.samples.back().energy.total, b.samples.front().energy.total);
  }
  EXPECT_GE(gained, 8);  // all but those that hit the ground at the end of a step
}

// q_{k+1} = q_k + h (1 − θ(1+e)) v_k in the step of an impact; v_k ≤ −1/2 here.
TEST(DirectProjectionWithTheFreeForecast, NeverViolatesABallsContactIfThetaTimesOnePlusEIsOne) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 60; ++i) {
    const double e = unit(random), least = 1 / (1 + e);
    const bool enough = i % 2 == 0;
    const double theta = enough ? least + (1 - least) * unit(random) : 0.5 * least;
    const auto run =
        ball(direct, {option("forecast", "free"), option("theta", digits(theta)),
                      set("parameters.e", e), set("parameters.q0", 0.01 * unit(random)),
                      set("parameters.v0", -0.5 - unit(random)), "simulation.end=0.05"});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_GT(run.outcome.last.p_normal[0], 0);
    EXPECT_EQ(run.outcome.last.tau_normal[0] > 0, !enough) << "theta = " << theta << " e = " << e;
  }
}

void expect_orders(const std::string& scheme) {
  ErrorTable table(halved(6.1e-3, 6));
  for (std::size_t datum = 0; datum < starts.size(); ++datum) {
    reference::Ball exact = reference::ballard_ball();
    exact.q0 = starts[datum];
    exact.v0 = speeds[datum];
    for (std::size_t i = 0; i < table.h.size(); ++i) {
      const auto run = ball(
          scheme, {set("parameters.q0", exact.q0), set("parameters.v0", exact.v0),
                   set("simulation.step", table.h[i]), set("simulation.end", 620 * table.h[0])});
      table.add(i, run, [&](double t) { return exact.at(t); });
    }
  }
  EXPECT_NEAR(table.order(table.q_max), 1, 0.12) << scheme;
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.12) << scheme;
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.12) << scheme;
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.12) << scheme;
}

TEST(ProjectionsOnTheBall, AveragedOverDataPositionsHaveOrder1AndVelocitiesOrder1InL1AndHalfInL2) {
  expect_orders(direct);
  expect_orders(combined);
}

/// Largest τ of a run, averaged over the starts, by step; [001] fig. 3.
std::vector<double> mean_tau(const std::string& scheme, const std::vector<double>& steps) {
  std::vector<double> mean(steps.size(), 0.0);
  for (std::size_t datum = 0; datum < starts.size(); ++datum) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto run = run_example("oscillator", {scheme, set("parameters.q0", starts[datum]),
                                                  set("simulation.step", steps[i])});
      double largest = 0;
      for (const Sample& s : run.samples)
        largest = std::max(largest, std::abs(s.state.tau_normal[0]));
      mean[i] += largest / static_cast<double>(starts.size());
    }
  }
  return mean;
}

TEST(ProjectionsOnTheOscillator, TauIsOfOrderHAveragedOverData) {
  const std::vector<double> steps = halved(1.07e-2, 6);
  for (const std::string& scheme : {direct, combined}) {
    const std::vector<double> mean = mean_tau(scheme, steps);
    EXPECT_GT(mean.back(), 0);
    EXPECT_GT(reference::observed_order(steps, mean), 0.9) << scheme;
  }
}

// From its first impact on, which is put on the stop, every flight lasts half a period: where in
// the step it ends depends on the step alone, so the mean is over steps too.
TEST(ProjectionsOnTheOscillator, AveragedOverDataAndStepsHaveOrder1InPositionsAndL1Velocities) {
  for (const std::string& scheme : {direct, combined}) {
    ErrorTable table(halved(1.1e-2, 6));
    for (std::size_t datum = 0; datum < starts.size(); ++datum) {
      const double e = datum % 2 == 0 ? 0.3 : 0.8;
      for (const double sign : {1.0, -1.0}) {
        const reference::Oscillator p{.e = e, .q0 = starts[datum], .v0 = sign * speeds[datum]};
        const reference::OscillatorMotion exact(p, 6);
        const double stretch = 1 + 0.053 * static_cast<double>(datum) + (sign > 0 ? 0 : 0.021);
        for (std::size_t i = 0; i < table.h.size(); ++i) {
          const auto run = run_example(
              "oscillator", {scheme, set("parameters.q0", p.q0), set("parameters.e", e),
                             "body.mass.initial_velocity={ q_dot = " + digits(p.v0) + " }",
                             set("simulation.step", stretch * table.h[i]), "simulation.end=4.603"});
          table.add(i, run, [&](double t) { return exact.at(t); });
        }
      }
    }
    EXPECT_NEAR(table.order(table.q_max), 1, 0.1) << scheme;
    EXPECT_NEAR(table.order(table.q_l1), 1, 0.1) << scheme;
    EXPECT_NEAR(table.order(table.v_l1), 1, 0.1) << scheme;
  }
}

}  // namespace
}  // namespace saltus::test::test_projection_ball
