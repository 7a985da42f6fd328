// SPDX-License-Identifier: Apache-2.0
// summary.json: the run's certificate.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "saltus/run/simulate.h"

namespace saltus {

/// The name in the results' folder of the problem that no solver finished, in FCLib form.
inline constexpr std::string_view unsolved_file = "unsolved.hdf5";

/// Its text. Without seconds: without the two fields that are never the same.
[[nodiscard]] std::string summary_text(const Model& model, const Simulation& simulation,
                                       const Outcome& outcome,
                                       std::optional<double> wall_seconds = {});

/// "ok", "failed" or "interrupted".
[[nodiscard]] std::string_view status_of(const Outcome& outcome);

/// Writes folder/summary.json; of a failed run with the failure and the last good state. Throws
/// FileError.
void write_summary(const std::filesystem::path& folder, const Model& model,
                   const Simulation& simulation, const Outcome& outcome, double wall_seconds);

}  // namespace saltus
