// SPDX-License-Identifier: Apache-2.0
// A joint given by equations in the coordinates: g(t, q) = 0, row by row.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace saltus {

struct FormulaJoint {
  static constexpr std::string_view kind = "formula";
  static constexpr std::string_view summary = "equations = 0 in coordinates of one or more bodies";

  std::string name;
  std::int32_t row = 0;  // its first row among the model's joint rows
  std::int32_t rows = 0;
};

}  // namespace saltus
