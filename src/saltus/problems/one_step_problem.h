// SPDX-License-Identifier: Apache-2.0
// The one-step problem as plain data: u = W p + b, one law per block. No model, no θ, no h in here.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/laws/list.h"

namespace saltus {

struct Block {
  LawKind law;
  std::int32_t row;  // first row; the law's dimension says how many
  double mu;         // friction coefficient; 0 where the law has none
};

/// Restitution is inside b: b = H v_free + e ∘ u_k. W may be slightly unsymmetric.
struct OneStepProblem {
  std::int32_t n = 0;         // rows
  std::vector<double> W;      // n × n, row-major
  std::vector<double> b;      // n
  std::vector<Block> blocks;  // in row order, covering 0 … n

  [[nodiscard]] double w(std::int32_t i, std::int32_t j) const {
    return W[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) +
             static_cast<std::size_t>(j)];
  }
};

}  // namespace saltus
