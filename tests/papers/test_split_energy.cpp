// SPDX-License-Identifier: Apache-2.0
// split-midpoint with strict closure never raises the energy of a linear frictionless system at a
// sub-step, however stiff it is.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "papers/checkpoints.h"
#include "papers/linear_system.h"
#include "saltus/base/dense.h"

namespace saltus::test::test_split_energy {
namespace {

const Overrides strict = joined(split_midpoint, {option("closure", "strict")});

/// M q'' + C q' + K q = Hᵀ reaction with `contacts` gaps H q + g0 ≥ 0, some of them pressed at the
/// rest of the springs; the largest frequency is `omega`.
struct StiffSystem {
  LinearSystem base;
  std::vector<double> e;

  [[nodiscard]] std::string text() const {
    std::string all = model_text(base);
    for (std::size_t c = 2; c < e.size(); ++c) {
      const auto row = static_cast<Eigen::Index>(c);
      all += "[[contact]]\nname = \"c";
      all += std::to_string(c) + "\"\nbody = \"system\"\ngap = \"" + linear(base.H.row(row), "") +
             " + (" + digits(base.g0[row]) + ")\"\nrestitution = " + digits(e[c]) +
             "\nfriction = 0.0\n";
    }
    return all;
  }
};

StiffSystem stiff_system(Random& random, Eigen::Index n, Eigen::Index contacts, double omega,
                         bool damped) {
  StiffSystem s;
  LinearSystem& b = s.base;
  const Matrix A = random.matrix(n, n), B = random.matrix(n, n), D = random.matrix(n - 1, n);
  b.M = A.transpose() * A + 0.5 * Matrix::Identity(n, n);
  b.K = B.transpose() * B + 0.01 * Matrix::Identity(n, n);
  b.K *= omega * omega / spectral_radius(Cholesky(b.M).solve(b.K));
  b.C = damped ? Matrix(0.3 * (D.transpose() * D)) : Matrix::Zero(n, n);
  b.H = random.matrix(contacts, n);
  b.a = Vector::Zero(n);
  b.w = Vector::Ones(n);
  b.q0 = random.vector(n, -0.1, 0.1);
  b.v0 = random.vector(n, -2, 2);
  b.g0 = -b.H * b.q0 + random.vector(contacts, 0.001, 0.02);
  for (Eigen::Index c = 0; c < contacts; ++c) {
    const double e = random.in(-0.2, 1.2);  // 0 and 1 among them
    s.e.push_back(std::clamp(e, 0.0, 1.0));
  }
  b.e = {s.e[0], s.e[1]};
  return s;
}

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

class StrictEnergy : public testing::TestWithParam<double> {};

INSTANTIATE_TEST_SUITE_P(StepTimesFrequency, StrictEnergy,
                         testing::Values(0.3, 1.4, 2.8, 5.0, 9.0, 14.0, 28.0));

TEST_P(StrictEnergy, NeverRisesAtASubStepOfARandomLinearSystemWithTwoToFourContacts) {
  Random random(static_cast<unsigned>(100 * GetParam()));
  const double h = 1e-2;
  std::int64_t impacts = 0;
  for (int i = 0; i < 30; ++i) {
    const StiffSystem s =
        stiff_system(random, 2 + i % 3, 2 + (i / 3) % 3, GetParam() / h, i % 4 == 3);
    const auto run =
        run_text(s.text(), joined(strict, {set("simulation.step", h), "simulation.end=2"}));
    ASSERT_FALSE(run.outcome.failure) << i;
    impacts += run.outcome.certificate.impacts;
    EXPECT_LE(largest_rise(run, [&](const State& x) { return s.base.energy(x); }), 1e-12) << i;
  }
  EXPECT_GT(impacts, 300);  // in the mean ten each; steps of several periods may meet no stop
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
}  // namespace saltus::test::test_split_energy
