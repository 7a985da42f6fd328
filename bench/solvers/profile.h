// SPDX-License-Identifier: Apache-2.0
// Performance profiles (Dolan and Moré, Math. Program. 91, 2002).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solvers/runs.h"

namespace saltus::bench {

/// A corner of the stairs: the part of all problems that the solver solves within tau times the
/// time of the fastest solver of that problem.
struct Corner {
  double tau;
  double fraction;
};

/// With rising tau, from 1 on; a problem that nobody solves counts as unsolved.
[[nodiscard]] std::vector<Corner> profile(const Results& results, std::size_t tolerance,
                                          std::size_t solver);

/// tolerance,solver,tau,fraction
[[nodiscard]] std::string profile_csv(const Results& results);
/// One panel per tolerance.
[[nodiscard]] std::string profile_svg(const Results& results);

}  // namespace saltus::bench
