// SPDX-License-Identifier: Apache-2.0
// summary.json: the run's certificate.
#pragma once

#include <filesystem>

#include "saltus/run/simulate.h"

namespace saltus {

/// Writes folder/summary.json; of a failed run with the failure and the last good state. Throws
/// FileError.
void write_summary(const std::filesystem::path& folder, const Model& model,
                   const Simulation& simulation, const Outcome& outcome, double wall_seconds);

}  // namespace saltus
