// SPDX-License-Identifier: Apache-2.0
// Small dense LU factorisations in the caller's memory: partial pivoting, and rank-revealing.
#pragma once

#include <cstdint>
#include <span>

namespace saltus {

/// P A = L U, in place, partial pivoting. A is n × n, row-major; both spans must outlive the
/// factor.
class LuFactor {
 public:
  /// `pivots` holds at least n integers.
  LuFactor(std::span<double> A, std::span<std::int32_t> pivots, std::int32_t n);

  /// False where a pivot is zero or not finite: then solve() must not be called.
  [[nodiscard]] bool ok() const { return ok_; }

  /// x ← A⁻¹ x.
  void solve(std::span<double> x) const;
  /// X ← A⁻¹ X for X of n × columns, row-major.
  void solve(std::span<double> X, std::int32_t columns) const;

 private:
  double* a_;
  std::int32_t* pivots_;
  std::int32_t n_;
  bool ok_ = true;
};

/// P A Q = L U, in place, full pivoting, stopped at the first pivot ≤ tolerance · (largest |a_ij|).
/// Rows and columns should have been scaled to comparable size, or the rank means little.
class RankLu {
 public:
  /// `pivots` holds at least 2 n integers.
  RankLu(std::span<double> A, std::span<std::int32_t> pivots, std::int32_t n, double tolerance);

  /// Takes up a factorisation made earlier in the same memory, with the rank found then.
  RankLu(std::span<double> factored, std::span<std::int32_t> pivots, std::int32_t n,
         std::int32_t rank)
      : a_(factored.data()),
        row_swaps_(pivots.data()),
        column_swaps_(pivots.data() + n),
        n_(n),
        rank_(rank) {}

  [[nodiscard]] std::int32_t rank() const { return rank_; }

  /// x ← the basic solution of A x = b (n − rank components are zero), given b in x. Returns the
  /// largest |component| of b that no x can reach: round-off if the system is consistent.
  double solve(std::span<double> x) const;

  /// x ← the k-th of n − rank independent vectors with A x = 0.
  void null_vector(std::int32_t k, std::span<double> x) const;

 private:
  void back_substitute(double* x) const;

  double* a_;
  std::int32_t* row_swaps_;
  std::int32_t* column_swaps_;
  std::int32_t n_;
  std::int32_t rank_;
};

}  // namespace saltus
