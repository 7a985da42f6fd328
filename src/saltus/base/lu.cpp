// SPDX-License-Identifier: Apache-2.0
// Right-looking eliminations; swaps are kept as transpositions, so that solving needs no scratch.
#include "saltus/base/lu.h"

#include <algorithm>
#include <cmath>

#include "saltus/base/index.h"

namespace saltus {
namespace {

/// Rows k+1 … n of the matrix minus multiples of row k; the multipliers replace column k.
void eliminate_column(double* a, std::int32_t n, std::int32_t k) {
  const double* row_k = a + at(k) * at(n);
  for (std::int32_t i = k + 1; i < n; ++i) {
    double* row_i = a + at(i) * at(n);
    const double l = row_i[k] / row_k[k];
    row_i[k] = l;
    if (l == 0) continue;
    for (std::int32_t j = k + 1; j < n; ++j) row_i[j] -= l * row_k[j];
  }
}

void swap_rows(double* a, std::int32_t n, std::int32_t i, std::int32_t j) {
  if (i != j) std::swap_ranges(a + at(i) * at(n), a + at(i + 1) * at(n), a + at(j) * at(n));
}

}  // namespace

LuFactor::LuFactor(std::span<double> A, std::span<std::int32_t> pivots, std::int32_t n)
    : a_(A.data()), pivots_(pivots.data()), n_(n) {
  for (std::int32_t k = 0; k < n; ++k) {
    std::int32_t best = k;
    double size = std::abs(a_[at(k) * at(n) + at(k)]);
    for (std::int32_t i = k + 1; i < n; ++i)
      if (const double s = std::abs(a_[at(i) * at(n) + at(k)]); s > size) size = s, best = i;
    pivots_[k] = best;
    if (!(size > 0) || !std::isfinite(size)) {
      ok_ = false;
      return;
    }
    swap_rows(a_, n, k, best);
    eliminate_column(a_, n, k);
  }
}

namespace {

/// The same operations in the same order for every n; N > 0 fixes n, so that the loops are
/// unrolled.
template <std::int32_t N>
inline void substitute(const double* a, const std::int32_t* pivots, std::int32_t size, double* x) {
  const std::int32_t n = N > 0 ? N : size;
#pragma GCC unroll 4
  for (std::int32_t i = 0; i < n; ++i) std::swap(x[i], x[pivots[i]]);
#pragma GCC unroll 4
  for (std::int32_t i = 1; i < n; ++i) {
    double sum = x[i];
#pragma GCC unroll 4
    for (std::int32_t j = 0; j < i; ++j) sum -= a[i * n + j] * x[j];
    x[i] = sum;
  }
#pragma GCC unroll 4
  for (std::int32_t i = n - 1; i >= 0; --i) {
    double sum = x[i];
#pragma GCC unroll 4
    for (std::int32_t j = i + 1; j < n; ++j) sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}

}  // namespace

void LuFactor::solve(std::span<double> x) const {
  if (n_ == 3) {
    substitute<3>(a_, pivots_, 3, x.data());
  } else if (n_ == 2) {
    substitute<2>(a_, pivots_, 2, x.data());
  } else {
    substitute<0>(a_, pivots_, n_, x.data());
  }
}

void LuFactor::solve(std::span<double> X, std::int32_t columns) const {
  double* x = X.data();
  const std::size_t m = at(columns);
  const auto subtract = [&](std::int32_t i, std::int32_t j, double l) {
    for (std::size_t c = 0; c < m; ++c) x[at(i) * m + c] -= l * x[at(j) * m + c];
  };
  for (std::int32_t i = 0; i < n_; ++i) swap_rows(x, columns, i, pivots_[i]);
  for (std::int32_t i = 1; i < n_; ++i)
    for (std::int32_t j = 0; j < i; ++j) subtract(i, j, a_[at(i) * at(n_) + at(j)]);
  for (std::int32_t i = n_ - 1; i >= 0; --i) {
    for (std::int32_t j = i + 1; j < n_; ++j) subtract(i, j, a_[at(i) * at(n_) + at(j)]);
    for (std::size_t c = 0; c < m; ++c) x[at(i) * m + c] /= a_[at(i) * at(n_) + at(i)];
  }
}

RankLu::RankLu(std::span<double> A, std::span<std::int32_t> pivots, std::int32_t n,
               double tolerance)
    : a_(A.data()), row_swaps_(pivots.data()), column_swaps_(pivots.data() + n), n_(n), rank_(n) {
  double largest = 0;
  for (std::int32_t k = 0; k < n; ++k) {
    std::int32_t row = k;
    std::int32_t column = k;
    double size = 0;
    for (std::int32_t i = k; i < n; ++i)
      for (std::int32_t j = k; j < n; ++j)
        if (const double s = std::abs(a_[at(i) * at(n) + at(j)]); s > size)
          size = s, row = i, column = j;
    if (k == 0) largest = size;
    if (!(size > tolerance * largest) || !std::isfinite(size)) {
      rank_ = k;
      return;
    }
    row_swaps_[k] = row;
    column_swaps_[k] = column;
    swap_rows(a_, n, k, row);
    if (column != k)
      for (std::int32_t i = 0; i < n; ++i)
        std::swap(a_[at(i) * at(n) + at(k)], a_[at(i) * at(n) + at(column)]);
    eliminate_column(a_, n, k);
  }
}

/// x_1 ← U_11⁻¹ x_1, then the columns back to their places.
void RankLu::back_substitute(double* x) const {
  for (std::int32_t i = rank_ - 1; i >= 0; --i) {
    const double* row = a_ + at(i) * at(n_);
    double sum = x[i];
    for (std::int32_t j = i + 1; j < rank_; ++j) sum -= row[j] * x[j];
    x[i] = sum / row[i];
  }
  for (std::int32_t k = rank_ - 1; k >= 0; --k) std::swap(x[k], x[column_swaps_[k]]);
}

double RankLu::solve(std::span<double> x) const {
  double* const y = x.data();
  for (std::int32_t k = 0; k < rank_; ++k) std::swap(y[k], y[row_swaps_[k]]);
  double unreached = 0;
  for (std::int32_t i = 1; i < n_; ++i) {
    const double* row = a_ + at(i) * at(n_);
    for (std::int32_t j = 0; j < std::min(i, rank_); ++j) y[i] -= row[j] * y[j];
  }
  for (std::int32_t i = rank_; i < n_; ++i) {
    unreached = std::max(unreached, std::abs(y[i]));
    y[i] = 0;
  }
  back_substitute(y);
  return unreached;
}

void RankLu::null_vector(std::int32_t k, std::span<double> x) const {
  double* const y = x.data();
  for (std::int32_t i = 0; i < rank_; ++i) y[i] = -a_[at(i) * at(n_) + at(rank_ + k)];
  for (std::int32_t i = rank_; i < n_; ++i) y[i] = i == rank_ + k ? 1 : 0;
  back_substitute(y);
}

}  // namespace saltus
