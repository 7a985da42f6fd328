// SPDX-License-Identifier: Apache-2.0
// Straight lines in world axes, and where two of them are nearest to each other.
#pragma once

#include <cmath>

#include <Eigen/Geometry>

#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Line {
  Vec3 origin;
  Vec3 direction;  // unit

  [[nodiscard]] double along(const Vec3& x) const { return direction.dot(x - origin); }
  [[nodiscard]] Vec3 at(double s) const { return origin + s * direction; }
  [[nodiscard]] Vec3 foot(const Vec3& x) const { return at(along(x)); }
};

[[nodiscard]] inline Line line_of(const Core::Edge& e, const Pose<3>& pose) {
  return {pose.to_world(e.origin), pose.rotation * e.direction};
}

/// Where the first line is nearest to the second: its parameter; their sine is in `sine`.
[[nodiscard]] inline double nearest_parameter(const Line& first, const Line& second, double& sine) {
  const Vec3 c = first.direction.cross(second.direction);
  const double cc = c.squaredNorm();
  sine = std::sqrt(cc);
  if (cc == 0) return 0;
  return (second.origin - first.origin).cross(second.direction).dot(c) / cc;
}

}  // namespace saltus::spatial
