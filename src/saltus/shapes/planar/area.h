// SPDX-License-Identifier: Apache-2.0
// Area, centre, polar moment and bounding box of what an outline encloses, in closed form.
#pragma once

#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

/// Area, first moments and polar moment about the origin, summed over the boundary, which is run
/// through counter-clockwise. A line adds the triangle, an arc two triangles and the sector, that
/// it makes with the origin.
class AreaSum {
 public:
  void add_line(const Vec2& from, const Vec2& to);
  /// `sweep` in rad, counter-clockwise > 0.
  void add_arc(const Vec2& centre, const Vec2& from, const Vec2& to, double sweep);
  [[nodiscard]] double area() const { return area_; }
  [[nodiscard]] MassProperties<2> properties() const;

 private:
  double area_ = 0;
  Vec2 first_ = Vec2::Zero();
  double polar_ = 0;
};

/// Angle of the turn from one unit vector to another, in (−π, π].
[[nodiscard]] double turn(const Vec2& from, const Vec2& to);

/// How far an arc turns, always >= 0.
[[nodiscard]] double sweep(const Arc& arc);

/// Of a bounded outline.
[[nodiscard]] MassProperties<2> mass_properties(const Outline& outline);
[[nodiscard]] Bounds<2> bounds(const Outline& outline, const Pose<2>& pose);

/// The twofold signed area of the polygon of the corners.
[[nodiscard]] double doubled_area(std::span<const Vec2> corners);

/// The line from corner to corner, as piece of the boundary.
[[nodiscard]] Corner line_from(const Vec2& from, const Vec2& to);

}  // namespace saltus::planar
