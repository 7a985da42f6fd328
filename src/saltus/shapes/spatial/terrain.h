// SPDX-License-Identifier: Apache-2.0
// A fixed surface of triangles, solid behind: what near a body is looked up in a tree of boxes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "saltus/shapes/spatial/core.h"
#include "saltus/shapes/spatial/round.h"

namespace saltus::spatial {

struct Terrain {
  struct Node {
    Vec3 lower, upper;
    int first = 0;  // leaf: in `order`; else the first child, the second follows it
    int count = 0;  // of triangles; 0: no leaf
  };
  struct Triangle {
    std::array<int, 3> corners{};
    std::array<int, 3> edges{};
    // An edge or a corner is looked at with one of its triangles only: those of these bits.
    std::uint8_t own_corners = 0;
    std::uint8_t own_edges = 0;
  };

  Core core;
  std::vector<Triangle> triangles;
  std::vector<Node> nodes;
  std::vector<int> order;
};

/// `loops` are triangles that satisfy surface_fault().
[[nodiscard]] Terrain make_terrain(const std::vector<Vec3>& vertices, const Loops& loops);

/// How far below the surface a body of this size is still pushed back; farther down it is behind
/// the other side of a thin solid.
[[nodiscard]] double depth_limit(const Terrain&, double margin, double radius, double size);

void detect_core_terrain(const Core&, const Pose<3>& at_core, const Terrain&,
                         const Pose<3>& at_terrain, double margin, std::vector<Feature>& out);
void detect_round_terrain(const Round&, const Pose<3>& at_round, const Terrain&,
                          const Pose<3>& at_terrain, double margin, std::vector<Feature>& out);

}  // namespace saltus::spatial
