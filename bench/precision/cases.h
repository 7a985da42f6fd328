// SPDX-License-Identifier: Apache-2.0
// What the schemes are measured on: examples, their starts, and the motions that they should have.
#pragma once

#include <string>
#include <vector>

#include "saltus/base/types.h"

namespace saltus::bench {

/// One initial state, and the velocities (right limits) that belong to it at the checkpoints.
struct Start {
  std::vector<std::string> overrides;  // as after --set
  std::vector<Vec> v;                  // one per checkpoint; empty: to be computed by the product
};

struct Case {
  std::string title;
  std::string example;
  std::vector<std::string> overrides;
  double interval = 0;  // s between checkpoints; the first is at one interval
  int checkpoints = 0;
  std::string reference;  // in words
  bool independent = true;
  std::vector<Start> starts;

  [[nodiscard]] double end() const { return interval * checkpoints; }
};

[[nodiscard]] std::vector<Case> cases();

}  // namespace saltus::bench
