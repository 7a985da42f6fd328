// SPDX-License-Identifier: Apache-2.0
// Measured at the accepted state, the same way for every scheme.
#include "saltus/run/certify.h"

#include <array>
#include <cmath>
#include <span>

#include "saltus/problems/residual.h"

namespace saltus {
namespace {

/// Law of the active contacts with u taken at the accepted state, in m/s.
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

}  // namespace

void certify_step(const ConstraintRows& rows, const State& x, const State& next,
                  const StepProblem& s, const StepReport& report, Certificate& c) {
  for (Eigen::Index i = 0; report.hits < 0 && i < next.p_normal.size(); ++i) {
    if (next.p_normal[i] > 0 && !(x.p_normal[i] > 0)) ++c.impacts;
  }
  c.impacts += std::max(0, report.hits);
  if (report.active > 0) {
    c.max_velocity_law_residual =
        std::max(c.max_velocity_law_residual,
                 law_residual(static_cast<std::size_t>(next.p_joint.size()), rows, s));
  }
  c.contacts_max = std::max(c.contacts_max, report.active);
  c.newton.add(report.newton);
  c.projection.add(report.projection);
  c.activation.add(report.activation);
  if (report.solves > 0) {
    c.solver_iterations.sum += report.solver_iterations;
    c.solver_iterations.samples += report.solves;
    c.solver_iterations.max = std::max(c.solver_iterations.max, report.solver_iterations_max);
    c.solver_residual_max = std::max(c.solver_residual_max, report.solver_residual);
  }
}

void certify_events(std::span<const Event> events, Certificate& c) {
  for (const Event& event : events) {
    if (event.kind == EventKind::fallback) c.fallback.add(event.t);
    if (event.kind == EventKind::stiff && !c.stiff_at) c.stiff_at = event.t;
  }
}

}  // namespace saltus
