// SPDX-License-Identifier: Apache-2.0
// Five cheap tests on which popular engines fail, with the scheme that the program chooses, at 2
// ms.
#include <cmath>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_five_tests {
namespace {

constexpr double ag = 9.81;

/// Way of the first moving body from its start, at the end.
Eigen::Vector3d way(const Run& run) {
  return run.samples.back().state.q.head<3>() - run.samples.front().state.q.head<3>();
}

Run run_quietly(const std::string& name, const std::vector<std::string>& overrides = {}) {
  Run run = run_as_given("five_tests/" + name, overrides);
  EXPECT_FALSE(run.outcome.failure) << run.outcome.failure->where << run.outcome.failure->what;
  EXPECT_EQ(scheme_name(run.simulation.scheme), "combined-projection");
  return run;
}

TEST(FiveTests, BlockStopsAfterTheWayOfCoulombsLawWithinAStepInAnyDirection) {
  constexpr double v0 = 2, exact = v0 * v0 / (2 * 0.3 * ag);
  double last = 1;
  for (const double h : {2e-3, 1e-3, 5e-4}) {
    const auto straight = run_quietly("sliding_block_0deg", {set("simulation.step", h)});
    const double distance = way(straight).norm();
    EXPECT_LT(std::abs(distance - exact), h * v0);
    EXPECT_LT(std::abs(distance - exact), last) << h;
    last = std::abs(distance - exact);
    const auto oblique = run_quietly("sliding_block_45deg", {set("simulation.step", h)});
    const Eigen::Vector3d d = way(oblique);
    EXPECT_NEAR(d.norm(), distance, 1e-9);
    EXPECT_NEAR(d[0], d[1], 1e-9);
    EXPECT_LT(oblique.outcome.last.v.norm(), 1e-12);
  }
  for (const char* phi : {"20*deg", "77*deg", "131*deg", "-100*deg"}) {
    const auto other = run_quietly("sliding_block_45deg", {std::string("parameters.phi=") + phi});
    EXPECT_NEAR(way(other).norm(), way(run_quietly("sliding_block_0deg")).norm(), 1e-9) << phi;
  }
}

TEST(FiveTests, BlockAtNinetyFivePercentOfTheFrictionAngleDoesNotCreepIn2s) {
  EXPECT_LT(way(run_quietly("incline_stick")).norm(), 1e-12);
}

TEST(FiveTests, BlockBeyondTheFrictionAngleHasTheExactAcceleration) {
  const auto run = run_quietly("incline_slip");
  const double alpha = std::atan(1.05 * 0.5);
  const double a = ag * (std::sin(alpha) - 0.5 * std::cos(alpha));
  EXPECT_NEAR(run.outcome.last.v[0] / run.outcome.last.t, a, 1e-9);
}

TEST(FiveTests, FirstApexAfterABounceOfOneHalfIsAQuarterOfTheDropWithAnErrorThatFallsWithTheStep) {
  const auto apex = [](double h) {
    const auto run = run_quietly("bounce", {set("simulation.step", h)});
    double highest = 0;
    bool hit = false;
    for (const Sample& s : run.samples) {
      hit = hit || s.state.v[2] > 0;
      if (hit) highest = std::max(highest, s.state.q[2] - 0.1);
    }
    return highest;
  };
  EXPECT_NEAR(apex(1e-3), 0.25, 0.02 * 0.25);
  // O(h): the error is at most that of a velocity off by g h
  for (const double h : {2e-3, 1e-3, 2.5e-4}) {
    EXPECT_NEAR(apex(h), 0.25, 0.25 * 4 * ag * h / std::sqrt(2 * ag)) << h;
  }
}

/// The largest way of any box from its start, at any time.
double drift(const Run& run) {
  double largest = 0;
  const Vec& q0 = run.samples.front().state.q;
  for (const Sample& s : run.samples) {
    for (Eigen::Index i = 0; i < q0.size(); i += 7)
      largest = std::max(largest, (s.state.q - q0).segment<3>(i).norm());
  }
  return largest;
}

TEST(FiveTests, TenBoxesWithATopAHundredTimesHeavierStandFor10s) {
  const auto run = run_quietly("stack_heavy_top");
  EXPECT_EQ(run.outcome.last.t, 10);
  EXPECT_LT(drift(run), 1e-9 * 0.25);
}

TEST(FiveTests, TwentyEqualBoxesStandFor10s) {
  const auto run = run_quietly("stack_20");
  EXPECT_EQ(run.outcome.last.t, 10);
  EXPECT_LT(drift(run), 1e-9 * 0.25);
}

TEST(FiveTests, SliderCrankWithPlayKeepsItsJointsTo1e10AndGainsNoEnergy) {
  const auto run = run_quietly("slider_crank_play");
  const Certificate& c = run.outcome.certificate;
  EXPECT_LT(c.max_penetration, 1e-10);
  EXPECT_LT(c.max_joint_error, 1e-10);
  double most = run.samples.front().energy.total;
  const double first = most;
  for (const Sample& s : run.samples) most = std::max(most, s.energy.total);
  EXPECT_LE(most, first + 1e-12 * std::abs(first));
}

}  // namespace
}  // namespace saltus::test::test_five_tests
