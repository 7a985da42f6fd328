// SPDX-License-Identifier: Apache-2.0
// The frequent case: a few rows, a good guess, no workspace.
#pragma once

#include <cstdint>
#include <span>

#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/solver.h"

namespace saltus {

/// More rows than this are not attempted.
inline constexpr std::int32_t small_rows = 8;

/// Newton's method on the natural map from p, at most `steps` direct solves on the stack. Leaves p
/// alone and reports converged = false where the judge refuses, where a law has no modes, and where
/// a pivot says that the rows are nearly redundant: that is for the solvers that scale and reveal
/// the rank.
[[nodiscard]] SolveReport solve_small(const OneStepProblem& problem, int steps, double tolerance,
                                      std::span<double> p);

}  // namespace saltus
