// SPDX-License-Identifier: Apache-2.0
// What stands in a report.html, read as the page reads it.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace saltus {

struct ReportFile {
  explicit ReportFile(const std::string& path);
  [[nodiscard]] std::vector<double> numbers(const std::string& array) const;  // f64
  nlohmann::json header;
  std::string bytes;
};

}  // namespace saltus
