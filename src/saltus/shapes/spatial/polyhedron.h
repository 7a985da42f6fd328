// SPDX-License-Identifier: Apache-2.0
// A convex body with flat faces, given by its corners.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Polyhedron {
  static constexpr std::string_view kind = "polyhedron";
  static constexpr std::string_view summary = "a convex body with flat faces";

  std::vector<std::vector<double>> vertices;
  std::string file;
  double radius = 0;
  Location where;

  Core core;
  Loops faces;  // of the core's corners
};

void check_fields(const Polyhedron&, const Value& table, std::string_view what);
/// Reads the file, if any. Throws ModelError where the vertices are not the corners of a convex
/// body.
void prepare(Polyhedron&);
/// Not of rounded ones, which have no closed form.
[[nodiscard]] std::optional<MassProperties<3>> mass_properties(const Polyhedron&);

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Polyhedron> {
  static constexpr auto list = std::tuple{
      field("vertices", &spatial::Polyhedron::vertices, "its corners [x, y, z] in m, in any order"),
      field("file", &spatial::Polyhedron::file, "OBJ or STL file instead of vertices"),
      field("radius", &spatial::Polyhedron::radius, "added around the body of the vertices, in m",
            non_negative())};
};

}  // namespace saltus
