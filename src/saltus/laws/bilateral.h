// SPDX-License-Identifier: Apache-2.0
// The law of a joint row: u = 0, the reaction free (K = ℝ, K* = {0}).
#pragma once

#include "saltus/laws/law.h"

namespace saltus {

struct Bilateral {
  static constexpr LawKind kind = LawKind::bilateral;
  static constexpr std::string_view name = "bilateral";
  static constexpr std::string_view summary = "u = 0: a joint row, its reaction free";
  static constexpr std::size_t dimension = 1;

  [[nodiscard]] static constexpr Rows<1> project(double /*mu*/, const Rows<1>& z) { return z; }
  [[nodiscard]] static constexpr Rows<1> de_saxce(double /*mu*/, const Rows<1>& u) { return u; }

  /// W = 0: nothing can move the row; p = 0 is the solution if b = 0, and harmless if not.
  [[nodiscard]] static constexpr Rows<1> local_solve(const SquareRows<1>& W, const Rows<1>& b,
                                                     double /*mu*/) {
    return {W[0] != 0 ? -b[0] / W[0] : 0.0};
  }

  [[nodiscard]] static constexpr ContactStatus status(const Rows<1>& /*u*/, const Rows<1>& /*p*/,
                                                      double /*mu*/) {
    return ContactStatus::closed;
  }
};
static_assert(Law<Bilateral>);

}  // namespace saltus
