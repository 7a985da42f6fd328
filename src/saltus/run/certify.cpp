// SPDX-License-Identifier: Apache-2.0
// Measured at the accepted state, the same way for every scheme.
#include "saltus/run/certify.h"

#include <array>
#include <cmath>
#include <span>

#include "saltus/problems/residual.h"

namespace saltus {

double law_residual(std::size_t joints, const ConstraintRows& rows, const StepProblem& s) {
  double largest = 0;
  std::size_t row = joints;
  for (std::size_t i = row; i < s.problem.blocks.size(); ++i) {
    const Block& block = s.problem.blocks[i];
    const std::size_t n = law_info(block.law).dimension;
    std::array<double, 3> u_bar{};
    for (std::size_t r = 0; r < n; ++r, ++row) {
      u_bar[r] = rows.u[static_cast<std::size_t>(s.set.functions[row])] + s.set.restitution[row];
    }
    const double v =
        velocity_residual(block.law, block.mu, std::span(u_bar).first(n),
                          std::span(s.p).subspan(static_cast<std::size_t>(block.row), n),
                          block_rho(s.problem, block));
    largest = std::max(largest, v);
  }
  return largest;
}

void certify_events(std::span<const Event> events, Certificate& c) {
  for (const Event& event : events) {
    if (event.kind == EventKind::fallback) c.fallback.add(event.t);
    if (event.kind == EventKind::stiff && !c.stiff_at) c.stiff_at = event.t;
  }
}

}  // namespace saltus
