// SPDX-License-Identifier: Apache-2.0
// The default solver: cheapest first, every answer judged, the others as fallback.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/solver.h"
#include "saltus/solvers/work.h"

namespace saltus {

/// In this order until the judge is content:
///   none   p = 0, where b alone satisfies the laws;
///   local  one block: its law's exact solve;
///   newton the modes of the warm start (then of p = 0), solved directly and corrected;
///   exact  up to max_rows contact rows;
///   nsgs   some sweeps;
///   the portfolio of friction_solver.h, for at most `seconds`.
struct Auto {
  static constexpr std::string_view name = "auto";
  static constexpr std::string_view summary =
      "closed forms and warm starts first, then every other solver; keeps the best by the judge";

  double tolerance = 1e-12;            // nat_scaled
  std::int32_t max_iterations = 5000;  // pivots of exact; of nsgs at most 200 sweeps
  std::int32_t max_rows = 600;         // of exact
  double seconds = 10;                 // of the portfolio, for one problem
};

SolveReport solve(const Auto& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p);

}  // namespace saltus
