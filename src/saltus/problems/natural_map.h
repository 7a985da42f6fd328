// SPDX-License-Identifier: Apache-2.0
// The natural map of one block: zero where, and only where, the law holds.
#pragma once

#include <algorithm>

#include "saltus/laws/law.h"

namespace saltus {

/// ‖p − P_K(p − ρ û)‖₂² of one block.
template <Law L>
double squared_map(double mu, const Rows<L::dimension>& u, const double* p, double rho) {
  if constexpr (L::kind == LawKind::unilateral) {
    const double least = std::min(p[0], rho * u[0]);
    return least * least;
  }
  const Rows<L::dimension> u_hat = L::de_saxce(mu, u);
  Rows<L::dimension> z;
  for (std::size_t i = 0; i < L::dimension; ++i) z[i] = p[i] - rho * u_hat[i];
  const Rows<L::dimension> projected = L::project(mu, z);
  // Inside K the map is ρ û; p − (p − ρ û) would lose it below the round-off of p.
  double sum = 0;
  if (projected == z) {
    for (std::size_t i = 0; i < L::dimension; ++i) sum += rho * u_hat[i] * (rho * u_hat[i]);
  } else {
    for (std::size_t i = 0; i < L::dimension; ++i)
      sum += (p[i] - projected[i]) * (p[i] - projected[i]);
  }
  return sum;
}

}  // namespace saltus
