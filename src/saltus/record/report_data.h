// SPDX-License-Identifier: Apache-2.0
// What a report holds, as viewer/FORMAT.md says: a header in JSON, and arrays in one block of
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace saltus {

class ReportData {
 public:
  using Shape = std::vector<std::size_t>;  // 0: as many as there are values
  void add(const std::string& name, std::span<const double> values, Shape shape = {0});
  void add(const std::string& name, std::span<const float> values, Shape shape = {0});
  void add(const std::string& name, std::span<const std::uint32_t> values, Shape shape = {0});
  void add(const std::string& name, std::span<const std::uint8_t> values, Shape shape = {0});
  /// Of what changes little from row to row: each as its difference from the row before.
  void add_rows(const std::string& name, std::vector<std::uint16_t> values, Shape shape);
  void add_rows(const std::string& name, std::span<const std::int16_t> values, Shape shape);

  /// An entry of the header, its value as JSON.
  void set(std::string_view key, std::string_view json);

  /// The page with the data in its place. Throws FileError where the page has no place for it.
  [[nodiscard]] std::string html(std::string_view page) const;

 private:
  void append(const std::string& name, std::string_view type, const void* values, std::size_t count,
              std::size_t size, Shape shape, bool differences = false);

  void append_rows(const std::string& name, std::string_view type,
                   std::vector<std::uint16_t> values, Shape shape);

  std::string header_, arrays_;
  std::string bytes_;
  std::vector<char> shuffled_;  // of the array that is appended
};

/// "[1,2,3]", of numbers or of pieces of JSON.
[[nodiscard]] std::string json_list(std::span<const double> numbers);
[[nodiscard]] std::string json_list(std::span<const std::string> pieces);

}  // namespace saltus
