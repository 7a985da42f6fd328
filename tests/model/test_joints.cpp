// SPDX-License-Identifier: Apache-2.0
// Joints between frames: their number of equations, their derivatives, and what they let move.
#include <cmath>
#include <numbers>
#include <random>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "saltus/contact/curvature.h"
#include "saltus/contact/rows.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/model/dynamics.h"
#include "support/run_model.h"

namespace saltus::test_joints {
namespace {

/// Two rigid bodies with a joint and a spring between them.
std::string two_bodies(const std::string& joint) {
  return R"#(
[simulation]
scheme = "combined-projection"
step = 1e-3
end = 0.3
[world]
gravity = [0.3, -0.2, -9.81]
[[body]]
name = "ground"
fixed = true
[[body]]
name = "a"
type = "rigid"
mass = 1.3
inertia = [0.11, 0.12, 0.2, 0.01, -0.02, 0.015]
position = [0.1, 0.2, 0.3]
rotation = { axis = [1, 2, -1], angle = 0.4 }
angular_velocity = [0.3, -0.2, 0.5]
frames = { p = { position = [0.1, 0.2, -0.1] }, s = { position = [0, 0, 0.5] } }
[[body]]
name = "b"
type = "rigid"
mass = 0.7
inertia = [0.04, 0.05, 0.06]
position = [0.6, 0.1, 0.2]
frames = { s = { position = [0.1, 0.3, 0.2] } }
[[force]]
type = "spring"
between = ["a.s", "b.s"]
stiffness = 20
damping = 0.5
length = 0.4
[[force]]
type = "load"
at = "b.s"
force = ["0.3*sin(t)", "a.vx", "b.y*b.wz"]
body_axes = true
)#" + joint;
}

Model compiled(const std::string& text) {
  return compile(read_model(parse_toml(text, "test.toml"), "test"));
}

Vec random_vector(std::mt19937& bits, Eigen::Index n) {
  std::uniform_real_distribution<double> d(-1, 1);
  Vec x(n);
  for (double& e : x) e = d(bits);
  return x;
}

struct Case {
  const char* name;
  const char* text;
  std::size_t rows;
};

const Case cases[] = {
    {"fixed", "type = \"fixed\"\nbetween = [\"a.p\", \"ground\"]", 6},
    {"revolute", "type = \"revolute\"\naxis = [1, 1, 0]\nbetween = [\"a.p\", \"ground\"]", 5},
    {"prismatic", "type = \"prismatic\"\naxis = [0, 1, 2]\nbetween = [\"a.p\", \"b\"]", 5},
    {"cylindrical", "type = \"cylindrical\"\naxis = [0, 1, 2]\nbetween = [\"a.p\", \"b\"]", 4},
    {"spherical", "type = \"spherical\"\nbetween = [\"a.p\", \"b\"]", 3},
    {"universal",
     "type = \"universal\"\naxis = [1, 0, 0]\naxis_2 = [0, 0, 1]\nbetween = [\"a.p\", \"b\"]", 4},
    {"planar", "type = \"planar\"\naxis = [1, 0, 1]\nbetween = [\"a.p\", \"b\"]", 3},
    {"distance", "type = \"distance\"\nbetween = [\"a.p\", \"b\"]", 1},
    {"screw", "type = \"screw\"\naxis = [0, 1, 2]\npitch = 0.2\nbetween = [\"a.p\", \"b\"]", 5},
    {"gear",
     "type = \"gear\"\naxis = [0, 0, 1]\naxis_2 = [0, 1, 0]\nratio = -1.5\nbetween = "
     "[\"a\", \"b\"]",
     1},
};

class Joints : public testing::TestWithParam<Case> {};

TEST_P(Joints, HaveTheirNumberOfEquations) {
  const Model model = compiled(two_bodies(fmt::format("[[joint]]\n{}\n", GetParam().text)));
  EXPECT_EQ(model.joint_functions.size(), GetParam().rows);
}

TEST_P(Joints, RowsAreTheDerivativesAlongTheMotionAndCurvaturesTheirs) {
  const Model model = compiled(two_bodies(fmt::format("[[joint]]\n{}\n", GetParam().text)));
  std::mt19937 bits(7);
  RowWork work = make_row_work(model);
  ConstraintRows rows = make_rows(model), plus = rows, minus = rows;
  Curvature curvature(model);
  const std::vector<double> no_forces(model.functions.size(), 0.0);
  for (int trial = 0; trial < 5; ++trial) {
    Vec q = model.q0;
    advance(model, model.q0, 0.7, random_vector(bits, model.dofs), q);
    const Vec w = random_vector(bits, model.dofs);
    const double h = 1e-6;
    Vec q_plus = q, q_minus = q;
    advance(model, q, h, w, q_plus);
    advance(model, q, -h, w, q_minus);
    evaluate(model, 0, q, work, rows);
    evaluate(model, 0, q_plus, work, plus);
    evaluate(model, 0, q_minus, work, minus);
    evaluate(model, 0, q, w, no_forces, curvature);
    for (std::size_t f = 0; f < model.functions.size(); ++f) {
      const auto id = static_cast<std::int32_t>(f);
      const FunctionPlace& place = model.functions[f];
      const double slope = (plus.value(place) - minus.value(place)) / (2 * h);
      EXPECT_NEAR(velocity(model, rows, id, w), slope, 1e-8);
      const double bend = (velocity(model, plus, id, w) - velocity(model, minus, id, w)) / (2 * h);
      EXPECT_NEAR(drift(model, curvature, id, w), bend, 1e-7);
    }
  }
}

TEST_P(Joints, StayClosedWhileTheBodiesMove) {
  // the members are apart in the model above: they are brought together by their frames
  const std::string text = two_bodies("");
  const Model apart = compiled(text);
  const Eigen::Quaterniond R(apart.q0[3], apart.q0[4], apart.q0[5], apart.q0[6]);
  const Eigen::Vector3d p = apart.q0.segment<3>(0) + R * Eigen::Vector3d(0.1, 0.2, -0.1);
  const std::string near = GetParam().text;
  const std::string place = fmt::format("[{:.17g}, {:.17g}, {:.17g}]", p[0], p[1], p[2]);
  std::vector<std::string> overrides{"body.b.position=" + place};
  if (near.find("ground") != std::string::npos)
    overrides.push_back("body.ground.position=" + place);
  if (near.find("distance") != std::string::npos || near.find("gear") != std::string::npos)
    overrides.clear();
  const test::Run run = test::run_text(two_bodies(fmt::format("[[joint]]\n{}\n", near)), overrides);
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.max_joint_error, 1e-11);
  EXPECT_GT((run.samples.back().state.v - run.samples.front().state.v).norm(), 0.1);
}

INSTANTIATE_TEST_SUITE_P(Types, Joints, testing::ValuesIn(cases),
                         [](const auto& joint) { return std::string(joint.param.name); });

TEST(RigidBodies, ForcesHaveTheTangentsThatDifferencesAlongTheMotionHave) {
  const Model model = compiled(two_bodies(""));
  ASSERT_EQ(model.clusters.size(), 1U);  // the spring couples the bodies
  const Cluster& c = model.clusters.front();
  std::mt19937 bits(3);
  BodyWork work = make_body_work(model);
  Dynamics at = make_dynamics(model), plus = at, minus = at;
  Vec q = model.q0;
  advance(model, model.q0, 0.5, random_vector(bits, model.dofs), q);
  const Vec v = random_vector(bits, model.dofs);
  const Vec w = random_vector(bits, model.dofs);
  tangent(model, 0.3, q, v, Vec::Zero(model.dofs), work, at);
  const double h = 1e-6;
  Vec q_plus = q, q_minus = q;
  advance(model, q, h, w, q_plus);
  advance(model, q, -h, w, q_minus);
  motion(model, 0.3, q_plus, v, work, plus);
  motion(model, 0.3, q_minus, v, work, minus);
  for (std::int32_t i = 0; i < c.n; ++i) {
    double Kw = 0;
    for (std::int32_t j = 0; j < c.n; ++j) Kw += at.K(c)[i * c.n + j] * w[j];
    EXPECT_NEAR(-Kw, (plus.f(c)[i] - minus.f(c)[i]) / (2 * h), 1e-7);
  }
  motion(model, 0.3, q, v + h * w, work, plus);
  motion(model, 0.3, q, v - h * w, work, minus);
  for (std::int32_t i = 0; i < c.n; ++i) {
    double Cw = 0;
    for (std::int32_t j = 0; j < c.n; ++j) Cw += at.C(c)[i * c.n + j] * w[j];
    EXPECT_NEAR(-Cw, (plus.f(c)[i] - minus.f(c)[i]) / (2 * h), 1e-7);
  }
}

std::string shaft(const std::string& rest) {
  return R"#(
[simulation]
scheme = "combined-projection"
step = 1e-3
end = 10
[world]
gravity = "none"
[[body]]
name = "ground"
fixed = true
position = [0, 0, 0]
[[body]]
name = "a"
type = "rigid"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [0, 0, 0]
)#" + rest;
}

TEST(Screw, AdvancesByItsPitchPerTurnOverManyTurns) {
  const test::Run run = test::run_text(shaft(R"#(
angular_velocity = [0, 0, 10]
velocity = [0, 0, 0.5]
[[joint]]
type = "screw"
axis = [0, 0, 1]
pitch = 0.314159265358979
between = ["a", "ground"]
)#"));
  ASSERT_FALSE(run.outcome.failure);
  const State& x = run.samples.back().state;
  EXPECT_NEAR(x.q[2], 0.05 * 10 * 10, 1e-9);  // 16 turns
  EXPECT_LT(run.outcome.certificate.max_joint_error, 1e-11);
}

TEST(Gear, KeepsTheRatioOfTheTurnsOverManyTurns) {
  const test::Run run = test::run_text(shaft(R"#(
angular_velocity = [0, 0, 4]
[[body]]
name = "b"
type = "rigid"
mass = 1
inertia = [0.1, 0.1, 0.1]
position = [1, 0, 0]
angular_velocity = [0, -6, 0]
[[joint]]
type = "revolute"
axis = [0, 0, 1]
between = ["a", "ground"]
[[joint]]
type = "cylindrical"
axis = [0, 1, 0]
between = ["b", "ground"]
[[joint]]
type = "gear"
axis = [0, 0, 1]
axis_2 = [0, 1, 0]
ratio = -1.5
between = ["a", "b"]
[[force]]
type = "torque"
body = "a"
value = [0, 0, "0.5*t"]
)#"),
                                       {"body.b.position=[0,0,0]"});
  ASSERT_FALSE(run.outcome.failure);
  const State& x = run.samples.back().state;
  EXPECT_NEAR(x.v[10], -1.5 * x.v[5], 1e-10);
  // (J + 1.5² J) ω̇ = 0.5 t
  EXPECT_NEAR(x.v[5], 4 + 0.25 * 100 / (0.1 * 3.25), 1e-6);
  EXPECT_LT(run.outcome.certificate.max_joint_error, 1e-11);
}

TEST(PrescribedMotion, IsFollowedExactlyAndItsWorkIsExternal) {
  const test::Run run = test::run_text(shaft(R"#(
[[joint]]
type = "revolute"
axis = [0, 0, 1]
between = ["a", "ground"]
motion = "3*t^2"
)#"));
  ASSERT_FALSE(run.outcome.failure);
  const Sample& last = run.samples.back();
  EXPECT_NEAR(last.state.v[5], 60, 0.1);
  const double turn = 2 * std::atan2(last.state.q[6], last.state.q[3]);
  EXPECT_NEAR(std::remainder(turn - 300, 2 * std::numbers::pi), 0, 1e-10);
  EXPECT_NEAR(last.energy.work_external, last.energy.kinetic, 0.01 * last.energy.kinetic);
}

TEST(Limits, StopTheJointAndThrowItBackWithTheirRestitution) {
  const test::Run run = test::run_text(shaft(R"#(
angular_velocity = [0, 0, 1]
[[joint]]
name = "hinge"
type = "revolute"
axis = [0, 0, 1]
between = ["a", "ground"]
limits = { lower = -0.5, upper = 0.5, restitution = 0.5 }
)#"));
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.max_penetration, 1e-11);
  EXPECT_EQ(run.model.contacts.at(1).name, "hinge.upper");
  // hits after 0.5, 2.5, 6.5 s at 1, 1/2, 1/4 rad/s
  EXPECT_NEAR(run.samples.back().state.v[5], -0.125, 1e-9);
}

}  // namespace
}  // namespace saltus::test_joints
