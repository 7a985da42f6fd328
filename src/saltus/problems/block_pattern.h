// SPDX-License-Identifier: Apache-2.0
// Which blocks W has, before it has values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "saltus/base/error.h"
#include "saltus/problems/clusters.h"
#include "saltus/problems/friction_problem.h"
#include "saltus/problems/lists.h"

namespace saltus {

/// W of so many contacts on the same bodies cannot be formed.
class WTooLarge : public FileError {
 public:
  using FileError::FileError;
};

/// own[a] lists the columns of block row a that are there anyhow, ascending, a among them; contacts
/// that touch the same cluster (nullptr: none) have a block as well. All values 0. Throws
/// WTooLarge, beginning with `what`, where memory would not suffice.
[[nodiscard]] BlockMatrix block_pattern(std::int32_t dim, const Lists& own,
                                        const Clusters* clusters, const std::string& what);

/// The block (a, b), which is there: its place in W.column.
[[nodiscard]] inline std::size_t block_index(const BlockMatrix& W, std::int32_t a, std::int32_t b) {
  const std::int32_t* column = W.column.data();
  const auto row = static_cast<std::size_t>(a);
  const std::int32_t* found = std::lower_bound(column + W.start[row], column + W.start[row + 1], b);
  return static_cast<std::size_t>(found - column);
}

/// Its first value.
[[nodiscard]] inline double* block_at(BlockMatrix& W, std::int32_t a, std::int32_t b) {
  const auto dim = static_cast<std::size_t>(W.dim);
  return W.value.data() + block_index(W, a, b) * dim * dim;
}

}  // namespace saltus
