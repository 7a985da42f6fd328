// SPDX-License-Identifier: Apache-2.0
// Torsion springs in space count turns: their torque and energy go on over any number of them.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_torsion {
namespace {

constexpr double k = 0.5;
constexpr double I = 0.25;
constexpr double W = 20;

/// A wheel on a shaft in a general direction, which turns to and fro by 14 rad: W cos(ω t).
std::string wheel(const std::string& between) {
  return R"toml(
[simulation]
step = 1e-3
end = 5
[world]
gravity = [0, 0, 0]
[[body]]
name = "ground"
fixed = true
rotation = { axis = [3, -1, 2], angle = 2.5 }
[[body]]
name = "wheel"
type = "rigid"
mass = 1
inertia = [0.25, 0.25, 0.25]
position = [0, 0, 0]
rotation = { axis = [1, 2, 2], angle = 2 }
angular_velocity = ["20/3", "40/3", "40/3"]
[[joint]]
name = "shaft"
type = "revolute"
axis = [1, 2, 2]
between = ["wheel", "ground"]
[[force]]
name = "spiral"
type = "torsion"
axis = [1, 2, 2]
stiffness = 0.5
between = )toml" +
         between + "\n";
}

/// How far the wheel is turned, as recorded: behind its attitude.
double turn(const Sample& sample) { return sample.state.q[7]; }

double speed(const Sample& sample) {
  const Vec& v = sample.state.v;
  return (v[3] + 2 * v[4] + 2 * v[5]) / 3;
}

class Torsion : public EveryScheme {};

TEST_P(Torsion, InSpaceIsAHarmonicOscillatorOverSeveralTurnsEitherWayRound) {
  const double omega = std::sqrt(k / I);
  for (const char* between : {R"(["wheel", "ground"])", R"(["ground", "wheel"])"}) {
    const double sign = between[2] == 'w' ? 1 : -1;
    const auto run = run_text(wheel(between), {"simulation.scheme=" + GetParam()});
    ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
    double most = 0;
    for (const Sample& sample : run.samples) {
      const double t = sample.state.t;
      ASSERT_NEAR(speed(sample), W * std::cos(omega * t), 1e-2 * W) << t;
      ASSERT_NEAR(turn(sample), sign * W / omega * std::sin(omega * t), 1e-2 * W) << t;
      ASSERT_NEAR(sample.energy.potential, 0.5 * k * turn(sample) * turn(sample), 1e-9);
      ASSERT_NEAR(sample.energy.total, 0.5 * I * W * W, 1e-2 * I * W * W) << t;
      most = std::max(most, std::abs(turn(sample)));
    }
    EXPECT_GT(most, 14);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Torsion, testing::ValuesIn(all_schemes()), identifier);

TEST(TorsionSpring, CountsTurnsWhereABodyTurnsByMoreThanAHalfTurnInAStep) {
  const double spin = 4500;  // 4.5 rad per step, and hardly a spring
  const auto run =
      run_text(wheel(R"(["wheel", "ground"])"),
               {"force.spiral.stiffness=1e-12", "body.wheel.angular_velocity=[1500, 3000, 3000]",
                "simulation.end=1", "simulation.scheme=moreau-jean"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(turn(run.samples.back()), spin, 1e-6);
}

/// Two bodies that tumble freely, with a spring between them that no joint guides.
std::string tumbling(const std::string& force) {
  return R"toml(
[simulation]
scheme = "adaptive"
step = 1e-3
end = 6
[world]
gravity = [0, 0, 0]
[[body]]
name = "a"
type = "rigid"
mass = 1
inertia = [0.2, 0.25, 0.3]
position = [0, 0, 0]
angular_velocity = [0.2, 0.1, 9]
[[body]]
name = "between"
type = "point"
mass = 1
position = [1, 2, 3]
[[body]]
name = "b"
type = "rigid"
mass = 1
inertia = [0.3, 0.25, 0.4]
position = [1, 0, 0]
angular_velocity = [-0.1, 0.2, -7]
[[force]]
name = "rubber"
type = "torsion"
axis = [0, 0, 1]
between = ["a", "b"]
)toml" + force;
}

TEST(TorsionSpring, BetweenTwoTumblingBodiesKeepsTheirEnergyOverTurns) {
  for (const char* force : {"stiffness = 0.05", "preload = 0.4\nlength = 1",
                            "stiffness = 0.05\npreload = 0.1\nlength = -3"}) {
    const auto run = run_text(tumbling(force));
    ASSERT_FALSE(run.outcome.failure);
    double most = 0;
    for (const Sample& sample : run.samples) {
      ASSERT_NEAR(sample.energy.total, run.samples.front().energy.total, 2e-4);
      most = std::max(most, std::abs(turn(sample)));
    }
    EXPECT_GT(most, 7);
  }
}

}  // namespace
}  // namespace saltus::test::test_torsion
