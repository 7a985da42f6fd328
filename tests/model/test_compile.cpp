// SPDX-License-Identifier: Apache-2.0
// A compiled model: where each body, joint and contact stands, and what is assembled from them.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/model/dynamics.h"

namespace saltus::test_compile {
namespace {

const std::string two_bodies = R"toml(
[parameters]
m = 2
k = "3*m"
[simulation]
step = 1
end = 1
[world]
gravity = "none"
[[body]]
name = "cart"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*m*x_dot^2"
potential = "0.5*k*x^2"
initial = { x = "m/4" }
initial_velocity = { x_dot = -1 }
[[body]]
name = "arm"
type = "formula"
coordinates = ["r", "phi"]
kinetic = "0.5*m*(r_dot^2 + r^2*phi_dot^2)"
force = { phi = "-phi_dot" }
initial = { r = 1.5, phi = "pi/6" }
initial_velocity = { phi_dot = 2 }
[[joint]]
name = "rope"
type = "formula"
equations = ["cart.x - arm.r + 1", "arm.phi - pi/6 - 2*t"]
[[contact]]
name = "wall"
body = "cart"
gap = "2 - x"
restitution = "m/4"
friction = 0
)toml";

Model compiled(const std::string& text) {
  return compile(read_model(parse_toml(text, "test.toml"), "test"));
}

TEST(Compile, PlacesBodiesOneAfterTheOtherWithTheirInitialValues) {
  const Model model = compiled(two_bodies);
  ASSERT_EQ(model.dofs, 3);
  ASSERT_EQ(model.clusters.size(), 2U);
  EXPECT_EQ(model.clusters[0].n, 1);
  EXPECT_EQ(model.clusters[1].dof, 1);
  EXPECT_EQ(model.blocks, 1 + 4);
  EXPECT_FALSE(model.linear);  // the arm is not
  EXPECT_TRUE(model.has_power);
  EXPECT_EQ(model.q0[0], 0.5);
  EXPECT_EQ(model.q0[1], 1.5);
  EXPECT_DOUBLE_EQ(model.q0[2], std::acos(-1.0) / 6);
  EXPECT_EQ(model.v0[0], -1);
  EXPECT_EQ(model.v0[1], 0);
  EXPECT_EQ(model.v0[2], 2);
}

TEST(Compile, KeepsRowsOfJointsAndDataOfContacts) {
  const Model model = compiled(two_bodies);
  const auto& joints = model.joints;
  ASSERT_EQ(joints.size(), 1U);
  EXPECT_EQ(joints[0].name, "rope");
  EXPECT_EQ(joints[0].rows, 2);
  EXPECT_EQ(model.joint_functions.size(), 2U);
  ASSERT_EQ(model.contacts.size(), 1U);
  EXPECT_EQ(model.contacts[0].name, "wall");
  EXPECT_EQ(model.contacts[0].e, 0.5);
  EXPECT_EQ(model.contacts[0].mu, 0);
}

TEST(InitialState, StartsAtTimeZeroWithoutImpulses) {
  const Model model = compiled(two_bodies);
  const State x = initial_state(model);
  EXPECT_EQ(x.t, 0);
  EXPECT_EQ(x.q, model.q0);
  EXPECT_EQ(x.v, model.v0);
  ASSERT_EQ(x.p_joint.size(), 2);
  ASSERT_EQ(x.p_normal.size(), 1);
  EXPECT_EQ(x.p_joint.norm() + x.p_normal.norm() + x.p_tangent.norm(), 0);
}

TEST(Dynamics, EnergiesAndForcesAreSumsOverBodies) {
  const Model model = compiled(two_bodies);
  BodyWork work = make_body_work(model);
  Dynamics d = make_dynamics(model);
  const State x = initial_state(model);
  const Energy e = energy(model, x, work);
  EXPECT_NEAR(e.kinetic, 0.5 * 2 * 1 + 0.5 * 2 * 1.5 * 1.5 * 4, 1e-14);
  EXPECT_NEAR(e.potential, 0.5 * 6 * 0.25, 1e-14);

  motion(model, 0, x.q, x.v, work, d);
  Vec f(3);
  scaled_force(model, d, 2, f);
  EXPECT_NEAR(f[0], 2 * (-6 * 0.5), 1e-14);
  EXPECT_NEAR(f[1], 2 * (2 * 1.5 * 4), 1e-14);  // m r φ'²
  EXPECT_NEAR(f[2], 2 * (-2.0), 1e-14);         // r' = 0: damping only

  Vec y = Vec::Zero(3);
  const Vec a = Vec::Constant(3, 0.5);
  const Vec b = Vec::Constant(3, -0.5);
  subtract_momentum(model, d, a, b, y);
  EXPECT_NEAR(y[0], -2, 1e-14);
  EXPECT_NEAR(y[1], -2, 1e-14);
  EXPECT_NEAR(y[2], -2 * 1.5 * 1.5, 1e-14);

  EXPECT_NEAR(mass_norm(model, d, Vec::Ones(3)), std::sqrt(2 + 2 + 2 * 2.25), 1e-14);
}

TEST(Compile, BreakpointsRiseAndStandThereOnce) {
  Description d = read_model(parse_toml(two_bodies, "test.toml"), "test");
  d.simulation.breakpoints = {0.4, 3, 0.3, 0.1 + 0.2, 0.4, 0.1};  // 0.1 + 0.2 > 0.3 in binary
  EXPECT_EQ(compile(d).breakpoints, (std::vector<double>{0.1, 0.1 + 0.2, 0.4, 3}));
}

}  // namespace
}  // namespace saltus::test_compile
