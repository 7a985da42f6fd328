// SPDX-License-Identifier: Apache-2.0
// Semi-smooth Newton on a map whose zeros are the solutions, with a line search; also the inner
// solver of the proximal point method.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/island.h"

namespace saltus {

enum class NewtonMap : std::uint8_t {
  alart_curnier,  // p_N = max(0, p_N − u_N), p_T = P_{‖·‖ ≤ μ max(0, p_N − u_N)}(p_T − u_T)
  natural,        // p = P_K(p − û)
};

struct SemismoothNewton {
  static constexpr std::string_view name = "newton";
  static constexpr std::string_view summary =
      "semi-smooth Newton (Alart-Curnier or natural map) with line search: full-rank problems";

  NewtonMap map = NewtonMap::alart_curnier;
  std::int32_t max_iterations = 50;
  bool full_steps = false;  // without line search: over the kinks, where it would come to rest
};

/// The problem with W + αI and b − αc: α = 0 is the problem itself, α > 0 one proximal step from c.
template <int D>
struct ProximalTerm {
  double alpha = 0;
  const RowsOf<D>* centre = nullptr;
};

struct NewtonReport {
  std::int32_t iterations = 0;
  bool inner_solved = false;  // the map with the proximal term was brought to `inner` below
};

/// From p; p leaves as the last iterate. Ends where the goal is met by the problem itself, where
/// the map with the proximal term is below inner_tolerance (relative to its first value), and where
/// the line search finds nothing better.
template <int D>
NewtonReport search(const SemismoothNewton& options, const Island<D>& island,
                    const IslandGoal& goal, const ProximalTerm<D>& proximal, double inner_tolerance,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best);

}  // namespace saltus
