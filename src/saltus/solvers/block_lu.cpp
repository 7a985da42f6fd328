// SPDX-License-Identifier: Apache-2.0
// The order, by approximate minimum degree or nested dissection, and the pattern of the factors by
// the elimination tree.
#include "saltus/solvers/block_lu.h"

#include <metis.h>

#include <algorithm>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "saltus/base/index.h"

namespace saltus {
namespace {

/// place_of and row_of; islands of a few blocks keep their order.
void minimum_degree(std::span<const std::int32_t> start, std::span<const std::int32_t> column,
                    BlockOrder& order) {
  const auto n = static_cast<std::int32_t>(start.size()) - 1;
  order.row_of.resize(at(n));
  order.place_of.resize(at(n));
  constexpr std::int32_t few = 4;
  if (n <= few) {
    for (std::int32_t i = 0; i < n; ++i) order.row_of[at(i)] = order.place_of[at(i)] = i;
    return;
  }
  // The order is asked of the pattern alone; Eigen's routine wants values too.
  const std::vector<double> ones(column.size(), 1.0);
  const Eigen::Map<const Eigen::SparseMatrix<double>> A(
      n, n, static_cast<Eigen::Index>(column.size()), start.data(), column.data(), ones.data());
  Eigen::AMDOrdering<std::int32_t>::PermutationType P;
  const Eigen::SparseMatrix<double> copy = A;
  Eigen::AMDOrdering<std::int32_t>()(copy, P);
  for (std::int32_t i = 0; i < n; ++i) {
    order.row_of[at(i)] = P.indices()[i];
    order.place_of[at(P.indices()[i])] = i;
  }
}

/// The same by METIS; false where it gives up.
bool nested_dissection(std::span<const std::int32_t> start, std::span<const std::int32_t> column,
                       BlockOrder& order) {
  auto n = static_cast<idx_t>(start.size()) - 1;
  std::vector<idx_t> first = {0};
  std::vector<idx_t> neighbour;
  neighbour.reserve(column.size());
  for (std::int32_t i = 0; i < n; ++i) {
    for (auto k = at(start[at(i)]); k < at(start[at(i) + 1]); ++k)
      if (column[k] != i) neighbour.push_back(column[k]);
    first.push_back(static_cast<idx_t>(neighbour.size()));
  }
  std::vector<idx_t> row_of(at(n));
  std::vector<idx_t> place_of(at(n));
  if (METIS_NodeND(&n, first.data(), neighbour.data(), nullptr, nullptr, row_of.data(),
                   place_of.data()) != METIS_OK)
    return false;
  order.row_of.assign(row_of.begin(), row_of.end());
  order.place_of.assign(place_of.begin(), place_of.end());
  return true;
}

}  // namespace

/// In space dissection saves a third of the operations, in the plane little; it takes longer.
void BlockOrder::analyse(std::span<const std::int32_t> A_start,
                         std::span<const std::int32_t> A_column) {
  constexpr double many_operations = 1e6;
  minimum_degree(A_start, A_column, *this);
  find_pattern(A_start, A_column);
  if (operations < many_operations) return;
  BlockOrder other;
  if (!nested_dissection(A_start, A_column, other)) return;
  other.find_pattern(A_start, A_column);
  if (other.operations < operations) *this = std::move(other);
}

void BlockOrder::find_pattern(std::span<const std::int32_t> A_start,
                              std::span<const std::int32_t> A_column) {
  const std::size_t n = row_of.size();
  // Row i of L: the paths in the elimination tree from the columns of A's row up to i.
  std::vector<std::vector<std::int32_t>> lower(n);
  std::vector<std::vector<std::int32_t>> upper(n);
  std::vector<std::int32_t> parent(n, -1);
  std::vector<std::int32_t> seen(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const auto me = static_cast<std::int32_t>(i);
    seen[i] = me;
    for (auto k = at(A_start[at(row_of[i])]); k < at(A_start[at(row_of[i]) + 1]); ++k) {
      for (std::int32_t j = place_of[at(A_column[k])]; j < me && seen[at(j)] != me;
           j = parent[at(j)]) {
        if (parent[at(j)] < 0) parent[at(j)] = me;
        seen[at(j)] = me;
        lower[i].push_back(j);
        upper[at(j)].push_back(me);
      }
    }
    std::sort(lower[i].begin(), lower[i].end());
  }
  start.assign(1, 0);
  column.clear();
  diagonal.resize(n);
  operations = 0;
  for (std::size_t i = 0; i < n; ++i) {
    column.insert(column.end(), lower[i].begin(), lower[i].end());
    diagonal[i] = static_cast<std::int32_t>(column.size());
    column.push_back(static_cast<std::int32_t>(i));
    column.insert(column.end(), upper[i].begin(), upper[i].end());
    start.push_back(static_cast<std::int32_t>(column.size()));
    const auto u = static_cast<double>(upper[i].size());
    operations += u * (u + 1);
  }
}

}  // namespace saltus
