// SPDX-License-Identifier: Apache-2.0
// What all solvers share: a solver is a struct of options and a function of the problem.
#pragma once

#include <cstdint>
#include <string_view>

namespace saltus {

/// p is the best iterate met, by the judge, whether or not it converged.
struct SolveReport {
  bool converged = false;
  std::int32_t iterations = 0;  // direct solves, Lemke pivots and sweeps together
  double residual = 0;          // nat_scaled, by problems/residual
  std::string_view solver;      // what gave p: none, local, newton, exact, nsgs
};

}  // namespace saltus
