// SPDX-License-Identifier: Apache-2.0
// The order by approximate minimum degree, and the pattern of the factors by the elimination tree.
#include "saltus/solvers/block_lu.h"

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

}  // namespace

void BlockOrder::analyse(std::span<const std::int32_t> A_start,
                         std::span<const std::int32_t> A_column) {
  minimum_degree(A_start, A_column, *this);
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
