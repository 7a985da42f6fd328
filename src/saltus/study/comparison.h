// SPDX-License-Identifier: Apache-2.0
// Certificates of several schemes and steps side by side.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "saltus/run/simulate.h"

namespace saltus {

enum class ComparisonStatus { ok, failed, refused };
[[nodiscard]] std::string_view to_string(ComparisonStatus status);

struct ComparisonRow {
  std::string label;  // the scheme as the user wrote it
  Scheme scheme;
  double step = 0;
  ComparisonStatus status = ComparisonStatus::ok;
  std::string reason;                      // of a failure or a refusal
  std::optional<Certificate> certificate;  // up to the failure; nothing of a refused model
  double seconds = 0;

  [[nodiscard]] double microseconds_per_step() const;
};

/// Runs without recording, timed. A scheme that refuses the model (ModelError) gives a row that
/// says so.
[[nodiscard]] ComparisonRow compared(const std::string& label, const Model& model,
                                     const Simulation& simulation);

/// comparison.csv and comparison.json. Throws FileError.
void write_comparison(const std::filesystem::path& folder, const std::string& model, double end,
                      std::span<const ComparisonRow> rows);

}  // namespace saltus
