// SPDX-License-Identifier: Apache-2.0
#include "support/dense.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

namespace saltus::test {

Mat solution(const Mat& A, const Mat& B) { return Eigen::FullPivLU<Mat>(A).solve(B); }

Vec singular_values(const Mat& A) { return Eigen::JacobiSVD<Mat>(A).singularValues(); }

std::vector<std::complex<double>> roots(const std::vector<std::complex<double>>& a) {
  const auto n = static_cast<Eigen::Index>(a.size());
  Eigen::MatrixXcd companion = Eigen::MatrixXcd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) companion(i, n - 1) = -a[static_cast<std::size_t>(i)];
  for (Eigen::Index i = 1; i < n; ++i) companion(i, i - 1) = 1;
  const Eigen::VectorXcd z =
      Eigen::ComplexEigenSolver<Eigen::MatrixXcd>(companion, false).eigenvalues();
  return {z.data(), z.data() + n};
}

}  // namespace saltus::test
