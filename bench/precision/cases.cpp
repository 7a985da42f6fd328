// SPDX-License-Identifier: Apache-2.0
// References come from tests/support: closed forms, and event-driven integration of order 10. The
// starts are such that no checkpoint is closer than 0.4 % of an interval to an impact of note (2 %
// of the largest jump of a gap's velocity): next to one, the error of a run is the whole jump.
#include "precision/cases.h"

#include <cmath>
#include <utility>

#include "support/ball.h"
#include "support/oscillator.h"
#include "support/run_model.h"
#include "support/slider_crank.h"
#include "support/wall_pendulum.h"

namespace saltus::bench {
namespace {

using test::set;

std::vector<double> times(const Case& c) {
  std::vector<double> t;
  for (int i = 1; i <= c.checkpoints; ++i) t.push_back(i * c.interval);
  return t;
}

Vec one(double x) { return Vec::Constant(1, x); }

Case oscillator() {
  Case c{"oscillator", "oscillator", {}, 0.2, 25, "closed form", true, {}};
  for (const auto& [q0, v0] : {std::pair{1.0, 0.0}, {1.05, 0.6}, {0.95, -0.5}, {1.1, 1.0}}) {
    const reference::OscillatorMotion motion({.q0 = q0, .v0 = v0}, c.end() + 1);
    Start start{{set("parameters.q0", q0), set("body.mass.initial_velocity.q_dot", v0)}, {}};
    for (const double t : times(c)) start.v.push_back(one(motion.at(t).v_after));
    c.starts.push_back(std::move(start));
  }
  return c;
}

Case ball() {
  Case c{"bouncing ball", "bouncing_ball", {}, 0.19, 25, "closed form", true, {}};
  for (const double y0 : {1.001, 1.01, 0.98, 1.05}) {
    const reference::Ball motion{.gravity = 10, .e = 0.8, .q0 = y0 - 0.2, .v0 = 0};
    Start start{{set("parameters.y0", y0)}, {}};
    for (const double t : times(c)) start.v.push_back(one(motion.at(t).v_after));
    c.starts.push_back(std::move(start));
  }
  return c;
}

Case ball_of_ballard() {
  Case c{"ball of Ballard", "bouncing_ball_ballard", {}, 0.19, 25, "closed form", true, {}};
  for (const double q0 : {1.001, 1.02, 0.97, 1.05}) {
    const reference::Ball motion{.gravity = 2, .e = 0.5, .q0 = q0, .v0 = 0};
    Start start{{set("parameters.q0", q0)}, {}};
    for (const double t : times(c)) start.v.push_back(one(motion.at(t).v_after));
    c.starts.push_back(std::move(start));
  }
  return c;
}

/// Without friction its two coordinates know nothing of each other.
Case ball_in_box() {
  Case c{"ball in a box", "ball_in_box", {}, 0.11, 25, "closed form", true, {}};
  constexpr double g = 9.81;
  const double slope = std::acos(-1.0) / 6;
  for (const double height : {1.0, 1.02, 0.97, 1.05}) {
    const reference::Ball x{.gravity = g * std::cos(slope), .e = 0.3, .q0 = height, .v0 = 0};
    const reference::Ball y{.gravity = g * std::sin(slope), .e = 0.3, .q0 = height, .v0 = 0};
    Start start{{set("body.ball.initial.x", 1 + height), set("body.ball.initial.y", 1 + height)},
                {}};
    for (const double t : times(c))
      start.v.emplace_back(Eigen::Vector2d(x.at(t).v_after, y.at(t).v_after));
    c.starts.push_back(std::move(start));
  }
  return c;
}

Case pendulum() {
  Case c{
      "bouncing pendulum (2 joints)", "bouncing_pendulum", {}, 0.23, 25, "event-driven", true, {}};
  for (const double theta0 : {0.2617993877991494, 0.25, 0.22, 0.29}) {
    const reference::WallPendulumMotion motion({.theta = theta0}, c.end() + 1);
    Start start{{set("parameters.theta0", theta0)}, {}};
    for (const double t : times(c)) {
      const auto x = motion.at(t);
      start.v.emplace_back(x.omega * Eigen::Vector3d(-std::sin(x.theta), std::cos(x.theta), 1));
    }
    c.starts.push_back(std::move(start));
  }
  return c;
}

/// `mechanism` with the speeds 150 and −75 rad/s, and some close to them.
void add_slider_cranks(const reference::SliderCrank& mechanism, Case& c) {
  for (const double scale : {1.0, 0.98, 1.01, 1.035}) {
    reference::SliderCrank other = mechanism;
    other.v0 *= scale;
    Start start{{set("body.mechanism.initial_velocity.theta1_dot", other.v0[0]),
                 set("body.mechanism.initial_velocity.theta2_dot", other.v0[1])},
                {}};
    for (const auto& x : motion(other, times(c)).states)
      start.v.emplace_back(Eigen::Vector3d(x.v[0], x.v[1], 0));
    c.starts.push_back(std::move(start));
  }
}

Case slider_crank(double mu) {
  Case c{mu > 0 ? "slider-crank, μ = 0.01" : "slider-crank, μ = 0",
         "slider_crank",
         {set("parameters.mu", mu)},
         8e-3,
         25,
         "event-driven",
         true,
         {}};
  add_slider_cranks({.mu = mu}, c);
  return c;
}

Case slider_crank_without_play(const char* title, const char* example) {
  Case c{title, example, {}, 4e-3, 25, "order 10", true, {}};
  add_slider_cranks({.c = 0}, c);
  return c;
}

Case rocking_block() {
  Case c{"rocking block",
         "rocking_block",
         {},
         0.08,
         25,
         "`adaptive` at a tolerance of 1e-12: not independent",
         false,
         {}};
  for (const double spin : {0.0, 0.2, -0.1, 0.1})
    c.starts.push_back({{set("parameters.spin", spin)}, {}});
  return c;
}

Case two_balls() {
  Case c{"two-ball oscillator",
         "two_ball_oscillator",
         {},
         0.08,
         25,
         "`adaptive` at a tolerance of 1e-12: not independent",
         false,
         {}};
  for (const double height : {1.0, 1.03, 0.97, 1.05})
    c.starts.push_back({{set("parameters.height", height)}, {}});
  return c;
}

}  // namespace

std::vector<Case> cases() {
  return {
      slider_crank(0.01),
      slider_crank(0),
      pendulum(),
      oscillator(),
      ball(),
      ball_of_ballard(),
      ball_in_box(),
      slider_crank_without_play("slider-crank without play (a joint)", "slider_crank_joint"),
      slider_crank_without_play("slider-crank without play (two sides)", "slider_crank_bilateral"),
      rocking_block(),
      two_balls()};
}

}  // namespace saltus::bench
