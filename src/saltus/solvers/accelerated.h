// SPDX-License-Identifier: Apache-2.0
// A fixed-point iteration x ← g(x) with Anderson's acceleration and its safeguard.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "saltus/solvers/anderson.h"

namespace saltus {

/// An accelerated point from which g moves further than `harm` times the last move is given up: the
/// iteration goes back to the plain g(x) before it and forgets.
class Accelerated {
 public:
  Accelerated(Eigen::Index rows, std::int32_t memory)
      : anderson_(rows, memory), memory_(memory), from_(rows), plain_(rows) {}

  /// x: where g is evaluated next; g(y) replaces y by its image. ‖g(x) − x‖ is returned, and g(x)
  /// is in image().
  template <class G>
  double step(Vec& x, G&& g) {
    from_ = x;
    g(x);
    image_ = x;
    const double change = (image_ - from_).norm();
    if (memory_ == 0) return change;
    if (mixed_ && change > harm * last_) {
      x = plain_;
      anderson_.forget();
      mixed_ = false;
      last_ = std::numeric_limits<double>::infinity();
      return change;
    }
    last_ = change;
    plain_ = image_;
    anderson_.mix(from_, x);
    mixed_ = true;
    return change;
  }

  /// Nanoseconds of a step, g aside.
  [[nodiscard]] static double cost(Eigen::Index rows, std::int32_t memory) {
    return 2.0 * static_cast<double>(rows) * (1 + memory);
  }

  [[nodiscard]] const Vec& image() const { return image_; }

 private:
  static constexpr double harm = 2;

  Anderson anderson_;
  std::int32_t memory_;
  Vec from_, plain_, image_;
  double last_ = std::numeric_limits<double>::infinity();
  bool mixed_ = false;
};

}  // namespace saltus
