// SPDX-License-Identifier: Apache-2.0
// The two balls of [003], [004]: what becomes of the energy of their vibration after an impact.
#include <Eigen/LU>
#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "saltus/base/dense.h"
#include "support/root.h"

namespace saltus::test::test_two_balls {
namespace {

constexpr double m = 1, k = 1e3, ag = 10, e = 0.8;
const double omega = std::sqrt(2 * k / m);

double vibration(const State& x, double stiffness = k) {
  const double r = x.q[1] - x.q[0], r_dot = x.v[1] - x.v[0];
  return 0.25 * m * r_dot * r_dot + 0.5 * stiffness * r * r;
}
double energy(const State& x) {
  const double r = x.q[1] - x.q[0];
  return 0.5 * m * x.v.squaredNorm() + 0.5 * k * r * r + m * ag * (x.q[0] + x.q[1]);
}

/// Flights between two impacts with at least 20 steps, as first and last sample without reaction.
std::vector<std::pair<std::size_t, std::size_t>> flights(const Run& run) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  std::size_t from = 0;
  for (std::size_t i = 1; i < run.samples.size(); ++i) {
    if (!(run.samples[i].state.p_normal[0] > 0)) continue;
    if (from > 0 && i - 1 >= from + 20) all.emplace_back(from, i - 1);
    from = i;
  }
  return all;
}

/// Spectral radius of HHT on q'' = −ω² q with Ω = ωh, from its formulas: (q, h v, h² a) → the next.
double hht_radius(double alpha, double Omega) {
  const double O = Omega * Omega, gamma = 0.5 + alpha;
  const double beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  Eigen::Matrix3d left, right;
  left << 1, 0, -beta, 0, 1, -gamma, (1 - alpha) * O, 0, 1;
  right << 1, 1, 0.5 - beta, 0, 1, 1 - gamma, -alpha * O, 0, 0;
  return spectral_radius(left.inverse() * right);
}

const std::vector<std::string> newmark{"simulation.scheme=newmark"};
std::vector<std::string> hht(double alpha) {
  return {"simulation.scheme=hht", option("alpha", digits(alpha))};
}

TEST(TwoBalls, NewmarkKeepsTheEnergyOfTheVibrationBetweenImpactsToRoundOff) {
  const auto run = run_example("two_ball_oscillator", newmark);
  const auto all = flights(run);
  ASSERT_GE(all.size(), 2U);
  for (const auto& [from, to] : all) {
    const State &a = run.samples[from].state, &b = run.samples[to].state;
    EXPECT_GT(vibration(a), 1);
    EXPECT_NEAR(vibration(b), vibration(a), 1e-11);
    EXPECT_NEAR(energy(b), energy(a), 1e-11);
  }
}

TEST(TwoBalls, HhtWithSmallAlphaLosesLessThanAThousandthOfTheVibrationBetweenImpacts) {
  for (const double alpha : {0.02, 0.05}) {
    const auto run = run_example("two_ball_oscillator", hht(alpha));
    const auto all = flights(run);
    ASSERT_GE(all.size(), 2U);
    for (const auto& [from, to] : all) {
      const State &a = run.samples[from].state, &b = run.samples[to].state;
      EXPECT_NEAR(vibration(b) / vibration(a), 1, 1e-3);
    }
  }
}

// k = 1e5 N/m: ωh = 0.89, a frequency that HHT is there to damp
TEST(TwoBalls, HhtLosesOfAFastVibrationBetweenImpactsWhatItsSpectralRadiusSays) {
  for (const double alpha : {0.05, 0.3}) {
    std::vector<std::string> overrides = hht(alpha);
    overrides.emplace_back("parameters.k=1e5");
    const auto run = run_example("two_ball_oscillator", overrides);
    const double per_step = 2 * std::log(hht_radius(alpha, std::sqrt(2e5 / m) * 2e-3));
    ASSERT_LT(per_step, -1e-2 * alpha);
    const auto all = flights(run);
    ASSERT_GE(all.size(), 2U);
    for (const auto& [from, to] : all) {
      // sums over whole periods of about seven steps wipe out the ripple of a damped vibration
      const auto mean = [&](std::size_t i) {
        double sum = 0;
        for (std::size_t j = 0; j < 7; ++j) sum += vibration(run.samples[i + j].state, 1e5);
        return sum;
      };
      const double n = static_cast<double>(to - from - 9);
      EXPECT_NEAR(std::log(mean(to - 6) / mean(from + 3)) / (n * per_step), 1, 0.01);
    }
  }
}

TEST(TwoBalls, MoreauWithThetaOneLosesTheVibrationByTheFactor1Over1PlusOmegaHSquaredPerStep) {
  const auto run = run_example("two_ball_oscillator", {option("theta", "1")});
  const auto all = flights(run);
  ASSERT_GE(all.size(), 1U);
  for (const auto& [from, to] : all) {
    const double kept = vibration(run.samples[to].state) / vibration(run.samples[from].state);
    const double per_step = 1 / (1 + std::pow(omega * 2e-3, 2));
    EXPECT_NEAR(kept, std::pow(per_step, static_cast<double>(to - from)), 1e-9);
    EXPECT_LT(kept, 0.86);
  }
}

/// Event by event: the mean falls, the distance vibrates, both in closed form.
class Exact {
 public:
  Exact(double height, double t_end) {
    Flight now{0, height, height, 0, 0};
    while (true) {
      flights_.push_back(now);
      const auto q1 = [&](double t) { return state(now, t).q1; };
      double t = now.t + (flights_.size() == 1 ? 0 : 1e-6);
      while (t < t_end && q1(t + 1e-3) > 0) t += 1e-3;
      if (t >= t_end) return;
      now = state(now, reference::bracketed_root(q1, t, t + 1e-3));
      now.v1 *= -e;
    }
  }
  [[nodiscard]] double energy_at(double t) const {
    std::size_t i = flights_.size() - 1;
    while (flights_[i].t > t) --i;
    const Flight& f = flights_[i];
    return 0.5 * m * (f.v1 * f.v1 + f.v2 * f.v2) + 0.5 * k * std::pow(f.q2 - f.q1, 2) +
           m * ag * (f.q1 + f.q2);
  }
  [[nodiscard]] std::size_t impacts() const { return flights_.size() - 1; }

 private:
  struct Flight {
    double t, q1, q2, v1, v2;
  };
  static Flight state(const Flight& f, double t) {
    const double s = t - f.t, c = std::cos(omega * s), n = std::sin(omega * s);
    const double mean = 0.5 * (f.q1 + f.q2) + s * (0.5 * (f.v1 + f.v2) - 0.5 * ag * s);
    const double mean_dot = 0.5 * (f.v1 + f.v2) - ag * s;
    const double r = (f.q2 - f.q1) * c + (f.v2 - f.v1) / omega * n;
    const double r_dot = -(f.q2 - f.q1) * omega * n + (f.v2 - f.v1) * c;
    return {t, mean - 0.5 * r, mean + 0.5 * r, mean_dot - 0.5 * r_dot, mean_dot + 0.5 * r_dot};
  }
  std::vector<Flight> flights_;
};

/// Mean over several heights of |E − exact| at t = 0.9 s, after the first group of impacts.
std::vector<double> mean_errors(const std::vector<std::string>& scheme,
                                const std::vector<double>& steps) {
  std::vector<double> errors(steps.size());
  for (int datum = 0; datum < 40; ++datum) {
    const double height = 0.9 + 0.00573 * datum;
    const Exact exact(height, 0.9);
    EXPECT_GE(exact.impacts(), 1U);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<std::string> overrides{set("parameters.height", height),
                                         set("simulation.step", steps[i]), "simulation.end=0.9"};
      overrides.insert(overrides.end(), scheme.begin(), scheme.end());
      const Outcome outcome = outcome_of_example("two_ball_oscillator", overrides);
      errors[i] += std::abs(energy(outcome.last) - exact.energy_at(0.9)) / 40;
    }
  }
  return errors;
}

TEST(TwoBalls, EnergyAfterTheImpactsConvergesWithOrder1ToTheEventDrivenMotionAveragedOverData) {
  const std::vector<double> steps = halved(1.1e-3, 5);
  const std::vector<double> by_newmark = mean_errors(newmark, steps);
  EXPECT_NEAR(reference::observed_order(steps, by_newmark), 1, 0.1);
  EXPECT_NEAR(reference::observed_order(steps, mean_errors(hht(0.05), steps)), 1, 0.1);
  // the same first order, but theta = 1 loses many times more
  EXPECT_GT(mean_errors({option("theta", "1")}, steps).back(), 5 * by_newmark.back());
}

}  // namespace
}  // namespace saltus::test::test_two_balls
