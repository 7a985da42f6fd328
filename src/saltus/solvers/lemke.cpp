// SPDX-License-Identifier: Apache-2.0
// Dense tableau [w | z | z_0 | right-hand side]; its w columns are the inverse of the basis, which
// the lexicographic test compares.
#include "saltus/solvers/lemke.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

struct Tableau {
  double* t;
  std::size_t n;
  std::size_t columns;  // 2 n + 2
  double noise;         // round-off to expect in an entry

  double* row(std::size_t i) const { return t + i * columns; }
  double rhs(std::size_t i) const { return t[(i + 1) * columns - 1]; }
};

/// Entries this small against the largest of their column are round-off, not pivots.
constexpr double pivot_tolerance = 1e-11;
/// A ray with z_0 this small against its first value is the solution, missed by round-off.
constexpr double covering_tolerance = 1e-8;
/// Ratios this close count as equal.
constexpr double tie_tolerance = 1e-12;

/// Is row i divided by d_i lexicographically less than row k divided by d_k? The entries carry
/// round-off of about `noise`, so their ratios are known to noise / d only.
bool lexicographically_less(const Tableau& T, std::size_t i, double d_i, std::size_t k,
                            double d_k) {
  const double blur = T.noise * (1 / d_i + 1 / d_k);
  const auto compare = [&](double x, double y) {
    const double tie = blur + tie_tolerance * std::max(std::abs(x), std::abs(y));
    return std::abs(x - y) <= tie ? 0 : (x < y ? -1 : 1);
  };
  if (const int c = compare(T.rhs(i) / d_i, T.rhs(k) / d_k); c != 0) return c < 0;
  const double* row_i = T.row(i);
  const double* row_k = T.row(k);
  for (std::size_t j = 0; j < T.n; ++j)
    if (const int c = compare(row_i[j] / d_i, row_k[j] / d_k); c != 0) return c < 0;
  return false;
}

void pivot(const Tableau& T, std::size_t r, std::size_t enter) {
  double* row_r = T.row(r);
  const double d = row_r[enter];
  for (std::size_t j = 0; j < T.columns; ++j) row_r[j] /= d;
  row_r[enter] = 1;
  for (std::size_t i = 0; i < T.n; ++i) {
    double* row_i = T.row(i);
    const double l = row_i[enter];
    if (i == r || l == 0) continue;
    for (std::size_t j = 0; j < T.columns; ++j) row_i[j] -= l * row_r[j];
    row_i[enter] = 0;
    // The lexicographic order keeps the right-hand side ≥ 0 but for round-off.
    if (double& rhs = row_i[T.columns - 1]; rhs < 0 && rhs > -1e-14 * std::abs(l)) rhs = 0;
  }
}

/// n where the column has no pivot (a ray).
std::size_t leaving_row(const Tableau& T, std::size_t enter, std::span<const std::int32_t> basis) {
  const auto z_0 = static_cast<std::int32_t>(2 * T.n);
  double largest = 0;
  for (std::size_t i = 0; i < T.n; ++i) largest = std::max(largest, std::abs(T.row(i)[enter]));
  std::size_t best = T.n;
  for (std::size_t i = 0; i < T.n; ++i) {
    const double d = T.row(i)[enter];
    if (!(d > pivot_tolerance * largest)) continue;
    if (best == T.n || lexicographically_less(T, i, d, best, T.row(best)[enter])) best = i;
  }
  if (best == T.n) return best;
  // In a tie z_0 leaves: the problem is then solved.
  const double d_best = T.row(best)[enter];
  const double ratio = T.rhs(best) / d_best;
  for (std::size_t i = 0; i < T.n; ++i)
    if (basis[i] == z_0 && T.row(i)[enter] > pivot_tolerance * largest &&
        T.rhs(i) / T.row(i)[enter] <= ratio + T.noise * (1 / T.row(i)[enter] + 1 / d_best))
      return i;
  return best;
}

void read_solution(const Tableau& T, std::span<const std::int32_t> basis, std::span<double> z) {
  for (std::size_t i = 0; i < T.n; ++i)
    if (const auto v = static_cast<std::size_t>(basis[i]); v >= T.n && v < 2 * T.n)
      z[v - T.n] = std::max(0.0, T.rhs(i));
}

/// The value of z_0 while it is basic.
double covering(const Tableau& T, std::span<const std::int32_t> basis) {
  for (std::size_t i = 0; i < T.n; ++i)
    if (static_cast<std::size_t>(basis[i]) == 2 * T.n) return T.rhs(i);
  return 0;
}

void fill(const Tableau& T, std::span<const double> M, std::span<const double> q,
          std::span<std::int32_t> basis) {
  const std::size_t n = T.n;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = T.row(i);
    std::fill(row, row + n, 0.0);
    row[i] = 1;
    for (std::size_t j = 0; j < n; ++j) row[n + j] = -M[i * n + j];
    row[2 * n] = -1;
    row[2 * n + 1] = q[i];
    basis[i] = static_cast<std::int32_t>(i);
  }
}

}  // namespace

LemkeReport lemke(std::span<const double> M, std::span<const double> q, const LemkeLimit& limit,
                  LemkeWork& work, std::span<double> z) {
  const std::size_t n = q.size();
  std::fill(z.begin(), z.end(), 0.0);
  const auto lowest = std::min_element(q.begin(), q.end());
  work.basis.resize(n);
  if (n == 0 || *lowest >= 0) {
    for (std::size_t i = 0; i < n; ++i) work.basis[i] = static_cast<std::int32_t>(i);
    return {true, 0};
  }
  work.tableau.resize(std::max(work.tableau.size(), n * (2 * n + 2)));
  const Tableau T{work.tableau.data(), n, 2 * n + 2, 1e-14 * -*lowest};
  fill(T, M, q, work.basis);

  // z_0 enters against the lexicographically least row: of equal q, the last unit vector.
  std::size_t r = static_cast<std::size_t>(lowest - q.begin());
  for (std::size_t i = r + 1; i < n; ++i)
    if (q[i] == q[r]) r = i;
  std::size_t enter = 2 * n;
  std::int32_t count = 1;
  for (; count <= limit.pivots; ++count) {
    if (limit.meter) {
      limit.meter->charge(static_cast<double>(n * T.columns));
      if (limit.meter->late()) break;
    }
    pivot(T, r, enter);
    const auto left = static_cast<std::size_t>(work.basis[r]);
    work.basis[r] = static_cast<std::int32_t>(enter);
    if (left == 2 * n) {
      read_solution(T, work.basis, z);
      return {true, count};
    }
    enter = left < n ? left + n : left - n;
    r = leaving_row(T, enter, work.basis);
    if (r == n) {
      const bool solved = covering(T, work.basis) <= covering_tolerance * -*lowest;
      if (solved) read_solution(T, work.basis, z);
      return {solved, count};
    }
  }
  return {false, count - 1};
}

}  // namespace saltus
