// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/rim_points.h"

#include <numbers>

namespace saltus::spatial {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;
/// Around a rim: at a tilt of 1e-3 the nearest is above the lowest by 5e-15 of the radius.
constexpr std::int32_t held_points = 1 << 20;

}  // namespace

Vec3 rim_point(const Circle& rim, const Vec3& n, RimPoint which) {
  if (which == RimPoint::lowest) {
    const double u = rim.u.dot(n);
    const double v = rim.v.dot(n);
    const double norm = std::hypot(u, v);
    if (norm == 0) return rim.centre;
    return rim.centre - rim.radius * (u / norm * rim.u + v / norm * rim.v);
  }
  const auto k = static_cast<std::int32_t>(which);
  const auto held = static_cast<std::int32_t>(RimPoint::first_held);
  const auto fixed = static_cast<std::int32_t>(RimPoint::first_fixed);
  return rim.point(k < held ? (k - fixed) * full_turn / (held - fixed)
                            : (k - held) * full_turn / held_points);
}

RimPoint held_point(const Circle& rim, const Vec3& n) {
  const double turns = std::atan2(-rim.v.dot(n), -rim.u.dot(n)) / full_turn;
  const auto nearest = static_cast<std::int32_t>(std::lround((turns + 1) * held_points));
  return static_cast<RimPoint>(static_cast<std::int32_t>(RimPoint::first_held) +
                               nearest % held_points);
}

}  // namespace saltus::spatial
