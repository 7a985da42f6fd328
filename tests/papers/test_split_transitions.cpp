// SPDX-License-Identifier: Apache-2.0
// Openings, slip and stick inside a step, by the schemes that locate impacts: a mass on the floor
// that a sine lifts or drags, piece by piece in closed form; averages over eight amplitudes.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"
#include "support/root.h"

namespace saltus::test::test_split_transitions {
namespace {

class Transitions : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, Transitions, locating_schemes("1e-2"), label_of);

constexpr double w = 9;
constexpr double threshold = 10;  // of the force: the weight, or the largest friction
const double pi = std::acos(-1.0);

const std::vector<double> amplitudes{12.3, 12.9, 13.4, 13.9, 14.3, 14.8, 15.2, 15.7};

/// When A sin(w t) first exceeds the threshold, and the two integrals of what exceeds it.
struct Excess {
  double A;
  double begin = std::asin(threshold / A) / w;

  [[nodiscard]] double once(double s) const {
    const double a = w * begin;
    return -A / w * (std::cos(w * s + a) - std::cos(a)) - threshold * s;
  }
  [[nodiscard]] double twice(double s) const {
    const double a = w * begin;
    return -A / (w * w) * (std::sin(w * s + a) - std::sin(a)) + A / w * std::cos(a) * s -
           0.5 * threshold * s * s;
  }
};

constexpr const char* kLifted = R"toml(
[parameters]
A = 14.0
[simulation]
step = 1e-3
end = 2.0
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "10*q"
force = { q = "A*sin(9*t)" }
initial = { q = 0.0 }
[[contact]]
name = "floor"
body = "mass"
gap = "q"
restitution = 0.0
friction = 0.0
)toml";

/// With e = 0 the mass stays down when it is back, until the next period.
double lifted(double A, double t) {
  const Excess lift{A};
  const double s = t < lift.begin ? 0 : std::fmod(t - lift.begin, 2 * pi / w);
  const double flight =
      reference::bracketed_root([&](double r) { return lift.twice(r); }, 0.8 / w, 6 / w);
  EXPECT_LT(std::sin(w * (lift.begin + flight)), threshold / A);  // pressed where it lands
  return s < flight ? lift.twice(s) : 0;
}

/// Mean over the amplitudes of the largest error of q[0].
std::vector<double> mean_errors(const char* model, const Overrides& scheme,
                                const std::vector<double>& steps,
                                double (*exact)(double A, double t), std::int64_t impacts) {
  std::vector<double> errors(steps.size());
  for (const double A : amplitudes) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const auto run = run_text(
          model, joined(scheme, {set("parameters.A", A), set("simulation.step", steps[i])}));
      EXPECT_FALSE(run.outcome.failure);
      EXPECT_EQ(run.outcome.certificate.impacts, impacts);
      EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
      double largest = 0;
      for (const Sample& s : run.samples) {
        largest = std::max(largest, std::abs(s.state.q[0] - exact(A, s.state.t)));
      }
      errors[i] += largest / static_cast<double>(amplitudes.size());
    }
  }
  return errors;
}

// The mass lifts off in the midst of a step; what is left of the gap there must not be hit at once.
TEST_P(Transitions, AMassThatLiftsOffInsideAStepLandsOncePerPeriod) {
  const std::vector<double> errors =
      mean_errors(kLifted, GetParam().options, {7.3e-3, 1.9e-3}, lifted, 3);
  EXPECT_LT(errors.back(), 1e-3);
}

constexpr const char* kDragged = R"toml(
[parameters]
A = 14.0
[simulation]
step = 1e-3
end = 2.0
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "20*y"
force = { x = "A*sin(9*t)" }
initial = { x = 0.0, y = 0.0 }
[[contact]]
name = "floor"
body = "mass"
gap = "y"
tangent = "x"
restitution = 0.0
friction = 0.5
)toml";

/// It slips while it must, forth in one half of the period and back in the other, and sticks.
double dragged(double A, double t) {
  const Excess push{A};
  const double slide =
      reference::bracketed_root([&](double r) { return push.once(r); }, 0.8 / w, pi / w + 0.2 / w);
  EXPECT_LT(std::abs(std::sin(w * (push.begin + slide))), threshold / A);  // sticks where it stops
  EXPECT_LT(slide, pi / w);
  const double way = push.twice(slide);
  double x = 0, sign = 1, from = push.begin;
  while (from + slide < t) {
    x += sign * way;
    sign = -sign;
    from += pi / w;
  }
  return from < t ? x + sign * push.twice(t - from) : x;
}

TEST_P(Transitions, AMassThatSlipsAndSticksTwicePerPeriodFollowsTheClosedForm) {
  const std::vector<double> errors =
      mean_errors(kDragged, GetParam().options, {7.3e-3, 1.9e-3}, dragged, 0);
  EXPECT_LT(errors.back(), 1e-3);
}

/// The same mass, dragged so strongly that it never sticks again.
const std::string kTurned = [] {
  std::string text = kDragged;
  const std::string_view force = "A*sin(9*t)";
  return text.replace(text.find(force), force.size(), "2.5*A*sin(9*t)");
}();

/// It turns round where it stops: there the force is above the largest friction.
double turned(double amplitude, double t) {
  const double A = 2.5 * amplitude;
  double from = std::asin(threshold / A) / w;  // of a slide, which begins at rest
  double x = 0;
  double sign = 1;
  while (from < t) {
    const double a = w * from;
    const auto v = [&](double s) {
      return -A / w * (std::cos(w * s + a) - std::cos(a)) - sign * threshold * s;
    };
    const double slide = reference::bracketed_root(v, 0.5 * pi / w, 1.5 * pi / w);
    const double s = std::min(slide, t - from);
    x += -A / (w * w) * (std::sin(w * s + a) - std::sin(a)) + A / w * std::cos(a) * s -
         sign * 0.5 * threshold * s * s;
    from += slide;
    sign = -sign;
    EXPECT_GT(sign * A * std::sin(w * from), threshold);
  }
  return x;
}

// Captured, the friction of the whole step would be that of its end: order 1.
TEST(TransitionsOfSplitMidpoint, WhereSlidingTurnsRoundAreOfOrderTwo) {
  const std::vector<double> steps = halved(7.3e-3, 6);
  const std::vector<double> errors = mean_errors(kTurned.c_str(), split_midpoint, steps, turned, 0);
  EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.05);
}

TEST_P(Transitions, AMassThatTurnsRoundWithoutStickingFollowsTheClosedForm) {
  const std::vector<double> errors =
      mean_errors(kTurned.c_str(), GetParam().options, {7.3e-3, 1.9e-3}, turned, 0);
  EXPECT_LT(errors.back(), 1e-3);
}

// Each turn is an event, at its time.
TEST(TransitionsWithFixedStep, WhereSlidingTurnsRoundAreReversalsAndNothingElseIs) {
  const double A = 2.5 * 14;
  for (const Overrides& scheme : {split_midpoint, split_4}) {
    const auto run = run_text(kTurned.c_str(), joined(scheme, {"simulation.step=1e-3"}));
    int turns = 0;
    for (const Event& event : run.events) {
      EXPECT_NE(event.kind, EventKind::stick);
      if (event.kind != EventKind::reversal) continue;
      ++turns;
      const double before = turned(14, event.t - 1e-3);
      const double after = turned(14, event.t + 1e-3);
      EXPECT_LT(std::abs(after - before), 4 * A * 1e-6) << event.t;  // no speed there
    }
    EXPECT_EQ(turns, 5);
  }
}

struct Mass {
  const char* model;
  double (*exact)(double A, double t);
  std::int64_t impacts;
};
const std::array both_masses{Mass{kLifted, lifted, 3}, Mass{kDragged, dragged, 0}};

// They are captured: where in its step a change falls decides the error's constant.
TEST(TransitionsOfSplitMidpoint, AreOfOrderTwoAtLeast) {
  const std::vector<double> steps = halved(7.3e-3, 6);
  for (const auto& [model, exact, impacts] : both_masses) {
    const std::vector<double> errors = mean_errors(model, split_midpoint, steps, exact, impacts);
    EXPECT_GT(reference::observed_order(steps, errors), 1.9);
  }
}

// They are located; below 1e-2 s the errors are round-off.
TEST(TransitionsOfAdaptiveWithFixedStep, AreOfOrderFour) {
  const std::vector<double> steps = halved(5e-2, 4);
  for (const auto& [model, exact, impacts] : both_masses) {
    const std::vector<double> errors = mean_errors(model, split_4, steps, exact, impacts);
    EXPECT_GT(reference::observed_order(steps, errors), 3.9);
    EXPECT_LT(errors.back(), 1e-9);
  }
}

/// Lifted from the floor by a growing force, the mass strikes the ceiling within the same step.
constexpr const char* kBetween = R"toml(
[simulation]
step = 0.2
end = 0.2
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
force = { q = "40*t - 1" }
initial = { q = 0.0 }
[[contact]]
name = "floor"
body = "mass"
gap = "q"
restitution = 0.3
friction = 0.0
[[contact]]
name = "ceiling"
body = "mass"
gap = "0.02 - q"
restitution = 0.6
friction = 0.0
)toml";

// A contact that has opened before the impact takes no part in it.
TEST_P(Transitions, AMassThatLeavesTheFloorAndStrikesTheCeilingInOneStepBouncesOffTheCeilingAlone) {
  const auto run = run_text(kBetween, joined(GetParam().options, {"simulation.step=0.2"}));
  ASSERT_FALSE(run.outcome.failure);
  int impacts = 0;
  for (const Event& event : run.events) {
    if (event.kind != EventKind::impact && event.kind != EventKind::closing) continue;
    ++impacts;
    EXPECT_EQ(event.contact, 1);
    EXPECT_NEAR(event.un_after, -0.6 * event.un_before, 1e-12);
  }
  EXPECT_GE(impacts, 1);
  for (const Sample& s : run.samples) {
    // nothing pushes up from the floor where the mass is not
    EXPECT_TRUE(s.contacts[0].pn == 0 || s.contacts[0].gap < 1e-3) << s.state.t;
  }
}

}  // namespace
}  // namespace saltus::test::test_split_transitions
