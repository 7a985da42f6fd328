// SPDX-License-Identifier: Apache-2.0
// A curve for a plot: all its points, or of equal parts of the run the lowest and the highest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace saltus {

class Curve {
 public:
  static constexpr std::size_t most = 4000;  // points

  /// Of a run of so many samples.
  explicit Curve(std::size_t samples = 0) : samples_(samples) {}

  /// The value of sample i; samples come in their order, and some may be left out: there the curve
  /// is broken.
  void add(std::size_t i, double t, double y);
  /// The same, after a jump at this very time.
  void jump(std::size_t i, double t, double y);
  void finish();

  [[nodiscard]] bool is_empty() const { return next_ == 0; }
  [[nodiscard]] bool is_thinned() const { return samples_ > most; }
  [[nodiscard]] const std::vector<double>& t() const { return t_; }
  [[nodiscard]] const std::vector<double>& y() const { return y_; }

 private:
  struct At {
    std::size_t sample = 0;
    double t = 0;
    double y = 0;
  };
  void push(const At& at);
  void flush();

  std::size_t samples_;
  std::size_t next_ = 0;  // the sample after the last one
  std::size_t part_ = 0;
  bool has_part_ = false;
  At low_, high_, last_;
  std::vector<double> t_, y_;
};

}  // namespace saltus
