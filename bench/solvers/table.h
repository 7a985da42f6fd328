// SPDX-License-Identifier: Apache-2.0
// The results as text: for the eye, and as CSV.
#pragma once

#include <string>

#include "solvers/runs.h"

namespace saltus::bench {

/// Per tolerance the times of all solvers, one problem per line; then the solved parts.
[[nodiscard]] std::string table(const Results& results);

/// file,dim,contacts,solver,tolerance,reduction,seconds,solved,used,iterations,measure,err_q,nat_scaled
[[nodiscard]] std::string runs_csv(const Results& results);

}  // namespace saltus::bench
