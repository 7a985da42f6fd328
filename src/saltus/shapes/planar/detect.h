// SPDX-License-Identifier: Apache-2.0
// Which corners and pieces of two outlines meet, by the families of outlines there are.
//
// What is reported has a gap of at most `margin`, and among it is what attains the distance of the
// shapes. Where cores overlap, which shapes without radius do in every contact, the way out is the
// shortest one.
#pragma once

#include <vector>

#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {

/// Both convex, of lines only.
void detect_convex(const Outline& a, const Pose<2>& pose_a, const Outline& b, const Pose<2>& pose_b,
                   double margin, std::vector<Feature>& out);

/// Any two bounded outlines, piece by piece. Each may touch the other in several places.
void detect_pieces(const Outline& a, const Pose<2>& pose_a, const Outline& b, const Pose<2>& pose_b,
                   double margin, std::vector<Feature>& out);

/// A bounded outline over the one unbounded line of b.
void detect_over_line(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                      const Pose<2>& pose_b, double margin, std::vector<Feature>& out);

/// A convex outline inside of the one hollow circle of b; what is deeper than `thickness` in its
/// material has left it.
void detect_inside_circle(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                          const Pose<2>& pose_b, double thickness, double margin,
                          std::vector<Feature>& out);

/// Whether the corner of one is beside the line of the other that it meets; false of all other
/// features.
[[nodiscard]] bool still_over(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                              const Pose<2>& pose_b, Feature feature);

}  // namespace saltus::planar
