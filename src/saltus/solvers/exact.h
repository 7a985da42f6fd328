// SPDX-License-Identifier: Apache-2.0
// Exact solver for small problems: pivoting finds the modes, a direct solve finds p to round-off.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/solver.h"
#include "saltus/solvers/work.h"

namespace saltus {

/// Bilateral rows by elimination; one block by its law's local solve; the rest as a linear
/// complementarity problem by Lemke's method (spatial friction is none: not attempted). A planar
/// friction block is (p_N, β₊, β₋, λ):
///   0 ≤ u_N ⊥ p_N,  0 ≤ λ + u_T ⊥ β₊,  0 ≤ λ − u_T ⊥ β₋,  0 ≤ μ p_N − β₊ − β₋ ⊥ λ,  p_T = β₊ − β₋.
/// W + εI is pivoted first (ε = 1e-6 after scaling): where W is singular its modes are those of the
/// least-norm reactions, which share the load evenly; then ε = 0, then a larger ε.
struct Exact {
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view summary =
      "pivoting (Lemke) with a direct solve for the contacts found; small problems, to round-off";

  double tolerance = 1e-12;            // nat_scaled
  std::int32_t max_iterations = 2000;  // pivots of one Lemke run
  std::int32_t max_rows = 600;         // contact rows after elimination; above: not attempted
  Meter* meter = nullptr;              // of an attempt that has limits of its own
};

SolveReport solve(const Exact& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p);

/// The search alone, on a prepared work; true where a candidate met the tolerance.
bool search(const Exact& options, const OneStepProblem& problem, SolverWork& work);

}  // namespace saltus
