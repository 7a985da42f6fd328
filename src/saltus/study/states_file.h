// SPDX-License-Identifier: Apache-2.0
// A run that was recorded earlier: states.csv as `saltus run --csv` writes it.
#pragma once

#include <string>

#include "saltus/study/trajectory.h"

namespace saltus {

/// Reads `t` and the model's columns, in any order; others are ignored. Throws FileError: not
/// readable, a column missing, a cell that is no finite number, times that do not start at 0, that
/// decrease, or that stop before `end`.
[[nodiscard]] Trajectory read_states(const std::string& path, const Model& model, double end);

}  // namespace saltus
