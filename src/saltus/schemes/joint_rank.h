// SPDX-License-Identifier: Apache-2.0
// Joints stated twice, loops with an equation too many: rows that the others imply. How many are
// independent is found where the joints are closed; drift would hide it later.
#pragma once

#include <cstdint>

#include "saltus/contact/rows.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// The number of joint rows that are independent in the metric of M⁻¹ at this state: eigenvalues of
/// W_EE, scaled to a unit diagonal, above tolerance times the largest. Allocates: not for every
/// step.
[[nodiscard]] std::int32_t joint_rank(const Model& model, const State& x,
                                      const ConstraintRows& rows, double tolerance, Workspace& w);

/// Solves the step's problem into s.p. Where rank < number of joint rows n_E, the joints are stated
/// in the rank directions of largest eigenvalue of W_EE:  B u_E = 0, p_E = Bᵀ p',  B = Q_rᵀ
/// D^{-1/2}: least squares over all rows, so that what drift makes them contradict each other does
/// not act.
[[nodiscard]] SolveReport solve_step(const Solver& solver, std::int32_t rank, StepProblem& s,
                                     SolverWork& work);

/// The joint row with the largest velocity error, where that is no drift any more: more than 5 % of
/// its terms (of the largest of the run: at rest everything is noise), at a position error above
/// 1e-6; or any size of it where the last solve could not tell implied rows from independent ones
/// (eigenvalues within a factor 1e3). −1 where there is none.
[[nodiscard]] std::int32_t strayed_joint_row(const Model& model, const State& x,
                                             const ConstraintRows& rows, StepProblem& s);

}  // namespace saltus
