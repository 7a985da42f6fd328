// SPDX-License-Identifier: Apache-2.0
// The falling pendulum: flights by Runge–Kutta, impacts as bracketed roots.
#include "support/wall_pendulum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/root.h"

namespace saltus::reference {
namespace {
constexpr RungeKutta method{.tolerance = 1e-14, .max_step = 0.05};
constexpr double shortest_hop = 1e-9;
}  // namespace

WallPendulumMotion::WallPendulumMotion(const WallPendulum& pendulum, double t_end)
    : p_(pendulum), rest_time_(std::numeric_limits<double>::infinity()) {
  if (!(p_.wall > -1.57 && p_.wall < p_.theta && p_.e >= 0 && p_.e < 1)) {
    throw std::invalid_argument("pendulum: needs -pi/2 < wall < theta and 0 <= e < 1");
  }
  Flight here{0, {p_.theta - p_.wall, p_.omega}};
  flights_.push_back(here);
  while (fly_to_impact(here, t_end)) {
    impact_times_.push_back(here.t);
    here.y[1] *= -p_.e;
    flights_.push_back(here);
    const double fall = -slope(here.y)[1];
    if (fall > 0 && 2 * here.y[1] < fall * shortest_hop) {
      rest_time_ = here.t;
      return;
    }
  }
}

Vector<2> WallPendulumMotion::slope(const Vector<2>& y) const {
  return {y[1], -p_.m * p_.gravity * p_.l * std::cos(p_.wall + y[0]) / (p_.m * p_.l * p_.l + p_.J)};
}

// From one impact (or the start) to the next; false where that is after t_end. A flight from the
// wall rises first: its steps end while it rises, or begin above the wall.
bool WallPendulumMotion::fly_to_impact(Flight& from, double t_end) const {
  const auto f = [this](double, const Vector<2>& y) { return slope(y); };
  const double fall = std::abs(slope(from.y)[1]);
  double h = from.y[0] > 0 ? 1e-3 : std::min(1e-3, from.y[1] / fall);  // half the hop: at its top
  while (from.t < t_end) {
    double t = from.t;
    Vector<2> y = from.y;
    const double taken = accepted_step<2>(method, f, t, y, h, t_end);
    if (y[0] <= 0) {
      const auto height = [&](double s) {
        return s == 0 ? from.y[0] : trial_step<2>(f, from.t, from.y, s).y[0];
      };
      const double s = bracketed_root(height, 0, taken);
      from.y = trial_step<2>(f, from.t, from.y, s).y;
      from.y[0] = 0;
      from.t += s;
      return true;
    }
    from.t = t;
    from.y = y;
  }
  return false;
}

WallPendulumState WallPendulumMotion::at(double t) const {
  if (t >= rest_time_) return {p_.wall, 0};
  const auto next = std::upper_bound(flights_.begin(), flights_.end(), t,
                                     [](double time, const Flight& x) { return time < x.t; });
  const Flight& from = next == flights_.begin() ? *next : *(next - 1);
  const auto f = [this](double, const Vector<2>& y) { return slope(y); };
  const Vector<2> y = t > from.t ? integrate<2>(method, f, from.t, from.y, t) : from.y;
  return {p_.wall + y[0], y[1]};
}

}  // namespace saltus::reference
