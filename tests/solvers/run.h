// SPDX-License-Identifier: Apache-2.0
// Runs a solver on a problem, always in the same workspace.
#pragma once

#include <vector>

#include "saltus/solvers/list.h"

namespace saltus::test {

struct Answer {
  SolveReport report;
  std::vector<double> p;
};

inline Answer run(const Solver& solver, const OneStepProblem& problem,
                  std::vector<double> start = {}) {
  static SolverWork work;  // shared on purpose: nothing may leak from one problem to the next
  start.resize(static_cast<std::size_t>(problem.n));
  const SolveReport report = solve(solver, problem, work, start);
  return {report, start};
}

inline const std::vector<Solver> all_solvers = {Auto{}, Exact{}, Nsgs{}};
inline const std::vector<Solver> exact_solvers = {Auto{}, Exact{}};

}  // namespace saltus::test
