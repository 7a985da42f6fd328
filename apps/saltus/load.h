// SPDX-License-Identifier: Apache-2.0
// Model file and command line to what can be simulated.
#pragma once

#include "commands.h"
#include "saltus/model/description.h"
#include "saltus/model/model.h"
#include "saltus/run/simulate.h"

namespace saltus::app {

struct Loaded {
  Description description;
  Model model;
  Simulation simulation;
};

/// Reads, overrides, compiles and checks the start. Throws ModelError, FileError.
[[nodiscard]] Loaded load(const ModelOptions& options);

}  // namespace saltus::app
