// SPDX-License-Identifier: Apache-2.0
// Bilateral rows eliminated exactly, so that no solver has to sweep over joints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/problems/one_step_problem.h"

namespace saltus {

/// E: bilateral rows, U: the others. Its vectors only grow: keep one and use it again.
struct Elimination {
  OneStepProblem reduced;          // W_UU − W_UE W_EE⁺ W_EU,  b_U − W_UE W_EE⁺ b_E
  std::vector<std::int32_t> E, U;  // rows of the whole problem
  std::int32_t rank = 0;           // of W_EE
  std::int32_t redundant = 0;      // |E| − rank: rows dropped, with p = 0

  std::vector<double> factor;  // LU of S W_EE S, S = 1/√diag: units do not decide the rank
  std::vector<std::int32_t> pivots;
  std::vector<double> scale;  // S
  std::vector<double> X, y;   // W_EE⁺ W_EU (one row per U row, transposed), W_EE⁺ b_E
  std::vector<double> scratch;
};

/// A pivot of the scaled W_EE at or below this is a redundant row.
inline constexpr double joint_rank_tolerance = 1e-12;

/// A contradiction among redundant rows is left to the judge: it shows as u ≠ 0 on the dropped row.
void eliminate_bilateral(const OneStepProblem& problem, Elimination& elimination);

/// p from p_U: p_E = −W_EE⁺ (b_E + W_EU p_U), refined once.
void recover_bilateral(const OneStepProblem& problem, Elimination& elimination,
                       std::span<const double> p_U, std::span<double> p);

}  // namespace saltus
