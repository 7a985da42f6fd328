// SPDX-License-Identifier: Apache-2.0
// A fixed point on the speed of sliding: with s = μ‖u_T‖ given, the friction problem is convex.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/island.h"

namespace saltus {

/// s ← μ‖u_T(s)‖, where u(s) solves K* ∋ u + s n ⊥ p ∈ K: unique, and found by the interior point
/// in 20 to 40 iterations whatever the packing, for its path has no folds. What lies still has
/// s = 0: a packing at rest is one convex problem, and one that nearly rests a few (Acary, Cadoux,
/// Lemaréchal and Malick 2011). The fixed point converges linearly at best; after some steps
/// proximal Newton steps are tried from where it stands.
struct ConvexSteps {
  static constexpr std::string_view name = "convex-steps";
  static constexpr std::string_view summary =
      "convex problems one after the other, each with the speed of sliding of the last: packings "
      "near rest";

  std::int32_t max_iterations = 20;  // convex problems
  std::int32_t first = 3;            // of them before Newton is tried
  std::int32_t polish = 30;          // Newton's factorisations each time
};

/// From s, one number per contact, which leaves as the last one; where it is empty, from 0.
/// Factorisations done.
template <int D>
std::int32_t search(const ConvexSteps& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, std::vector<double>& s, Best<D>& best);

}  // namespace saltus
