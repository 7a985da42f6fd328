// SPDX-License-Identifier: Apache-2.0
// A double pendulum of two point masses, in its two angles.
#pragma once

#include <span>
#include <vector>

#include "support/runge_kutta.h"

namespace saltus::reference {

/// Masses at (l1 sin a1, −l1 cos a1) and that + (l2 sin a2, −l2 cos a2): both angles are measured
/// from the downward vertical, gravity acts along −y.
struct DoublePendulum {
  double m1 = 1;
  double m2 = 1;
  double l1 = 1;
  double l2 = 1;
  double gravity = 9.81;
  double a1 = 1.5;
  double a2 = 0.5;
  double w1 = 0;
  double w2 = 0;
};

/// (a1, a2, w1, w2)
using DoublePendulumState = Vector<4>;

/// States at the given, ascending times ≥ 0.
[[nodiscard]] std::vector<DoublePendulumState> motion(const DoublePendulum& pendulum,
                                                      std::span<const double> times,
                                                      double tolerance = 1e-14);

[[nodiscard]] double energy(const DoublePendulum& pendulum, const DoublePendulumState& y);

}  // namespace saltus::reference
