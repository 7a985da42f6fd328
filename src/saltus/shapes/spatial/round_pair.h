// SPDX-License-Identifier: Apache-2.0
// Cylinders and discs with convex cores and with each other.
//
// Of a cylinder and a core all meetings are found: corners with the side, the ends and the rims;
// edges with the side and the rims; faces with the rims. Of two cylinders: side with side, and rims
// with sides, ends and rims.
#pragma once

#include <array>
#include <concepts>
#include <vector>

#include "saltus/shapes/spatial/core_kinds.h"
#include "saltus/shapes/spatial/cylinder.h"

namespace saltus::spatial {

void detect_round_core(const Round&, const Pose<3>& at_round, const Core&, const Pose<3>& at_core,
                       double margin, std::vector<Feature>& out);
[[nodiscard]] ContactPoint<3> evaluate_round_core(const Round&, const Pose<3>& at_round,
                                                  const Core&, const Pose<3>& at_core, Feature);

/// Whether a corner is over or below the end, or a point of the rim over or below the face, that it
/// meets; false of all other features.
[[nodiscard]] bool still_over_round_core(const Round&, const Pose<3>& at_round, const Core&,
                                         const Pose<3>& at_core, Feature);

/// A part of a surface that need not be convex: −1 where an edge or a corner is left out.
struct RoundElements {
  int face = 0;
  std::array<int, 3> edges{-1, -1, -1};
  std::array<int, 3> corners{-1, -1, -1};
  double least = 0;  // gaps below are none
};
void detect_round_elements(const Round&, const Pose<3>& at_round, const Core&,
                           const Pose<3>& at_core, const RoundElements&, double margin,
                           std::vector<Feature>& out);

void detect_rounds(const Round& first, const Pose<3>& at_first, const Round& second,
                   const Pose<3>& at_second, double margin, std::vector<Feature>& out);
[[nodiscard]] ContactPoint<3> evaluate_rounds(const Round& first, const Pose<3>& at_first,
                                              const Round& second, const Pose<3>& at_second,
                                              Feature);

/// Whether a point of a rim is over or below the end that it meets.
[[nodiscard]] bool still_over_rounds(const Round& first, const Pose<3>& at_first,
                                     const Round& second, const Pose<3>& at_second, Feature);

template <class T>
concept RoundKind = std::same_as<T, Cylinder> || std::same_as<T, Disc>;

template <RoundKind A, ConvexCore B>
void detect(const A& first, const Pose<3>& at_first, const B& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_round_core(first.round, at_first, second.core, at_second, margin, out);
}
template <RoundKind A, ConvexCore B>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const B& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_round_core(first.round, at_first, second.core, at_second, f);
}

template <RoundKind A, ConvexCore B>
[[nodiscard]] bool still_over(const A& first, const Pose<3>& at_first, const B& second,
                              const Pose<3>& at_second, Feature f) {
  return still_over_round_core(first.round, at_first, second.core, at_second, f);
}

template <RoundKind A, RoundKind B>
void detect(const A& first, const Pose<3>& at_first, const B& second, const Pose<3>& at_second,
            double margin, std::vector<Feature>& out) {
  detect_rounds(first.round, at_first, second.round, at_second, margin, out);
}
template <RoundKind A, RoundKind B>
[[nodiscard]] ContactPoint<3> evaluate(const A& first, const Pose<3>& at_first, const B& second,
                                       const Pose<3>& at_second, Feature f) {
  return evaluate_rounds(first.round, at_first, second.round, at_second, f);
}

template <RoundKind A, RoundKind B>
[[nodiscard]] bool still_over(const A& first, const Pose<3>& at_first, const B& second,
                              const Pose<3>& at_second, Feature f) {
  return still_over_rounds(first.round, at_first, second.round, at_second, f);
}

template <RoundKind A>
[[nodiscard]] Bounds<3> bounds(const A& shape, const Pose<3>& pose) {
  return bounds(shape.round, pose);
}

}  // namespace saltus::spatial
