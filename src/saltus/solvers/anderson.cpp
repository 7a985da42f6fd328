// SPDX-License-Identifier: Apache-2.0
// Least squares by the normal equations, regularised: the differences become parallel near a fixed
// point.
#include "saltus/solvers/anderson.h"

#include <Eigen/Cholesky>

namespace saltus {

Anderson::Anderson(Eigen::Index rows, std::int32_t memory)
    : memory_(memory),
      dF_(rows, memory),
      dG_(rows, memory),
      gram_(Mat::Zero(memory, memory)),
      f_(rows),
      g_(rows),
      f_new_(rows),
      rhs_(memory) {}

void Anderson::mix(const Eigen::Ref<const Vec>& x, Eigen::Ref<Vec> g) {
  if (memory_ == 0) return;
  f_new_ = g - x;
  if (!first_) {
    dF_.col(next_) = f_new_ - f_;
    dG_.col(next_) = g - g_;
    held_ = std::min(held_ + 1, memory_);
    gram_.col(next_).head(held_).noalias() = dF_.leftCols(held_).transpose() * dF_.col(next_);
    gram_.row(next_).head(held_) = gram_.col(next_).head(held_).transpose();
    next_ = (next_ + 1) % memory_;
  }
  f_ = f_new_;
  g_ = g;
  if (first_) {
    first_ = false;
    next_ = 0;
    return;
  }
  rhs_.head(held_).noalias() = dF_.leftCols(held_).transpose() * f_;
  Mat A = gram_.topLeftCorner(held_, held_);
  A.diagonal().array() += 1e-10 * A.diagonal().maxCoeff();
  const Eigen::LDLT<Mat> factor(A);
  const Vec gamma = factor.solve(rhs_.head(held_));
  if (!gamma.allFinite()) return forget();
  g.noalias() -= dG_.leftCols(held_) * gamma;
}

}  // namespace saltus
