// SPDX-License-Identifier: Apache-2.0
// What a solve may cost: operations are counted, the clock is not asked.
#pragma once

namespace saltus {

/// Counts nominal time: each solver charges what its iteration does, at the rates below. So the
/// same problem ends the same way at any load, on any machine and in any build; the real time is
/// near the nominal one where the rates were taken (docs/decisions/0021).
class Meter {
 public:
  explicit Meter(double seconds) : end_(seconds), limit_(seconds) {}

  void charge(double nanoseconds) { spent_ += 1e-9 * nanoseconds; }

  /// Of the whole time.
  [[nodiscard]] bool over() const { return spent_ > end_; }

  /// Of the try at hand.
  [[nodiscard]] bool late() { return !has(0); }
  [[nodiscard]] bool has(double seconds) {
    const bool enough = limit_ - spent_ >= seconds;
    lacked_ = lacked_ || !enough;
    return enough;
  }
  /// Something was ended or left out for lack of time.
  [[nodiscard]] bool lacked() const { return lacked_ || over(); }

  /// The next try has this share of what is left of the whole.
  void limit(double share) { limit_ = spent_ + share * (end_ - spent_); }

 private:
  double spent_ = 0, end_, limit_;  // s
  bool lacked_ = false;
};

/// Nanoseconds of what solvers do most, with blocks of D rows.
template <int D>
struct Rates {
  static constexpr double block_times_rows = D == 2 ? 2 : 4;
  static constexpr double block_times_block = D == 2 ? 0.8 : 2;
  static constexpr double front_entry = D == 2 ? 8 : 16;  // per block of the factors
  static constexpr double local_solve = D == 2 ? 40 : 200;
  static constexpr double contact = D == 2 ? 40 : 80;  // projections, derivatives, cones
  static constexpr double ordering = 200;              // per block of the factors, once
};

}  // namespace saltus
