// SPDX-License-Identifier: Apache-2.0
// The observed order of convergence: a straight line through the points of a log-log plot.
#include "support/order.h"

#include <cmath>
#include <cstddef>
#include <stdexcept>

namespace saltus::reference {

double observed_order(const std::vector<double>& h, const std::vector<double>& error) {
  const std::size_t n = h.size();
  if (n < 2 || error.size() != n) throw std::invalid_argument("observed_order: sizes");
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool usable = h[i] > 0 && error[i] > 0 && std::isfinite(h[i]) && std::isfinite(error[i]);
    if (!usable) throw std::invalid_argument("observed_order: not positive and finite");
    mean_x += std::log(h[i]) / static_cast<double>(n);
    mean_y += std::log(error[i]) / static_cast<double>(n);
  }
  double xx = 0;
  double xy = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = std::log(h[i]) - mean_x;
    xx += x * x;
    xy += x * (std::log(error[i]) - mean_y);
  }
  if (!(xx > 0)) throw std::invalid_argument("observed_order: one step size only");
  return xy / xx;
}

}  // namespace saltus::reference
