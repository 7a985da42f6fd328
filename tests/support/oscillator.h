// SPDX-License-Identifier: Apache-2.0
// The exact motion of a damped linear oscillator that bounces on a rigid stop.
#pragma once

#include <vector>

#include "support/ball.h"

namespace saltus::reference {

/// m q'' + c q' + k q = force for q > 0, v⁺ = −e v⁻ at q = 0. Underdamped: c² < 4 m k.
struct Oscillator {
  double m = 1;
  double c = 0.3;
  double k = 4 * 3.14159265358979323846 * 3.14159265358979323846 / 3;
  double e = 0.8;
  double q0 = 1;
  double v0 = 0;
  double force = 0;
};

/// The motion up to t_end, flight by flight. With force < 0 the impacts accumulate; the tail of
/// flights shorter than 1e-9 of the time passed is replaced by rest.
class OscillatorMotion {
 public:
  /// Throws std::invalid_argument for data out of range.
  OscillatorMotion(const Oscillator& oscillator, double t_end);

  [[nodiscard]] BounceState at(double t) const;
  [[nodiscard]] std::vector<double> impact_times() const;
  [[nodiscard]] double rest_time() const { return rest_time_; }  // infinite if it never rests

 private:
  struct Flight {
    double t;
    double q;
    double v_before;
    double v_after;
    bool impact;
  };
  [[nodiscard]] BounceState fly(const Flight& from, double s) const;
  [[nodiscard]] double flight_time(const Flight& from) const;

  Oscillator p_;
  double delta_;
  double omega_;
  double rest_time_;
  std::vector<Flight> flights_;
};

}  // namespace saltus::reference
