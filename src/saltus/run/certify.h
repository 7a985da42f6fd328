// SPDX-License-Identifier: Apache-2.0
// What a step adds to the certificate.
#pragma once

#include <span>

#include "saltus/model/event.h"
#include "saltus/run/certificate.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {

/// No NaN and no infinity among the gaps, joint equations and their velocities.
[[nodiscard]] bool are_finite(const Model& model, const ConstraintRows& rows);

/// Positions: penetration and joint errors.
void certify_positions(const Model& model, const ConstraintRows& rows, Certificate& c);

/// Laws, impacts and counts of the step from x to next; `rows` are those at next.
void certify_step(const ConstraintRows& rows, const State& x, const State& next,
                  const StepProblem& s, const StepReport& report, Certificate& c);

/// What a user should know of the events: where the scheme could not do what it is chosen for.
void certify_events(std::span<const Event> events, Certificate& c);

}  // namespace saltus
