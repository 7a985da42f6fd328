// SPDX-License-Identifier: Apache-2.0
// Alternating directions: one factorisation of W + ρI, then two triangular solves an iteration.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/island.h"

namespace saltus {

/// (W + ρI) p = −(b + s) + ρ (z − ξ),  z = P_K(p + ξ),  ξ ← ξ + p − z,  s = μ‖u_T‖ n at u = W p +
/// b; p over-relaxed by `relaxation`. ρ is balanced (and W + ρI factorised again) only where the
/// two residuals have been far apart for a while.
struct Admm {
  static constexpr std::string_view name = "admm";
  static constexpr std::string_view summary =
      "alternating directions with one factorisation and a balanced penalty: many contacts per "
      "body";

  double rho = 0.1;  // W has a unit diagonal
  double relaxation = 1.6;
  std::int32_t max_iterations = 2000;
  std::int32_t judge_every = 5;
};

/// From p; p leaves as the last iterate in K. Iterations done.
template <int D>
std::int32_t search(const Admm& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best);

}  // namespace saltus
