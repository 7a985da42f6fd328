// SPDX-License-Identifier: Apache-2.0
// The observed order of convergence.
#pragma once

#include <vector>

namespace saltus::reference {

/// Least-squares slope of log(error) over log(h). Throws std::invalid_argument unless there are at
/// least two pairs, all positive and finite, with different h.
[[nodiscard]] double observed_order(const std::vector<double>& h, const std::vector<double>& error);

}  // namespace saltus::reference
