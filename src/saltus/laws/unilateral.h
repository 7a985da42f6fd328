// SPDX-License-Identifier: Apache-2.0
// The law of a frictionless contact: 0 ≤ u ⊥ p ≥ 0 (K = K* = ℝ₊).
#pragma once

#include "saltus/laws/law.h"

namespace saltus {

struct Unilateral {
  static constexpr LawKind kind = LawKind::unilateral;
  static constexpr std::string_view name = "unilateral";
  static constexpr std::string_view summary = "0 <= u, p >= 0, u p = 0: contact without friction";
  static constexpr std::size_t dimension = 1;

  [[nodiscard]] static constexpr Rows<1> project(double /*mu*/, const Rows<1>& z) {
    return {z[0] > 0 ? z[0] : 0.0};
  }
  [[nodiscard]] static constexpr Rows<1> de_saxce(double /*mu*/, const Rows<1>& u) { return u; }

  [[nodiscard]] static constexpr Rows<1> local_solve(const SquareRows<1>& W, const Rows<1>& b,
                                                     double /*mu*/) {
    return {b[0] < 0 && W[0] > 0 ? -b[0] / W[0] : 0.0};
  }

  [[nodiscard]] static constexpr ContactStatus status(const Rows<1>& /*u*/, const Rows<1>& p,
                                                      double /*mu*/) {
    return p[0] > 0 ? ContactStatus::closed : ContactStatus::open;
  }
};
static_assert(Law<Unilateral>);

}  // namespace saltus
