// SPDX-License-Identifier: Apache-2.0
// Scaling to entries of size 1, then LU; redundant equality rows are found and left out.
#include "saltus/problems/cluster_factor.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "saltus/base/lu.h"

namespace saltus {
namespace {

using Eigen::Index;
using EigenSparse = Eigen::SparseMatrix<double>;

constexpr Index largest_dense = 100;
constexpr double rank_tolerance = 1e-13;  // of scaled pivots
constexpr double reach_tolerance = 1e-9;  // of a scaled right-hand side
constexpr double regularisation = 1e-8;   // of the scaled system, for redundant equality rows
constexpr int most_refinements = 30;

/// Three rounds that divide each row and column by the root of its largest entry: all near 1 then.
void scale(EigenSparse& A, Vec& row_scale, Vec& column_scale) {
  row_scale.setOnes(A.rows());
  column_scale.setOnes(A.cols());
  for (int round = 0; round < 3; ++round) {
    Vec row_max = Vec::Zero(A.rows());
    Vec column_max = Vec::Zero(A.cols());
    for (Index j = 0; j < A.cols(); ++j) {
      for (EigenSparse::InnerIterator it(A, j); it; ++it) {
        row_max[it.row()] = std::max(row_max[it.row()], std::abs(it.value()));
        column_max[j] = std::max(column_max[j], std::abs(it.value()));
      }
    }
    const auto divisor = [](double largest) { return largest > 0 ? 1 / std::sqrt(largest) : 1; };
    const Vec r = row_max.unaryExpr(divisor);
    const Vec c = column_max.unaryExpr(divisor);
    A = r.asDiagonal() * A * c.asDiagonal();
    row_scale.array() *= r.array();
    column_scale.array() *= c.array();
  }
}

/// The cluster's part of K.
EigenSparse part(const SparseMatrix& K, const Clusters& clusters, std::size_t cluster) {
  const std::span<const std::int32_t> unknowns = clusters.unknowns[cluster];
  const auto n = static_cast<Index>(unknowns.size());
  std::vector<Eigen::Triplet<double>> entries;
  for (const std::int32_t j : unknowns) {
    K.for_column(j, [&](std::int32_t i, double x) {
      if (x == 0) return;
      entries.emplace_back(clusters.place[static_cast<std::size_t>(i)],
                           clusters.place[static_cast<std::size_t>(j)], x);
    });
  }
  EigenSparse A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

/// Entries of either sign, always the same.
Vec probe(Index n) {
  Vec x(n);
  std::uint32_t state = 1;
  for (double& entry : x) {
    state = state * 1664525U + 1013904223U;
    entry = static_cast<double>(state >> 8U) / (1U << 23U) - 1;
  }
  return x;
}

}  // namespace

struct ClusterFactor::Sparse {
  EigenSparse A;  // scaled
  Eigen::SimplicialLLT<EigenSparse> cholesky;
  Eigen::SparseLU<EigenSparse> lu;
  bool is_cholesky = false;
  bool regularised = false;

  [[nodiscard]] Mat solved(const Mat& B) {
    if (is_cholesky) return cholesky.solve(B);
    return lu.solve(B);
  }

  [[nodiscard]] bool is_usable() {
    const Mat x = solved(probe(A.rows()));
    return x.allFinite() && x.lpNorm<Eigen::Infinity>() < 1 / rank_tolerance;
  }

  /// A mesh's mass or stiffness: several times cheaper than LU.
  bool factor_symmetric() {
    const EigenSparse At = A.transpose();
    if (A.diagonal().minCoeff() <= 0 || (A - At).norm() != 0) return false;
    cholesky.compute(A);
    is_cholesky = cholesky.info() == Eigen::Success;
    return is_cholesky && is_usable();
  }

  /// False where a pivot is zero or the inverse is larger than round-off allows.
  bool factor(const EigenSparse& B) {
    is_cholesky = false;
    lu.compute(B);
    if (lu.info() != Eigen::Success) return false;
    return is_usable();
  }
};

ClusterFactor::ClusterFactor(ClusterFactor&&) noexcept = default;
ClusterFactor& ClusterFactor::operator=(ClusterFactor&&) noexcept = default;
ClusterFactor::~ClusterFactor() = default;

ClusterFactor::ClusterFactor(const SparseMatrix& K, const Clusters& clusters, std::size_t cluster,
                             std::int32_t first_multiplier)
    : n_(static_cast<Index>(clusters.unknowns[cluster].size())) {
  for (const std::int32_t i : clusters.unknowns[cluster])
    is_multiplier_.push_back(i >= first_multiplier);
  EigenSparse A = part(K, clusters, cluster);
  scale(A, row_scale_, column_scale_);
  if (n_ <= largest_dense) {
    const RowMat dense = A;
    dense_.assign(dense.data(), dense.data() + dense.size());
    factor_dense();
  } else {
    sparse_ = std::make_unique<Sparse>();
    sparse_->A.swap(A);
    factor_sparse();
  }
}

void ClusterFactor::factor_dense() {
  const auto n = static_cast<std::int32_t>(n_);
  pivots_.resize(2 * static_cast<std::size_t>(n));
  const bool zero = std::all_of(dense_.begin(), dense_.end(), [](double x) { return x == 0; });
  rank_ = zero ? 0 : RankLu(dense_, pivots_, n, rank_tolerance).rank();
  regular_ = rank_ == n;
  if (regular_ || zero) {
    // A row 0 = −b of an equality that no body takes part in: redundant, or a contradiction.
    regular_ = regular_ || std::find(is_multiplier_.begin(), is_multiplier_.end(), false) ==
                               is_multiplier_.end();
    return;
  }
  // What is left undetermined must be multipliers.
  const RankLu lu(dense_, pivots_, n, rank_);
  std::vector<double> x(static_cast<std::size_t>(n));
  for (std::int32_t k = 0; k < n - rank_; ++k) {
    lu.null_vector(k, x);
    double largest = 0;
    double largest_other = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      largest = std::max(largest, std::abs(x[i]));
      if (!is_multiplier_[i]) largest_other = std::max(largest_other, std::abs(x[i]));
    }
    if (!(largest_other <= reach_tolerance * largest)) return;
  }
  regular_ = true;
}

void ClusterFactor::factor_sparse() {
  regular_ = sparse_->factor_symmetric() || sparse_->factor(sparse_->A);
  if (regular_) return;
  EigenSparse B = sparse_->A;
  for (Index i = 0; i < n_; ++i)
    if (is_multiplier_[static_cast<std::size_t>(i)]) B.coeffRef(i, i) += regularisation;
  B.makeCompressed();
  sparse_->regularised = true;
  regular_ = sparse_->factor(B);
}

bool ClusterFactor::solve(Mat& X) {
  if (sparse_) return solve_sparse(X);
  bool reached = true;
  for (Index j = 0; j < X.cols(); ++j) reached = solve_dense(X.col(j).data()) && reached;
  return reached;
}

bool ClusterFactor::solve_dense(double* x) {
  const auto n = static_cast<std::size_t>(n_);
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] *= row_scale_[static_cast<Index>(i)];
    largest = std::max(largest, std::abs(x[i]));
  }
  if (rank_ == 0) return largest == 0;
  const RankLu lu(dense_, pivots_, static_cast<std::int32_t>(n), rank_);
  const double missed = lu.solve(std::span(x, n));
  for (std::size_t i = 0; i < n; ++i) x[i] *= column_scale_[static_cast<Index>(i)];
  return missed <= reach_tolerance * largest;
}

bool ClusterFactor::solve_sparse(Mat& X) {
  const Mat B = row_scale_.asDiagonal() * X;
  Mat Y = sparse_->solved(B);
  bool reached = true;
  if (sparse_->regularised) {
    const double size = B.lpNorm<Eigen::Infinity>();
    double left = 0;
    for (int k = 0; k < most_refinements; ++k) {
      const Mat residual = B - sparse_->A * Y;
      left = residual.lpNorm<Eigen::Infinity>();
      if (!(left > 1e-14 * size)) break;
      Y += sparse_->solved(residual);
    }
    reached = left <= reach_tolerance * size;
  }
  X = column_scale_.asDiagonal() * Y;
  return reached;
}

}  // namespace saltus
