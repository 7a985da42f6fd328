// SPDX-License-Identifier: Apache-2.0
// Block Gauss–Seidel over the contacts of an island, each solved exactly with the others held.
#pragma once

#include <cstdint>
#include <string_view>

#include "saltus/solvers/island.h"

namespace saltus {

/// Accelerated by Anderson's method; the memory is dropped where a step did harm.
struct GaussSeidel {
  static constexpr std::string_view name = "nsgs";
  static constexpr std::string_view summary =
      "block Gauss-Seidel with exact local solves and Anderson acceleration";

  std::int32_t max_iterations = 10000;  // sweeps
  std::int32_t memory = 8;              // of the acceleration; 0: none
  std::int32_t judge_every = 5;         // sweeps between two looks at the residual
  bool forecast = false;                // give up where the rate so far will not do
};

/// From p; p leaves as the last iterate. Sweeps done.
template <int D>
std::int32_t search(const GaussSeidel& options, const Island<D>& island, const IslandGoal& goal,
                    RowsOf<D>& p, Best<D>& best);

/// One contact alone: its law's exact solve.
template <int D>
[[nodiscard]] Eigen::Matrix<double, D, 1> local_solve(const Eigen::Matrix<double, D, D>& W,
                                                      const Eigen::Matrix<double, D, 1>& b,
                                                      double mu);

}  // namespace saltus
