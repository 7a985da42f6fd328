// SPDX-License-Identifier: Apache-2.0
// Volume, centre and inertia of the body inside a closed surface.
#pragma once

#include <vector>

#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

/// Sums over tetrahedra from the mean of the vertices; exact for flat faces.
[[nodiscard]] MassProperties<3> surface_mass(const std::vector<Vec3>& vertices, const Loops& loops);

/// Inertia tensor from the second moments ∫ x xᵀ.
[[nodiscard]] inline Mat3 inertia_of_moments(const Mat3& moments) {
  return moments.trace() * Mat3::Identity() - moments;
}

}  // namespace saltus::spatial
