// SPDX-License-Identifier: Apache-2.0
// The two-ball oscillator of [003], [004]: generalized-α keeps the energy of the spring between
// impacts, Moreau–Jean with θ = 1 loses it.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/root.h"

namespace saltus::test::test_alpha_energy {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";
constexpr double k = 1e3, ag = 10, e = 0.8;  // examples/two_ball_oscillator.toml

/// The exact motion, flight by flight: the centre falls, the spring swings with ω² = 2 k/m.
struct TwoBalls {
  double c = 1, c_dot = 0, d = 0, d_dot = 0;  // centre of both, elongation

  [[nodiscard]] TwoBalls after(double s) const {
    const double w = std::sqrt(2 * k);
    return {c + s * (c_dot - 0.5 * ag * s), c_dot - ag * s,
            d * std::cos(w * s) + d_dot / w * std::sin(w * s),
            -w * d * std::sin(w * s) + d_dot * std::cos(w * s)};
  }
  [[nodiscard]] double lower() const { return c - 0.5 * d; }
  [[nodiscard]] double energy() const {
    return c_dot * c_dot + 0.25 * d_dot * d_dot + 0.5 * k * d * d + 2 * ag * c;
  }
  /// Newton's law on the lower ball.
  void bounce() {
    const double v = -e * (c_dot - 0.5 * d_dot), upper = c_dot + 0.5 * d_dot;
    c_dot = 0.5 * (v + upper);
    d_dot = upper - v;
  }
};

double exact_energy(double end) {
  TwoBalls x;
  double t = 0;
  for (;;) {
    const auto height = [&](double s) { return x.after(s).lower(); };
    double s = 1e-5;
    while (t + s < end && height(s) > 0) s += 1e-4;
    if (t + s >= end) return x.energy();
    s = reference::bracketed_root(height, std::max(s - 1e-4, 1e-9), s);
    x = x.after(s);
    x.bounce();
    t += s;
  }
}

/// Sum of the changes of the energy over the steps without reaction, and the largest of them.
struct Flights {
  double sum = 0;
  double largest = 0;
};
Flights flights(const Run& run) {
  Flights f;
  for (std::size_t i = 1; i < run.samples.size(); ++i) {
    if (run.samples[i].contacts[0].pn > 0) continue;
    const double change = run.samples[i].energy.total - run.samples[i - 1].energy.total;
    f.sum += change;
    f.largest = std::max(f.largest, std::abs(change));
  }
  return f;
}

TEST(AlphaOnTheTwoBallOscillator, KeepsEnergyBetweenImpactsToRoundOffWithRhoInfinityOne) {
  const auto run = run_example("two_ball_oscillator", {alpha, option("rho_inf", "1")});
  ASSERT_GE(run.outcome.certificate.impacts, 5);
  EXPECT_LT(flights(run).largest, 20 * 1e-14);  // 20 J at the start
}

TEST(AlphaOnTheTwoBallOscillator, LosesAThousandthOfWhatMoreauWithThetaOneLosesBetweenImpacts) {
  const double damped = -flights(run_example("two_ball_oscillator", {alpha})).sum;
  const double moreau = -flights(run_example("two_ball_oscillator", {option("theta", "1")})).sum;
  EXPECT_GT(damped, 0);
  EXPECT_LT(damped, 3e-3);
  EXPECT_GT(moreau, 5);
}

TEST(AlphaOnTheTwoBallOscillator, HasTheExactEnergyAfterTwoImpactsWithinAPercentWhereMoreauHasNot) {
  const double exact = exact_energy(1);
  EXPECT_NEAR(exact, 12.6654, 1e-4);
  const auto energy = [](const std::vector<std::string>& overrides) {
    const auto run = run_example("two_ball_oscillator", overrides);
    return run.samples.back().energy.total;
  };
  const std::string end = "simulation.end=1";
  EXPECT_NEAR(energy({alpha, end}), exact, 0.01 * exact);
  EXPECT_NEAR(energy({alpha, end, option("rho_inf", "1")}), exact, 0.01 * exact);
  EXPECT_LT(energy({option("theta", "1"), end}), 0.6 * exact);
}

TEST(AlphaOnTheTwoBallOscillator, GivenGammaOneAndBetaHalfAsOnTheSlidesLosesTheSpringsEnergyToo) {
  const auto slides =
      run_example("two_ball_oscillator", {alpha, option("alpha_m", "0"), option("alpha_f", "0"),
                                          option("gamma", "1"), option("beta", "0.5")});
  EXPECT_GT(-flights(slides).sum, 1);
}

TEST(AlphaEnergyLedger,
     ClosesToRoundOffInFlightWithRhoInfinityOneOnALinearSystemWithDampingAndDrive) {
  // works by the trapezoidal rule are the scheme's own there
  const auto run = run_example(
      "oscillator", {alpha, option("rho_inf", "1"), "parameters.stop=-3",
                     "body.mass.force={ q = \"-c*q_dot + 3*sin(5*t)\" }", "simulation.step=1e-2"});
  EXPECT_EQ(run.outcome.certificate.impacts, 0);
  EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
  EXPECT_GT(std::abs(run.samples.back().energy.work_damping), 0.1);
  EXPECT_GT(std::abs(run.samples.back().energy.work_external), 0.1);
}

}  // namespace
}  // namespace saltus::test::test_alpha_energy
