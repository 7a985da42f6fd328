// SPDX-License-Identifier: Apache-2.0
// Nonsmooth block Gauss–Seidel with exact local solves.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/solver.h"
#include "saltus/solvers/work.h"

namespace saltus {

/// Sweeps over the contact blocks (bilateral rows are eliminated first), each solved exactly with
/// the others held. Every `polish_every` sweeps the modes found so far are solved directly, which
/// ends the iteration as soon as they are right. Only the judge stops it.
struct Nsgs {
  static constexpr std::string_view name = "nsgs";
  static constexpr std::string_view summary =
      "block Gauss-Seidel with exact local solves, polished by a direct solve";

  double tolerance = 1e-12;             // nat_scaled
  std::int32_t max_iterations = 10000;  // sweeps
  std::int32_t polish_every = 5;        // sweeps between two looks of the judge; 0: never polish
};

SolveReport solve(const Nsgs& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p);

/// The search alone, from work.start, on a prepared work; true where the tolerance was met.
bool search(const Nsgs& options, const OneStepProblem& problem, SolverWork& work);

}  // namespace saltus
