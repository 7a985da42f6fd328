// SPDX-License-Identifier: Apache-2.0
// The results of studies as tables for people.
#pragma once

#include <span>
#include <string>

#include "saltus/study/comparison.h"
#include "saltus/study/convergence.h"

namespace saltus::app {

/// Three tables: first the columns of [001], table 3 (violation, iterations), then laws and energy,
/// then the work. At most 120 columns wide; longer labels stand on a line of their own.
[[nodiscard]] std::string comparison_table(const std::string& title, double end,
                                           std::span<const ComparisonRow> rows);

/// One table for positions, one for velocities, one for the work.
[[nodiscard]] std::string convergence_table(const std::string& title, const std::string& scheme,
                                            const ConvergenceRequest& request,
                                            const Convergence& result);

}  // namespace saltus::app
