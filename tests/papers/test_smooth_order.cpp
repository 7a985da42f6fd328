// SPDX-License-Identifier: Apache-2.0
// Orders without contact: nonlinear systems against an independent integration of order ten.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/smooth_systems.h"

namespace saltus::test::test_smooth_order {
namespace {

using namespace smooth;  // NOLINT: the systems are what this file is about
using reference::Vector;

const std::string opt = "simulation.scheme_options.";
using Options = std::vector<std::string>;

TEST(SmoothOrder, IsTwoForThetaOneHalfWithMidpointForces) {
  expect_order(duffing, {}, 2);
  expect_order(pendulum, {}, 2);
  expect_order(central_field, {}, 2);
  expect_order(driven, {}, 2);
}

TEST(SmoothOrder, IsTwoForThetaOneHalfWithTrapezoidForces) {
  const Options trapezoid{opt + "forces=trapezoid"};
  expect_order(duffing, trapezoid, 2);
  expect_order(pendulum, trapezoid, 2);
  expect_order(central_field, trapezoid, 2);
  expect_order(driven, trapezoid, 2);
}

TEST(SmoothOrder, IsOneForThetaOne) {
  const Options implicit{opt + "theta=1"};
  expect_order(duffing, implicit, 1, 0.15);
  expect_order(pendulum, implicit, 1, 0.15);
  expect_order(central_field, implicit, 1, 0.15);
  expect_order(driven, implicit, 1, 0.15);
}

TEST(SmoothOrder, IsOneForTheExplicitScheme) {
  const Options name{"simulation.scheme=moreau-jean-explicit"};
  expect_order(duffing, name, 1, 0.15);
  expect_order(pendulum, name, 1, 0.15);
  expect_order(central_field, name, 1, 0.15);
  expect_order(driven, name, 1, 0.15);
}

TEST(SmoothOrder, IsOneWithMassAtTheEndWhereMassIsNotConstant) {
  const Options mass{opt + "mass_at=end"};
  expect_order(central_field, mass, 1, 0.15);
  expect_order(driven, mass, 1, 0.15);
}

TEST(SmoothOrder, IsTwoWithMassAtTheEndWhereMassIsConstant) {
  expect_order(duffing, {opt + "mass_at=end"}, 2);
}

TEST(SmoothOrder, IsOneForTheDissipativeVariantWithThetaOneAndTwoWithOneHalf) {
  const Options half{"simulation.scheme=moreau-jean-dissipative"};
  const Options one{"simulation.scheme=moreau-jean-dissipative", opt + "theta=1"};
  expect_order(duffing, half, 2);
  expect_order(driven, half, 2);
  expect_order(duffing, one, 1, 0.15);
  expect_order(driven, one, 1, 0.15);
}

TEST(SmoothOrder, IsTwoOnLinearSystemsWithDampingAndDrive) {
  const System<2> linear{
      R"toml(coordinates = ["q"]
kinetic = "0.5*2*q_dot^2"
potential = "0.5*7*q^2"
force = { q = "-0.6*q_dot + 1.7*sin(3*t)" }
initial = { q = "0.5*scale" }
initial_velocity = { q_dot = "-0.2*scale" }
)toml",
      [](double t, const Vector<2>& y) {
        return Vector<2>(y[1], (-7 * y[0] - 0.6 * y[1] + 1.7 * std::sin(3 * t)) / 2);
      },
      {0.5, -0.2}};
  expect_order(linear, {}, 2);
  expect_order(linear, {opt + "forces=trapezoid"}, 2);
  expect_order(linear, {opt + "theta=0.7"}, 1, 0.15);
}

}  // namespace
}  // namespace saltus::test::test_smooth_order
