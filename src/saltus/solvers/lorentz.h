// SPDX-License-Identifier: Apache-2.0
// The algebra of Lorentz's cone {x_0 ≥ ‖x_1‖}: product, division, way to the border, scaling point.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace saltus {

/// x ∘ y.
template <int D>
[[nodiscard]] inline Eigen::Matrix<double, D, 1> product(const Eigen::Matrix<double, D, 1>& x,
                                                         const Eigen::Matrix<double, D, 1>& y) {
  Eigen::Matrix<double, D, 1> z;
  z[0] = x.dot(y);
  z.template tail<D - 1>() = x[0] * y.template tail<D - 1>() + y[0] * x.template tail<D - 1>();
  return z;
}

/// x_0² − ‖x_1‖², without the cancellation of the squares.
template <int D>
[[nodiscard]] inline double determinant(const Eigen::Matrix<double, D, 1>& x) {
  const double t = x.template tail<D - 1>().norm();
  return (x[0] - t) * (x[0] + t);
}

/// z with l ∘ z = r.
template <int D>
[[nodiscard]] inline Eigen::Matrix<double, D, 1> divide(const Eigen::Matrix<double, D, 1>& l,
                                                        const Eigen::Matrix<double, D, 1>& r) {
  Eigen::Matrix<double, D, 1> z;
  z[0] = (l[0] * r[0] - l.template tail<D - 1>().dot(r.template tail<D - 1>())) / determinant<D>(l);
  z.template tail<D - 1>() = (r.template tail<D - 1>() - z[0] * l.template tail<D - 1>()) / l[0];
  return z;
}

/// The largest α with x + α d in the cone.
template <int D>
[[nodiscard]] inline double to_border(const Eigen::Matrix<double, D, 1>& x,
                                      const Eigen::Matrix<double, D, 1>& d) {
  const double a = determinant<D>(d);
  const double b = x[0] * d[0] - x.template tail<D - 1>().dot(d.template tail<D - 1>());
  const double c = determinant<D>(x);
  double alpha = std::numeric_limits<double>::infinity();
  if (d[0] < 0) alpha = -x[0] / d[0];
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return alpha;
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  for (const double root : {q / a, c / q})
    if (root > 0 && root < alpha) alpha = root;
  return alpha;
}

/// Nesterov and Todd's: the symmetric Q with Q x = Q⁻¹ y.
template <int D>
class ScalingPoint {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  ScalingPoint() = default;
  ScalingPoint(const Rows& x, const Rows& y) {
    constexpr double tiny = std::numeric_limits<double>::min();
    const double dx = std::sqrt(std::max(determinant<D>(x), tiny));
    const double dy = std::sqrt(std::max(determinant<D>(y), tiny));
    Rows x_bar = x / dx;
    const Rows y_bar = y / dy;
    const double gamma = std::sqrt((1 + x_bar.dot(y_bar)) / 2);
    x_bar.template tail<D - 1>() *= -1;
    w_ = (y_bar + x_bar) / (2 * gamma);
    eta_ = std::sqrt(dy / dx);
  }

  [[nodiscard]] Rows apply(const Rows& v) const { return eta_ * turn(w_, v); }
  [[nodiscard]] Rows apply_inverse(const Rows& v) const {
    Rows w = w_;
    w.template tail<D - 1>() *= -1;
    return turn(w, v) / eta_;
  }
  /// Θ = Q².
  [[nodiscard]] Block square() const {
    Block theta = 2 * w_ * w_.transpose();
    theta(0, 0) -= 1;
    for (int i = 1; i < D; ++i) theta(i, i) += 1;
    return eta_ * eta_ * theta;
  }

 private:
  static Rows turn(const Rows& w, const Rows& v) {
    const double t = w.template tail<D - 1>().dot(v.template tail<D - 1>());
    Rows z;
    z[0] = w[0] * v[0] + t;
    z.template tail<D - 1>() =
        v.template tail<D - 1>() + (v[0] + t / (1 + w[0])) * w.template tail<D - 1>();
    return z;
  }

  Rows w_ = Rows::Unit(0);
  double eta_ = 1;
};

}  // namespace saltus
