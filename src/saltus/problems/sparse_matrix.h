// SPDX-License-Identifier: Apache-2.0
// A sparse matrix as it comes from a problem file: compressed columns, whatever the file used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

/// Column j holds the entries k = start[j] … start[j + 1] − 1: value[k] in row[k], ascending, no
/// row twice.
struct SparseMatrix {
  std::int32_t rows = 0;
  std::int32_t columns = 0;
  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> row;
  std::vector<double> value;

  /// f(row, value) for the entries of a column.
  template <class F>
  void for_column(std::int32_t j, F&& f) const {
    const auto end = static_cast<std::size_t>(start[static_cast<std::size_t>(j) + 1]);
    for (auto k = static_cast<std::size_t>(start[static_cast<std::size_t>(j)]); k < end; ++k)
      f(row[k], value[k]);
  }
};

/// Entries (row[k], column[k]) of the same place add up. Indices must be in range.
[[nodiscard]] SparseMatrix from_triplets(std::int32_t rows, std::int32_t columns,
                                         std::span<const std::int32_t> row,
                                         std::span<const std::int32_t> column,
                                         std::span<const double> value);

[[nodiscard]] SparseMatrix transposed(const SparseMatrix& A);

}  // namespace saltus
