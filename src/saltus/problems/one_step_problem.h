// SPDX-License-Identifier: Apache-2.0
// The one-step problem as plain data: u = W p + b, one law per block. No model, no θ, no h in here.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/laws/list.h"
#include "saltus/problems/friction_problem.h"

namespace saltus {

struct Block {
  LawKind law;
  std::int32_t row;  // first row; the law's dimension says how many
  double mu;         // friction coefficient; 0 where the law has none
};

/// Restitution is inside b: b = H v_free + e ∘ u_k. W may be slightly unsymmetric.
///
/// Where contacts are many (and nothing is bilateral) `many` holds the problem instead of W: its
/// contact a is block a, padded to as many rows as the largest law has. b is written in both.
struct OneStepProblem {
  std::int32_t n = 0;         // rows
  std::vector<double> W;      // n × n, row-major
  std::vector<double> b;      // n
  std::vector<Block> blocks;  // in row order, covering 0 … n
  FrictionProblem many{};
  std::vector<double> rho{};  // by block of `many`: 1 / mean(diag W_aa), or 1
  bool is_sparse = false;     // `many` is in use

  [[nodiscard]] double w(std::int32_t i, std::int32_t j) const {
    return W[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) +
             static_cast<std::size_t>(j)];
  }
  /// Row `row` of the given block on the diagonal of W.
  [[nodiscard]] double diagonal(std::size_t block, std::int32_t row = 0) const {
    if (!is_sparse) return w(blocks[block].row + row, blocks[block].row + row);
    return many.diagonal(block, row);
  }
};

}  // namespace saltus
