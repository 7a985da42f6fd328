// SPDX-License-Identifier: Apache-2.0
// Errors of the runs of a comparison against one reference, for its report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "load.h"
#include "saltus/study/comparison.h"
#include "saltus/study/convergence.h"
#include "scheme_entries.h"

namespace saltus::app {

struct ComparisonErrors {
  std::string reference;  // what the errors are measured against,
  std::string why_not;    //   or why there are none
  std::vector<std::string> notes;
  std::vector<std::optional<double>> q;  // by row of the comparison, in the norm l1
  struct Slope {
    std::string label;
    std::optional<double> q;
  };
  std::vector<Slope> slopes;  // by scheme
};

/// What --reference of `compare` says: exact, adaptive:T or a file; where it says nothing, exact
/// where the model declares it, else adaptive where that is not too much.
struct ReferenceQuestion {
  const CompareOptions& options;
  const Source& source;
  const std::vector<SchemeEntry>& entries;
  const std::vector<Value>& trees;  // by entry
  const std::vector<double>& steps;
};

/// Refuses a word of --reference that means nothing. Throws ModelError, FileError.
void check_reference(const CompareOptions& options, const Loaded& loaded);

/// Runs once more what did not take too long. Throws ModelError, FileError.
[[nodiscard]] ComparisonErrors comparison_errors(const ReferenceQuestion& question,
                                                 const Loaded& first,
                                                 const std::vector<ComparisonRow>& rows);

}  // namespace saltus::app
