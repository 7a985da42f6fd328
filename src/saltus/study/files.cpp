// SPDX-License-Identifier: Apache-2.0
// Cells of CSV files and pieces of JSON files; a missing number is an empty cell or null.
#include "saltus/study/files.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "saltus/base/describe.h"
#include "saltus/base/json.h"

namespace saltus {

std::string csv_number(std::optional<double> x) {
  return x && std::isfinite(*x) ? fmt::format("{:.17g}", *x) : std::string();
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string json_optional(std::optional<double> x) {
  return json_number(x.value_or(std::numeric_limits<double>::quiet_NaN()));
}

std::string json_options(const Scheme& scheme) {
  std::string text = "{";
  const auto add = [&](const FieldText& field) {
    const bool plain =
        field.type == "number" || field.type == "whole number" || field.type == "true or false";
    const std::string value = field.value.empty() ? "null"
                              : plain             ? field.value
                                                  : json_text(field.value);
    text += fmt::format("{}{}:{}", text.size() > 1 ? "," : "", json_text(field.name), value);
  };
  std::visit(
      [&](const auto& s) {
        for (const FieldText& f : describe(s)) add(f);
      },
      scheme);
  return text + "}";
}

}  // namespace saltus
