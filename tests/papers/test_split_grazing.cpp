// SPDX-License-Identifier: Apache-2.0
// Contacts that are barely met: the gap dips below zero for a small part of a step.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"
#include "support/oscillator.h"

namespace saltus::test::test_split_grazing {
namespace {

class Grazing : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, Grazing, locating_schemes("2e-2"), label_of);

/// A ball thrown at a ceiling that it would pass by `excess`.
constexpr const char* kCeiling = R"toml(
[parameters]
excess = 1e-3
v0 = 5.0
[simulation]
step = 2e-2
end = 0.9
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "10*q"
initial = { q = 0.0 }
initial_velocity = { q_dot = "v0" }
[[contact]]
name = "ceiling"
body = "ball"
gap = "v0^2/20 - excess - q"
restitution = 0.6
friction = 0.0
)toml";

// Down to dips of 1e-10 m, which last 9 µs: 1/2000 of a step.
TEST_P(Grazing, ABallThatWouldPassTheCeilingByALittleStrikesItOnce) {
  for (const double excess : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10}) {
    for (const double v0 : {5.0, 4.87, 5.13}) {
      const auto run = run_text(
          kCeiling,
          joined(GetParam().options, {set("parameters.excess", excess), set("parameters.v0", v0)}));
      ASSERT_FALSE(run.outcome.failure);
      EXPECT_EQ(run.outcome.certificate.impacts, 1) << excess;
      EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12) << excess;
      const double speed = std::sqrt(20 * excess), hit = (v0 - speed) / 10;
      const double r = 0.9 - hit;
      const double exact = v0 * v0 / 20 - excess - 0.6 * speed * r - 5 * r * r;
      // the speed is as exact as the root of gaps of round-off size, at the start and where it
      // lands
      EXPECT_NEAR(run.outcome.last.q[0], exact, 1e-11 + 2e-14 / speed) << excess;
    }
  }
}

TEST_P(Grazing, ABallThatMissesTheCeilingByALittleDoesNotStrikeIt) {
  for (const double excess : {-1e-4, -1e-8, -1e-11}) {
    const auto run =
        run_text(kCeiling, joined(GetParam().options, {set("parameters.excess", excess)}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_EQ(run.outcome.certificate.impacts, 0) << excess;
    EXPECT_NEAR(run.outcome.last.q[0], 5 * 0.9 - 5 * 0.81, 1e-12) << excess;
  }
}

// An undamped oscillation about 0.3 of amplitude 0.3 + excess: the stop is met at its lowest point.
TEST(GrazingOscillator, StrikesItsStopOncePerPeriodByAdaptiveWithASmallTolerance) {
  const double k = 40, centre = 0.3, excess = 1e-3;
  const reference::Oscillator p{
      .m = 1, .c = 0, .k = k, .e = 0.5, .q0 = 2 * centre + excess, .v0 = 0, .force = k * centre};
  const reference::OscillatorMotion exact(p, 3);
  std::string force = "body.mass.force={ q = \"";
  force += digits(p.force) + "\" }";
  const auto run = run_example(
      "oscillator", joined(adaptive, {set("parameters.k", k), set("parameters.q0", p.q0), force,
                                      "parameters.e=0.5", "simulation.end=3", "simulation.step=0.1",
                                      option("tolerance", "1e-7")}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(static_cast<std::size_t>(run.outcome.certificate.impacts), exact.impact_times().size());
  EXPECT_GE(run.outcome.certificate.impacts, 1);
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[0], exact.at(s.state.t).q, 1e-4) << s.state.t;
  }
}

}  // namespace
}  // namespace saltus::test::test_split_grazing
