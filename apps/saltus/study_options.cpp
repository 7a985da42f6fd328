// SPDX-License-Identifier: Apache-2.0
// Lists of numbers, with the formulas and errors of model files.
#include "study_options.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "progress.h"
#include "saltus/base/fields.h"
#include "scheme_entries.h"

namespace saltus::app {

double read_positive(const std::string& text, const Description& description,
                     const std::string& option) {
  return read_number(Value{text, {option}}, read_context(description.parameters), "'" + text + "'",
                     positive());
}

std::vector<double> read_steps(const std::string& text, const Description& description,
                               const std::string& option) {
  std::vector<double> steps;
  for (const std::string& part : split_list(text, option)) {
    const double step = read_positive(part, description, option);
    if (std::find(steps.begin(), steps.end(), step) != steps.end()) {
      throw ModelError({option}, part + " is there twice");
    }
    if (description.simulation.end / step > 1e12) {
      throw ModelError({option}, part + " asks for more than 1e12 steps");
    }
    steps.push_back(step);
  }
  return steps;
}

void tell_progress(const std::string& text) {
  if (!ProgressLine::is_wanted()) return;
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
}

}  // namespace saltus::app
