// SPDX-License-Identifier: Apache-2.0
// Sparse LU of a matrix of D × D blocks with a symmetric pattern, ordered once, factorised often.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "saltus/base/index.h"
#include "saltus/solvers/block_order.h"
#include "saltus/solvers/dense_front.h"
#include "saltus/solvers/meter.h"

namespace saltus {

/// Front by front (block_order.h), in dense matrices by rows. No pivoting between blocks.
template <int D>
class BlockLu {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  void analyse(std::span<const std::int32_t> start, std::span<const std::int32_t> column) {
    order_.analyse(start, column);
    const std::size_t n = order_.row_of.size();
    entry_.resize(column.size());
    size_.resize(n);
    inverse_.resize(n);
    y_.resize(n * D);
    find_room();
  }
  [[nodiscard]] const BlockOrder& order() const { return order_; }

  /// Nanoseconds of what follows.
  [[nodiscard]] double factor_cost() const {
    return Rates<D>::block_times_block * order_.work +
           Rates<D>::front_entry * static_cast<double>(order_.entries);
  }
  [[nodiscard]] double solve_cost() const {
    return Rates<D>::block_times_rows * static_cast<double>(order_.entries);
  }

  /// |pivot| of the last factorisation, the least over the size of its diagonal block: near 0 where
  /// the matrix is near singular.
  [[nodiscard]] double least_pivot() const { return least_pivot_; }

  /// row(a, put) calls put(b, block) for every block of row a, in the order of the pattern. False
  /// where a pivot block is singular or not finite.
  template <class Row>
  [[nodiscard]] bool factor(Row&& row) {
    std::size_t k = 0;
    for (std::size_t a = 0; a < order_.row_of.size(); ++a)
      row(static_cast<std::int32_t>(a), [&](std::int32_t b, const Block& block) {
        entry_[at(order_.slot[k++])] = block;
        if (at(b) == a) size_[at(order_.place_of[a])] = block.cwiseAbs().maxCoeff();
      });
    least_pivot_ = 1;
    waiting_.clear();
    double* top = stack_.data();
    for (std::size_t s = 0; s < order_.fronts(); ++s)
      if (!factor_front(s, top)) return false;
    return true;
  }

  /// x ← A⁻¹ x, block by block.
  void solve(std::span<Rows> x) {
    for (std::size_t i = 0; i < x.size(); ++i)
      Eigen::Map<Rows>(y_.data() + i * D) = x[at(order_.row_of[i])];
    for (std::size_t s = 0; s < order_.fronts(); ++s) solve_down(s);
    for (std::size_t s = order_.fronts(); s-- > 0;) solve_up(s);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[at(order_.row_of[i])] = Eigen::Map<const Rows>(y_.data() + i * D);
  }

 private:
  /// Rows of front s that are eliminated, and those below.
  [[nodiscard]] std::size_t width(std::size_t s) const {
    return at(order_.first[s + 1] - order_.first[s]) * D;
  }
  [[nodiscard]] std::size_t below(std::size_t s) const {
    return at(order_.below_start[s + 1] - order_.below_start[s]) * D;
  }

  /// Of the factors, and of the stack of what is left of fronts, the front at hand on its top.
  void find_room() {
    const std::size_t fronts = order_.fronts();
    factor_start_.assign(1, 0);
    std::vector<std::size_t> children(fronts, 0);  // on the stack
    std::size_t stack = 0;
    std::size_t most = 0;
    std::size_t most_below = 0;
    for (std::size_t s = 0; s < fronts; ++s) {
      const std::size_t w = width(s);
      const std::size_t r = below(s);
      factor_start_.push_back(factor_start_.back() + w * (w + 2 * r));
      most = std::max(most, stack + (w + r) * (w + r));
      stack += r * r - children[s];
      if (order_.parent[s] >= 0) children[at(order_.parent[s])] += r * r;
      most_below = std::max(most_below, r);
    }
    factor_.resize(factor_start_.back());
    stack_.resize(most);
    gathered_.resize(most_below);
    waiting_.reserve(fronts);
  }

  /// Assembles the front on top of what its children left, eliminates its rows, and leaves in their
  /// place what is left.
  bool factor_front(std::size_t s, double*& top) {
    const std::size_t w = width(s);
    const std::size_t r = below(s);
    const std::size_t m = w + r;
    double* const F = top;
    std::fill(F, F + m * m, 0.0);
    for (auto k = at(order_.entry_start[s]); k < at(order_.entry_start[s + 1]); ++k)
      block_at(F[at(order_.entry_row[k]) * D * m + at(order_.entry_column[k]) * D], m) += entry_[k];
    while (!waiting_.empty() && at(order_.parent[waiting_.back()]) == s) {
      top -= below(waiting_.back()) * below(waiting_.back());
      add_child(waiting_.back(), top, F, m);
      waiting_.pop_back();
    }
    if (!eliminate(F, m, w, at(order_.first[s]))) return false;
    keep_factors(s, F, m, w);
    if (r == 0) return true;
    double* const left = top;
    for (std::size_t i = 0; i < r; ++i) {
      const double* const from = F + (w + i) * m + w;
      std::copy(from, from + r, left + i * r);
    }
    top += r * r;
    waiting_.push_back(s);
    return true;
  }

  using RowMajor = Eigen::Matrix<double, D, D, Eigen::RowMajor>;
  using BlockAt = Eigen::Map<RowMajor, 0, Eigen::OuterStride<>>;
  static BlockAt block_at(double& first, std::size_t m) {
    return BlockAt(&first, Eigen::OuterStride<>(static_cast<Eigen::Index>(m)));
  }

  void add_child(std::size_t c, const double* left, double* F, std::size_t m) const {
    const std::size_t r = below(c);
    const std::int32_t* const to = order_.in_parent.data() + order_.below_start[c];
    for (std::size_t i = 0; i < r; ++i) {
      double* const row = F + (at(to[i / D]) * D + i % D) * m;
      for (std::size_t j = 0; j < r / D; ++j, left += D)
        Eigen::Map<Rows>(row + at(to[j]) * D) += Eigen::Map<const Rows>(left);
    }
  }

  /// The first w of m rows and columns, in panels: what is right of a panel is updated at once.
  bool eliminate(double* F, std::size_t m, std::size_t w, std::size_t place) {
    constexpr std::size_t panel = 24;
    for (std::size_t k0 = 0; k0 < w; k0 += panel) {
      const std::size_t k1 = std::min(k0 + panel, w);
      for (std::size_t p = k0; p < k1; p += D) {
        if (!invert(place + p / D, block_at(F[p * m + p], m))) return false;
        const Block& inverse = inverse_[place + p / D];
        const std::size_t next = p + D;
        for (std::size_t i = next; i < m; i += D) {
          auto l = block_at(F[i * m + p], m);
          l = Block(l * inverse);
        }
        subtract_product(F + next * m + next, m, F + next * m + p, m, F + p * m + next, m, m - next,
                         k1 - next, D);
      }
      for (std::size_t q = k0 + D; q < k1; q += D)
        subtract_product(F + q * m + k1, m, F + q * m + k0, m, F + k0 * m + k1, m, D, m - k1,
                         q - k0);
      subtract_product(F + k1 * m + k1, m, F + k1 * m + k0, m, F + k0 * m + k1, m, m - k1, m - k1,
                       k1 - k0);
    }
    return true;
  }

  /// By Gauss and Jordan with row pivots.
  bool invert(std::size_t place, Block pivot) {
    Block& inverse = inverse_[place];
    inverse.setIdentity();
    double smallest = std::numeric_limits<double>::infinity();
    for (int k = 0; k < D; ++k) {
      int row = k;
      for (int i = k + 1; i < D; ++i)
        if (std::abs(pivot(i, k)) > std::abs(pivot(row, k))) row = i;
      pivot.row(k).swap(pivot.row(row));
      inverse.row(k).swap(inverse.row(row));
      const double size = std::abs(pivot(k, k));
      if (!(size > 0 && size < std::numeric_limits<double>::infinity())) return false;
      smallest = std::min(smallest, size);
      const double scale = 1 / pivot(k, k);
      pivot.row(k) *= scale;
      inverse.row(k) *= scale;
      for (int i = 0; i < D; ++i) {
        if (i == k) continue;
        const double factor = pivot(i, k);
        pivot.row(i) -= factor * pivot.row(k);
        inverse.row(i) -= factor * inverse.row(k);
      }
    }
    least_pivot_ = std::min(least_pivot_, smallest / size_[place]);
    return std::isfinite(inverse.sum());
  }

  /// [L₁₁\U₁₁ U₁₂] by rows, then L₂₁ᵀ by rows.
  void keep_factors(std::size_t s, const double* F, std::size_t m, std::size_t w) {
    double* const to = std::copy(F, F + w * m, factor_.data() + factor_start_[s]);
    const std::size_t r = m - w;
    for (std::size_t i = 0; i < r; i += D) {
      const double* const from = F + (w + i) * m;
      for (std::size_t j = 0; j < w; ++j)
        Eigen::Map<Rows>(to + j * r + i) = Eigen::Map<const Rows, 0, Eigen::InnerStride<>>(
            from + j, Eigen::InnerStride<>(static_cast<Eigen::Index>(m)));
    }
  }

  void solve_down(std::size_t s) {
    const std::size_t w = width(s);
    const std::size_t r = below(s);
    const double* const LU = factor_.data() + factor_start_[s];
    double* const y = y_.data() + at(order_.first[s]) * D;
    for (std::size_t p = D; p < w; p += D) subtract_dots(y + p, LU + p * (w + r), w + r, y, D, p);
    if (r == 0) return;
    std::fill_n(gathered_.data(), r, 0.0);
    subtract_rows(gathered_.data(), y, LU + w * (w + r), r, w, r);
    const std::int32_t* const places = order_.below.data() + order_.below_start[s];
    for (std::size_t i = 0; i < r / D; ++i)
      for (std::size_t d = 0; d < D; ++d) y_[at(places[i]) * D + d] += gathered_[i * D + d];
  }

  void solve_up(std::size_t s) {
    const std::size_t w = width(s);
    const std::size_t r = below(s);
    const double* const LU = factor_.data() + factor_start_[s];
    double* const y = y_.data() + at(order_.first[s]) * D;
    const std::int32_t* const places = order_.below.data() + order_.below_start[s];
    for (std::size_t i = 0; i < r / D; ++i)
      for (std::size_t d = 0; d < D; ++d) gathered_[i * D + d] = y_[at(places[i]) * D + d];
    subtract_dots(y, LU + w, w + r, gathered_.data(), w, r);
    for (std::size_t p = w; p > 0;) {
      p -= D;
      subtract_dots(y + p, LU + p * (w + r) + p + D, w + r, y + p + D, D, w - p - D);
      const Rows sum = Eigen::Map<const Rows>(y + p);
      Eigen::Map<Rows>(y + p).noalias() = inverse_[at(order_.first[s]) + p / D] * sum;
    }
  }

  BlockOrder order_;
  double least_pivot_ = 1;
  std::vector<Block> entry_;               // of A, in the order of fronts
  std::vector<double> size_;               // of A's diagonal blocks, by place
  std::vector<Block> inverse_;             // of U's diagonal, by place
  std::vector<std::size_t> factor_start_;  // of front s
  std::vector<double> factor_;
  std::vector<double> stack_;
  std::vector<std::size_t> waiting_;  // fronts of whom something is on the stack
  std::vector<double> y_, gathered_;
};

}  // namespace saltus
