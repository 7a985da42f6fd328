// SPDX-License-Identifier: Apache-2.0
// Nonsmooth interior point: Newton along the central path of the cones, De Saxcé's term included.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/central_path.h"
#include "saltus/solvers/island.h"

namespace saltus {

/// In x = (p_N, p_T/μ) and y = (û_N, μ û_T) both cones are Lorentz's, and the problem is
///   y = B W B x + B b + ‖y_T‖ e,   x ∘ y = τ e,   B = diag(1, μ, μ),   τ → 0,
/// with Nesterov–Todd scaling and Mehrotra's predictor and corrector. ‖y_T‖ is differentiated like
/// the rest: frozen, it makes the iteration linear at best. The price is a path that may fold; a
/// Levenberg term on each contact, larger where its step is short, carries the iteration across
/// (each step is then one of the proximal point method, from where it stands). Where the path ends
/// short of the goal (round-off near the border of the cones), proximal Newton steps from its end
/// polish it.
struct InteriorPoint {
  static constexpr std::string_view name = "interior-point";
  static constexpr std::string_view summary =
      "nonsmooth interior point with Nesterov-Todd scaling: hyperstatic contacts, to high accuracy";

  std::int32_t max_iterations = 300;
  std::int32_t polish = 500;   // factorisations
  std::int32_t patience = 40;  // iterations without gain
  PathOptions path;
};

/// Iterations done. The best iterate is in `best`; p leaves as the best point of the path, if it
/// has one.
template <int D>
std::int32_t search(const InteriorPoint& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best);

/// The polish: proximal Newton steps from the end of a path.
template <int D>
std::int32_t polish(std::int32_t steps, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D> p, Best<D>& best);

}  // namespace saltus
