// SPDX-License-Identifier: Apache-2.0
// Point, disc and capsule: one or two corners, grown.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "saltus/base/fields.h"
#include "saltus/shapes/planar/area.h"
#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

/// The kind `point`; the name Point is the type of coordinates.
struct Particle {
  static constexpr std::string_view kind = "point";
  static constexpr std::string_view summary = "a point without extent, at the shape's origin";
  std::array<Corner, 1> corners{};
};

struct Disc {
  static constexpr std::string_view kind = "disc";
  static constexpr std::string_view summary = "a full circle about the shape's origin";
  double radius = 0;
  std::array<Corner, 1> corners{};
};

struct Capsule {
  static constexpr std::string_view kind = "capsule";
  static constexpr std::string_view summary = "all within a radius of a segment of the x axis";
  double radius = 0;
  double length = 0;  // of the segment
  std::array<Corner, 2> corners{};
};

[[nodiscard]] inline Outline outline(const Particle& s) { return {s.corners, {}, 0}; }
[[nodiscard]] inline Outline outline(const Disc& s) { return {s.corners, {}, s.radius}; }
[[nodiscard]] inline Outline outline(const Capsule& s) { return {s.corners, {}, s.radius}; }

inline void prepare(Particle& /*shape*/) {}
inline void prepare(Disc& /*shape*/) {}
inline void prepare(Capsule& s) {
  const Vec2 end(0.5 * s.length, 0);
  s.corners = {line_from(-end, end), line_from(end, -end)};
}

}  // namespace saltus::planar

namespace saltus {

template <>
struct Fields<planar::Particle> {
  static constexpr auto list = std::tuple<>{};
};
template <>
struct Fields<planar::Disc> {
  static constexpr auto list =
      std::tuple{required("radius", &planar::Disc::radius, "in m", positive())};
};
template <>
struct Fields<planar::Capsule> {
  static constexpr auto list =
      std::tuple{required("radius", &planar::Capsule::radius, "of ends and sides in m", positive()),
                 required("length", &planar::Capsule::length,
                          "of the segment between the centres of the ends in m", positive())};
};

}  // namespace saltus
