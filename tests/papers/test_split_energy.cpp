// SPDX-License-Identifier: Apache-2.0
// split-midpoint with strict closure never raises the energy of a linear frictionless system at a
// sub-step, however stiff it is.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "papers/checkpoints.h"

namespace saltus::test {
namespace {

const Overrides strict = joined(split_midpoint, {option("closure", "strict")});

/// Largest rise of the energy over a sub-step, relative to the energy at the start.
template <class Energy>
double largest_rise(const Run& run, const Energy& energy) {
  const double start = energy(run.samples.front().state);
  double largest = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const double rise = energy(run.samples[k].state) - energy(run.samples[k - 1].state);
    largest = std::max(largest, rise / start);
  }
  return largest;
}

TEST(StrictEnergyOfTwoBalls, NeverRisesAtASubStepForStepsTimesFrequencyOf1To28) {
  const double m = 1, k = 1e6, ag = 10;
  const auto energy = [&](const State& x) {
    const double r = x.q[1] - x.q[0];
    return 0.5 * m * x.v.squaredNorm() + 0.5 * k * r * r + m * ag * (x.q[0] + x.q[1]);
  };
  for (const double h : {1e-3, 1.3e-3, 2e-3, 3e-3, 5e-3, 7e-3, 1e-2, 1.4e-2, 2e-2}) {
    for (const char* e : {"0.8", "0", "1"}) {
      const auto run =
          run_example("two_ball_oscillator",
                      joined(strict, {"parameters.k=1e6", std::string("parameters.e=") + e,
                                      set("simulation.step", h)}));
      ASSERT_FALSE(run.outcome.failure) << h;
      EXPECT_GT(run.outcome.certificate.impacts, 1) << h;
      EXPECT_LE(largest_rise(run, energy), 1e-12) << "h = " << h << ", e = " << e;
    }
  }
}

// Between events the midpoint rule keeps the energy of an undamped linear system.
TEST(StrictEnergyOfTwoBalls, IsKeptInFlightToRoundOff) {
  const auto energy = [](const State& x) {
    const double r = x.q[1] - x.q[0];
    return 0.5 * x.v.squaredNorm() + 0.5e6 * r * r + 10 * (x.q[0] + x.q[1]);
  };
  const auto run =
      run_example("two_ball_oscillator",
                  joined(strict, {"parameters.k=1e6", "parameters.e=1", "simulation.step=2e-3"}));
  ASSERT_FALSE(run.outcome.failure);
  const double start = energy(run.samples.front().state);
  int flights = 0;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    if (run.samples[k].state.p_normal[0] > 0) continue;
    ++flights;
    EXPECT_NEAR(energy(run.samples[k].state), energy(run.samples[k - 1].state), 1e-12 * start);
  }
  EXPECT_GT(flights, 500);
}

}  // namespace
}  // namespace saltus::test
