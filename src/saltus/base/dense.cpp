// SPDX-License-Identifier: Apache-2.0
#include "saltus/base/dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

namespace saltus {

Cholesky::Cholesky(const Mat& M) {
  const Eigen::LLT<Mat> factor(M);
  is_positive_ = factor.info() == Eigen::Success;
  L_ = factor.matrixLLT();
}

Mat Cholesky::solve(const Mat& B) const {
  Mat X = B;
  L_.triangularView<Eigen::Lower>().solveInPlace(X);
  L_.triangularView<Eigen::Lower>().adjoint().solveInPlace(X);
  return X;
}

Vec symmetric_eigenvalues(const Mat& A) {
  return Eigen::SelfAdjointEigenSolver<Mat>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

double spectral_radius(const Mat& A) {
  constexpr bool vectors = false;
  return Eigen::EigenSolver<Mat>(A, vectors).eigenvalues().cwiseAbs().maxCoeff();
}

Vec least_norm_solution(const Mat& A, const Vec& b) {
  return A.completeOrthogonalDecomposition().solve(b);
}

}  // namespace saltus
