// SPDX-License-Identifier: Apache-2.0
// Fixed surfaces of triangles: from a file, or over a grid of heights.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core_pair.h"
#include "saltus/shapes/spatial/round_pair.h"
#include "saltus/shapes/spatial/terrain.h"

namespace saltus::spatial {

struct Mesh {
  static constexpr std::string_view kind = "mesh";
  static constexpr bool is_sheet = true;
  static constexpr std::string_view summary = "a surface of triangles, solid behind";

  std::string file;
  Location where;

  Terrain terrain;
};

struct Heightfield {
  static constexpr std::string_view kind = "heightfield";
  static constexpr bool is_sheet = true;
  static constexpr std::string_view summary = "heights over a grid around the origin, solid below";

  std::vector<double> size;
  std::vector<std::vector<double>> heights;
  std::string file;
  Location where;

  Terrain terrain;
};

/// Reads the file. Throws where the triangles are not one oriented surface.
void prepare(Mesh&);
void check_fields(const Heightfield&, const Value& table, std::string_view what);
void prepare(Heightfield&);

/// Whether the mesh is the surface of a solid.
[[nodiscard]] inline bool is_closed(const Mesh& shape) { return is_closed(shape.terrain.core); }
/// Of closed meshes only.
[[nodiscard]] std::optional<MassProperties<3>> mass_properties(const Mesh&);

template <class T>
concept TerrainKind = std::same_as<T, Mesh> || std::same_as<T, Heightfield>;

template <BoundedCore A, TerrainKind B>
void detect(const A& first, const Pose<3>& at_first, const B& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_core_terrain(first.core, at_first, second.terrain, at_second, margin, out);
}
template <BoundedCore A, TerrainKind B>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const B& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_cores(first.core, at_first, second.terrain.core, at_second, f);
}

template <RoundKind A, TerrainKind B>
void detect(const A& first, const Pose<3>& at_first, const B& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_round_terrain(first.round, at_first, second.terrain, at_second, margin, out);
}
template <RoundKind A, TerrainKind B>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const B& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_round_core(first.round, at_first, second.terrain.core, at_second, f);
}

template <BoundedCore A, TerrainKind B>
[[nodiscard]] bool still_over(const A& first, const Pose<3>& at_first, const B& second,
                              const Pose<3>& at_second, Feature f) {
  return still_over_cores(first.core, at_first, second.terrain.core, at_second, f);
}
template <RoundKind A, TerrainKind B>
[[nodiscard]] bool still_over(const A& first, const Pose<3>& at_first, const B& second,
                              const Pose<3>& at_second, Feature f) {
  return still_over_round_core(first.round, at_first, second.terrain.core, at_second, f);
}

template <TerrainKind A>
[[nodiscard]] Bounds<3> bounds(const A& shape, const Pose<3>& pose) {
  return bounds(shape.terrain.core, pose);
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Mesh> {
  static constexpr auto list =
      std::tuple{required("file", &spatial::Mesh::file, "OBJ or STL file, in m")};
};

template <>
struct Fields<spatial::Heightfield> {
  static constexpr auto list = std::tuple{
      required("size", &spatial::Heightfield::size, "lengths along x and y in m", positive()),
      field("heights", &spatial::Heightfield::heights, "rows along x, the first at the smallest y"),
      field("file", &spatial::Heightfield::file, "text file of the same rows instead")};
};

}  // namespace saltus
