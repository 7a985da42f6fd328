// SPDX-License-Identifier: Apache-2.0
// What a step adds to the certificate.
#pragma once

#include "saltus/run/certificate.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {

/// Positions: penetration and joint errors. False, and nothing entered, where a row is not finite.
[[nodiscard]] bool certify_positions(const Model& model, const ConstraintRows& rows,
                                     Certificate& c);

/// Laws, impacts and counts of the step from x to next; `rows` are those at next.
void certify_step(const Model& model, const ConstraintRows& rows, const State& x, const State& next,
                  const StepProblem& s, const StepReport& report, Certificate& c);

}  // namespace saltus
