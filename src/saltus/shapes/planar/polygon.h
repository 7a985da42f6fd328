// SPDX-License-Identifier: Apache-2.0
// Box and convex polygon, each with rounded corners where a radius is given.
#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

struct Box {
  static constexpr std::string_view kind = "box";
  static constexpr std::string_view summary = "a rectangle about the shape's origin";
  std::vector<double> size;  // full sizes, without the radius
  double radius = 0;
  std::array<Corner, 4> corners{};
};

struct Polygon {
  static constexpr std::string_view kind = "polygon";
  static constexpr std::string_view summary = "a convex polygon";
  std::vector<std::vector<double>> vertices;
  double radius = 0;
  std::vector<Corner> corners;  // counter-clockwise
};

[[nodiscard]] inline Outline outline(const Box& s) { return {s.corners, {}, s.radius}; }
[[nodiscard]] inline Outline outline(const Polygon& s) { return {s.corners, {}, s.radius}; }

void check_fields(const Box& box, const Value& table, std::string_view what);
void check_fields(const Polygon& polygon, const Value& table, std::string_view what);

void prepare(Box& box);
void prepare(Polygon& polygon);

/// The points of a list of pairs of numbers; ModelError where an element is none.
[[nodiscard]] std::vector<Vec2> read_points(const std::vector<std::vector<double>>& list,
                                            const Value& table, std::string_view key,
                                            std::string_view what);

}  // namespace saltus::planar

namespace saltus {

template <>
struct Fields<planar::Box> {
  static constexpr auto list =
      std::tuple{required("size", &planar::Box::size, "full width and height in m", positive()),
                 field("radius", &planar::Box::radius,
                       "by which the box is grown and its corners rounded, in m", non_negative())};
};
template <>
struct Fields<planar::Polygon> {
  static constexpr auto list = std::tuple{
      required("vertices", &planar::Polygon::vertices,
               "[[x, y], …] in m, convex, either way round"),
      field("radius", &planar::Polygon::radius,
            "by which the polygon is grown and its corners rounded, in m", non_negative())};
};

}  // namespace saltus
