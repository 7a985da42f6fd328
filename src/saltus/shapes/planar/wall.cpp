// SPDX-License-Identifier: Apache-2.0
// Plane and ring as outlines, and how far they reach.
#include "saltus/shapes/planar/wall.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

namespace saltus::planar {

void check_fields(const Plane& plane, const Value& table, std::string_view what) {
  const Value* value = find(table, "normal");
  const Location& where = value == nullptr ? table.where : value->where;
  if (plane.normal.size() != 2) {
    throw ModelError(where, "'normal' of " + std::string(what) + " must have two numbers, has " +
                                std::to_string(plane.normal.size()));
  }
  if (std::hypot(plane.normal[0], plane.normal[1]) > 0) return;
  throw ModelError(where, "'normal' of " + std::string(what) + " must not be zero");
}

void prepare(Plane& plane) {
  const Vec2 normal = Vec2(plane.normal[0], plane.normal[1]).stableNormalized();
  plane.corners[0] = {
      Vec2::Zero(), {-normal.y(), normal.x()}, std::numeric_limits<double>::infinity()};
}

void prepare(Ring& ring) {
  Arc& arc = ring.arcs[0];
  arc.radius = -ring.radius;
  arc.is_wide = true;
  arc.reach = ring.radius;
}

Bounds<2> bounds(const Plane& plane, const Pose<2>& pose) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Bounds<2> box{Vec2::Constant(-far), Vec2::Constant(far)};
  const Vec2 normal = pose.rotation * outward(plane.corners[0].along);
  for (Eigen::Index k = 0; k < 2; ++k) {
    if (normal[1 - k] != 0) continue;
    (normal[k] > 0 ? box.upper : box.lower)[k] = pose.position[k];
  }
  return box;
}

Bounds<2> bounds(const Ring& ring, const Pose<2>& pose) {
  const double reach = ring.radius + ring.thickness;
  return {pose.position.array() - reach, pose.position.array() + reach};
}

MassProperties<2> mass_properties(const Ring& ring) {
  const double inner = ring.radius * ring.radius;
  const double outer = (ring.radius + ring.thickness) * (ring.radius + ring.thickness);
  MassProperties<2> mass;
  mass.volume = std::numbers::pi * (outer - inner);
  mass.inertia(0, 0) = 0.5 * mass.volume * (outer + inner);
  return mass;
}

}  // namespace saltus::planar
