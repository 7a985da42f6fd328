// SPDX-License-Identifier: Apache-2.0
// Joints: pendulums in more coordinates than they need, against the same in their angles.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/double_pendulum.h"
#include "support/order.h"
#include "support/run_model.h"

namespace saltus::test::test_pendulum {
namespace {

const std::string head = R"toml(
[parameters]
a1 = 1.5
a2 = 0.5
J = 0.1
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
)toml";

/// Two point masses, nothing but Cartesian coordinates; `rods` are its joint equations.
std::string masses(const std::string& rods) {
  return head + R"toml(
[[body]]
name = "p"
type = "formula"
coordinates = ["x1", "y1", "x2", "y2"]
kinetic = "0.5*(x1_dot^2 + y1_dot^2 + x2_dot^2 + y2_dot^2)"
potential = "9.81*(y1 + y2)"
initial = { x1 = "sin(a1)", y1 = "-cos(a1)", x2 = "sin(a1) + sin(a2)", y2 = "-cos(a1) - cos(a2)" }
[[joint]]
name = "rods"
type = "formula"
body = "p"
)toml" +
         "equations = " + rods + "\n";
}

const std::string squares = R"(["x1^2 + y1^2 - 1", "(x2 - x1)^2 + (y2 - y1)^2 - 1"])";
const std::string lengths = R"(["sqrt(x1^2 + y1^2) - 1", "sqrt((x2 - x1)^2 + (y2 - y1)^2) - 1"])";
const std::string twice = R"(["x1^2 + y1^2 - 1", "(x2 - x1)^2 + (y2 - y1)^2 - 1",
  "sqrt(x1^2 + y1^2) - 1", "x1^2 + y1^2 - 1"])";

/// The same in two bodies that carry angles too: four joint equations, one of them over both.
std::string masses_and_angles() {
  return head + R"toml(
[[body]]
name = "first"
type = "formula"
coordinates = ["x", "y", "a"]
kinetic = "0.5*(x_dot^2 + y_dot^2) + 0.5*J*a_dot^2"
potential = "9.81*y"
initial = { x = "sin(a1)", y = "-cos(a1)", a = "a1" }
[[body]]
name = "second"
type = "formula"
coordinates = ["x", "y", "a"]
kinetic = "0.5*(x_dot^2 + y_dot^2) + 0.5*J*a_dot^2"
potential = "9.81*y"
initial = { x = "sin(a1) + sin(a2)", y = "-cos(a1) - cos(a2)", a = "a2" }
[[joint]]
name = "upper"
type = "formula"
body = "first"
equations = ["x - sin(a)", "y + cos(a)"]
[[joint]]
name = "lower"
type = "formula"
equations = ["second.x - first.x - sin(second.a)", "second.y - first.y + cos(second.a)"]
)toml";
}

struct Angles {
  double a1;
  double a2;
};

double wrapped(double angle) { return std::remainder(angle, 2 * 3.14159265358979323846); }

/// Angles at t = 1 s of the pendulum whose masses have the rotary inertia J besides, from rest:
///   (2 + J) a1'' + cos d a2'' = −sin d a2'² − 2 g sin a1,
///   cos d a1'' + (1 + J) a2'' =  sin d a1'² − g sin a2,        d = a1 − a2
Angles with_inertia(double J, const Angles& start) {
  const auto slope = [J](double, const reference::Vector<4>& y) {
    const double s = std::sin(y[0] - y[1]);
    const double c = std::cos(y[0] - y[1]);
    const double r1 = -s * y[3] * y[3] - 2 * 9.81 * std::sin(y[0]);
    const double r2 = s * y[2] * y[2] - 9.81 * std::sin(y[1]);
    const double determinant = (2 + J) * (1 + J) - c * c;
    return reference::Vector<4>(y[2], y[3], ((1 + J) * r1 - c * r2) / determinant,
                                ((2 + J) * r2 - c * r1) / determinant);
  };
  const reference::Vector<4> y =
      reference::integrate<4>({.tolerance = 1e-13}, slope, 0, {start.a1, start.a2, 0, 0}, 1);
  return {y[0], y[1]};
}

Angles without_inertia(const Angles& start) {
  const std::array<double, 1> times{1.0};
  const auto y =
      reference::motion(reference::DoublePendulum{.a1 = start.a1, .a2 = start.a2}, times).back();
  return {y[0], y[1]};
}

/// Largest error of the two angles that the positions of the masses mean, at t = 1 s.
double error_of_masses(const Vec& q, const Angles& start) {
  const bool with_angles = q.size() == 6;
  const Angles exact = with_angles ? with_inertia(0.1, start) : without_inertia(start);
  const Eigen::Index second = with_angles ? 3 : 2;
  const double a1 = std::atan2(q[0], -q[1]);
  const double a2 = std::atan2(q[second] - q[0], q[1] - q[second + 1]);
  return std::max(std::abs(wrapped(a1 - exact.a1)), std::abs(wrapped(a2 - exact.a2)));
}

double error(const std::string& model, double h, const Angles& start,
             std::vector<std::string> overrides) {
  overrides.insert(overrides.end(), {set("simulation.step", h), set("parameters.a1", start.a1),
                                     set("parameters.a2", start.a2)});
  const auto run = run_text(model, overrides);
  EXPECT_FALSE(run.outcome.failure);
  EXPECT_DOUBLE_EQ(run.outcome.last.t, 1.0);
  return error_of_masses(run.outcome.last.q, start);
}

constexpr std::array starts{Angles{1.5, 0.5}, Angles{1.1, -0.4}, Angles{0.7, 1.3},
                            Angles{-1.2, 0.2}};

double order(const std::string& model, const std::vector<std::string>& overrides) {
  const std::vector<double> steps{8e-3, 4.1e-3, 2.03e-3, 1e-3};
  std::vector<double> errors;
  for (const double h : steps) {
    double sum = 0;
    for (const Angles& start : starts) sum += error(model, h, start, overrides);
    errors.push_back(sum / static_cast<double>(starts.size()));
  }
  return reference::observed_order(steps, errors);
}

TEST(DoublePendulumOfMasses, IsWithin1e5RadAtOneSecondWithStep1e3AndRodsAsSquares) {
  for (const Angles& start : starts) EXPECT_LT(error(masses(squares), 1e-3, start, {}), 1e-5);
}

TEST(DoublePendulumOfMasses, IsWithin1e5RadAtOneSecondWithStep1e3AndRodsAsLengths) {
  for (const Angles& start : starts) EXPECT_LT(error(masses(lengths), 1e-3, start, {}), 1e-5);
}

TEST(DoublePendulumOfMasses, ConvergesWithOrderTwoWithReactionAtThetaOneHalf) {
  EXPECT_NEAR(order(masses(squares), {}), 2, 0.1);
}

TEST(DoublePendulumOfMasses, ConvergesWithOrderTwoWithRodsAsLengthsAndTrapezoidForces) {
  EXPECT_NEAR(order(masses(lengths), {"simulation.scheme_options.forces=trapezoid"}), 2, 0.1);
}

TEST(DoublePendulumOfMasses, ConvergesWithOrderOneWithReactionAtTheEnd) {
  EXPECT_NEAR(order(masses(squares), {"simulation.scheme_options.reaction_at=end"}), 1, 0.25);
}

TEST(DoublePendulumOfMasses, IsAThousandTimesWorseAtStep1e3WithReactionAtTheEndThanAtTheta) {
  double end = 0;
  double theta = 0;
  for (const Angles& start : starts) {
    end += error(masses(squares), 1e-3, start, {"simulation.scheme_options.reaction_at=end"});
    theta += error(masses(squares), 1e-3, start, {});
  }
  EXPECT_GT(end, 1e3 * theta);
}

TEST(DoublePendulumOfMassesAndAngles, ReferenceWithoutInertiaIsTheOtherReference) {
  for (const Angles& start : starts) {
    EXPECT_NEAR(with_inertia(0, start).a1, without_inertia(start).a1, 1e-10);
    EXPECT_NEAR(with_inertia(0, start).a2, without_inertia(start).a2, 1e-10);
  }
}

TEST(DoublePendulumOfMassesAndAngles, IsWithin1e5RadAtOneSecondAndOfOrderTwo) {
  for (const Angles& start : starts) EXPECT_LT(error(masses_and_angles(), 1e-3, start, {}), 1e-5);
  EXPECT_NEAR(order(masses_and_angles(), {}), 2, 0.1);
}

TEST(DoublePendulumOfMassesAndAngles, ConvergesWithOrderOneWithReactionAtTheEnd) {
  EXPECT_NEAR(order(masses_and_angles(), {"simulation.scheme_options.reaction_at=end"}), 1, 0.25);
}

TEST(DoublePendulumOfMasses, MovesTheSameWithAJointStatedTwice) {
  const auto once = run_text(masses(squares));
  const auto again = run_text(masses(twice));
  ASSERT_FALSE(again.outcome.failure);
  ASSERT_EQ(once.samples.size(), again.samples.size());
  double largest = 0;
  for (std::size_t i = 0; i < once.samples.size(); ++i) {
    largest = std::max(largest,
                       (once.samples[i].state.q - again.samples[i].state.q).cwiseAbs().maxCoeff());
  }
  EXPECT_LT(largest, 1e-10);
}

TEST(DoublePendulumOfMasses, KeepsJointVelocitiesAtRoundOffAtEveryState) {
  const auto run = run_text(masses(squares));
  double velocity = 0;
  double position = 0;
  for (const Sample& s : run.samples) {
    for (const JointSample& j : s.joints) {
      velocity = std::max(velocity, std::abs(j.velocity_error));
      position = std::max(position, std::abs(j.position_error));
    }
  }
  EXPECT_LT(velocity, 1e-11);
  EXPECT_GT(position, 0);
  EXPECT_EQ(position, run.outcome.certificate.max_joint_error);
}

TEST(Joints, ThatContradictEachOtherEndTheRunAndOneIsNamed) {
  const std::string model = head + R"toml(
[[body]]
name = "cart"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "9.81*y"
initial = { x = 0, y = 0 }
[[joint]]
name = "stay"
type = "formula"
body = "cart"
equations = ["x"]
[[joint]]
name = "go"
type = "formula"
body = "cart"
equations = ["x - t"]
)toml";
  const auto run = run_text(model);
  ASSERT_TRUE(run.outcome.failure);
  const std::string& where = run.outcome.failure->where;
  EXPECT_TRUE(where == "joint 'stay'" || where == "joint 'go'") << where;
  EXPECT_FALSE(run.outcome.failure->advice.empty());
  EXPECT_EQ(run.outcome.failure->t, 0);
  EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite());
}

TEST(BouncingPendulum, CertificateReportsAJointDriftThatFallsWithOrderTwo) {
  const std::vector<double> steps{4e-3, 2.1e-3, 1.03e-3, 5e-4};
  std::vector<double> drifts;
  for (const double h : steps) {
    double sum = 0;
    for (const double angle : {0.2617993877991494, 0.31, 0.2, 0.35}) {
      const Outcome outcome = outcome_of_example(
          "bouncing_pendulum",
          {set("simulation.step", h), "simulation.end=3", set("parameters.theta0", angle)});
      EXPECT_FALSE(outcome.failure);
      EXPECT_GT(outcome.certificate.max_joint_error, 0);
      sum += outcome.certificate.max_joint_error;
    }
    drifts.push_back(sum / 4);
  }
  EXPECT_NEAR(reference::observed_order(steps, drifts), 2, 0.5);
}

TEST(BouncingPendulum, KeepsJointVelocitiesAtRoundOffThroughImpacts) {
  const auto run = run_example("bouncing_pendulum", {"simulation.end=2"});
  ASSERT_FALSE(run.outcome.failure);
  ASSERT_GE(run.outcome.certificate.impacts, 1);
  double largest = 0;
  for (const Sample& s : run.samples) {
    for (const JointSample& j : s.joints) largest = std::max(largest, std::abs(j.velocity_error));
  }
  EXPECT_LT(largest, 1e-11);
}

TEST(BouncingPendulum, LeansOnTheObstacleWithTheWallsForceEqualToItsWeight) {
  const auto run = run_example("bouncing_pendulum");
  ASSERT_FALSE(run.outcome.failure);
  // The moment of m ag at 45° is that of an equal horizontal force.
  EXPECT_NEAR(run.samples.back().contacts[0].pn / 1e-3, 10.0, 0.02);
  EXPECT_NEAR(run.samples.back().state.v.norm(), 0, 1e-9);
}

}  // namespace
}  // namespace saltus::test::test_pendulum
