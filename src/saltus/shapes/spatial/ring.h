// SPDX-License-Identifier: Apache-2.0
// A bore: the inner surface of a ring, with what is inside it. At its two mouths it has a sharp
// inner rim and a flat front; its outer side is no surface.
#pragma once

#include <limits>
#include <numbers>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/reading.h"
#include "saltus/shapes/spatial/round_pair.h"

namespace saltus::spatial {

struct Ring {
  static constexpr std::string_view kind = "ring";
  static constexpr bool hollow = true;
  static constexpr std::string_view summary = "a bore: the inner surface of a ring around its axis";

  double radius = 0;
  double thickness = 0;
  std::vector<double> axis{0, 0, 1};
  std::optional<double> length;

  Round bore;  // half is infinite where there is no length
};

inline void check_fields(const Ring& shape, const Value& table, std::string_view what) {
  demand_direction(shape.axis, "axis", table, what);
}
inline void prepare(Ring& shape) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  shape.bore = {frame_along(vec3(shape.axis)), shape.radius,
                shape.length ? *shape.length / 2 : infinity};
}

[[nodiscard]] Bounds<3> bounds(const Ring&, const Pose<3>&);
[[nodiscard]] std::optional<MassProperties<3>> mass_properties(const Ring&);

void detect_core_ring(const Core&, const Pose<3>& at_core, const Ring&, const Pose<3>& at_ring,
                      double margin, std::vector<Feature>& out);
[[nodiscard]] ContactPoint<3> evaluate_core_ring(const Core&, const Pose<3>& at_core, const Ring&,
                                                 const Pose<3>& at_ring, Feature);
void detect_round_ring(const Round&, const Pose<3>& at_round, const Ring&, const Pose<3>& at_ring,
                       double margin, std::vector<Feature>& out);
[[nodiscard]] ContactPoint<3> evaluate_round_ring(const Round&, const Pose<3>& at_round,
                                                  const Ring&, const Pose<3>& at_ring, Feature);

template <BoundedCore A>
void detect(const A& first, const Pose<3>& at_first, const Ring& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_core_ring(first.core, at_first, second, at_second, margin, out);
}
template <BoundedCore A>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const Ring& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_core_ring(first.core, at_first, second, at_second, f);
}

template <RoundKind A>
void detect(const A& first, const Pose<3>& at_first, const Ring& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_round_ring(first.round, at_first, second, at_second, margin, out);
}
template <RoundKind A>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const Ring& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_round_ring(first.round, at_first, second, at_second, f);
}

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Ring> {
  static constexpr auto list = std::tuple{
      required("radius", &spatial::Ring::radius, "of the bore, in m", positive()),
      required("thickness", &spatial::Ring::thickness,
               "of the wall in m: what is deeper in it has left the bore", positive()),
      field("axis", &spatial::Ring::axis, "of the bore, any length"),
      field("length", &spatial::Ring::length, "of the bore in m; endless without", positive())};
};

}  // namespace saltus
