// SPDX-License-Identifier: Apache-2.0
// The cap on impacts per step: it ends, it is reported with its times, and the run goes on to rest.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test {
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

}  // namespace
}  // namespace saltus::test
