// SPDX-License-Identifier: Apache-2.0
// Decompositions of dense matrices, compiled once: Eigen takes tens of seconds for them wherever
// they are used.
#pragma once

#include "saltus/base/types.h"

namespace saltus {

/// M = L Lᵀ.
class Cholesky {
 public:
  explicit Cholesky(const Mat& M);

  [[nodiscard]] bool is_positive() const { return is_positive_; }  // M is positive definite
  [[nodiscard]] double least_pivot() const { return L_.diagonal().minCoeff(); }
  [[nodiscard]] Mat solve(const Mat& B) const;  // M⁻¹ B

 private:
  Mat L_;
  bool is_positive_;
};

[[nodiscard]] Vec symmetric_eigenvalues(const Mat& A);  // ascending
[[nodiscard]] double spectral_radius(const Mat& A);     // the largest |λ|

/// The shortest x of those with the least ‖A x − b‖.
[[nodiscard]] Vec least_norm_solution(const Mat& A, const Vec& b);

}  // namespace saltus
