// SPDX-License-Identifier: Apache-2.0
// Which part of a boundary is nearest to a point: the regions of lines, arcs and corners.
//
// All in the axes of the outline. The regions overlap by a relative 1e-12, so that no point falls
// between them by rounding.
#pragma once

#include <cmath>
#include <cstddef>

#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

inline constexpr double region_overlap = 1e-12;
/// A corner is reported as part of a manifold until its edges rise by 30 degrees from the line that
/// it meets. More would only add contacts far away.
inline constexpr double manifold_sine = 0.5;
inline constexpr double manifold_cosine = 0.86602540378443865;

/// Does x lie beside the line, not beyond its ends?
[[nodiscard]] inline bool is_beside(const Corner& line, const Vec2& x) {
  const double s = line.along.dot(x - line.at);
  const double slack = 2 * region_overlap * line.length;
  return s >= -slack && s <= line.length + slack;
}

/// Does the arc have this normal, seen from the distance `distance` of its centre?
[[nodiscard]] inline bool has_normal(const Arc& arc, const Vec2& normal, double distance) {
  const double slack = 2 * region_overlap * (distance > 0 ? std::abs(arc.radius) / distance : 1);
  const bool after_first = cross(arc.first, normal) >= -slack;
  const bool before_last = cross(normal, arc.last) >= -slack;
  if (arc.is_wide) return after_first || before_last;
  return after_first && before_last && normal.dot(arc.first + arc.last) >= -slack;
}

/// Is the corner itself nearest to the point at `from_corner` of it, not its neighbours?
[[nodiscard]] inline bool is_nearest_corner(const Outline& o, std::size_t i,
                                            const Vec2& from_corner) {
  if (o.size() == 1) return true;
  const auto scale = [&](std::size_t piece) {
    return region_overlap *
           (o.is_arc(piece) ? std::abs(o.arcs[piece].radius) : o.corners[piece].length);
  };
  return from_corner.dot(o.arriving(i)) > scale(o.previous(i)) &&
         from_corner.dot(o.corners[i].along) < -scale(i);
}

/// Is the corner among the farthest in this direction, or nearly so? Then it is part of a manifold.
[[nodiscard]] inline bool faces(const Outline& o, std::size_t i, const Vec2& direction) {
  if (o.size() == 1) return true;
  return direction.dot(o.arriving(i)) >= -manifold_sine &&
         direction.dot(o.corners[i].along) <= manifold_sine;
}

}  // namespace saltus::planar
