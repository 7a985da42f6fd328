// SPDX-License-Identifier: Apache-2.0
// A point, and a point with a radius.
#pragma once

#include <numbers>
#include <string_view>
#include <tuple>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct PointShape {
  static constexpr std::string_view kind = "point";
  static constexpr std::string_view summary = "a point at the origin of the shape";

  Core core;
};

struct Sphere {
  static constexpr std::string_view kind = "sphere";
  static constexpr std::string_view summary = "a ball around the origin of the shape";

  double radius = 0;

  Core core;
};

inline void prepare(PointShape& shape) { shape.core = point_core(0); }
inline void prepare(Sphere& shape) { shape.core = point_core(shape.radius); }

[[nodiscard]] inline MassProperties<3> mass_properties(const Sphere& shape) {
  const double r = shape.radius;
  const double volume = 4 * std::numbers::pi / 3 * r * r * r;
  return {volume, Vec3::Zero(), 0.4 * volume * r * r * Mat3::Identity()};
}

[[nodiscard]] inline Bounds<3> bounds(const Sphere& shape, const Pose<3>& pose) {
  return {pose.position.array() - shape.radius, pose.position.array() + shape.radius};
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::PointShape> {
  static constexpr std::tuple<> list{};
};

template <>
struct Fields<spatial::Sphere> {
  static constexpr auto list =
      std::tuple{required("radius", &spatial::Sphere::radius, "in m", positive())};
};

}  // namespace saltus
