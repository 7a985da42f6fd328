// SPDX-License-Identifier: Apache-2.0
// Equidistant times up to an end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace saltus {

/// Is x = n y for a whole n ≥ 1, within 1e-9?
[[nodiscard]] inline bool is_multiple(double x, double y) {
  const double ratio = x / y;
  const double nearest = std::round(ratio);
  return nearest >= 1 && std::abs(ratio - nearest) <= 1e-9 * ratio;
}

/// How many steps it takes; the last one is shorter where `end` is no multiple of `step`.
[[nodiscard]] inline std::int64_t step_count(double step, double end) {
  const double ratio = end / step;
  const double count = is_multiple(end, step) ? std::round(ratio) : std::ceil(ratio);
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(count));
}

/// The times t_k = k h without accumulated round-off; the last step is shorter where `end` is no
/// multiple of h.
class Grid {
 public:
  Grid(double step, double end)
      : step_(step), end_(end), steps_(step_count(step, end)), last_step_(step) {
    const double rest = end - static_cast<double>(steps_ - 1) * step;
    if (std::abs(rest - step) > 1e-6 * step) last_step_ = rest;
  }
  [[nodiscard]] std::int64_t steps() const { return steps_; }
  [[nodiscard]] double size(std::int64_t k) const { return k + 1 == steps_ ? last_step_ : step_; }
  [[nodiscard]] double end(std::int64_t k) const {
    return k + 1 == steps_ ? end_ : static_cast<double>(k + 1) * step_;
  }

 private:
  double step_;
  double end_;
  std::int64_t steps_;
  double last_step_;
};

}  // namespace saltus
