// SPDX-License-Identifier: Apache-2.0
// report.html of `compare` and `converge`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "comparison_errors.h"
#include "load.h"
#include "saltus/record/plots.h"
#include "saltus/study/comparison.h"
#include "saltus/study/convergence.h"

namespace saltus::app {

/// The curves of several runs, overlaid by quantity.
class OverlaidCurves {
 public:
  /// Runs once more, with its samples; of at most so many runs and samples, so that a report stays
  /// one that can be opened.
  void add(const std::string& label, const Loaded& loaded, std::int64_t steps, double seconds);

  std::vector<Plot> plots;
  std::size_t runs = 0;
  bool is_thinned = false;            // some curve is
  std::vector<std::string> left_out;  // labels
};

/// Throw FileError.
void write_report(const std::filesystem::path& folder, const Loaded& loaded,
                  const std::string& command, const std::vector<ComparisonRow>& rows,
                  const ComparisonErrors& errors, OverlaidCurves& curves);
void write_report(const std::filesystem::path& folder, const Loaded& loaded,
                  const std::string& command, const std::string& label,
                  const ConvergenceRequest& request, const Convergence& result);

}  // namespace saltus::app
