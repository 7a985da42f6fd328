// SPDX-License-Identifier: Apache-2.0
// Sparse LU of a matrix of D × D blocks with a symmetric pattern, ordered once, factorised often.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>

#include "saltus/base/index.h"
#include "saltus/solvers/meter.h"

namespace saltus {

/// Where the fill goes: P A Pᵀ = L U with unit L, P an order of the block graph that needs few
/// operations.
struct BlockOrder {
  std::vector<std::int32_t> row_of;         // block row of A at place i
  std::vector<std::int32_t> place_of;       // its inverse
  std::vector<std::int32_t> start, column;  // rows of L, then (from `diagonal` on) of U, ascending
  std::vector<std::int32_t> diagonal;       // of place i, an index into column
  double operations = 0;                    // block products of one factorisation

  /// start/column: the block pattern of A, symmetric, with every diagonal block.
  void analyse(std::span<const std::int32_t> A_start, std::span<const std::int32_t> A_column);

 private:
  /// What follows from row_of and place_of.
  void find_pattern(std::span<const std::int32_t> A_start, std::span<const std::int32_t> A_column);
};

template <int D>
class BlockLu {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  void analyse(std::span<const std::int32_t> start, std::span<const std::int32_t> column) {
    order_.analyse(start, column);
    value_.resize(order_.column.size());
    work_.resize(order_.row_of.size());
    inverse_.resize(order_.row_of.size());
    y_.resize(order_.row_of.size());
  }
  [[nodiscard]] const BlockOrder& order() const { return order_; }

  /// Nanoseconds of what follows.
  [[nodiscard]] double factor_cost() const {
    return Rates<D>::block_times_block *
           (order_.operations + static_cast<double>(order_.column.size()));
  }
  [[nodiscard]] double solve_cost() const {
    return Rates<D>::block_times_rows * static_cast<double>(order_.column.size());
  }

  /// |pivot| of the last factorisation, the least over the size of its diagonal block: near 0 where
  /// the matrix is near singular.
  [[nodiscard]] double least_pivot() const { return least_pivot_; }

  /// row(a, put) calls put(b, block) for every block of row a. False where a pivot block is
  /// singular or not finite. Rows one after the other; no pivoting between blocks.
  template <class Row>
  [[nodiscard]] bool factor(Row&& row) {
    const std::size_t n = order_.row_of.size();
    least_pivot_ = 1;
    for (std::size_t i = 0; i < n; ++i) {
      const auto first = static_cast<std::size_t>(order_.start[i]);
      const auto last = static_cast<std::size_t>(order_.start[i + 1]);
      const auto diagonal = static_cast<std::size_t>(order_.diagonal[i]);
      for (std::size_t k = first; k < last; ++k) work_[at(order_.column[k])].setZero();
      row(order_.row_of[i], [&](std::int32_t b, const Block& block) {
        work_[at(order_.place_of[at(b)])] = block;
        if (b == order_.row_of[i]) size_ = block.cwiseAbs().maxCoeff();
      });
      for (std::size_t k = first; k < diagonal; ++k) eliminate(k);
      for (std::size_t k = diagonal; k < last; ++k) value_[k] = work_[at(order_.column[k])];
      if (!invert(i, value_[diagonal])) return false;
    }
    return true;
  }

  /// x ← A⁻¹ x, block by block.
  void solve(std::span<Rows> x) {
    const std::size_t n = order_.row_of.size();
    for (std::size_t i = 0; i < n; ++i) {
      Rows sum = x[at(order_.row_of[i])];
      for (auto k = at(order_.start[i]); k < at(order_.diagonal[i]); ++k)
        sum.noalias() -= value_[k] * y_[at(order_.column[k])];
      y_[i] = sum;
    }
    for (std::size_t i = n; i-- > 0;) {
      Rows sum = y_[i];
      for (auto k = at(order_.diagonal[i]) + 1; k < at(order_.start[i + 1]); ++k)
        sum.noalias() -= value_[k] * y_[at(order_.column[k])];
      y_[i].noalias() = inverse_[i] * sum;
      x[at(order_.row_of[i])] = y_[i];
    }
  }

 private:
  /// Row i minus l times row j of U, j the column of entry k.
  void eliminate(std::size_t k) {
    const std::size_t j = at(order_.column[k]);
    const Block l = work_[j] * inverse_[j];
    value_[k] = l;
    for (auto m = at(order_.diagonal[j]) + 1; m < at(order_.start[j + 1]); ++m)
      work_[at(order_.column[m])].noalias() -= l * value_[m];
  }

  bool invert(std::size_t i, const Block& pivot) {
    const Eigen::PartialPivLU<Block> lu(pivot);
    const double smallest = lu.matrixLU().diagonal().cwiseAbs().minCoeff();
    least_pivot_ = std::min(least_pivot_, smallest / size_);
    if (!(smallest > 0) || !std::isfinite(lu.matrixLU().sum())) return false;
    inverse_[i] = lu.inverse();
    return true;
  }

  BlockOrder order_;
  double least_pivot_ = 1;
  double size_ = 1;             // of the diagonal block at hand
  std::vector<Block> value_;    // rows of L and U
  std::vector<Block> inverse_;  // of U's diagonal
  std::vector<Block> work_;     // the row at hand, by place
  std::vector<Rows> y_;
};

}  // namespace saltus
