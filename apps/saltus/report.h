// SPDX-License-Identifier: Apache-2.0
// report.html of a run.
#pragma once

#include <filesystem>
#include <string>

#include "load.h"

namespace saltus::app {

/// From results.h5 in the folder. `summary` is the certificate, as in summary.json. Throws
/// FileError.
void write_report(const std::filesystem::path& folder, const Loaded& loaded, const Outcome& outcome,
                  const std::string& summary, const std::string& command);

/// As a shell reads it.
[[nodiscard]] std::string quoted(const std::string& word);

/// What a user types to have this again: "./saltus run …".
[[nodiscard]] std::string command_of(const std::string& command, const ModelOptions& options);

}  // namespace saltus::app
