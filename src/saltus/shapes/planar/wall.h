// SPDX-License-Identifier: Apache-2.0
// Plane and ring: what others stand on or move in.
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

struct Plane {
  static constexpr std::string_view kind = "plane";
  static constexpr std::string_view summary =
      "a half-plane whose edge goes through the shape's origin";
  std::vector<double> normal;  // towards free space, of any length
  std::array<Corner, 1> corners{};
};

struct Ring {
  static constexpr std::string_view kind = "ring";
  static constexpr bool hollow = true;
  static constexpr std::string_view summary = "the inner surface of a circular ring";
  double radius = 0;
  double thickness = 0;  // 0: material without end
  std::array<Corner, 1> corners{};
  std::array<Arc, 1> arcs{};
};

[[nodiscard]] inline Outline outline(const Plane& s) { return {s.corners, {}, 0}; }
[[nodiscard]] inline Outline outline(const Ring& s) { return {s.corners, s.arcs, 0}; }

void check_fields(const Plane& plane, const Value& table, std::string_view what);

void prepare(Plane& plane);
void prepare(Ring& ring);

/// Finite towards free space where the normal is along an axis.
[[nodiscard]] Bounds<2> bounds(const Plane& plane, const Pose<2>& pose);
[[nodiscard]] Bounds<2> bounds(const Ring& ring, const Pose<2>& pose);
[[nodiscard]] MassProperties<2> mass_properties(const Ring& ring);

}  // namespace saltus::planar

namespace saltus {

template <>
struct Fields<planar::Plane> {
  static constexpr auto list =
      std::tuple{required("normal", &planar::Plane::normal, "[x, y], towards free space")};
};
template <>
struct Fields<planar::Ring> {
  static constexpr auto list = std::tuple{
      required("radius", &planar::Ring::radius, "of the inner surface in m", positive()),
      field("thickness", &planar::Ring::thickness,
            "of the material around it in m; 0: without end, and without mass", non_negative())};
};

}  // namespace saltus
