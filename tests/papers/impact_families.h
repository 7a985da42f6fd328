// SPDX-License-Identifier: Apache-2.0
// Families of initial data of oscillator, pendulum and slider-crank, with their exact motions.
#pragma once

#include <cmath>
#include <memory>

#include "papers/checkpoints.h"
#include "support/oscillator.h"
#include "support/slider_crank.h"
#include "support/wall_pendulum.h"

namespace saltus::test {

/// The fractional part: spreads data evenly for factors like the golden ratio.
inline double spread(double x) { return x - std::floor(x); }

/// Ten oscillators; `press` is a constant force against the stop, under which impacts accumulate.
inline void add_oscillators(CheckpointErrors& errors, const Overrides& scheme, double end,
                            double margin, double press) {
  for (int datum = 0; datum < 10; ++datum) {
    const double k =
        reference::Oscillator{}.k * (0.85 + 0.4 * spread(0.11 + datum * 0.8191725133961645));
    const reference::Oscillator p{.k = k,
                                  .e = datum % 2 == 0 ? 0.5 : 0.8,
                                  .q0 = 0.4 + spread(0.37 + datum * 0.7548776662466927),
                                  .v0 = -2 + 4 * spread(0.61 + datum * 0.5698402909980532),
                                  .force = -press};
    const reference::OscillatorMotion exact(p, end + 1);
    const std::vector<double> impacts = exact.impact_times();
    EXPECT_GE(impacts.size(), 3u);
    EXPECT_TRUE(press == 0 || exact.rest_time() < end);
    std::string velocity = "body.mass.initial_velocity={ q_dot = ";
    velocity += digits(p.v0) + " }";
    std::string force = "body.mass.force={ q = \"-c*q_dot - (";
    force += digits(press) + ")\" }";
    const Overrides data{set("parameters.q0", p.q0), velocity, force, set("parameters.e", p.e),
                         set("parameters.k", k)};
    errors.add("oscillator", joined(data, scheme), [&](double t) {
      const reference::BounceState s = exact.at(t);
      return ExactState{Vec::Constant(1, s.q), Vec::Constant(1, s.v_after),
                        is_near(impacts, t, margin)};
    });
  }
}

/// Eight pendulums against the wall, in the coordinates x, y, theta with two joint rows.
inline void add_pendulums(CheckpointErrors& errors, const Overrides& scheme, double end,
                          double margin) {
  for (int datum = 0; datum < 8; ++datum) {
    const reference::WallPendulum p{.e = datum % 2 == 0 ? 0.5 : 0.8,
                                    .theta = 0.1 + 0.2 * spread(datum * 0.7548776662466927),
                                    .omega = -1 + 2 * spread(0.3 + datum * 0.5698402909980532)};
    const reference::WallPendulumMotion exact(p, end + 1);
    const double w = p.omega, s = std::sin(p.theta), c = std::cos(p.theta);
    std::string velocity = "body.pendulum.initial_velocity={ x_dot = ";
    velocity += digits(-s * w) + ", y_dot = " + digits(c * w) + ", theta_dot = " + digits(w) + " }";
    const Overrides data{set("parameters.theta0", p.theta), set("parameters.e", p.e), velocity};
    errors.add("bouncing_pendulum", joined(data, scheme), [&](double t) {
      const auto [theta, omega] = exact.at(t);
      Vec q(3), v(3);
      q << std::cos(theta), std::sin(theta), theta;
      v << -std::sin(theta) * omega, std::cos(theta) * omega, omega;
      return ExactState{q, v, is_near(exact.impact_times(), t, margin)};
    });
  }
}

constexpr std::array crank_speeds{140.3, 143.1, 145.9, 148.2, 150.0, 152.7, 155.4, 158.6};

inline Overrides crank_data(const reference::SliderCrank& p) {
  return {set("body.mechanism.initial_velocity.theta1_dot", p.v0[0]),
          set("body.mechanism.initial_velocity.theta2_dot", p.v0[1]), set("parameters.c", p.c),
          set("parameters.J2", p.J2), set("parameters.e", p.e)};
}

/// Slider-cranks that start along the axis with eight speeds; the other data are those of `p`.
inline void add_slider_cranks(CheckpointErrors& errors, const std::string& example,
                              const Overrides& scheme, reference::SliderCrank p,
                              const std::vector<double>& times, double margin) {
  for (const double speed : crank_speeds) {
    p.v0 = {speed, -speed / 2};
    const auto exact = reference::motion(p, times);
    std::vector<double> impacts;
    for (const auto& hit : exact.impacts) impacts.push_back(hit.t);
    Overrides data = crank_data(p);
    if (p.c > 0) data.push_back(set("parameters.mu", p.mu));
    std::size_t next = 0;
    errors.add(example, joined(data, scheme), [&](double t) {
      const reference::SliderCrankState& s = exact.states[next++];
      return ExactState{s.q, s.v, is_near(impacts, t, margin)};
    });
  }
}

}  // namespace saltus::test
