// SPDX-License-Identifier: Apache-2.0
// The cap on impacts per step: it ends, it is reported with its times, and the run goes on to rest.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_cap {
namespace {

/// Counts events by what they are; a fallback belongs to no contact.
class EventCounter final : public Recorder {
 public:
  void record(const Sample& sample) override {
    end = sample.state.t;
    finite = finite && std::isfinite(sample.state.q.sum() + sample.state.v.sum());
  }
  void note(const Event& event) override {
    if (event.kind == EventKind::fallback) fallback_times.push_back(event.t);
    if (event.kind == EventKind::impact || event.kind == EventKind::closing) ++impacts;
  }
  std::vector<double> fallback_times;
  std::int64_t impacts = 0;
  double end = 0;
  bool finite = true;
};

class Cap : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, Cap, locating_schemes("5e-2"), label_of);

/// Without the cut of an accumulation: not by κ, not by returns, not by a height.
Overrides uncut(const LocatingScheme& scheme) {
  const bool by_height = std::string(scheme.label) == "Adaptive";
  const Overrides cut{option("kappa", "1e-3"), option("returns", "1000")};
  const Overrides none{option("gap_tolerance", "1e-14")};
  return joined(joined(scheme.options, cut), by_height ? none : Overrides{});
}

void expect_reported(const Outcome& outcome, const EventCounter& events, double end) {
  EXPECT_FALSE(outcome.failure);
  EXPECT_NEAR(outcome.last.t, end, 1e-12);
  EXPECT_TRUE(events.finite);
  EXPECT_GT(outcome.certificate.fallback.count, 0);
  EXPECT_EQ(static_cast<std::size_t>(outcome.certificate.fallback.count),
            events.fallback_times.size());
  for (std::size_t i = 0; i < outcome.certificate.fallback.times().size(); ++i) {
    EXPECT_EQ(outcome.certificate.fallback.times()[i], events.fallback_times[i]);
  }
  EXPECT_EQ(outcome.certificate.impacts, events.impacts);
}

// The last flights are shorter than a step, and more of them fall into it than are allowed.
TEST_P(Cap, OnABallsAccumulationIsReportedAndTheBallRestsAllTheSame) {
  for (const char* cap : {"1", "2", "5"}) {
    EventCounter events;
    const Outcome outcome = outcome_of_example(
        "bouncing_ball",
        joined(uncut(GetParam()),
               {option("max_impacts", cap), "parameters.e=0.9", "simulation.end=9"}),
        &events);
    expect_reported(outcome, events, 9);
    const double accumulation = 0.40025 * 19;  // s
    for (const double t : events.fallback_times) EXPECT_LT(t, accumulation + 0.1);
    EXPECT_NEAR(outcome.last.q[0], 0.2, 5e-2);
    EXPECT_NEAR(outcome.last.v[0], 0, 1e-9);
  }
}

TEST_P(Cap, OnTheRockingBlockIsReportedAndTheBlockStandsAllTheSame) {
  EventCounter events;
  const Outcome outcome = outcome_of_example(
      "rocking_block", joined(GetParam().options, {option("max_impacts", "1")}), &events);
  expect_reported(outcome, events, 2);
  if (std::string(GetParam().label).starts_with("Strict"))
    return;  // moves no position: it sinks where captured
  EXPECT_NEAR(outcome.last.q[1], 0.75, 5e-2);
  EXPECT_NEAR(outcome.last.q[2], 0, 5e-2);
}

TEST(NoFallback, IsNeededOnTheExamplesWithTheDefaults) {
  for (const char* example : {"bouncing_ball", "bouncing_pendulum", "rocking_block", "oscillator",
                              "slider_crank", "two_ball_oscillator"}) {
    for (const Overrides& scheme : {split_midpoint, split_4, adaptive}) {
      const std::string step = std::string(example) == "slider_crank" ? "1e-4" : "1e-3";
      const Outcome outcome =
          outcome_of_example(example, joined(scheme, {"simulation.step=" + step}));
      EXPECT_FALSE(outcome.failure) << example;
      EXPECT_EQ(outcome.certificate.fallback.count, 0) << example << ' ' << scheme.back();
    }
  }
}

// Most flights of an accumulation are shorter than a tenth of such a step; each is high enough to
// be followed, and closure ends them.
TEST(NoFallback, IsNeededByAdaptiveForAnAccumulationWithinAPartOfItsLargestStep) {
  struct Case {
    const char *e, *step, *end;
  };
  for (const auto& [e, step, end] :
       {Case{"0.8", "50", "50"}, Case{"0.95", "0.5", "20"}, Case{"0.99", "5", "100"}}) {
    const Outcome outcome = outcome_of_example(
        "bouncing_ball", joined(adaptive, {std::string("parameters.e=") += e,
                                           std::string("simulation.step=") += step,
                                           std::string("simulation.end=") += end}));
    ASSERT_FALSE(outcome.failure);
    EXPECT_EQ(outcome.certificate.fallback.count, 0) << e;
    EXPECT_LE(outcome.certificate.max_penetration, 1e-9) << e;
    EXPECT_NEAR(outcome.last.q[0], 0.2, 1e-9) << e;
    EXPECT_NEAR(outcome.last.v[0], 0, 1e-12) << e;
  }
}

TEST(NoFallback, IsNeededByAdaptiveForTheSliderCrankAtATightTolerance) {
  const auto at = [](const char* tolerance) {
    return outcome_of_example(
        "slider_crank", joined(adaptive, {option("tolerance", tolerance), "simulation.end=0.05",
                                          "simulation.step=5e-3"}));
  };
  const Outcome fine = at("1e-12"), finest = at("1e-13");
  ASSERT_FALSE(finest.failure);
  EXPECT_EQ(finest.certificate.fallback.count, 0);
  EXPECT_NEAR(finest.last.v[0], fine.last.v[0], 1e-6);
}

// Two corners that rest are hit in turn by the rounding of their velocities, and neither is let go.
TEST(NoFallback, IsNeededByAdaptiveForCornersThatRestTogether) {
  const Outcome outcome = outcome_of_example(
      "slider_crank", joined(adaptive, {option("tolerance", "1e-8"), "simulation.step=4e-3"}));
  ASSERT_FALSE(outcome.failure);
  EXPECT_EQ(outcome.certificate.fallback.count, 0);
}

// Where it is needed the ball sinks by no more than the tolerance.
TEST(FallbackOfAdaptive, SinksByNoMoreThanTheToleranceWhateverTheLargestStep) {
  for (const char* step : {"0.5", "50"}) {
    for (const char* tolerance : {"1e-3", "1e-4"}) {
      const Outcome outcome = outcome_of_example(
          "bouncing_ball",
          joined(adaptive, {option("max_impacts", "1"), option("gap_tolerance", "1e-14"),
                            option("returns", "1000"), option("tolerance", tolerance),
                            std::string("simulation.step=") += step, "simulation.end=8"}));
      ASSERT_FALSE(outcome.failure);
      EXPECT_GT(outcome.certificate.fallback.count, 0);
      EXPECT_LE(outcome.certificate.max_penetration, 1.01 * std::stod(tolerance));
    }
  }
}

TEST(Cap, OfTwoThousandMillionImpactsIsNoOverflow) {
  for (const Overrides& scheme : {adaptive, split_midpoint, split_4}) {
    const Outcome outcome = outcome_of_example(
        "ball_in_box",
        joined(scheme, {option("max_impacts", "2000000000"), "simulation.step=1e-2"}));
    EXPECT_FALSE(outcome.failure);
    EXPECT_EQ(outcome.certificate.fallback.count, 0);
  }
}

/// Five balls of e = 1 above each other, 1 cm apart.
constexpr const char* kColumn = R"toml(
[simulation]
step = 1e-2
end = 3
[[body]]
name = "c"
type = "formula"
coordinates = ["y0", "y1", "y2", "y3", "y4"]
kinetic = "0.5*(y0_dot^2 + y1_dot^2 + y2_dot^2 + y3_dot^2 + y4_dot^2)"
potential = "9.81*(y0 + y1 + y2 + y3 + y4)"
initial = { y0 = 0.1, y1 = 0.21, y2 = 0.32, y3 = 0.43, y4 = 0.54 }
[[contact]]
body = "c"
gap = "y0"
restitution = 1
friction = 0
[[contact]]
body = "c"
gap = "y1 - y0 - 0.1"
restitution = 1
friction = 0
[[contact]]
body = "c"
gap = "y2 - y1 - 0.1"
restitution = 1
friction = 0
[[contact]]
body = "c"
gap = "y3 - y2 - 0.1"
restitution = 1
friction = 0
[[contact]]
body = "c"
gap = "y4 - y3 - 0.1"
restitution = 1
friction = 0
)toml";

TEST(FallbackOfSplitMidpoint, GivesAColumnOfElasticBallsNoEnergy) {
  const auto run = run_text(kColumn, joined(split_midpoint, {option("max_impacts", "1")}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_GT(run.outcome.certificate.fallback.count, 0);
  const double E = run.samples.front().energy.total;
  for (const Sample& s : run.samples) EXPECT_LE(s.energy.total, 1.02 * E);
}

TEST(FallbackOfSplitMidpoint, NeverRaisesTheEnergyWhereTheClosureIsStrict) {
  const auto run = run_text(
      kColumn, joined(split_midpoint, {option("max_impacts", "1"), option("closure", "strict")}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_GT(run.outcome.certificate.fallback.count, 0);
  double E = run.samples.front().energy.total;
  const double round_off = 1e-12 * E;
  for (const Sample& s : run.samples) {
    EXPECT_LE(s.energy.total, E + round_off);
    E = s.energy.total;
  }
}

}  // namespace
}  // namespace saltus::test::test_split_cap
