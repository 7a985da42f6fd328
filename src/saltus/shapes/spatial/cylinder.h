// SPDX-License-Identifier: Apache-2.0
// A cylinder with flat ends, and a thin disc.
#pragma once

#include <numbers>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/reading.h"
#include "saltus/shapes/spatial/round.h"

namespace saltus::spatial {

struct Cylinder {
  static constexpr std::string_view kind = "cylinder";
  static constexpr std::string_view summary = "a cylinder along z with flat ends";

  double radius = 0;
  double length = 0;

  Round round;
};

struct Disc {
  static constexpr std::string_view kind = "disc";
  static constexpr bool is_sheet = true;
  static constexpr std::string_view summary = "a flat circular disc without thickness";

  double radius = 0;
  std::vector<double> axis{0, 0, 1};

  Round round;
};

inline void prepare(Cylinder& shape) {
  shape.round = {Mat3::Identity(), shape.radius, shape.length / 2};
}
inline void check_fields(const Disc& shape, const Value& table, std::string_view what) {
  demand_direction(shape.axis, "axis", table, what);
}
inline void prepare(Disc& shape) { shape.round = {frame_along(vec3(shape.axis)), shape.radius, 0}; }

[[nodiscard]] inline MassProperties<3> mass_properties(const Cylinder& shape) {
  const double r = shape.radius;
  const double l = shape.length;
  const double volume = std::numbers::pi * r * r * l;
  const double across = volume * (r * r / 4 + l * l / 12);
  return {volume, Vec3::Zero(), Vec3(across, across, volume * r * r / 2).asDiagonal()};
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Cylinder> {
  static constexpr auto list =
      std::tuple{required("radius", &spatial::Cylinder::radius, "in m", positive()),
                 required("length", &spatial::Cylinder::length, "in m", positive())};
};

template <>
struct Fields<spatial::Disc> {
  static constexpr auto list =
      std::tuple{required("radius", &spatial::Disc::radius, "in m", positive()),
                 field("axis", &spatial::Disc::axis, "across the disc, any length")};
};

}  // namespace saltus
