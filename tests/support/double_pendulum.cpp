// SPDX-License-Identifier: Apache-2.0
// The double pendulum's equations of motion in minimal coordinates.
#include "support/double_pendulum.h"

#include <cmath>

namespace saltus::reference {
namespace {

// From L = ½(m1+m2) l1² w1² + ½ m2 l2² w2² + m2 l1 l2 w1 w2 cos(a1−a2) + gravity terms:
//   (m1+m2) l1 w1' + m2 l2 w2' cos d = −m2 l2 w2² sin d − (m1+m2) g sin a1
//   l1 w1' cos d + l2 w2'            =  l1 w1² sin d − g sin a2,           d = a1 − a2
Vector<4> slope(const DoublePendulum& p, const Vector<4>& y) {
  const double d = y[0] - y[1];
  const double s = std::sin(d);
  const double c = std::cos(d);
  const double M = p.m1 + p.m2;
  const double r1 = -p.m2 * p.l2 * y[3] * y[3] * s - M * p.gravity * std::sin(y[0]);
  const double r2 = p.l1 * y[2] * y[2] * s - p.gravity * std::sin(y[1]);
  const double determinant = p.m1 + p.m2 * s * s;  // M − m2 cos² d
  const double l1_w1 = (r1 - p.m2 * c * r2) / determinant;
  const double l2_w2 = (M * r2 - c * r1) / determinant;
  return {y[2], y[3], l1_w1 / p.l1, l2_w2 / p.l2};
}

}  // namespace

std::vector<DoublePendulumState> motion(const DoublePendulum& pendulum,
                                        std::span<const double> times, double tolerance) {
  const RungeKutta method{.tolerance = tolerance};
  const auto f = [&](double, const Vector<4>& y) { return slope(pendulum, y); };
  std::vector<DoublePendulumState> states;
  double t = 0;
  double h = 1e-3 * std::sqrt(std::min(pendulum.l1, pendulum.l2) / (1 + pendulum.gravity));
  Vector<4> y(pendulum.a1, pendulum.a2, pendulum.w1, pendulum.w2);
  for (const double time : times) {
    while (t < time) accepted_step<4>(method, f, t, y, h, time);
    states.push_back(y);
  }
  return states;
}

double energy(const DoublePendulum& p, const DoublePendulumState& y) {
  const double vx1 = p.l1 * std::cos(y[0]) * y[2];
  const double vy1 = p.l1 * std::sin(y[0]) * y[2];
  const double vx2 = vx1 + p.l2 * std::cos(y[1]) * y[3];
  const double vy2 = vy1 + p.l2 * std::sin(y[1]) * y[3];
  const double height1 = -p.l1 * std::cos(y[0]);
  const double height2 = height1 - p.l2 * std::cos(y[1]);
  return 0.5 * p.m1 * (vx1 * vx1 + vy1 * vy1) + 0.5 * p.m2 * (vx2 * vx2 + vy2 * vy2) +
         p.gravity * (p.m1 * height1 + p.m2 * height2);
}

}  // namespace saltus::reference
