// SPDX-License-Identifier: Apache-2.0
// What a step adds to the certificate.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "saltus/model/event.h"
#include "saltus/run/certificate.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {

/// No NaN and no infinity among the gaps, joint equations and their velocities. Inline, as the
/// next: a call costs the smallest models as much as the work.
[[nodiscard, gnu::always_inline]] inline bool are_finite(const Model& model,
                                                         const ConstraintRows& rows) {
  double sum = 0;
  for (const FunctionPlace& f : model.functions) sum += rows.value(f);
  for (const double u : rows.u) sum += u;
  return std::isfinite(sum);
}

/// Positions: penetration and joint errors.
[[gnu::always_inline]] inline void certify_positions(const Model& model, const ConstraintRows& rows,
                                                     Certificate& c) {
  for (const Contact& contact : model.contacts) {
    const double g = rows.value(model.functions[static_cast<std::size_t>(contact.gap)]);
    c.max_penetration = std::max(c.max_penetration, -g);
  }
  for (const std::int32_t f : model.joint_functions) {
    const double g = rows.value(model.functions[static_cast<std::size_t>(f)]);
    c.max_joint_error = std::max(c.max_joint_error, std::abs(g));
  }
}

/// Law of the active contacts with u taken at the accepted state, in m/s.
[[nodiscard]] double law_residual(std::size_t joints, const ConstraintRows& rows,
                                  const StepProblem& s);

/// Laws, impacts and counts of the step from x to next; `rows` are those at next.
[[gnu::always_inline]] inline void certify_step(const ConstraintRows& rows, const State& x,
                                                const State& next, const StepProblem& s,
                                                const StepReport& report, Certificate& c) {
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

/// What a user should know of the events: where the scheme could not do what it is chosen for.
void certify_events(std::span<const Event> events, Certificate& c);

}  // namespace saltus
