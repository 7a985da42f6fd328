// SPDX-License-Identifier: Apache-2.0
// A model file's text or a bundled example, run in memory: what the tests of claims start from.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "saltus/run/simulate.h"

namespace saltus::test {

struct Run {
  Model model;
  Simulation simulation;
  Outcome outcome;
  std::vector<Sample> samples;  // t = 0 and every accepted step, or the times of [output]
  std::vector<Event> events;    // of schemes that locate them
};

/// A model that names no scheme means moreau-jean. `overrides` are texts as after --set:
/// "simulation.step=1e-4". Throws as the program would.
[[nodiscard]] Run run_text(const std::string& toml, const std::vector<std::string>& overrides = {});
[[nodiscard]] Run run_example(const std::string& name,
                              const std::vector<std::string>& overrides = {});

/// An example as a user runs it: where it names no scheme, with the one that the program chooses.
[[nodiscard]] Run run_as_given(const std::string& name,
                               const std::vector<std::string>& overrides = {});

/// The same without keeping samples: for long runs of which the end and the certificate matter, or
/// what a recorder makes of the states.
[[nodiscard]] Outcome outcome_of_example(const std::string& name,
                                         const std::vector<std::string>& overrides = {},
                                         Recorder* recorder = nullptr);

/// "key=1.0000000000000001e-05": an override with all digits.
[[nodiscard]] std::string set(const std::string& key, double value);

}  // namespace saltus::test
