// SPDX-License-Identifier: Apache-2.0
// From the problem of a file to the one that is solved, u = W r + b, and back to all unknowns.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "saltus/problems/block_pattern.h"
#include "saltus/problems/fclib.h"
#include "saltus/problems/friction_problem.h"

namespace saltus {

/// K x = g + H̃ r with x = [v; λ].
struct MassSystem {
  SparseMatrix K, H;
  std::vector<double> g;
  std::int32_t dofs;  // of v
  std::string name;   // of K, in messages
};
[[nodiscard]] MassSystem mass_system(const FclibGlobal& problem);

/// Local: W − V R⁻¹ Vᵀ and q − V R⁻¹ s. Global: H̃ᵀ K⁻¹ H̃ and H̃ᵀ K⁻¹ g + w with
///   K = [M −G; Gᵀ 0],  H̃ = [H; 0],  g = [f; −b],
/// which without G is Hᵀ M⁻¹ H and Hᵀ M⁻¹ f + w. Redundant equality rows are allowed. Blocks that
/// are zero are left out, but for the diagonal. Throws FileError where M, K or R is singular,
/// WTooLarge where W would take more than 4 GB.
[[nodiscard]] FrictionProblem reduce(const FclibProblem& problem);

/// v and λ from r, which is given with u.
void complete(const FclibProblem& problem, FclibSolution& solution);

}  // namespace saltus
