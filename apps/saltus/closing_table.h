// SPDX-License-Identifier: Apache-2.0
// The certificate of a run as a table for people.
#pragma once

#include <string>

#include "load.h"

namespace saltus::app {

/// At most 80 columns wide, names and paths aside.
[[nodiscard]] std::string closing_table(const Loaded& loaded, const Outcome& outcome,
                                        double seconds, const std::string& folder);

/// "step 0.001 s"; of a scheme that chooses its steps, the largest too.
[[nodiscard]] std::string step_words(const Simulation& simulation);

}  // namespace saltus::app
