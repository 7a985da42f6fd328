// SPDX-License-Identifier: Apache-2.0
// Which unknowns of a sparse system hang together, and which contacts touch them.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/problems/lists.h"
#include "saltus/problems/sparse_matrix.h"

namespace saltus {

/// The blocks of a matrix that is block diagonal after a permutation: rigid bodies, mechanisms,
/// meshes. Contact a touches a cluster where one of its dim columns of H has an entry there.
struct Clusters {
  std::vector<std::int32_t> of;     // unknown → cluster
  std::vector<std::int32_t> place;  // unknown → place in its cluster
  Lists unknowns;                   // of each cluster, ascending
  Lists contacts;                   // of each cluster, ascending
};

/// K square, H with as many rows. Zero entries couple nothing. Small clusters that follow one
/// another and are touched by the same contacts are one: the directions of a body with a diagonal
/// mass matrix.
[[nodiscard]] Clusters clusters_of(const SparseMatrix& K, const SparseMatrix& H, std::int32_t dim);

}  // namespace saltus
