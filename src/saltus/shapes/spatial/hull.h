// SPDX-License-Identifier: Apache-2.0
// The convex hull of points of which each must be a corner, with flat faces of any number of
// corners.
#pragma once

#include <string>
#include <vector>

#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Hull {
  Loops faces;
  std::string fault;  // "" where the points are the corners of a body with volume
};

/// Points less than tolerance × size off a face are on it.
[[nodiscard]] Hull convex_hull(const std::vector<Vec3>& points, double tolerance);

}  // namespace saltus::spatial
