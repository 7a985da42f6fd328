// SPDX-License-Identifier: Apache-2.0
// The one-step problem made linear by a guess of every block's mode, and iteration on the guess.
#pragma once

#include <span>

#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/work.h"

namespace saltus {

/// The mode of each block of work.local at p: which piece of z ↦ P_K(z) holds z = p − û. A block
/// on the border between open and touching counts as touching. False where a law has no modes.
[[nodiscard]] bool modes_at(std::span<const double> p, SolverWork& work);

/// work.direct ← p of work.local for work.modes by a direct solve, refined once; it need not
/// lie in K. Where the system is singular (hyperstatic contacts) it is the p of least norm: unique,
/// hence as symmetric as the problem. False where it is not finite.
[[nodiscard]] bool solve_modes(SolverWork& work);

/// Newton's method on the piecewise linear natural map, from p: modes, direct solve, judge, again;
/// at most `steps` times, ended early by repeated modes. True where a candidate met the tolerance.
bool status_newton(const OneStepProblem& problem, SolverWork& work, std::span<const double> p,
                   int steps, double tolerance);

}  // namespace saltus
