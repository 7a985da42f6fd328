// SPDX-License-Identifier: Apache-2.0
// Sorting by counting, twice: by row, then by column, so that rows ascend within a column.
#include "saltus/problems/sparse_matrix.h"

#include <numeric>

namespace saltus {
namespace {

/// Places of the entries when they are sorted by key, equal keys in the order of `order`.
std::vector<std::int32_t> sorted_by(std::span<const std::int32_t> key, std::int32_t keys,
                                    const std::vector<std::int32_t>& order) {
  std::vector<std::int32_t> next(static_cast<std::size_t>(keys) + 1, 0);
  for (const std::int32_t k : key) ++next[static_cast<std::size_t>(k) + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::int32_t> sorted(order.size());
  for (const std::int32_t k : order) {
    const auto place = static_cast<std::size_t>(key[static_cast<std::size_t>(k)]);
    sorted[static_cast<std::size_t>(next[place]++)] = k;
  }
  return sorted;
}

}  // namespace

SparseMatrix from_triplets(std::int32_t rows, std::int32_t columns,
                           std::span<const std::int32_t> row, std::span<const std::int32_t> column,
                           std::span<const double> value) {
  std::vector<std::int32_t> order(value.size());
  std::iota(order.begin(), order.end(), 0);
  order = sorted_by(column, columns, sorted_by(row, rows, order));

  SparseMatrix A{
      rows, columns, std::vector<std::int32_t>(static_cast<std::size_t>(columns) + 1, 0), {}, {}};
  A.row.reserve(value.size());
  A.value.reserve(value.size());
  std::int32_t last_column = -1;
  for (const std::int32_t k : order) {
    const auto entry = static_cast<std::size_t>(k);
    if (column[entry] == last_column && A.row.back() == row[entry]) {
      A.value.back() += value[entry];
    } else {
      last_column = column[entry];
      A.row.push_back(row[entry]);
      A.value.push_back(value[entry]);
      ++A.start[static_cast<std::size_t>(last_column) + 1];
    }
  }
  std::partial_sum(A.start.begin(), A.start.end(), A.start.begin());
  return A;
}

SparseMatrix transposed(const SparseMatrix& A) {
  std::vector<std::int32_t> column;
  column.reserve(A.row.size());
  for (std::int32_t j = 0; j < A.columns; ++j)
    A.for_column(j, [&](std::int32_t, double) { column.push_back(j); });
  return from_triplets(A.columns, A.rows, column, A.row, A.value);
}

}  // namespace saltus
