// SPDX-License-Identifier: Apache-2.0
// What two shapes say about each other, in the plane (D = 2) and in space (D = 3).
//
// A pair of kinds A, B of shapes has two functions, found by their arguments:
//
//   void detect(const A&, const Pose<D>&, const B&, const Pose<D>&, double margin,
//               std::vector<Feature>& out);
//   ContactPoint<D> evaluate(const A&, const Pose<D>&, const B&, const Pose<D>&, Feature);
//
// detect() appends the features that meet with a gap of at most `margin`: one where round surfaces
// meet, several where lines or faces do (a manifold). The smallest gap among them is the distance
// of the shapes. evaluate() is a smooth function of the two poses for a fixed feature, through
// contact and beyond: gap, normal and points are exact on both sides of gap = 0, and
//   d(gap)/dt = normal · (velocity of the first at on_first − velocity of the second at on_second).
// A feature's number stays the same while the same vertices, edges, faces or segments meet.
//
// A pair in which one may sink through the other, because that is thin, has a third function:
//
//   bool still_over(const A&, const Pose<3>&, const B&, const Pose<3>&, Feature);
//
// tells of a feature with a negative gap, as seen along its normal, whether the one is still beside
// the face of the other that it has sunk through. Where it has, detect() alone cannot know on which
// side it belongs.
#pragma once

#include <cstdint>

#include <Eigen/Core>

namespace saltus {

template <int D>
using Point = Eigen::Matrix<double, D, 1>;

/// Where a shape stands: x ↦ position + rotation x.
template <int D>
struct Pose {
  Point<D> position = Point<D>::Zero();
  Eigen::Matrix<double, D, D> rotation = Eigen::Matrix<double, D, D>::Identity();

  [[nodiscard]] Point<D> to_world(const Point<D>& x) const { return position + rotation * x; }
  [[nodiscard]] Point<D> to_local(const Point<D>& x) const {
    return rotation.transpose() * (x - position);
  }
};

enum class Feature : std::uint64_t {};

template <int D>
struct ContactPoint {
  double gap = 0;                        // on_first = on_second + gap normal
  Point<D> normal = Point<D>::Zero();    // unit, from the second to the first
  Point<D> on_first = Point<D>::Zero();  // in world axes
  Point<D> on_second = Point<D>::Zero();
};

/// Axis-parallel box around a shape.
template <int D>
struct Bounds {
  Point<D> lower;
  Point<D> upper;  // ± infinity where the shape has no end
};

/// Of a homogeneous shape of density 1, in the shape's own axes.
template <int D>
struct MassProperties {
  double volume = 0;  // area in the plane
  Point<D> centre = Point<D>::Zero();
  // about the centre; in the plane: the polar moment, alone
  Eigen::Matrix<double, D == 2 ? 1 : 3, D == 2 ? 1 : 3> inertia;
};

}  // namespace saltus
