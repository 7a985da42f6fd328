// SPDX-License-Identifier: Apache-2.0
// The kinds of planar shapes there are: a new one is its file, its pairs and one line here.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "saltus/shapes/contact_point.h"
#include "saltus/shapes/planar/polygon.h"
#include "saltus/shapes/planar/profile.h"
#include "saltus/shapes/planar/round.h"
#include "saltus/shapes/planar/wall.h"

namespace saltus::planar {

using Shape = std::variant<  //
    Particle,                //
    Disc,                    //
    Capsule,                 //
    Box,                     //
    Polygon,                 //
    Profile,                 //
    Plane,                   //
    Ring>;

/// The functions of one pair of kinds: looked up once, then called in every step.
struct PairFunctions {
  void (*detect)(const Shape&, const Pose<2>&, const Shape&, const Pose<2>&, double margin,
                 std::vector<Feature>& out) = nullptr;
  ContactPoint<2> (*evaluate)(const Shape&, const Pose<2>&, const Shape&, const Pose<2>&,
                              Feature) = nullptr;
  bool (*still_over)(const Shape&, const Pose<2>&, const Shape&, const Pose<2>&, Feature) = nullptr;

  explicit operator bool() const { return detect != nullptr; }
};

/// By the kinds' places in the variant, Shape::index(); false where the two never meet.
[[nodiscard]] PairFunctions pair_functions(std::size_t first, std::size_t second);

/// The pairs in words, one line per kind that comes first: for `saltus list shapes`.
[[nodiscard]] std::vector<std::string> pairs_as_text();

[[nodiscard]] std::string_view kind_of(const Shape& shape);
/// Makes the shape's outline from its fields; once, before any of the functions below.
void prepare(Shape& shape);
[[nodiscard]] Bounds<2> bounds(const Shape& shape, const Pose<2>& pose);
/// Nothing for a plane, which has no end. The volume is 0 for a point and a ring without thickness.
[[nodiscard]] std::optional<MassProperties<2>> mass_properties(const Shape& shape);

/// The shape that a table { type = "box", size = … } describes, prepared. `other_keys` (position,
/// angle) are accepted and left to the caller. Throws ModelError.
[[nodiscard]] Shape read_shape(const Value& value, const ReadContext& context,
                               std::string_view what,
                               const std::vector<std::string>& other_keys = {});

}  // namespace saltus::planar
