// SPDX-License-Identifier: Apache-2.0
// Stick and slip that rounding could repeat for ever: a box that comes to rest on two corners with
// more friction than it needs, a mass on a belt.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_stick {
namespace {

/// A box of 1 m by 0.5 m and 1 kg above the floor.
std::string box() {
  std::string text = R"toml(
[parameters]
mu = 0.4
e = 0.3
[simulation]
step = 1e-2
end = 2
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y", "a"]
kinetic = "0.5*(x_dot^2 + y_dot^2) + 0.5*(1.25/12)*a_dot^2"
potential = "9.81*y"
initial = { x = 0, y = 1.5, a = 0.3 }
initial_velocity = { x_dot = 2, a_dot = 3 }
)toml";
  for (const double s : {-0.5, 0.5}) {
    for (const double c : {-0.25, 0.25}) {
      text += fmt::format(R"toml(
[[contact]]
body = "b"
gap = "y + ({0})*sin(a) + ({1})*cos(a)"
tangent = "x + ({0})*cos(a) - ({1})*sin(a)"
restitution = "e"
friction = "mu"
)toml",
                          s, c);
    }
  }
  return text;
}

struct Throw {
  const char* mu;
  const char* e;
  double x_dot, a_dot, a;
  const char* step;
  const char* tolerance;
};

Run thrown(const Throw& t) {
  return run_text(
      box(),
      joined(adaptive, {fmt::format("parameters.mu={}", t.mu), fmt::format("parameters.e={}", t.e),
                        fmt::format("simulation.step={}", t.step), option("tolerance", t.tolerance),
                        set("body.b.initial.a", t.a), set("body.b.initial_velocity.x_dot", t.x_dot),
                        set("body.b.initial_velocity.a_dot", t.a_dot)}));
}

TEST(AdaptiveWithFriction, TakesABoxToRestInFewStepsAndNoContactPulls) {
  for (const Throw& t : {Throw{"1.27349", "0", 2, 3, 0.3, "0.07115", "8.2e-5"},
                         Throw{"0.7445", "0.3", -1.978, -0.547, -0.299, "0.05972", "1e-4"},
                         Throw{"1.3481", "0", 2.465, 2.033, 0.445, "0.04452", "9.2e-5"}}) {
    const auto run = thrown(t);
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LT(run.outcome.certificate.steps, 600) << t.mu;
    EXPECT_EQ(run.outcome.certificate.fallback.count, 0) << t.mu;
    EXPECT_NEAR(run.outcome.last.v.cwiseAbs().maxCoeff(), 0, 1e-9) << t.mu;
    double pull = 0;
    for (const Sample& s : run.samples) pull = std::min(pull, s.state.p_normal.minCoeff());
    EXPECT_EQ(pull, 0) << t.mu;
  }
}

/// A mass on a belt of velocity vb, held by a spring; μ g = 1.962 m/s².
constexpr const char* kBelt = R"toml(
[parameters]
k = 20.0
vb = 0.5
mu = 0.2
[simulation]
step = 2e-2
end = 10
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "9.81*y + 0.5*k*x^2"
initial = { x = 0.4, y = 0 }
initial_velocity = { x_dot = "vb" }
[[contact]]
name = "belt"
body = "b"
gap = "y"
tangent = "x - vb*t"
restitution = 0
friction = "mu"
)toml";

// Sliding ends where the mass has the belt's velocity. It sticks there if the spring pulls by less
// than the friction, |k x| ≤ μ g, and else turns round.
TEST(EventsOfAdaptive, TellSticksFromReversalsByTheSpringsPullAndNameEachOnce) {
  const auto run = run_text(kBelt, joined(adaptive, {option("tolerance", "1e-8")}));
  ASSERT_FALSE(run.outcome.failure);
  double last = -1;
  int told = 0;
  for (const Event& event : run.events) {
    if (event.kind != EventKind::stick && event.kind != EventKind::reversal) continue;
    EXPECT_GT(event.t - last, 1e-3);
    last = event.t;
    const auto at = std::find_if(run.samples.begin(), run.samples.end(), [&](const Sample& s) {
      return std::abs(s.state.t - event.t) < 1e-12;
    });
    ASSERT_NE(at, run.samples.end());
    EXPECT_NEAR(at->state.v[0], 0.5, 1e-6);
    const bool holds = std::abs(20 * at->state.q[0]) <= 0.2 * 9.81;
    EXPECT_EQ(event.kind == EventKind::stick, holds) << event.t << ' ' << at->state.q[0];
    ++told;
  }
  EXPECT_GE(told, 2);
}

}  // namespace
}  // namespace saltus::test::test_split_stick
