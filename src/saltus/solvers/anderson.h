// SPDX-License-Identifier: Apache-2.0
// Anderson's acceleration of a fixed-point iteration x ← g(x).
#pragma once

#include <cstdint>

#include "saltus/base/types.h"

namespace saltus {

/// Keeps the last `memory` differences of x and of f = g(x) − x in a ring, with the Gram matrix of
/// the latter; the caller drops them where an accelerated step did harm.
class Anderson {
 public:
  Anderson(Eigen::Index rows, std::int32_t memory);

  void forget() { held_ = 0, first_ = true; }

  /// x: where g was evaluated; g: g(x), replaced by g(x) − Σ γ_i Δg_i with γ = argmin ‖f − ΔF γ‖.
  void mix(const Eigen::Ref<const Vec>& x, Eigen::Ref<Vec> g);

 private:
  Eigen::Index memory_;
  Eigen::Index held_ = 0, next_ = 0;
  bool first_ = true;
  Mat dF_, dG_, gram_;
  Vec f_, g_, f_new_, rhs_;
};

}  // namespace saltus
