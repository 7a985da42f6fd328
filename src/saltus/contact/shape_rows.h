// SPDX-License-Identifier: Apache-2.0
// Gaps, normals and tangents of the candidates, as rows over the bodies' degrees of freedom.
#pragma once

#include "saltus/contact/rows.h"

namespace saltus {

/// Writes the rows of all candidates, or of those whose group's flag is set.
void evaluate_candidates(const Model& model, const Vec& q, std::span<const std::uint8_t> groups,
                         ShapePoses& poses, ConstraintRows& rows);

}  // namespace saltus
