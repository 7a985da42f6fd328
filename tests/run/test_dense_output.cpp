// SPDX-License-Identifier: Apache-2.0
// Schemes that locate events: states at any time, events, breakpoints.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/base/fields.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "support/ball.h"
#include "support/every_scheme.h"
#include "support/oscillator.h"
#include "support/places.h"
#include "support/run_model.h"

namespace saltus::test::test_dense_output {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> locating_schemes() {
  std::vector<std::string> names;
  for_each_scheme([&](const auto& s) {
    if (locates_events<std::decay_t<decltype(s)>>) names.emplace_back(s.name);
  });
  return names;
}

class DenseOutput : public testing::TestWithParam<std::string> {
 protected:
  static saltus::test::Run run(const std::string& example, Words words) {
    words.push_back("simulation.scheme=" + GetParam());
    return run_example(example, words);
  }
};
using Events = DenseOutput;
using Breakpoints = DenseOutput;

/// examples/bouncing_ball.toml: gap 0.801 m, e = 0.8; the impacts accumulate at 3.602 s.
constexpr reference::Ball ball{.gravity = 10, .e = 0.8, .q0 = 0.801, .v0 = 0};

// Parabolas are integrated exactly, so that the closed form holds to round-off.
TEST_P(DenseOutput, OfABallIsTheClosedFormAtAnyTimeBeforeTheAccumulation) {
  for (const char* every : {"0.0137", "0.1", "1e-3"}) {
    const auto r = run("bouncing_ball", {"simulation.step=0.03", "simulation.end=2.5",
                                         std::string("output.every=") + every});
    ASSERT_FALSE(r.outcome.failure);
    const double dt = std::stod(every);
    ASSERT_EQ(r.samples.size(), static_cast<std::size_t>(step_count(dt, 2.5)) + 1);
    for (std::size_t k = 0; k < r.samples.size(); ++k) {
      const State& x = r.samples[k].state;
      EXPECT_NEAR(x.t, std::min(2.5, static_cast<double>(k) * dt), 1e-14);
      const reference::BounceState exact = ball.at(x.t);
      EXPECT_NEAR(x.q[0] - 0.2, exact.q, 1e-10);
      EXPECT_NEAR(x.v[0], exact.v_after, 1e-10);
      EXPECT_NEAR(r.samples[k].energy.balance, 0, 1e-11);
      EXPECT_EQ(r.samples[k].contacts[0].status, ContactStatus::open);
    }
  }
}

TEST_P(DenseOutput, LeavesTheRunAndItsCertificateAsTheyAre) {
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() + "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    const std::string example = entry.path().stem().string();
    SCOPED_TRACE(example);
    const Model model = compile(read_model(read_toml(entry.path().string()), example));
    if (has_shape_contacts(model) || model.friction_in_space) continue;  // refused by these schemes
    // 150 rad/s; and pins that knock in plays of 0.2 mm
    const bool is_fast = example.starts_with("slider_crank") || example == "four_bar";
    Words words{is_fast ? "simulation.step=5e-4" : "simulation.step=0.01",
                is_fast ? "simulation.end=0.05" : "simulation.end=1"};
    const auto all = run(example, words);
    words.push_back(is_fast ? "output.every=0.73e-4" : "output.every=1.7e-3");
    const auto some = run(example, words);
    EXPECT_EQ(some.outcome.failure.has_value(), all.outcome.failure.has_value());
    EXPECT_GT(some.samples.size(), 6U);
    const Certificate& a = all.outcome.certificate;
    const Certificate& s = some.outcome.certificate;
    EXPECT_EQ(some.outcome.last.q, all.outcome.last.q);
    EXPECT_EQ(some.outcome.last.v, all.outcome.last.v);
    EXPECT_EQ(s.steps, a.steps);
    EXPECT_EQ(s.impacts, a.impacts);
    EXPECT_EQ(s.max_penetration, a.max_penetration);
    EXPECT_EQ(s.max_joint_error, a.max_joint_error);
    EXPECT_EQ(s.max_energy_increase, a.max_energy_increase);
    EXPECT_EQ(s.energy_balance_error, a.energy_balance_error);
    EXPECT_EQ(s.newton.sum, a.newton.sum);
    EXPECT_EQ(s.solver_iterations.sum, a.solver_iterations.sum);
    EXPECT_EQ(some.events.size(), all.events.size());
  }
}

// The sum of all impulses is m (v(T) − v(0)) + m g T.
TEST_P(DenseOutput, HasTheSameSumOfImpulsesWhateverTheTimesAre) {
  const Words words{"simulation.step=0.03", "simulation.end=5"};
  for (const char* every : {"", "0.0137", "0.4", "5"}) {
    Words more = words;
    if (*every != 0) more.push_back(std::string("output.every=") + every);
    const auto r = run("bouncing_ball", more);
    double sum = 0;
    for (const Sample& s : r.samples) sum += s.contacts[0].pn;
    EXPECT_NEAR(sum, 50, 1e-9) << every;  // at rest at the end
  }
}

TEST_P(DenseOutput, HasTheSameSumOfJointAndFrictionImpulsesWhateverTheTimesAre) {
  const auto sums = [](const saltus::test::Run& r) {
    std::vector<double> sum(2, 0.0);
    for (const Sample& s : r.samples) {
      for (const JointSample& j : s.joints) sum[0] += j.impulse;
      for (const ContactSample& c : s.contacts) sum[1] += c.pt;
    }
    return sum;
  };
  const auto crank = sums(run("slider_crank", {"simulation.step=1e-3", "simulation.end=0.05"}));
  const auto crank_at = sums(
      run("slider_crank", {"simulation.step=1e-3", "simulation.end=0.05", "output.every=0.73e-3"}));
  EXPECT_GT(std::abs(crank[1]), 1e-4);
  EXPECT_NEAR(crank_at[1], crank[1], 1e-13);
  const auto rod = sums(run("bouncing_pendulum", {"simulation.step=1e-2", "simulation.end=1"}));
  const auto rod_at = sums(run(
      "bouncing_pendulum", {"simulation.step=1e-2", "simulation.end=1", "output.every=3.1e-3"}));
  EXPECT_GT(std::abs(rod[0]), 1e-1);
  EXPECT_NEAR(rod_at[0], rod[0], 1e-12);
}

// Ballard's ball hits at 1, 2, 2.5 s with −2, −1, −½ m/s.
TEST_P(DenseOutput, AtTheTimeOfAnImpactIsTheStateAfterIt) {
  const auto r = run("bouncing_ball_ballard",
                     {"simulation.step=0.03", "simulation.end=2.6", "output.every=0.5"});
  ASSERT_EQ(r.samples.size(), 7U);
  EXPECT_NEAR(r.samples[2].state.v[0], 1, 1e-12);
  EXPECT_NEAR(r.samples[2].contacts[0].pn, 3, 1e-12);
  EXPECT_EQ(r.samples[2].contacts[0].status, ContactStatus::open);
  EXPECT_NEAR(r.samples[4].state.v[0], 0.5, 1e-12);
  EXPECT_NEAR(r.samples[5].state.v[0], 0.25, 1e-12);
}

TEST_P(DenseOutput, OfABallAtRestIsClosedWithItsWeightAsMeanForce) {
  const auto r = run("bouncing_ball", {"simulation.step=0.03", "output.every=0.11"});
  const Sample& s = r.samples.back();
  EXPECT_EQ(s.state.t, 5);
  EXPECT_EQ(s.contacts[0].status, ContactStatus::closed);
  EXPECT_NEAR(s.contacts[0].pn / s.state.h, 10, 1e-8);
  EXPECT_NEAR(s.contacts[0].gap, 0, 1e-12);
}

// A start that approaches a contact that touches has its impact at t = 0.
TEST_P(DenseOutput, OfAnImpactAtTheStartBeginsAfterIt) {
  const auto r =
      run("bouncing_ball", {"simulation.step=0.03", "simulation.end=0.2", "body.ball.initial.y=R",
                            "body.ball.initial_velocity={y_dot=-5}", "output.every=0.1"});
  ASSERT_EQ(r.samples.size(), 3U);
  EXPECT_EQ(r.samples[0].state.t, 0);
  EXPECT_NEAR(r.samples[0].state.v[0], 4, 1e-13);
  EXPECT_NEAR(r.samples[0].contacts[0].pn, 9, 1e-13);
}

/// Largest error of q, over all samples, and of v, over those that are no impacts' neighbours.
struct Largest {
  double q = 0;
  double v = 0;
};
Largest errors(const std::vector<Sample>& samples) {
  const reference::OscillatorMotion exact({}, 5.1);
  const std::vector<double> impacts = exact.impact_times();
  Largest largest;
  for (const Sample& s : samples) {
    const reference::BounceState at = exact.at(s.state.t);
    largest.q = std::max(largest.q, std::abs(s.state.q[0] - at.q));
    const bool near_impact = std::any_of(impacts.begin(), impacts.end(),
                                         [&](double t) { return std::abs(s.state.t - t) < 1e-2; });
    if (!near_impact) largest.v = std::max(largest.v, std::abs(s.state.v[0] - at.v_after));
  }
  return largest;
}

TEST_P(DenseOutput, OfAnImpactingOscillatorIsAsAccurateAsItsAcceptedStates) {
  // the impacts then come within a hundredth of a second of the exact ones
  const std::string step =
      GetParam() == "adaptive" ? "simulation.step=0.05" : "simulation.step=0.01";
  const Largest states = errors(run("oscillator", {step}).samples);
  const Largest between = errors(run("oscillator", {step, "output.every=1.7e-3"}).samples);
  EXPECT_GT(states.q, 1e-6);  // there is an error to compare with
  EXPECT_LT(between.q, 1.5 * states.q);
  EXPECT_LT(between.v, 1.5 * states.v);
}

TEST_P(DenseOutput, KeepsJointsAsTheAcceptedStatesDo) {
  const auto largest = [](const std::vector<Sample>& samples) {
    std::pair<double, double> error;
    for (const Sample& s : samples) {
      for (const JointSample& j : s.joints) {
        error.first = std::max(error.first, std::abs(j.position_error));
        error.second = std::max(error.second, std::abs(j.velocity_error));
      }
    }
    return error;
  };
  const auto states = largest(run("bouncing_pendulum", {"simulation.step=1e-2"}).samples);
  const auto between =
      largest(run("bouncing_pendulum", {"simulation.step=1e-2", "output.every=3.7e-3"}).samples);
  EXPECT_LT(between.first, 1e-9);
  EXPECT_LE(between.second, 2 * states.second + 1e-12);
}

TEST_P(Events, OfABallAreTheImpactsOfTheClosedForm) {
  const auto r = run("bouncing_ball", {"simulation.step=0.03", "simulation.end=3"});
  std::size_t n = 0;
  for (; ball.impact_time(static_cast<int>(n)) < 3; ++n) {
    const auto i = static_cast<int>(n);
    ASSERT_LT(n, r.events.size());
    const Event& event = r.events[n];
    const double v = ball.impact_speed() * std::pow(0.8, i);
    EXPECT_EQ(event.kind, EventKind::impact);
    EXPECT_EQ(event.contact, 0);
    EXPECT_NEAR(event.t, ball.impact_time(i), 1e-10);
    EXPECT_NEAR(event.un_before, -v, 1e-10);
    EXPECT_NEAR(event.un_after, 0.8 * v, 1e-10);
    EXPECT_NEAR(event.pn, 1.8 * v, 1e-10);
    EXPECT_EQ(event.pt, 0);
  }
  EXPECT_EQ(r.events.size(), n);
  EXPECT_EQ(r.outcome.certificate.impacts, static_cast<std::int64_t>(n));
}

TEST_P(Events, EndWithTheClosingOfABallThatComesToRest) {
  const auto r = run("bouncing_ball", {"simulation.step=0.03"});
  ASSERT_FALSE(r.events.empty());
  EXPECT_EQ(r.events.back().kind, EventKind::closing);
  EXPECT_NEAR(r.events.back().un_after, 0, 1e-12);
  // flights shorter than κ h = 0.015 s are left out: they would have lasted κ h/(1 − e) in all
  EXPECT_NEAR(r.events.back().t, ball.accumulation_time(), 0.015 / (1 - 0.8));
  for (std::size_t i = 0; i + 1 < r.events.size(); ++i) {
    EXPECT_EQ(r.events[i].kind, EventKind::impact);
    EXPECT_LT(r.events[i].t, r.events[i + 1].t);
  }
}

/// The times of samples and events in the order in which they come.
class Order final : public Recorder {
 public:
  void record(const Sample& sample) override { check(sample.state.t); }
  void note(const Event& event) override {
    check(event.t);
    ++events;
  }
  int events = 0;
  bool rises = true;

 private:
  void check(double t) {
    rises = rises && t >= last_ - 1e-9;
    last_ = t;
  }
  double last_ = 0;
};

TEST_P(Events, AndSamplesAreHandedOutInTheOrderOfTime) {
  for (const char* every : {"", "output.every=0.037", "output.every=1"}) {
    Words words{"simulation.scheme=" + GetParam(), "simulation.step=0.03"};
    if (*every != 0) words.emplace_back(every);
    Order order;
    (void)outcome_of_example("bouncing_ball", words, &order);
    EXPECT_TRUE(order.rises);
    EXPECT_GT(order.events, 10);
  }
}

/// A mass that is pushed with 1 N up to t₀ = 0.3 s, with −2 N from then on.
const std::string pushed = R"toml([simulation]
step = 0.1
end = 1
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
force = { q = "if(t < 0.3, 1, -2)" }
initial = { q = 0 }
)toml";

TEST_P(Breakpoints, EndAStepSoThatAForceThatJumpsThereIsIntegratedExactly) {
  const std::string scheme = "simulation.scheme=" + GetParam();
  const auto with = run_text(pushed, {scheme, "simulation.breakpoints=[0.3]"});
  const auto without = run_text(pushed, {scheme});
  ASSERT_FALSE(with.outcome.failure);
  const double v = 0.3 - 2 * 0.7;
  const double q = 0.5 * 0.3 * 0.3 + 0.3 * 0.7 - 0.7 * 0.7;
  EXPECT_NEAR(with.outcome.last.v[0], v, 1e-13);
  EXPECT_NEAR(with.outcome.last.q[0], q, 1e-13);
  bool stops = false;
  for (const Sample& s : with.samples) {
    stops = stops || s.state.t == 0.3;
    // 3·0.1 > 0.3 in binary: there is no step between them
    EXPECT_TRUE(s.state.t == 0 || s.state.h > 1e-6);
  }
  EXPECT_TRUE(stops);
  EXPECT_EQ(without.outcome.last.t, 1);
}

TEST_P(Breakpoints, AtTheEndAndLaterHaveNoEffect) {
  const std::string scheme = "simulation.scheme=" + GetParam();
  const auto none = run_text(pushed, {scheme, "simulation.end=0.25"});
  const auto late = run_text(
      pushed, {scheme, "simulation.end=0.25", "simulation.breakpoints=[0.25, 0.3, \"1e9\"]"});
  EXPECT_EQ(late.outcome.certificate.steps, none.outcome.certificate.steps);
  EXPECT_NEAR(late.outcome.last.q[0], none.outcome.last.q[0], 1e-15);
}

TEST(BreakpointsOfAFixedStep, ArePassedOver) {
  const auto with = run_text(pushed, {"simulation.breakpoints=[0.25]"});
  const auto without = run_text(pushed);
  ASSERT_EQ(with.samples.size(), 11U);
  EXPECT_EQ(with.outcome.last.q, without.outcome.last.q);
}

// Two impacts in the first step of 2 s, at 0.447 and 1.333 s; more than one are not followed.
TEST(DenseOutputOfAFallback, IsAStraightLineWithItsPartOfTheImpulses) {
  const Words words{"simulation.scheme=split-midpoint",
                    "simulation.scheme_options={max_impacts=1, kappa=0.01}",
                    "simulation.step=2",
                    "simulation.end=2",
                    "parameters.e=0.99",
                    "parameters.y0=1.2"};
  const auto all = run_example("bouncing_ball", words);
  ASSERT_EQ(all.outcome.certificate.fallback.count, 1);
  const double start = all.outcome.certificate.fallback.first[0];
  const State& from = all.samples[all.samples.size() - 2].state;
  const State& to = all.samples.back().state;
  ASSERT_EQ(from.t, start);
  Words more = words;
  more.emplace_back("output.every=0.25");
  const auto some = run_example("bouncing_ball", more);
  double sum = 0;
  double sum_all = 0;
  int on_line = 0;
  for (const Sample& s : all.samples) sum_all += s.contacts[0].pn;
  for (const Sample& s : some.samples) {
    sum += s.contacts[0].pn;
    if (s.state.t < start) continue;
    ++on_line;
    const double part = (s.state.t - from.t) / (to.t - from.t);
    EXPECT_NEAR(s.state.q[0], from.q[0] + part * (to.q[0] - from.q[0]), 1e-13);
  }
  EXPECT_EQ(on_line, 3);
  EXPECT_NEAR(sum, sum_all, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Of, DenseOutput, testing::ValuesIn(locating_schemes()), identifier);
INSTANTIATE_TEST_SUITE_P(Of, Events, testing::ValuesIn(locating_schemes()), identifier);
INSTANTIATE_TEST_SUITE_P(Of, Breakpoints, testing::ValuesIn(locating_schemes()), identifier);

}  // namespace
}  // namespace saltus::test::test_dense_output
