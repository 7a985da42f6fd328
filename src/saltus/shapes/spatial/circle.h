// SPDX-License-Identifier: Apache-2.0
// A circle and a line: where the squared distance from the line to the points of the circle is
// locally smallest or largest.
#pragma once

#include <array>

#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Circle {
  Vec3 centre;
  Vec3 u, v;  // unit vectors in its plane
  double radius = 0;

  [[nodiscard]] Vec3 point(double angle) const;
  [[nodiscard]] Vec3 tangent(double angle) const;  // unit
  [[nodiscard]] Vec3 radial(double angle) const;   // unit
};

/// At most two angles: the squared distance has at most four critical points on a circle.
struct Extrema {
  int count = 0;
  std::array<double, 2> angles{};
};

/// Points of the circle locally nearest to the line.
[[nodiscard]] Extrema nearest_to_line(const Circle&, const Vec3& origin, const Vec3& direction);
/// Points of the circle locally farthest from the line; angle 0 where all are equally far.
[[nodiscard]] Extrema farthest_from_line(const Circle&, const Vec3& origin, const Vec3& direction);

}  // namespace saltus::spatial
