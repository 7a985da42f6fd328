// SPDX-License-Identifier: Apache-2.0
// Lists of numbers, with the formulas and errors of model files.
#include "study_options.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "progress.h"
#include "saltus/base/fields.h"
#include "say.h"
#include "scheme_entries.h"

namespace saltus::app {

double read_positive(const std::string& text, const Description& description,
                     const std::string& option) {
  return read_number(Value{text, {option}}, read_context(description.parameters), "'" + text + "'",
                     positive());
}

std::vector<double> read_positives(const std::string& text, const Description& description,
                                   const std::string& option) {
  std::vector<double> values;
  for (const std::string& part : split_list(text, option)) {
    const double value = read_positive(part, description, option);
    if (std::find(values.begin(), values.end(), value) != values.end()) {
      throw ModelError({option}, part + " is there twice");
    }
    values.push_back(value);
  }
  return values;
}

std::vector<double> read_steps(const std::string& text, const Description& description,
                               const std::string& option) {
  std::vector<double> steps = read_positives(text, description, option);
  for (const double step : steps) {
    if (description.simulation.end / step > 1e12) {
      throw ModelError({option}, fmt::format("{:.6g} asks for more than 1e12 steps", step));
    }
  }
  return steps;
}

void tell_progress(const std::string& text) {
  if (!Progress::is_terminal()) return;
  say("\r\x1b[K{}", text.substr(0, terminal_width() - 1));
  std::fflush(stderr);
}

}  // namespace saltus::app
