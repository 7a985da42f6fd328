// SPDX-License-Identifier: Apache-2.0
// Event-driven reference of the pendulum that falls against a wall, in its one angle.
#pragma once

#include <vector>

#include "support/runge_kutta.h"

namespace saltus::reference {

/// A body of mass m and inertia J, l from its pivot, θ measured from the horizontal x axis:
/// (m l² + J) θ'' = −m gravity l cos θ for θ > wall, θ'⁺ = −e θ'⁻ at θ = wall. Defaults: Brüls,
/// Acary, Cardona, section 10.2.
struct WallPendulum {
  double m = 1;
  double J = 0.1;
  double l = 1;
  double gravity = 10;
  double wall = -0.25 * 3.14159265358979323846;
  double e = 0.8;
  double theta = 3.14159265358979323846 / 12;
  double omega = 0;
};

struct WallPendulumState {
  double theta;
  double omega;  // right limit
};

/// The motion up to t_end, flight by flight. The tail of flights shorter than 1e-9 s is replaced by
/// rest on the wall.
class WallPendulumMotion {
 public:
  /// Throws std::invalid_argument unless −π/2 < wall < θ at the start and 0 ≤ e < 1.
  WallPendulumMotion(const WallPendulum& pendulum, double t_end);

  [[nodiscard]] WallPendulumState at(double t) const;
  [[nodiscard]] const std::vector<double>& impact_times() const { return impact_times_; }
  [[nodiscard]] double rest_time() const { return rest_time_; }  // infinite if it is after t_end

 private:
  struct Flight {
    double t;
    Vector<2> y;  // θ − wall, which is 0 after an impact without round-off, and θ'
  };
  [[nodiscard]] Vector<2> slope(const Vector<2>& y) const;
  [[nodiscard]] bool fly_to_impact(Flight& from, double t_end) const;

  WallPendulum p_;
  double rest_time_;
  std::vector<Flight> flights_;
  std::vector<double> impact_times_;
};

}  // namespace saltus::reference
