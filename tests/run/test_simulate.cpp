// SPDX-License-Identifier: Apache-2.0
// The loop: counts of steps, the last shorter one, recorders, certificate, energy ledger.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/order.h"
#include "support/run_model.h"

namespace saltus::test::test_simulate {
namespace {

TEST(StepCount, IsTheRatioWhereTheEndIsAMultiple) {
  EXPECT_EQ(step_count(0.1, 1), 10);
  EXPECT_EQ(step_count(1e-4, 0.2), 2000);
  EXPECT_EQ(step_count(0.1, 0.3), 3);  // 0.3/0.1 < 3 in binary
  EXPECT_EQ(step_count(1e-5, 0.7), 70000);
}

TEST(StepCount, IsRoundedUpWhereTheEndIsNone) {
  EXPECT_EQ(step_count(0.3, 1), 4);
  EXPECT_EQ(step_count(0.1, 1.0001), 11);
  EXPECT_EQ(step_count(2, 1), 1);
}

TEST(Simulate, LastStepIsShorterWhereTheEndIsNoMultiple) {
  const auto run = run_example("bouncing_ball", {"simulation.step=0.03", "simulation.end=0.1"});
  ASSERT_EQ(run.samples.size(), 5U);
  EXPECT_EQ(run.samples[3].state.t, 3 * 0.03);
  EXPECT_EQ(run.samples[4].state.t, 0.1);
  EXPECT_EQ(run.outcome.certificate.end_time, 0.1);
  // free fall is integrated exactly by θ = ½ with any steps
  EXPECT_NEAR(run.outcome.last.q[0], 1.001 - 5 * 0.1 * 0.1, 1e-14);
  EXPECT_NEAR(run.outcome.last.v[0], -1, 1e-14);
}

TEST(Simulate, StepLongerThanTheEndTakesOneStepToTheEnd) {
  const auto run = run_example("bouncing_ball", {"simulation.step=1", "simulation.end=0.1"});
  ASSERT_EQ(run.samples.size(), 2U);
  EXPECT_NEAR(run.outcome.last.q[0], 1.001 - 5 * 0.1 * 0.1, 1e-14);
}

TEST(Simulate, RefusesMoreStepsThanCanBeCounted) {
  EXPECT_THROW((void)run_example("bouncing_ball", {"simulation.step=1e-300", "simulation.end=0.1"}),
               ModelError);
}

TEST(Simulate, TimesAreMultiplesOfTheStepWithoutAccumulatedRoundOff) {
  const auto run = run_example("bouncing_ball", {"simulation.step=1e-3", "simulation.end=1"});
  for (std::size_t k = 0; k + 1 < run.samples.size(); ++k) {
    ASSERT_EQ(run.samples[k].state.t, static_cast<double>(k) * 1e-3);
    ASSERT_EQ(run.samples[k].step, static_cast<std::int64_t>(k));
  }
  EXPECT_EQ(run.samples.back().state.t, 1);
}

TEST(Simulate, RecordersDoNotChangeTheRunAndAllSeeEveryState) {
  const auto run = run_example("bouncing_pendulum", {"simulation.end=0.5"});
  MemoryRecorder first;
  MemoryRecorder second;
  const std::array<Recorder*, 2> recorders{&first, &second};
  const Outcome both = simulate(run.model, run.simulation, recorders);
  const Outcome none = simulate(run.model, run.simulation);
  EXPECT_EQ(both.last.q, none.last.q);
  EXPECT_EQ(both.last.v, none.last.v);
  EXPECT_EQ(first.samples.size(), 501U);
  EXPECT_EQ(second.samples.size(), 501U);
}

TEST(Simulate, ContinuesExactlyFromAStateThatIsPutBackAsTheStart) {
  const auto whole = run_example("oscillator", {"simulation.step=1e-2", "simulation.end=1"});
  Model model = whole.model;
  model.q0 = whole.samples[40].state.q;
  model.v0 = whole.samples[40].state.v;
  Simulation rest = whole.simulation;
  rest.end = 0.6;
  const Outcome outcome = simulate(model, rest);
  EXPECT_NEAR((outcome.last.q - whole.outcome.last.q).norm(), 0, 1e-13);
}

TEST(Certificate, CountsImpactsOfABallOneByOne) {
  // Ballard's ball: impacts at 3 - 2^(1-n); three of them before 2.6 s: 1, 2, 2.5
  const auto run =
      run_example("bouncing_ball_ballard", {"simulation.step=1.01e-3", "simulation.end=2.6"});
  EXPECT_EQ(run.outcome.certificate.impacts, 3);
  EXPECT_EQ(run.outcome.certificate.contacts_max, 1);
}

TEST(Certificate, HasNoContactsImpactsOrViolationsInFreeFlight) {
  const Certificate c = outcome_of_example("bouncing_ball", {"simulation.end=0.3"}).certificate;
  EXPECT_EQ(c.impacts, 0);
  EXPECT_EQ(c.contacts_max, 0);
  EXPECT_EQ(c.max_penetration, 0);
  EXPECT_EQ(c.max_joint_error, 0);
  EXPECT_EQ(c.max_velocity_law_residual, 0);
  EXPECT_EQ(c.solver_iterations.samples, 0);
  EXPECT_EQ(c.newton.mean(), 1);
  EXPECT_EQ(c.failures.count, 0);
}

TEST(Certificate, CountsAllContactsOfTheIndexSet) {
  EXPECT_EQ(outcome_of_example("slider_crank_bilateral").certificate.contacts_max, 4);
  EXPECT_EQ(outcome_of_example("slider_crank").certificate.contacts_max, 2);
  EXPECT_EQ(outcome_of_example("ball_in_box").certificate.contacts_max, 2);
}

TEST(Certificate, PenetrationIsTheDeepestRecordedGap) {
  const auto run = run_example("bouncing_ball");
  double deepest = 0;
  for (const Sample& s : run.samples) deepest = std::max(deepest, -(s.state.q[0] - 0.2));
  EXPECT_GT(deepest, 0);
  EXPECT_NEAR(run.outcome.certificate.max_penetration, deepest, 1e-16);
}

const std::string forced = R"toml([simulation]
step = 1e-2
end = 3
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*2*q_dot^2"
potential = "0.5*7*q^2"
force = { q = "1.7*sin(3*t) - 0.6*q_dot" }
initial = { q = 0.5 }
[[contact]]
name = "stop"
body = "b"
gap = "q + 0.4"
restitution = 0.5
friction = 0
)toml";

TEST(Ledger, ClosesToRoundOffOnALinearForcedDampedImpactingSystemWithThetaOneHalf) {
  for (const char* forces : {"midpoint", "trapezoid"}) {
    const auto run = run_text(forced, {std::string("simulation.scheme_options.forces=") + forces});
    ASSERT_FALSE(run.outcome.failure);
    ASSERT_GE(run.outcome.certificate.impacts, 1);
    const EnergySample& e = run.samples.back().energy;
    EXPECT_LT(e.work_damping, -0.01);
    EXPECT_LT(e.work_contact, -0.001);
    EXPECT_GT(std::abs(e.work_external), 0.01);
    EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
  }
}

TEST(Ledger, AddsUpAtEveryState) {
  const auto run = run_text(forced, {"simulation.scheme_options.theta=0.8"});
  const double start = run.samples.front().energy.total;
  for (const Sample& s : run.samples) {
    const EnergySample& e = s.energy;
    EXPECT_NEAR(e.kinetic, s.state.v[0] * s.state.v[0], 1e-15);
    EXPECT_NEAR(e.potential, 3.5 * s.state.q[0] * s.state.q[0], 1e-14);
    EXPECT_EQ(e.total, e.kinetic + e.potential);
    EXPECT_NEAR(e.balance, e.total - start - e.work_external - e.work_damping - e.work_contact,
                1e-13);
  }
  EXPECT_GT(run.outcome.certificate.energy_balance_error, 1e-4);  // θ > ½ dissipates by itself
}

// The pivot of a pendulum moves up and down: T has parts linear in v and free of it.
TEST(Ledger, CountsTheDriveOfAMovingPivotAsExternalWorkWithOrderTwo) {
  const std::string text = R"toml([simulation]
step = 1e-2
end = 1.5
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["a"]
kinetic = "0.5*((cos(a)*a_dot)^2 + (sin(a)*a_dot + 0.3*cos(4*t))^2)"
potential = "9.81*(0.075*sin(4*t) - cos(a))"
initial = { a = 1.2 }
)toml";
  const std::vector<double> steps{1e-2, 5e-3, 2.5e-3};
  std::vector<double> errors;
  for (const double h : steps) {
    const auto run = run_text(text, {set("simulation.step", h)});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_GT(std::abs(run.samples.back().energy.work_external), 0.05);
    errors.push_back(run.outcome.certificate.energy_balance_error);
  }
  EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.2);
}

// A table lifts a ball, m ag times the lift; by the ledger's definition that is the contact's work.
TEST(Ledger, CountsTheWorkOfAContactThatMovesAsTheContacts) {
  const auto run =
      run_example("bouncing_ball", {"parameters.y0=0.2", "contact.ground.gap=y - R - 0.5*t",
                                    "body.ball.initial_velocity={y_dot=0.5}", "simulation.end=1"});
  ASSERT_FALSE(run.outcome.failure);
  const EnergySample& e = run.samples.back().energy;
  EXPECT_NEAR(run.outcome.last.q[0], 0.7, 1e-4);
  EXPECT_NEAR(e.work_contact, 5, 1e-3);
  EXPECT_EQ(e.work_external, 0);
  EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
}

// The same lift by a joint that moves is a drive's work.
TEST(Ledger, CountsTheWorkOfAJointThatMovesAsExternal) {
  const std::string text = R"toml([simulation]
step = 1e-2
end = 1
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["y"]
kinetic = "0.5*y_dot^2"
potential = "10*y"
initial = { y = 0.2 }
initial_velocity = { y_dot = 0.5 }
[[joint]]
name = "lift"
type = "formula"
body = "b"
equations = ["y - 0.2 - 0.5*t"]
)toml";
  const auto run = run_text(text);
  ASSERT_FALSE(run.outcome.failure);
  const EnergySample& e = run.samples.back().energy;
  EXPECT_NEAR(run.outcome.last.q[0], 0.7, 1e-13);
  EXPECT_NEAR(run.outcome.last.p_joint[0] / 1e-2, 10, 1e-10);  // carries the weight
  EXPECT_NEAR(e.work_external, 5, 1e-12);
  EXPECT_EQ(e.work_contact, 0);
  EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
}

}  // namespace
}  // namespace saltus::test::test_simulate
