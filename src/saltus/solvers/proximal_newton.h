// SPDX-License-Identifier: Apache-2.0
// Proximal point method: Newton on W + αI, which is regular, with α going to zero.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/semismooth_newton.h"

namespace saltus {

/// p_{k+1} solves the problem with W + α_k I and b − α_k p_k; its solutions are those of the
/// problem where p_{k+1} = p_k. α is multiplied by `decrease` where the inner Newton succeeds soon,
/// by `increase` where it fails. Newton takes full steps: a line search on ‖F‖ comes to rest at the
/// kinks of the laws, while the proximal term alone keeps a failed try from doing harm.
struct ProximalNewton {
  static constexpr std::string_view name = "proximal-newton";
  static constexpr std::string_view summary =
      "proximal point with an inner semi-smooth Newton: hyperstatic problems, to high accuracy";

  NewtonMap map = NewtonMap::alart_curnier;
  double alpha = 1e-2;  // first one; W has a unit diagonal
  double decrease = 0.5;
  double increase = 4;
  std::int32_t max_iterations = 600;  // factorisations
};

template <int D>
std::int32_t search(const ProximalNewton& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best);

}  // namespace saltus
