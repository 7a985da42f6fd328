// SPDX-License-Identifier: Apache-2.0
// The bundled examples by name, and how much of each a test of all of them runs.
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/choose_scheme.h"
#include "support/places.h"
#include "support/run_model.h"

namespace saltus::test {

/// Sorted; those of the folders as "five_tests/bounce".
inline std::vector<std::string> example_names() {
  const std::filesystem::path folder = source_dir() + "/examples";
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    names.push_back(std::filesystem::relative(entry.path(), folder).replace_extension().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct ExampleTimes {
  double step = 0;
  double end = 0;        // of the file
  double short_end = 0;  // after at most 60 000 steps times degrees of freedom: piles are large
  std::int32_t dofs = 0;
};

inline ExampleTimes times_of(const std::string& name) {
  Description description =
      read_model(read_toml(source_dir() + "/examples/" + name + ".toml"), name);
  const Model model = compile(description);
  const double step = description.simulation.step;
  const double end = description.simulation.end;
  const double steps = std::max(5.0, std::floor(6e4 / model.dofs));
  return {step, end, std::min(end, steps * step), model.dofs};
}

}  // namespace saltus::test
