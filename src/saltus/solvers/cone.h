// SPDX-License-Identifier: Apache-2.0
// The friction cone K = {‖p_T‖ ≤ μ p_N} in D dimensions, for solvers that work on Eigen blocks.
#pragma once

#include <Eigen/Core>

namespace saltus {

template <int D>
[[nodiscard]] inline Eigen::Matrix<double, D, 1> project(double mu,
                                                         const Eigen::Matrix<double, D, 1>& z) {
  const double t = z.template tail<D - 1>().norm();
  if (mu * t <= -z[0]) return Eigen::Matrix<double, D, 1>::Zero();
  if (t <= mu * z[0]) return z;
  Eigen::Matrix<double, D, 1> p;
  p[0] = (mu * t + z[0]) / (1 + mu * mu);
  p.template tail<D - 1>() = z.template tail<D - 1>() * (mu * p[0] / t);
  return p;
}

/// û = u + μ‖u_T‖ n.
template <int D>
[[nodiscard]] inline Eigen::Matrix<double, D, 1> de_saxce(double mu,
                                                          const Eigen::Matrix<double, D, 1>& u) {
  Eigen::Matrix<double, D, 1> u_hat = u;
  u_hat[0] += mu * u.template tail<D - 1>().norm();
  return u_hat;
}

/// p − P_K(p − v), which inside K is v itself.
template <int D>
[[nodiscard]] inline Eigen::Matrix<double, D, 1> natural_map(double mu,
                                                             const Eigen::Matrix<double, D, 1>& p,
                                                             const Eigen::Matrix<double, D, 1>& v) {
  const Eigen::Matrix<double, D, 1> z = p - v;
  if (z[0] > 0 && z.template tail<D - 1>().norm() <= mu * z[0]) return v;
  return p - project<D>(mu, z);
}

}  // namespace saltus
