// SPDX-License-Identifier: Apache-2.0
// Observed orders of convergence: slopes of log(error) over log(h).
#pragma once

#include <optional>
#include <span>

namespace saltus {

/// log(b/a)/log(h_b/h_a); nothing where an error is missing, not positive, or both h are the same.
[[nodiscard]] std::optional<double> order_between(double h_a, std::optional<double> a, double h_b,
                                                  std::optional<double> b);

/// Least-squares slope over all pairs with a positive error; nothing where there are less than two.
[[nodiscard]] std::optional<double> fitted_order(std::span<const double> h,
                                                 std::span<const std::optional<double>> error);

}  // namespace saltus
