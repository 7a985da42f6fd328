// SPDX-License-Identifier: Apache-2.0
// The kinds of shapes in space, and which of them meet: a new kind is its file and a line here; its
// pairs are found by the functions detect() and evaluate() that exist for them, in either order.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/contact_point.h"
#include "saltus/shapes/spatial/core_kinds.h"
#include "saltus/shapes/spatial/mesh.h"
#include "saltus/shapes/spatial/ring.h"
#include "saltus/shapes/spatial/round_pair.h"

namespace saltus::spatial {

using Shape = std::variant<  //
    PointShape,              //
    Sphere,                  //
    Capsule,                 //
    Box,                     //
    Polyhedron,              //
    Cylinder,                //
    Disc,                    //
    Plane,                   //
    Ring,                    //
    Mesh,                    //
    Heightfield>;

using Detect = void(const Shape& first, const Pose<3>& at_first, const Shape& second,
                    const Pose<3>& at_second, double margin, std::vector<Feature>& out);
using Evaluate = ContactPoint<3>(const Shape& first, const Pose<3>& at_first, const Shape& second,
                                 const Pose<3>& at_second, Feature);

using StillOver = bool(const Shape& first, const Pose<3>& at_first, const Shape& second,
                       const Pose<3>& at_second, Feature);

/// Looked up once per pair of shapes, then called in every step.
struct PairFunctions {
  Detect* detect = nullptr;
  Evaluate* evaluate = nullptr;
  StillOver* still_over = nullptr;  // of pairs without it nothing sinks through the other

  explicit operator bool() const { return detect != nullptr; }
};

/// Empty where the two kinds have no contact.
[[nodiscard]] PairFunctions pair_functions(const Shape& first, const Shape& second);
/// "there is no contact between 'plane' and 'mesh'; 'plane' meets: …".
[[nodiscard]] std::string no_pair_text(const Shape& first, const Shape& second);

[[nodiscard]] std::vector<std::string> shape_kinds();
[[nodiscard]] std::string_view kind_of(const Shape&);
[[nodiscard]] std::string_view summary_of(const Shape&);
/// The kind of that name, with nothing read yet.
[[nodiscard]] std::optional<Shape> shape_of_kind(std::string_view kind);
/// Per kind one line with its summary and what it meets.
[[nodiscard]] std::string shapes_text();

/// Reads all keys of a table but `type` and `other_keys`; then loads its file, if it names one.
/// Throws ModelError and FileError.
[[nodiscard]] Shape read_shape(std::string_view kind, const Value& table, const ReadContext&,
                               std::string_view what, std::vector<std::string> other_keys = {});
/// Makes a shape whose fields were set by hand ready for all below.
void prepare_shape(Shape&);

[[nodiscard]] Bounds<3> bounds_of(const Shape&, const Pose<3>&);
/// None of what has no volume or no end.
[[nodiscard]] std::optional<MassProperties<3>> mass_properties_of(const Shape&);

}  // namespace saltus::spatial
