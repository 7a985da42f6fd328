// SPDX-License-Identifier: Apache-2.0
// The errors and the costs of every scheme on a case, over a ladder of steps or tolerances.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "precision/cases.h"

namespace saltus::bench {

/// A scheme with options of its own, and what is made smaller.
struct Entry {
  std::string label;
  std::string scheme;
  std::vector<std::string> options;  // "theta=0.5"
  bool by_tolerance = false;
  double impact_step = 0;  // as a part of the step; 0: none
};

/// Every scheme of the list, and some with other options.
[[nodiscard]] std::vector<Entry> entries();

/// One rung: means over the starts.
struct Point {
  double value = 0;  // step or tolerance
  double error = 0;  // Σ|v − v_ref| / Σ|v_ref| over the checkpoints
  double cost = 0;   // WorkCounts::cost()
};

struct Measured {
  std::vector<Point> points;  // from coarse to fine
  std::string failure;        // of the last rung that failed, or why the scheme refuses the model
  double coarsest = 0;        // rung that runs
};

/// Fills in the references that the product itself has to compute.
void complete(Case& c);

[[nodiscard]] Measured measured(const Case& c, const Entry& entry,
                                const std::function<void(const std::string&)>& tell);

/// The cost from which on the error stays at or below the limit.
[[nodiscard]] std::optional<double> cost_for(const Measured& m, double limit);

}  // namespace saltus::bench
