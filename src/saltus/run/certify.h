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

/// Laws, impacts and counts of the step from x to next; `rows` are those at next.
void certify_step(const ConstraintRows& rows, const State& x, const State& next,
                  const StepProblem& s, const StepReport& report, Certificate& c);

/// What a user should know of the events: where the scheme could not do what it is chosen for.
void certify_events(std::span<const Event> events, Certificate& c);

}  // namespace saltus
