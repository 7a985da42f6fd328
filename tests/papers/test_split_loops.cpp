// SPDX-License-Identifier: Apache-2.0
// Where schemes that locate impacts can run into endless loops: columns, two corners, joints (and
// openings inside a step: test_split_transitions). Each run ends, where the mechanism rests.
#include <cmath>

#include <gtest/gtest.h>

#include "papers/locating_schemes.h"

namespace saltus::test::test_split_loops {
namespace {

class EndsWith : public testing::TestWithParam<LocatingScheme> {};

INSTANTIATE_TEST_SUITE_P(Of, EndsWith, locating_schemes("1e-3"), label_of);

constexpr int balls = 10;

/// Balls of diameter 0.1 above each other and the floor, `first` above it, `apart` from each other.
std::string column(double e, double first, double apart) {
  std::string names, kinetic, potential, initial, contacts;
  for (int i = 0; i < balls; ++i) {
    const std::string x = "x" + std::to_string(i);
    const std::string comma = i == 0 ? "" : ", ", plus = i == 0 ? "" : " + ";
    names += comma + '"' + x + '"';
    kinetic += plus + "0.5*" + x + "_dot^2";
    potential += plus + "10*" + x;
    initial += comma + x + " = " + digits(0.1 * i + first + apart * i);
    std::string below = "x" + std::to_string(i - 1);
    below += " - 0.1";
    contacts += "[[contact]]\nname = \"c" + std::to_string(i) + "\"\nbody = \"column\"\ngap = \"" +
                x + (i == 0 ? "" : " - " + below) + "\"\nrestitution = " + digits(e) +
                "\nfriction = 0.0\n";
  }
  std::string text =
      "[simulation]\nstep = 1e-3\nend = 4.0\n[world]\ngravity = \"none\"\n[[body]]\n"
      "name = \"column\"\ntype = \"formula\"\ncoordinates = [";
  text += names + "]\nkinetic = \"" + kinetic + "\"\npotential = \"" + potential +
          "\"\ninitial = { " + initial + " }\n" + contacts;
  return text;
}

/// Impacts that the certificate counts stay below this: no loop of hits without progress.
constexpr std::int64_t many = 20000;

void expect_column_at_rest(const Run& run) {
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(run.outcome.last.t, run.simulation.end, 1e-12);
  EXPECT_LT(run.outcome.certificate.impacts, many);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
  const State& last = run.outcome.last;
  for (int i = 0; i < balls; ++i) {
    EXPECT_NEAR(last.q[i], 0.1 * i, 1e-9) << i;
    EXPECT_NEAR(last.v[i], 0, 1e-9) << i;
  }
  // weight of the balls above it
  for (int i = 0; i < balls; ++i) {
    EXPECT_NEAR(run.samples.back().contacts[static_cast<std::size_t>(i)].pn / last.h,
                10.0 * (balls - i), 1e-6);
  }
  const double start = run.samples[0].energy.total;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    EXPECT_LE(run.samples[k].energy.total - run.samples[k - 1].energy.total, 1e-13 * start);
  }
}

// A ball that is closed leaves by 1e-17 m/s after an impact elsewhere in the column.
TEST_P(EndsWith, AColumnOfTenBallsDroppedApartAtRest) {
  expect_column_at_rest(run_text(column(0.5, 0.1, 0.02), GetParam().options));
}

TEST_P(EndsWith, AColumnOfTenBallsDroppedTouchingAtRest) {
  expect_column_at_rest(run_text(column(0.5, 0.1, 0), GetParam().options));
}

TEST_P(EndsWith, AColumnOfTenBallsWithRestitution09WithoutGainOfEnergy) {
  const auto run =
      run_text(column(0.9, 0.1, 0.02), joined(GetParam().options, {"simulation.end=1"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.impacts, many);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
  const double start = run.samples[0].energy.total;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    EXPECT_LE(run.samples[k].energy.total - run.samples[k - 1].energy.total, 1e-13 * start);
  }
}

// The two corners strike in turn, each impact throws the block on the other corner.
TEST_P(EndsWith, TheRockingBlockUprightAndAtRest) {
  for (const char* spin : {"0", "0.2", "-0.35"}) {
    const auto run = run_example(
        "rocking_block", joined(GetParam().options, {std::string("parameters.spin=") + spin}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_LT(run.outcome.certificate.impacts, 1000);
    EXPECT_NEAR(run.outcome.last.q[1], 0.75, 1e-9);
    EXPECT_NEAR(run.outcome.last.q[2], 0, 1e-9);
    EXPECT_NEAR(run.outcome.last.v.cwiseAbs().maxCoeff(), 0, 1e-9);
    const Sample& last = run.samples.back();
    EXPECT_NEAR((last.contacts[0].pn + last.contacts[1].pn) / last.state.h, 9.81, 1e-6);
  }
}

TEST_P(EndsWith, TheRockingBlockAtRestWithACoarseStep) {
  const auto run =
      run_example("rocking_block", joined(GetParam().options, {"simulation.step=1e-2"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.impacts, 1000);
  EXPECT_NEAR(run.outcome.last.q[1], 0.75, 1e-9);
  EXPECT_NEAR(run.outcome.last.v.cwiseAbs().maxCoeff(), 0, 1e-9);
}

// The acceleration of the gap needs the reactions of the joints: without them nothing closes.
TEST_P(EndsWith, ThePendulumWithJointsLeaningOnTheWall) {
  const auto run = run_example("bouncing_pendulum", GetParam().options);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.impacts, 200);
  EXPECT_NEAR(run.outcome.last.q[2], -std::acos(-1.0) / 4, 1e-9);
  EXPECT_NEAR(run.outcome.last.v[2], 0, 1e-10);
}

// Nothing presses the ball against a wall: however soon it comes back, it does not come to rest.
TEST_P(EndsWith, ABallThatFliesBetweenNearWallsAtItsSpeed) {
  constexpr const char* walls = R"#(
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
initial = { x = 0 }
initial_velocity = { x_dot = 1 }
[[contact]]
name = "left"
body = "ball"
gap = "x + 1.2e-3"
restitution = 1
friction = 0
[[contact]]
name = "right"
body = "ball"
gap = "1.2e-3 - x"
restitution = 1
friction = 0
)#";
  const auto run = run_text(walls, joined(GetParam().options, {"simulation.step=1e-2"}));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.fallback.count, 0);
  EXPECT_NEAR(std::abs(run.outcome.last.v[0]), 1, 1e-12);
  EXPECT_NEAR(static_cast<double>(run.outcome.certificate.impacts), 1 / 2.4e-3, 2);
}

}  // namespace
}  // namespace saltus::test::test_split_loops
