// SPDX-License-Identifier: Apache-2.0
// [001] 4.5 and 6.3: what projected schemes keep and others lose, with bodies and shapes.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_ring_and_roller {
namespace {

/// Angular velocity of the roller over the last tenth of the run, in the mean.
double late_spin(const Run& run) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t k = run.samples.size() * 9 / 10; k < run.samples.size(); ++k, ++count)
    sum += run.samples[k].state.v[2];
  return sum / static_cast<double>(count);
}

Run roller(const std::string& scheme, const std::string& load) {
  Run run =
      run_example("slider_roller", {"simulation.scheme=" + scheme, "parameters.load=" + load});
  EXPECT_FALSE(run.outcome.failure) << scheme;
  return run;
}

TEST(SliderRoller, ComesToItsStaticEquilibriumBelowTheLimitButForDirectProjection) {
  for (const char* scheme : {"moreau-jean", "combined-projection"}) {
    const auto run = roller(scheme, "0.6");
    EXPECT_LT(std::abs(late_spin(run)), 1e-12) << scheme;
    EXPECT_EQ(run.samples.back().contacts.back().status, ContactStatus::sticking) << scheme;
  }
  EXPECT_GT(std::abs(late_spin(roller("direct-projection", "0.6"))), 1e-3);
}

// above it Γ − μ m g R = 0.2 · 0.5 · 1 · 9.81 · 0.1 turns an inertia of 0.01
TEST(SliderRoller, LosesItAboveTheLimitWithTheAccelerationOfTheTorqueThatIsLeft) {
  const auto run = roller("combined-projection", "1.2");
  const Sample& a = run.samples[run.samples.size() - 201];
  const Sample& b = run.samples.back();
  const double gained = std::abs(b.state.v[2] - a.state.v[2]) / (b.state.t - a.state.t);
  EXPECT_NEAR(gained, 0.2 * 0.5 * 9.81 * 0.1 / 0.01, 1e-9);
}

/// Does the tip slide, and which way, from sample to sample: 0 where it sticks.
std::vector<int> slides(const Run& run) {
  std::vector<int> signs;
  for (const Sample& s : run.samples) {
    if (s.contacts.empty() || s.contacts[0].pn <= 0) continue;
    const double u = std::abs(s.contacts[0].ut) > std::abs(s.contacts[0].ut_2) ? s.contacts[0].ut
                                                                               : s.contacts[0].ut_2;
    const int sign = s.contacts[0].status == ContactStatus::sticking ? 0 : (u > 0 ? 1 : -1);
    if (signs.empty() || signs.back() != sign) signs.push_back(sign);
  }
  return signs;
}

TEST(PendulumInRing, WithCombinedProjectionStaysInTheRingSlipsSticksAndTurnsRound) {
  const auto run = run_example("pendulum_in_ring");
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.max_penetration, 1e-12);
  const std::vector<int> signs = slides(run);
  EXPECT_GE(std::count(signs.begin(), signs.end(), 0), 3);
  EXPECT_GE(std::count(signs.begin(), signs.end(), 1), 1);
  EXPECT_GE(std::count(signs.begin(), signs.end(), -1), 1);
}

TEST(PendulumInRing, WithMoreausRowsAtTheStartDriftsThroughTheTwoMillimetres) {
  const auto run = run_example(
      "pendulum_in_ring",
      {"simulation.scheme=moreau-jean",
       R"(simulation.scheme_options={ gamma=0, law_at="start", reaction_at="start" })"});
  // once it is through, the tip is outside of the ring: no contact holds it any more
  double lowest = 0;
  for (const Sample& s : run.samples) lowest = std::min(lowest, s.state.q[9]);
  const bool lost = run.outcome.certificate.max_penetration > 1.9e-3 || lowest < -5;
  EXPECT_TRUE(lost) << run.outcome.certificate.max_penetration << ' ' << lowest;
  EXPECT_LT(run_example("pendulum_in_ring",
                        {"simulation.scheme=moreau-jean", "simulation.scheme_options={}"})
                .outcome.certificate.max_penetration,
            1e-4);
}

}  // namespace
}  // namespace saltus::test::test_ring_and_roller
