// SPDX-License-Identifier: Apache-2.0
// What a contact does in a candidate solution: enough to make its law linear.
#pragma once

#include <cmath>
#include <cstdint>

#include "saltus/laws/law.h"

namespace saltus {

enum class Mode : std::uint8_t {
  open,        // p = 0
  closed,      // u_N = 0, no friction row
  stick,       // u_N = u_T = 0
  slip_plus,   // u_N = 0, p_T = −μ p_N, u_T ≥ 0
  slip_minus,  // u_N = 0, p_T = +μ p_N, u_T ≤ 0
};

/// Do these modes cover the law? Not in space, where there is a slip for every direction.
[[nodiscard]] constexpr bool has_modes(LawKind law) { return law != LawKind::coulomb3; }

/// Which piece of z ↦ P_K(z) holds z = p − ρ û. The border z = 0 counts as touching.
[[nodiscard]] inline Mode friction_mode(double mu, double z_N, double z_T) {
  if (!(mu > 0)) return z_N < 0 ? Mode::open : Mode::closed;
  if (std::abs(z_T) <= mu * z_N) return Mode::stick;
  if (z_N < 0 && mu * std::abs(z_T) <= -z_N) return Mode::open;
  return z_T < 0 ? Mode::slip_plus : Mode::slip_minus;
}

/// p_T = slip_ratio · p_N where the block slips; 0 in the other modes.
[[nodiscard]] inline double slip_ratio(Mode mode, double mu) {
  if (mode == Mode::slip_plus) return -mu;
  return mode == Mode::slip_minus ? mu : 0;
}

}  // namespace saltus
