// SPDX-License-Identifier: Apache-2.0
// From the problem of a file to the one that is solved, u = W r + b, and back to all unknowns.
#pragma once

#include <span>

#include "saltus/problems/fclib.h"
#include "saltus/problems/friction_problem.h"

namespace saltus {

/// Local: W − V R⁻¹ Vᵀ and q − V R⁻¹ s. Global: H̃ᵀ K⁻¹ H̃ and H̃ᵀ K⁻¹ g + w with
///   K = [M −G; Gᵀ 0],  H̃ = [H; 0],  g = [f; −b],
/// which without G is Hᵀ M⁻¹ H and Hᵀ M⁻¹ f + w. Redundant equality rows are allowed. Blocks that
/// are zero are left out, but for the diagonal. Throws FileError where M, K or R is singular.
[[nodiscard]] FrictionProblem reduce(const FclibProblem& problem);

/// All unknowns from the contact impulses; `reduced` is what reduce() made of the problem.
[[nodiscard]] FclibSolution complete(const FclibProblem& problem, const FrictionProblem& reduced,
                                     std::span<const double> r);

}  // namespace saltus
