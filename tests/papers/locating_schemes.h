// SPDX-License-Identifier: Apache-2.0
// Tests that run over the schemes that locate impacts.
#pragma once

#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include "papers/checkpoints.h"

namespace saltus::test {

struct LocatingScheme {
  const char* label;
  Overrides options;
};

inline void PrintTo(const LocatingScheme& s, std::ostream* os) { *os << s.label; }

inline std::string label_of(const testing::TestParamInfo<LocatingScheme>& info) {
  return info.param.label;
}

/// All of them with the given step; that of `adaptive` is its largest.
inline auto locating_schemes(const std::string& step) {
  const Overrides h{"simulation.step=" + step};
  return testing::Values(
      LocatingScheme{"SplitMidpoint", joined(split_midpoint, h)},
      LocatingScheme{"StrictSplitMidpoint",
                     joined(joined(split_midpoint, {option("closure", "strict")}), h)},
      LocatingScheme{"Split4", joined(split_4, h)},
      LocatingScheme{"Adaptive", joined(adaptive, h)});
}

}  // namespace saltus::test
