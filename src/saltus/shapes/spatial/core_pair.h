// SPDX-License-Identifier: Apache-2.0
// Two cores: which corners, edges and faces of them meet, and how far apart these are.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "saltus/shapes/contact_point.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

/// What of the first meets what of the second.
enum class Meeting : std::uint8_t {
  corner_corner,
  corner_edge,
  edge_corner,
  corner_face,
  face_corner,
  edge_edge
};

template <class Kind>
[[nodiscard]] constexpr Feature feature(Kind meeting, int first, int second) {
  return Feature{(static_cast<std::uint64_t>(meeting) << 60U) |
                 (static_cast<std::uint64_t>(first) << 30U) | static_cast<std::uint64_t>(second)};
}
template <class Kind = Meeting>
[[nodiscard]] constexpr Kind meeting_of(Feature f) {
  return static_cast<Kind>(static_cast<std::uint64_t>(f) >> 60U);
}
[[nodiscard]] constexpr std::size_t first_of(Feature f) {
  return (static_cast<std::uint64_t>(f) >> 30U) & 0x3fffffffU;
}
[[nodiscard]] constexpr std::size_t second_of(Feature f) {
  return static_cast<std::uint64_t>(f) & 0x3fffffffU;
}

/// Convex cores. Apart: all local minima of the distance, the global one among them, and the
/// corners of the polygon or line in which faces or edges lie close to each other. Overlapping: the
/// same along the axis in which the cores are nearest to being apart.
void detect_cores(const Core& first, const Pose<3>& at_first, const Core& second,
                  const Pose<3>& at_second, double margin, std::vector<Feature>& out);

[[nodiscard]] ContactPoint<3> evaluate_cores(const Core& first, const Pose<3>& at_first,
                                             const Core& second, const Pose<3>& at_second, Feature);

/// Whether a corner is over or below the face that it meets; false of all other features.
[[nodiscard]] bool still_over_cores(const Core& first, const Pose<3>& at_first, const Core& second,
                                    const Pose<3>& at_second, Feature);

/// The core seen from another: the second's axes and origin in those of the first.
struct Relative {
  Mat3 rotation;
  Vec3 position;
};
[[nodiscard]] Relative relative(const Pose<3>& first, const Pose<3>& second);

/// A search for meetings, in the axes of the first core, one element of the second at a time.
struct Scan {
  const Core& first;
  const Core& second;
  Relative pose;
  double margin;          // of the distance of the cores
  double least;           // features below are none: the other side of a thin body
  double tolerance;       // what rounding may move
  bool has_axis = false;  // only normals near this axis
  Vec3 axis = Vec3::Zero();
  std::vector<Feature>* out;
  double nearest = std::numeric_limits<double>::infinity();  // distance of what was found

  void all();

  void face(int f);    // of the second, with the corners of the first
  void corner(int j);  // of the second, with the faces, edges and corners of the first
  void edge(int e);    // of the second, with the edges and corners of the first

 private:
  [[nodiscard]] bool is_along_axis(const Vec3& normal) const;
  void found(Meeting meeting, std::size_t first_part, std::size_t second_part, double distance);
  void corner_with_faces(int j, const Vec3& x);
  void corner_with_edges(int j, const Vec3& x);
  void corner_with_corners(int j, const Vec3& x);
  void edge_with_corners(int e, const Vec3& origin, const Vec3& direction);
  void edge_with_edges(int e, const Vec3& origin, const Vec3& direction);
};

}  // namespace saltus::spatial
