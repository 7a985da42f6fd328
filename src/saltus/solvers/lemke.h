// SPDX-License-Identifier: Apache-2.0
// Lemke's method for the linear complementarity problem 0 ≤ z ⊥ M z + q ≥ 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/solvers/meter.h"

namespace saltus {

/// What the method needs to remember; grows only.
struct LemkeWork {
  std::vector<double> tableau;
  std::vector<std::int32_t> basis;  // variable of each row: w_i = i, z_i = n + i, z_0 = 2 n
};

struct LemkeReport {
  bool solved = false;  // false: ended on a ray, or out of pivots or of what it may cost
  std::int32_t pivots = 0;
};

struct LemkeLimit {
  std::int32_t pivots;
  Meter* meter = nullptr;  // none: the pivots are the only limit
};

/// Covering vector of ones; lexicographic ratio test, so that it cannot cycle on degenerate
/// problems. M is n × n, row-major; z receives the solution, or zeros where it fails.
LemkeReport lemke(std::span<const double> M, std::span<const double> q, const LemkeLimit& limit,
                  LemkeWork& work, std::span<double> z);

}  // namespace saltus
