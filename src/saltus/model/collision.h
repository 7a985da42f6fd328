// SPDX-License-Identifier: Apache-2.0
// Shapes on bodies, and which of them meet: what contact is searched among. The plane and space
// have shapes of their own; everything else is written once, for the dimension D.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "saltus/model/candidate.h"
#include "saltus/shapes/planar/list.h"
#include "saltus/shapes/spatial/list.h"

namespace saltus {

/// What the two lists of shapes have in common.
template <int D>
struct ShapesOf;

template <>
struct ShapesOf<2> {
  using Shape = planar::Shape;
  using Functions = planar::PairFunctions;
  static Functions functions(const Shape& a, const Shape& b) {
    return planar::pair_functions(a.index(), b.index());
  }
  static Bounds<2> bounds(const Shape& shape, const Pose<2>& pose) {
    return planar::bounds(shape, pose);
  }
  static std::string_view kind_of(const Shape& shape) { return planar::kind_of(shape); }
  static std::optional<MassProperties<2>> mass_properties(const Shape& shape) {
    return planar::mass_properties(shape);
  }
};

template <>
struct ShapesOf<3> {
  using Shape = spatial::Shape;
  using Functions = spatial::PairFunctions;
  static Functions functions(const Shape& a, const Shape& b) {
    return spatial::pair_functions(a, b);
  }
  static Bounds<3> bounds(const Shape& shape, const Pose<3>& pose) {
    return spatial::bounds_of(shape, pose);
  }
  static std::string_view kind_of(const Shape& shape) { return spatial::kind_of(shape); }
  static std::optional<MassProperties<3>> mass_properties(const Shape& shape) {
    return spatial::mass_properties_of(shape);
  }
};

template <int D>
struct PlacedShape {
  std::int32_t body = 0;
  bool turns = true;    // with its body: false of points
  bool hollow = false;  // round inside: what moves along it comes nearer
  bool sheet = false;   // a surface with nothing behind it that could tell its sides apart
  double reach = 0;     // largest distance of its points from the centre of mass
  double extent = 0;    // its smallest one; of what has no end: infinity
  Pose<D> in_body;      // relative to the centre of mass
  typename ShapesOf<D>::Shape shape;
};

template <int D>
struct Collision {
  static constexpr std::int32_t none = -1;

  std::vector<PlacedShape<D>> shapes;
  std::vector<Meeting> meetings;

  // Bodies that are named in the same way share a class.
  std::vector<std::uint16_t> class_of;  // by shape
  std::size_t classes = 0;
  bool has_sheets = false;
  std::vector<std::int32_t> meeting_of;  // classes × classes; first member by row; or none

  /// Index of the meeting with the first as first member, or none.
  [[nodiscard]] std::int32_t meeting(std::int32_t first, std::int32_t second) const {
    return meeting_of[class_of[static_cast<std::size_t>(first)] * classes +
                      class_of[static_cast<std::size_t>(second)]];
  }
};

struct AnyCollision {
  std::variant<std::monostate, Collision<2>, Collision<3>> of;
};

/// The shapes of a model in the plane (D = 2) or in space, or nullptr.
template <int D>
[[nodiscard]] inline const Collision<D>* collision_of(const Shapes& shapes) {
  return shapes.get() == nullptr ? nullptr : std::get_if<Collision<D>>(&shapes.get()->of);
}

}  // namespace saltus
