// SPDX-License-Identifier: Apache-2.0
// What was measured as a page and as a picture.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "precision/runs.h"

namespace saltus::bench {

struct Sheet {
  Case subject;
  std::vector<Measured> schemes;  // in the order of the entries
};

/// Markdown: per case the cost for each of five errors.
[[nodiscard]] std::string page(std::span<const Entry> entries, std::span<const Sheet> sheets);

/// SVG: error over cost, one panel per case.
[[nodiscard]] std::string picture(std::span<const Entry> entries, std::span<const Sheet> sheets);

}  // namespace saltus::bench
