// SPDX-License-Identifier: Apache-2.0
// Gaps, normals and tangents of the candidates, as rows over the bodies' degrees of freedom.
#pragma once

#include "saltus/contact/rows.h"

namespace saltus {

template <int D>
struct Collision;

/// Where the bodies that carry shapes stand at q, and the shapes. Where `out` is of the same q,
/// nothing is computed: contacts are looked for, evaluated and recorded at one position.
template <int D>
void place_shapes(const Model& model, const Collision<D>& collision, const Vec& q, PosesOf<D>& out);

/// Writes the rows of all candidates, or of those whose group's flag is set.
void evaluate_candidates(const Model& model, const Vec& q, std::span<const std::uint8_t> groups,
                         ShapePoses& poses, ConstraintRows& rows);

/// Where a candidate's contact is, and its directions; z = 0 in the plane.
struct ContactFrame {
  Point<3> point = Point<3>::Zero();  // the middle of the gap
  Point<3> normal = Point<3>::Zero();
  Point<3> tangent = Point<3>::Zero();
  Point<3> tangent_2 = Point<3>::Zero();
};

/// By candidate, at q.
void contact_frames(const Model& model, const Vec& q, ShapePoses& poses,
                    std::vector<ContactFrame>& out);

}  // namespace saltus
