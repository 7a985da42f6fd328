// SPDX-License-Identifier: Apache-2.0
// The closed-form motion of y'' + 2δ y' + κ y = φ, with κ, δ >= 0 and all three constant.
#pragma once

#include <optional>

namespace saltus {

struct FreeFlight {
  double delta = 0;  // 1/s
  double kappa = 0;  // 1/s²
  double phi = 0;    // m/s²

  struct Motion {
    double y = 0;
    double v = 0;
  };
  /// s after y0, v0:  y = y0 + v0 S(s) + (φ − κ y0) I(s),  v = v0 S'(s) + (φ − κ y0) S(s).
  /// No cancellation at short times from y0 = 0.
  [[nodiscard]] Motion at(double y0, double v0, double s) const;

  /// The first s in (0, s_end] at which y comes down to 0, to round-off; y0 >= 0, and from y0 = 0
  /// the motion must leave (v0 > 0, or v0 = 0 and φ > 0).
  [[nodiscard]] std::optional<double> first_zero(double y0, double v0, double s_end) const;

 private:
  /// S'' + 2δ S' + κ S = 0 with S = 0, S' = 1 at 0, and I the integral of S.
  struct Response {
    double S = 0;
    double S_dot = 1;
    double I = 0;
  };
  [[nodiscard]] Response response(double s) const;
  [[nodiscard]] Response series(double s) const;
  /// The first s > 0 with v = 0, and the distance to the one after it; infinite where there is
  /// none.
  [[nodiscard]] double first_turn(double y0, double v0) const;
  [[nodiscard]] double between_turns() const;
};

}  // namespace saltus
