// SPDX-License-Identifier: Apache-2.0
// Slopes in the doubly logarithmic plane.
#include "saltus/study/order.h"

#include <cmath>
#include <vector>

namespace saltus {

std::optional<double> order_between(double h_a, std::optional<double> a, double h_b,
                                    std::optional<double> b) {
  if (!a || !b || !(*a > 0) || !(*b > 0) || h_a == h_b) return std::nullopt;
  return std::log(*b / *a) / std::log(h_b / h_a);
}

std::optional<double> fitted_order(std::span<const double> h,
                                   std::span<const std::optional<double>> error) {
  std::vector<double> x, y;
  double x_mean = 0, y_mean = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (!error[i] || !(*error[i] > 0)) continue;
    x.push_back(std::log(h[i]));
    y.push_back(std::log(*error[i]));
    x_mean += x.back();
    y_mean += y.back();
  }
  const auto n = static_cast<double>(x.size());
  double xx = 0, xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - x_mean / n) * (x[i] - x_mean / n);
    xy += (x[i] - x_mean / n) * (y[i] - y_mean / n);
  }
  if (!(xx > 0)) return std::nullopt;
  return xy / xx;
}

}  // namespace saltus
