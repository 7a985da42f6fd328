// SPDX-License-Identifier: Apache-2.0
// The factors of one cluster of a sparse system, small or large, symmetric or not.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "saltus/base/types.h"
#include "saltus/problems/clusters.h"
#include "saltus/problems/sparse_matrix.h"

namespace saltus {

/// K = [M −G; Gᵀ 0] or M alone: unknowns from first_multiplier on belong to equality rows, which
/// may be redundant. Rows and columns are scaled first, so units decide nothing. Up to 100
/// unknowns: LU with full pivoting, which tells the rank. More: sparse Cholesky where K is
/// symmetric and positive definite, else sparse LU; where redundant rows make that singular, of K
/// with a small diagonal, and refined until the residual is gone.
class ClusterFactor {
 public:
  ClusterFactor(const SparseMatrix& K, const Clusters& clusters, std::size_t cluster,
                std::int32_t first_multiplier);
  ClusterFactor(ClusterFactor&&) noexcept;
  ClusterFactor& operator=(ClusterFactor&&) noexcept;
  ClusterFactor(const ClusterFactor&) = delete;
  ClusterFactor& operator=(const ClusterFactor&) = delete;
  ~ClusterFactor();

  /// All unknowns but redundant multipliers are determined. Else solve() must not be called.
  [[nodiscard]] bool regular() const { return regular_; }

  /// X ← K⁻¹ X. False where some column is out of K's reach: the equality rows contradict.
  [[nodiscard]] bool solve(Mat& X);

 private:
  struct Sparse;

  void factor_dense();
  void factor_sparse();
  [[nodiscard]] bool solve_dense(double* x);
  [[nodiscard]] bool solve_sparse(Mat& X);

  Eigen::Index n_;
  bool regular_ = false;
  std::vector<bool> is_multiplier_;
  Vec row_scale_, column_scale_;
  std::vector<double> dense_;  // row-major
  std::vector<std::int32_t> pivots_;
  std::int32_t rank_ = 0;
  std::unique_ptr<Sparse> sparse_;
};

}  // namespace saltus
