// SPDX-License-Identifier: Apache-2.0
// Friction in space against closed forms and against the equations of a body on three feet.
#include <cmath>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_space_friction {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

constexpr double ag = 9.81;

/// A plate with spin that slides on three feet, its centre of mass in their plane: each carries a
/// third of the weight.
constexpr const char* tripod = R"#(
[simulation]
step = 1e-3
end = 0.5
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "plate"
type = "rigid"
mass = 2
inertia = [0.01, 0.01, 0.02]
velocity = [1, 0.5, 0]
angular_velocity = [0, 0, 20]
shapes = [{ type = "point", position = [0.1, 0, 0] },
          { type = "point", position = ["0.1*cos(2*pi/3)", "0.1*sin(2*pi/3)", 0] },
          { type = "point", position = ["0.1*cos(4*pi/3)", "0.1*sin(4*pi/3)", 0] }]
[[contact]]
between = ["plate", "floor"]
restitution = 0
friction = 0.2
)#";

/// x, y, angle and their rates.
using Plate = Eigen::Matrix<double, 6, 1>;

Plate rate(const Plate& s) {
  Vector2d force = Vector2d::Zero();
  double torque = 0;
  for (int i = 0; i < 3; ++i) {
    const double phi = s[2] + 2 * M_PI / 3 * i;
    const Vector2d arm(0.1 * std::cos(phi), 0.1 * std::sin(phi));
    const Vector2d u = s.segment<2>(3) + s[5] * Vector2d(-arm[1], arm[0]);
    const Vector2d f = -0.2 * 2 * ag / 3 * u.normalized();
    force += f;
    torque += arm[0] * f[1] - arm[1] * f[0];
  }
  Plate d;
  d << s[3], s[4], s[5], force[0] / 2, force[1] / 2, torque / 0.02;
  return d;
}

Plate exact_plate(double t) {
  Plate s;
  s << 0, 0, 0, 1, 0.5, 20;
  constexpr int steps = 20000;
  const double h = t / steps;
  for (int k = 0; k < steps; ++k) {
    const Plate a = rate(s), b = rate(s + h / 2 * a), c = rate(s + h / 2 * b), d = rate(s + h * c);
    s += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return s;
}

TEST(SpinningAndSlidingPlate, FollowsItsEquationsWithTheStepInEveryScheme) {
  const Plate exact = exact_plate(0.3);
  for (const char* scheme : {"moreau-jean", "combined-projection", "direct-projection",
                             "generalized-alpha", "half-explicit"}) {
    double coarse = 0;
    for (const double h : {1e-3, 2.5e-4}) {
      const auto run = run_text(tripod, {std::string("simulation.scheme=") + scheme,
                                         "simulation.end=0.3", set("simulation.step", h)});
      ASSERT_FALSE(run.outcome.failure) << scheme;
      const State& x = run.outcome.last;
      Plate s;
      s << x.q[0], x.q[1], 2 * std::atan2(x.q[6], x.q[3]), x.v[0], x.v[1], x.v[5];
      s[2] = exact[2] + std::remainder(s[2] - exact[2], 2 * M_PI);
      const double error = (s - exact).norm();
      if (coarse > 0) {
        EXPECT_LT(error, 0.3 * coarse) << scheme;
      } else {
        EXPECT_LT(error, 0.05) << scheme;
      }
      coarse = error;
    }
  }
}

constexpr const char* spinning_ball = R"#(
[simulation]
scheme = "moreau-jean"
step = 1e-3
end = 0.6
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "ball"
type = "rigid"
mass = 2
inertia = [0.008, 0.008, 0.008]
position = [0, 0, 0.1]
velocity = [1, 0, 0]
angular_velocity = [5, 10, 7]
shapes = [{ type = "sphere", radius = 0.1 }]
[[contact]]
between = ["ball", "floor"]
restitution = 0
friction = 0.1
)#";

// u = v + ω × (0, 0, −R) keeps its direction and loses 7/2 μ g per second: a parabola, then rolling
TEST(SpinningBall, GoesAlongAParabolaAndThenRollsStraight) {
  constexpr double R = 0.1, mu = 0.1;
  const Vector2d v0(1, 0), u0(1 - 10 * R, 5 * R);
  const double t_roll = u0.norm() / (3.5 * mu * ag);
  const Vector2d a = -mu * ag * u0.normalized();
  ASSERT_LT(t_roll, 0.5);
  const auto run = run_text(spinning_ball);
  ASSERT_FALSE(run.outcome.failure);
  for (const Sample& s : run.samples) {
    const double t = s.state.t, slid = std::min(t, t_roll);
    const Vector2d v = v0 + slid * a;
    const Vector2d x = v0 * slid + 0.5 * slid * slid * a + (t - slid) * v;
    EXPECT_LT((s.state.v.head<2>() - v).norm(), 2e-3) << t;
    EXPECT_LT((s.state.q.head<2>() - x).norm(), 1e-3) << t;
  }
  EXPECT_NEAR(run.outcome.last.v[2], 0, 1e-12);
}

}  // namespace
}  // namespace saltus::test::test_space_friction
