// SPDX-License-Identifier: Apache-2.0
// With P the projector across the line and c + r (u cos φ + v sin φ) the circle, the squared
// distance is a trigonometric polynomial of degree 2 in φ. Its derivative is sampled, and each
// change of sign followed by Newton's method inside its bracket: no starting value, no order of a
// quartic's roots.
#include "saltus/shapes/spatial/circle.h"

#include <cmath>
#include <numbers>

namespace saltus::spatial {
namespace {

/// f'(φ) / 2 for f the squared distance.
struct Slope {
  double a1, b1, a2, b2;  // of −sin φ, cos φ, −sin 2φ, cos 2φ

  [[nodiscard]] double at(double s, double c) const {
    return -a1 * s + b1 * c - a2 * 2 * s * c + b2 * (c * c - s * s);
  }
  [[nodiscard]] double derivative(double s, double c) const {
    return -a1 * c - b1 * s - 2 * a2 * (c * c - s * s) - 4 * b2 * s * c;
  }
};

Slope slope_of(const Circle& circle, const Vec3& origin, const Vec3& direction) {
  const auto across = [&](const Vec3& x) -> Vec3 { return x - direction.dot(x) * direction; };
  const double r = circle.radius;
  const Vec3 w = across(circle.centre - origin);
  const double du = direction.dot(circle.u);
  const double dv = direction.dot(circle.v);
  // f = |w|² + 2r w·(Pu cos + Pv sin) + r² (|Pu|² cos² + |Pv|² sin² + 2 Pu·Pv cos sin)
  return {r * w.dot(circle.u), r * w.dot(circle.v), r * r * (dv * dv - du * du) / 2,
          -r * r * du * dv};
}

double root_in(const Slope& f, double low, double high, double sign) {
  double x = (low + high) / 2;
  for (int k = 0; k < 60; ++k) {
    const double s = std::sin(x);
    const double c = std::cos(x);
    const double value = sign * f.at(s, c);
    (value < 0 ? low : high) = x;
    const double d = sign * f.derivative(s, c);
    double next = x - value / d;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const double change = std::abs(next - x);
    x = next;
    if (change <= 4e-16 * (1 + std::abs(x))) break;
  }
  return x;
}

/// Angles where sign × slope turns from negative to positive.
Extrema turns(const Slope& f, double sign) {
  constexpr int samples = 24;
  constexpr double step = 2 * std::numbers::pi / samples;
  // Beginning between the axes: the usual extrema, at multiples of 45°, are then inside a bracket.
  constexpr double start = 0.4 * step;
  static const std::array<std::array<double, 2>, samples> table = [] {
    std::array<std::array<double, 2>, samples> t{};
    for (int k = 0; k < samples; ++k) {
      t.at(static_cast<std::size_t>(k)) = {std::sin(start + k * step), std::cos(start + k * step)};
    }
    return t;
  }();
  Extrema extrema;
  double before = sign * f.at(table.back()[0], table.back()[1]);
  for (int k = 0; k < samples && extrema.count < 2; ++k) {
    const auto& [s, c] = table[static_cast<std::size_t>(k)];
    const double now = sign * f.at(s, c);
    if (before < 0 && now >= 0) {
      const double high = start + k * step;
      extrema.angles[static_cast<std::size_t>(extrema.count++)] =
          root_in(f, high - step, high, sign);
    }
    before = now;
  }
  if (extrema.count == 0) extrema = {1, {0, 0}};
  return extrema;
}

}  // namespace

Vec3 Circle::point(double angle) const { return centre + radius * radial(angle); }
Vec3 Circle::tangent(double angle) const { return -std::sin(angle) * u + std::cos(angle) * v; }
Vec3 Circle::radial(double angle) const { return std::cos(angle) * u + std::sin(angle) * v; }

Extrema nearest_to_line(const Circle& circle, const Vec3& origin, const Vec3& direction) {
  return turns(slope_of(circle, origin, direction), 1);
}

Extrema farthest_from_line(const Circle& circle, const Vec3& origin, const Vec3& direction) {
  return turns(slope_of(circle, origin, direction), -1);
}

}  // namespace saltus::spatial
