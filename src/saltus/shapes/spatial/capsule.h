// SPDX-License-Identifier: Apache-2.0
// A segment with a radius: a cylinder with round ends.
#pragma once

#include <numbers>
#include <string_view>
#include <tuple>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Capsule {
  static constexpr std::string_view kind = "capsule";
  static constexpr std::string_view summary = "a segment along z with a radius";

  double radius = 0;
  double length = 0;

  Core core;
};

inline void prepare(Capsule& shape) {
  const Vec3 half = shape.length / 2 * Vec3::UnitZ();
  shape.core = segment_core(-half, half, shape.radius);
}

[[nodiscard]] inline MassProperties<3> mass_properties(const Capsule& shape) {
  const double r = shape.radius;
  const double l = shape.length;
  const double tube = std::numbers::pi * r * r * l;
  const double ball = 4 * std::numbers::pi / 3 * r * r * r;
  const double along = tube * r * r / 2 + ball * 0.4 * r * r;
  // A half ball at l/2 has its centre 3r/8 farther out: (l/2)² + 2 (l/2)(3r/8) beside 2r²/5.
  const double across =
      tube * (l * l / 12 + r * r / 4) + ball * (0.4 * r * r + l * l / 4 + 3.0 / 8 * l * r);
  return {tube + ball, Vec3::Zero(), Vec3(across, across, along).asDiagonal()};
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Capsule> {
  static constexpr auto list =
      std::tuple{required("radius", &spatial::Capsule::radius, "in m", positive()),
                 required("length", &spatial::Capsule::length,
                          "between the centres of its ends, in m", positive())};
};

}  // namespace saltus
