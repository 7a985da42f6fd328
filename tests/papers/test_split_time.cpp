// SPDX-License-Identifier: Apache-2.0
// Gaps and forces that depend on time, with breakpoints, by the schemes that locate impacts:
// pieces of parabolas, which they integrate exactly.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"
#include "support/root.h"

namespace saltus::test::test_split_time {
namespace {

class InTime : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, InTime, locating_schemes("1e-2"), label_of);

constexpr const char* kTable = R"toml(
[parameters]
q0 = 0.3
v0 = 0.0
e = 0.7
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "10*q"
initial = { q = "q0" }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "table"
body = "ball"
gap = "q"
restitution = "e"
friction = 0.0
)toml";

TEST_P(InTime, ATableOfConstantSpeedIsExactInItsFrame) {
  for (const double V : {0.4, -0.6}) {
    std::string gap = "contact.table.gap=q - (";
    gap += digits(V) + ")*t";
    const auto run = run_text(kTable, joined(GetParam().options, {gap}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_GE(run.outcome.certificate.impacts, 2);
    const reference::Ball exact{.gravity = 10, .e = 0.7, .q0 = 0.3, .v0 = -V};
    for (const Sample& s : run.samples) {
      EXPECT_NEAR(s.state.q[0] - V * s.state.t, exact.at(s.state.t).q, 1e-12) << s.state.t;
    }
  }
}

TEST_P(InTime, AnAcceleratedTableIsExactInItsFrameAndCarriesTheBallInTheEnd) {
  const double a = 2;
  const auto run = run_text(
      kTable, joined(GetParam().options, {"contact.table.gap=q - 0.5*2*t^2", "parameters.e=0.5"}));
  ASSERT_FALSE(run.outcome.failure);
  const reference::Ball exact{.gravity = 10 + a, .e = 0.5, .q0 = 0.3, .v0 = 0};
  for (const Sample& s : run.samples) {
    const double bound = s.state.t < 0.6 ? 1e-12 : 1e-4;  // then the accumulation is closed
    EXPECT_NEAR(s.state.q[0] - 0.5 * a * s.state.t * s.state.t, exact.at(s.state.t).q, bound)
        << s.state.t;
  }
  const Sample& last = run.samples.back();
  EXPECT_NEAR(last.contacts[0].gap, 0, 1e-12);
  EXPECT_NEAR(last.state.v[0], a * last.state.t, 1e-12);
  EXPECT_NEAR(last.contacts[0].pn / last.state.h, 10 + a, 1e-8);
}

/// Ball on the table A sin(w t), flight by flight; impacts at least 1 ms apart.
double table_ball(double t) {
  const double A = 0.01, w = 12, e = 0.7;
  double t0 = 0, q = 0.3, v = 0;
  for (;;) {
    const auto gap = [&](double s) {
      return q + (s - t0) * (v - 5 * (s - t0)) - A * std::sin(w * s);
    };
    double next = t0 + 1e-3;
    while (next < t && gap(next) > 0) next += 1e-3;
    if (t - t0 < 1e-9 || (next >= t && gap(t) > 0)) break;
    next = std::min(next, t);
    const double hit = reference::bracketed_root(gap, std::max(t0 + 1e-4, next - 1e-3), next);
    const double V = A * w * std::cos(w * hit);
    v = V - e * (v - 10 * (hit - t0) - V);
    q = A * std::sin(w * hit);
    t0 = hit;
  }
  return q + (t - t0) * (v - 5 * (t - t0));
}

// The gap is no polynomial: the time of impact is as good as the scheme locates it.
TEST_P(InTime, AnOscillatingTableIsMetAtTheExactTimes) {
  const auto run =
      run_text(kTable, joined(GetParam().options, {"contact.table.gap=q - 0.01*sin(12*t)"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_GE(run.outcome.certificate.impacts, 2);
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[0], table_ball(s.state.t), 1e-10) << s.state.t;
  }
}

TEST_P(InTime, AForceThatBeginsAtABreakpointLiftsTheBallOnAParabola) {
  const double begin = 0.3217;
  const auto run = run_text(
      kTable, joined(GetParam().options, {"parameters.q0=0", "simulation.breakpoints=[0.3217]",
                                          "body.ball.force={ q = \"if(t < 0.3217, 0, 14)\" }"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.impacts, 0);
  for (const Sample& s : run.samples) {
    const double r = std::max(0.0, s.state.t - begin);
    EXPECT_NEAR(s.state.q[0], 2 * r * r, 1e-12) << s.state.t;
    EXPECT_NEAR(s.state.v[0], 4 * r, 1e-12) << s.state.t;
  }
}

TEST_P(InTime, AForceThatEndsAtABreakpointInFlightBendsTheParabolaExactly) {
  const double end = 0.1471;
  const auto run = run_text(
      kTable, joined(GetParam().options, {"parameters.e=0.9", "simulation.breakpoints=[0.1471]",
                                          "body.ball.force={ q = \"if(t < 0.1471, 25, 0)\" }"}));
  ASSERT_FALSE(run.outcome.failure);
  const reference::Ball after{.gravity = 10, .e = 0.9, .q0 = 0.3 + 7.5 * end * end, .v0 = 15 * end};
  for (const Sample& s : run.samples) {
    const double t = s.state.t;
    const double exact = t < end ? 0.3 + 7.5 * t * t : after.at(t - end).q;
    EXPECT_NEAR(s.state.q[0], exact, 1e-12) << t;
  }
}

// The rate of the gap jumps by −V: a blow, after which the ball flies with (1 + e) V.
TEST_P(InTime, ATableThatBeginsToRiseAtABreakpointStrikesTheBallThatRestsOnIt) {
  const double begin = 0.2513, V = 0.5;
  const auto run = run_text(
      kTable, joined(GetParam().options,
                     {"parameters.q0=0", "simulation.end=0.4", "simulation.breakpoints=[0.2513]",
                      "contact.table.gap=q - 0.5*max(0, t - 0.2513)"}));
  ASSERT_FALSE(run.outcome.failure);
  for (const Sample& s : run.samples) {
    const double t = s.state.t, r = t - begin;
    // off again with e V seen from the table: back on it after 2 e V/10 = 0.07 s
    if (r > 0.069) break;
    EXPECT_NEAR(s.state.q[0], r <= 0 ? 0 : 1.7 * V * r - 5 * r * r, 1e-12) << t;
  }
  EXPECT_GE(run.outcome.certificate.impacts, 2);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
}

// A force within the cone of friction jumps out of it: sliding begins there, not later.
TEST(SlipAtABreakpoint, IsAnEventOfAdaptiveAtThatTime) {
  const auto run = run_text(R"toml(
[simulation]
step = 1e-2
end = 1
breakpoints = [0.733]
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*x_dot^2 + 0.5*y_dot^2"
potential = "9.81*y"
force = { x = "if(t < 0.733, 1, -6)" }
initial = { x = 0, y = 0 }
[[contact]]
name = "floor"
body = "b"
gap = "y"
tangent = "x"
restitution = 0
friction = 0.3
)toml",
                            adaptive);
  ASSERT_FALSE(run.outcome.failure);
  const auto is_slip = [](const Event& event) { return event.kind == EventKind::slip; };
  ASSERT_EQ(std::count_if(run.events.begin(), run.events.end(), is_slip), 1);
  EXPECT_EQ(std::find_if(run.events.begin(), run.events.end(), is_slip)->t, 0.733);
  const double s = 1 - 0.733;
  EXPECT_NEAR(run.outcome.last.q[0], -0.5 * (6 - 0.3 * 9.81) * s * s, 1e-9);
}

}  // namespace
}  // namespace saltus::test::test_split_time
