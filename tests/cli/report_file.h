// SPDX-License-Identifier: Apache-2.0
// What stands in a report.html, read as the page reads it.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace saltus {

struct ReportFile {
  explicit ReportFile(const std::string& path);
  [[nodiscard]] std::vector<double> numbers(const std::string& array) const;  // f64
  /// Of an array of this type: first the first byte of every number, then the second, …
  template <class T>
  [[nodiscard]] std::vector<T> values(const std::string& array) const {
    const nlohmann::json& a = header.at("arrays").at(array);
    std::size_t count = 1;
    for (const std::size_t n : a.at("shape")) count *= n;
    const std::size_t offset = a.at("offset").get<std::size_t>();
    std::vector<T> out(count);
    for (std::size_t i = 0; i < count; ++i) {
      std::array<char, sizeof(T)> number{};
      for (std::size_t k = 0; k < sizeof(T); ++k) number[k] = bytes.at(offset + k * count + i);
      std::memcpy(&out[i], number.data(), sizeof(T));
    }
    return out;
  }
  nlohmann::json header;
  std::string bytes;
};

}  // namespace saltus
