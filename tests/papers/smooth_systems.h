// SPDX-License-Identifier: Apache-2.0
// Nonlinear systems without contact, as model text and as differential equations by hand.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/order.h"
#include "support/run_model.h"
#include "support/runge_kutta.h"

namespace saltus::test::smooth {

using reference::Vector;

/// A system of one or two coordinates as model text and, by hand, as y' = F(t, y), y = (q, v).
/// `scale` in the text stands for a factor of the initial data.
template <int N>
struct System {
  std::string body;
  std::function<Vector<N>(double, const Vector<N>&)> slope;
  Vector<N> start;
};

inline const System<2> duffing{
    R"toml(coordinates = ["q"]
kinetic = "0.5*q_dot^2"
potential = "-0.5*q^2 + 0.25*q^4"
initial = { q = "1.3*scale" }
initial_velocity = { q_dot = "0.4*scale" }
)toml",
    [](double, const Vector<2>& y) { return Vector<2>(y[1], y[0] - std::pow(y[0], 3)); },
    {1.3, 0.4}};

inline const System<2> pendulum{
    R"toml(coordinates = ["a"]
kinetic = "0.5*0.7*1.2^2*a_dot^2"
potential = "-0.7*9.81*1.2*cos(a)"
initial = { a = "1.9*scale" }
)toml",
    [](double, const Vector<2>& y) { return Vector<2>(y[1], -9.81 / 1.2 * std::sin(y[0])); },
    {1.9, 0}};

// Polar coordinates: M = diag(m, m r²), Kepler's potential with a cubic correction.
inline const System<4> central_field{
    R"toml(coordinates = ["r", "phi"]
kinetic = "0.5*1.5*(r_dot^2 + r^2*phi_dot^2)"
potential = "-2/r + 0.3/r^3"
initial = { r = "1.4*scale", phi = 0.2 }
initial_velocity = { r_dot = "0.3*scale", phi_dot = "0.9*scale" }
)toml",
    [](double, const Vector<4>& y) {
      const double r = y[0];
      const double pull = -2 / (r * r) + 0.9 / std::pow(r, 4);
      return Vector<4>(y[2], y[3], r * y[3] * y[3] + pull / 1.5, -2 * y[2] * y[3] / r);
    },
    {1.4, 0.2, 0.3, 0.9}};

inline const System<2> driven{
    R"toml(coordinates = ["q"]
kinetic = "0.5*(1 + 0.5*q^2)*q_dot^2"
potential = "0.5*3*q^2 + 0.1*q^4"
force = { q = "-0.4*q_dot*(1 + q^2) - 0.1*q_dot*abs(q_dot) + 1.3*cos(2.1*t)*exp(-0.1*q)" }
initial = { q = "0.8*scale" }
initial_velocity = { q_dot = "1.1*scale" }
)toml",
    [](double t, const Vector<2>& y) {
      const double q = y[0];
      const double v = y[1];
      const double force = -0.4 * v * (1 + q * q) - 0.1 * v * std::abs(v) +
                           1.3 * std::cos(2.1 * t) * std::exp(-0.1 * q) - 3 * q - 0.4 * q * q * q;
      return Vector<2>(v, (force - 0.5 * q * v * v) / (1 + 0.5 * q * q));
    },
    {0.8, 1.1}};

inline constexpr double end = 1.5;
inline constexpr std::array scales{0.8, 0.9, 1.0, 1.1};
inline const std::vector<double> steps{1.5 / 60, 1.5 / 125, 1.5 / 247, 1.5 / 500};

enum class Of { positions, all };

/// Largest error of q (and v) at the end, averaged over the initial data.
template <int N>
std::vector<double> mean_errors(const System<N>& system, const std::vector<std::string>& options,
                                Of of = Of::all) {
  std::vector<double> errors(steps.size(), 0.0);
  for (const double scale : scales) {
    Vector<N> y = system.start * scale;
    if constexpr (N == 4) y[1] = system.start[1];
    // The abs() in a force has a kink: short steps keep the reference far below the errors.
    const Vector<N> exact =
        reference::integrate<N>({.tolerance = 1e-13, .max_step = 0.02}, system.slope, 0, y, end);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<std::string> overrides{set("parameters.scale", scale),
                                         set("simulation.step", steps[i])};
      overrides.insert(overrides.end(), options.begin(), options.end());
      const Run run = run_text(
          "[parameters]\nscale = 1\n[simulation]\nstep = 1e-2\nend = 1.5\n[world]\n"
          "gravity = \"none\"\n[[body]]\nname = \"b\"\ntype = \"formula\"\n" +
              system.body,
          overrides);
      EXPECT_FALSE(run.outcome.failure);
      Vector<N> found;
      found << run.outcome.last.q, run.outcome.last.v;
      const int components = of == Of::all ? N : N / 2;
      errors[i] += (found - exact).head(components).cwiseAbs().maxCoeff() /
                   static_cast<double>(scales.size());
    }
  }
  return errors;
}

template <int N>
void expect_order(const System<N>& system, const std::vector<std::string>& options, double order,
                  double slack = 0.1, Of of = Of::all) {
  EXPECT_NEAR(reference::observed_order(steps, mean_errors(system, options, of)), order, slack);
}

}  // namespace saltus::test::smooth
