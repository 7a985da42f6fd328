// SPDX-License-Identifier: Apache-2.0
// The exact motion of a ball that bounces on a plane: parabolas and a geometric series.
#include "support/ball.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::reference {

double Ball::impact_speed() const { return std::sqrt(v0 * v0 + 2 * gravity * q0); }

double Ball::impact_time(int n) const {
  const double w = impact_speed();
  // For v0 < 0 the textbook (v0 + w)/gravity cancels; this is the same root.
  const double first = v0 >= 0 ? (v0 + w) / gravity : 2 * q0 / (w - v0);
  if (e == 1) return first + 2 * w / gravity * n;
  return first + 2 * w / gravity * (e - std::pow(e, n + 1)) / (1 - e);
}

double Ball::accumulation_time() const {
  const double w = impact_speed();
  if (w == 0) return 0;
  if (e == 1) return std::numeric_limits<double>::infinity();
  return impact_time(0) + 2 * w / gravity * e / (1 - e);
}

BounceState Ball::at(double t) const {
  if (t >= accumulation_time()) {
    // With e = 0 the accumulation is the one impact.
    const bool only_impact = e == 0 && t == impact_time(0) && impact_speed() > 0;
    return {0, only_impact ? -impact_speed() : 0.0, 0};
  }
  if (t < impact_time(0)) {
    const double v = v0 - gravity * t;
    return {q0 + t * (v0 - 0.5 * gravity * t), v, v};
  }
  const double w = impact_speed();
  // The flight that starts with impact n: first by the inverse of impact_time, then corrected
  // because the inverse is rounded.
  const double flights = (t - impact_time(0)) * gravity / (2 * w);
  const double guess = e == 1 ? flights : std::log1p(-flights * (1 - e) / e) / std::log(e);
  int n = static_cast<int>(std::clamp(guess, 0.0, 1e6));
  while (n > 0 && impact_time(n) > t) --n;
  while (impact_time(n + 1) <= t && impact_time(n + 1) > impact_time(n)) ++n;

  const double start = w * std::pow(e, n + 1);
  const double s = t - impact_time(n);
  const double q = std::max(0.0, s * (start - 0.5 * gravity * s));
  const double v = start - gravity * s;
  if (s == 0) return {0, -w * std::pow(e, n), start};
  return {q, v, v};
}

Ball ballard_ball() { return {.gravity = 2, .e = 0.5, .q0 = 1, .v0 = 0}; }

}  // namespace saltus::reference
