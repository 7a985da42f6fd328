// SPDX-License-Identifier: Apache-2.0
// Shapes as triangles and closed lines, for the formats of other programs.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "saltus/model/collision.h"
#include "saltus/model/model.h"

namespace saltus {

struct Surface {
  std::vector<std::array<double, 3>> points;  // in the body's frame
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::vector<std::uint32_t>> loops;  // closed lines: what is planar
};

inline constexpr double shown_plane =
    10;  // m of a plane to both sides, in files for other programs

/// All shapes of a body; of what has no end a piece of so many m.
[[nodiscard]] Surface surface_of(const Model& model, std::size_t body, double endless);

/// Where a body stands: position and quaternion (w, x, y, z).
struct Placement {
  std::array<double, 3> position{};
  std::array<double, 4> rotation{1, 0, 0, 0};
};
[[nodiscard]] Placement placement(const Body& body, const Vec& q, bool in_space);

/// Bodies that stand in space: those with a third coordinate.
[[nodiscard]] bool is_spatial(const Model& model);

}  // namespace saltus
