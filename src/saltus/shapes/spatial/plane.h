// SPDX-License-Identifier: Apache-2.0
// A half-space: the side of the normal is free.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core.h"
#include "saltus/shapes/spatial/reading.h"

namespace saltus::spatial {

struct Plane {
  static constexpr std::string_view kind = "plane";
  static constexpr std::string_view summary = "all behind a plane through the origin of the shape";

  std::vector<double> normal;

  Core core;
};

inline void check_fields(const Plane& shape, const Value& table, std::string_view what) {
  demand_direction(shape.normal, "normal", table, what);
}

inline void prepare(Plane& shape) {
  shape.core = half_space_core(vec3(shape.normal).stableNormalized());
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Plane> {
  static constexpr auto list = std::tuple{
      required("normal", &spatial::Plane::normal, "direction of the free side, any length")};
};

}  // namespace saltus
