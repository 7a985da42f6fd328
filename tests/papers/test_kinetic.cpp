// SPDX-License-Identifier: Apache-2.0
// Kinetic energies that depend on time or position: inertia forces of drives and of curved
// coordinates.
#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/runge_kutta.h"

namespace saltus::test::test_kinetic {
namespace {

TEST(DrivenPivot, PendulumFromATimeDependentKineticEnergyHasOrder2AndSoHasItsEnergyBalance) {
  const double l = 0.6, ag = 9.81, A = 0.15, w = 7, end = 1.5;
  const auto equation = [&](double t, const reference::Vector<2>& y) {
    // l φ'' + ag sin φ + X'' cos φ = 0, X = A sin(w t)
    const double pivot = -A * w * w * std::sin(w * t);
    return reference::Vector<2>(y[1], -(ag * std::sin(y[0]) + pivot * std::cos(y[0])) / l);
  };
  const reference::Vector<2> exact =
      reference::integrate<2>({}, equation, 0.0, reference::Vector<2>(0.9, -0.4), end);
  const std::vector<double> steps = halved(1e-2, 5);
  std::vector<double> angle, speed, balance;
  for (const double h : steps) {
    const auto run = run_text(R"toml(
[parameters]
m = 1.4
l = 0.6
ag = 9.81
A = 0.15
w = 7.0
[simulation]
step = 1e-2
end = 1.5
[world]
gravity = "none"
[[body]]
name = "pendulum"
type = "formula"
coordinates = ["phi"]
kinetic = "0.5*m*((A*w*cos(w*t) + l*cos(phi)*phi_dot)^2 + (l*sin(phi)*phi_dot)^2)"
potential = "-m*ag*l*cos(phi)"
initial = { phi = 0.9 }
initial_velocity = { phi_dot = -0.4 }
)toml",
                              {set("simulation.step", h)});
    const Sample& last = run.samples.back();
    angle.push_back(std::abs(last.state.q[0] - exact[0]));
    speed.push_back(std::abs(last.state.v[0] - exact[1]));
    balance.push_back(std::abs(last.energy.balance));
  }
  EXPECT_LE(angle.back(), 1e-4);
  EXPECT_NEAR(reference::observed_order(steps, angle), 2, 0.02);
  EXPECT_NEAR(reference::observed_order(steps, speed), 2, 0.02);
  EXPECT_NEAR(reference::observed_order(steps, balance), 2, 0.05);
}

TEST(PolarCoordinates, FreeParticleMovesOnAStraightLineWithOrder2) {
  const double r0 = 1.1, phi0 = 0.3, r_rate = -0.9, phi_rate = 0.8, end = 1.5;
  const double c = std::cos(phi0), s = std::sin(phi0);
  const double x = r0 * c + end * (r_rate * c - r0 * phi_rate * s);
  const double y = r0 * s + end * (r_rate * s + r0 * phi_rate * c);
  const std::vector<double> steps = halved(2e-2, 5);
  std::vector<double> error;
  for (const double h : steps) {
    const auto run = run_text(R"toml(
[simulation]
step = 1e-2
end = 1.5
[world]
gravity = "none"
[[body]]
name = "particle"
type = "formula"
coordinates = ["r", "phi"]
kinetic = "0.5*0.7*(r_dot^2 + r^2*phi_dot^2)"
initial = { r = 1.1, phi = 0.3 }
initial_velocity = { r_dot = -0.9, phi_dot = 0.8 }
)toml",
                              {set("simulation.step", h)});
    const Vec& q = run.samples.back().state.q;
    error.push_back(std::hypot(q[0] * std::cos(q[1]) - x, q[0] * std::sin(q[1]) - y));
  }
  EXPECT_LE(error.back(), 1e-4);
  EXPECT_NEAR(reference::observed_order(steps, error), 2, 0.02);
}

}  // namespace
}  // namespace saltus::test::test_kinetic
