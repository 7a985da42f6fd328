// SPDX-License-Identifier: Apache-2.0
// The pairs of kinds that are a convex core each: one algorithm for all of them.
#pragma once

#include <algorithm>
#include <concepts>
#include <vector>

#include "saltus/shapes/spatial/box.h"
#include "saltus/shapes/spatial/capsule.h"
#include "saltus/shapes/spatial/core_pair.h"
#include "saltus/shapes/spatial/plane.h"
#include "saltus/shapes/spatial/polyhedron.h"
#include "saltus/shapes/spatial/sphere.h"

namespace saltus::spatial {

/// A convex body that ends somewhere.
template <class T>
concept BoundedCore = std::same_as<T, PointShape> || std::same_as<T, Sphere> ||
    std::same_as<T, Capsule> || std::same_as<T, Box> || std::same_as<T, Polyhedron>;

template <class T>
concept ConvexCore = BoundedCore<T> || std::same_as<T, Plane>;

template <BoundedCore A, ConvexCore B>
void detect(const A& first, const Pose<3>& at_first, const B& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_cores(first.core, at_first, second.core, at_second, margin, out);
}

template <BoundedCore A, ConvexCore B>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const B& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_cores(first.core, at_first, second.core, at_second, f);
}

template <BoundedCore A, ConvexCore B>
[[nodiscard]] bool still_over(const A& first, const Pose<3>& at_first, const B& second,
                              const Pose<3>& at_second, Feature f) {
  return still_over_cores(first.core, at_first, second.core, at_second, f);
}

// Spheres meet in one point: the same as above, without a search.

inline void detect(const Sphere& first, const Pose<3>& at_first, const Sphere& second,
                   const Pose<3>& at_second, double margin, std::vector<Feature>& out) {
  const double reach = std::max(0.0, margin + first.radius + second.radius);
  if ((at_first.position - at_second.position).squaredNorm() <= reach * reach)
    out.push_back(feature(Meeting::corner_corner, 0, 0));
}

inline void detect(const Sphere& first, const Pose<3>& at_first, const Plane& second,
                   const Pose<3>& at_second, double margin, std::vector<Feature>& out) {
  const Core::Face& face = second.core.faces.front();
  const Vec3 w = at_first.position - at_second.position;
  if ((at_second.rotation * face.normal).dot(w) - face.offset - first.radius <= margin)
    out.push_back(feature(Meeting::corner_face, 0, 0));
}

[[nodiscard]] inline ContactPoint<3> evaluate(const Sphere& first, const Pose<3>& at_first,
                                              const Sphere& second, const Pose<3>& at_second,
                                              Feature /*the only one*/) {
  const Vec3 w = at_first.position - at_second.position;
  const double distance = w.norm();
  const Vec3 normal = distance > 0 ? Vec3(w / distance) : Vec3::UnitZ();
  return {distance - first.radius - second.radius, normal,
          at_first.position - first.radius * normal, at_second.position + second.radius * normal};
}

template <ConvexCore A>
[[nodiscard]] Bounds<3> bounds(const A& shape, const Pose<3>& pose) {
  return bounds(shape.core, pose);
}

}  // namespace saltus::spatial
