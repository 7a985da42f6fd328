// SPDX-License-Identifier: Apache-2.0
// The memory of the solvers, and the frame all of them share: prepare, offer candidates, finish.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "saltus/problems/eliminate.h"
#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/lemke.h"
#include "saltus/solvers/mode.h"
#include "saltus/solvers/solver.h"

namespace saltus {

/// Keep one per thread and use it again: its vectors only grow, so a steady loop does not allocate.
struct SolverWork {
  Elimination elimination;
  OneStepProblem local;       // bilateral rows gone; S W S, S b with S = √ρ_a: mean(diag) = 1
  std::vector<double> scale;  // S per row of local; p = S p_local
  bool joints = false;        // elimination is in use

  std::vector<double> p_local;              // iterate of local
  std::vector<double> start;                // the warm start in local
  std::vector<double> direct;               // answer of a direct solve
  std::vector<Mode> modes, previous_modes;  // one per block of local

  std::vector<double> A, x, r, null_space, gram;  // direct solve
  std::vector<std::int32_t> pivots, equations;
  LemkeWork lemke;
  std::vector<double> lcp_M, lcp_q, lcp_z;

  std::vector<double> in_K, trial, best;  // candidates for p
  double best_residual = 0;
  bool best_is_solution = false;
  std::string_view best_solver;
  std::int32_t iterations = 0;
  std::int64_t solves = 0;  // of problems with rows, since the memory was made

  double many_seconds = 0;  // spent on problems of many contacts

  OneStepProblem unsolved;  // the last problem that no solver finished, without bilateral rows
};

/// Fills local and start from the problem and the warm start p. False where W or b is not
/// finite; a warm start that is not finite counts as zero.
[[nodiscard]] bool prepare(const OneStepProblem& problem, std::span<const double> p,
                           SolverWork& work);

/// Projects the candidate p_local on K, recovers the bilateral rows, judges it, and keeps it if it
/// is the best so far. True where it satisfies the tolerance.
bool offer(const OneStepProblem& problem, SolverWork& work, std::span<const double> p_local,
           std::string_view solver, double tolerance);

/// Copies the best candidate to p; where it is no solution, the problem to unsolved.
SolveReport finish(SolverWork& work, std::span<double> p);

/// What to answer where W or b is not finite: p = 0, not converged, residual infinite.
SolveReport refuse(std::span<double> p);

}  // namespace saltus
