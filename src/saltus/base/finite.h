// SPDX-License-Identifier: Apache-2.0
// Whether all numbers of a vector are finite.
#pragma once

#include <span>

namespace saltus {

[[nodiscard]] inline bool finite(std::span<const double> x) {
  // x·0 is 0 for finite x and NaN otherwise.
  double sum = 0;
  for (const double value : x) sum += value * 0;
  return sum == 0;
}

}  // namespace saltus
