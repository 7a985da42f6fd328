// SPDX-License-Identifier: Apache-2.0
// The exact motion of a ball that bounces on a plane under constant gravity.
#pragma once

namespace saltus::reference {

/// What a bouncing mass does at one instant; the velocities differ at impacts only.
struct BounceState {
  double q;         // gap
  double v_before;  // left limit
  double v_after;   // right limit
};

/// q'' = −gravity for q > 0, v⁺ = −e v⁻ at q = 0; at rest after the accumulation of the impacts.
/// Impacts are counted from 0. Needs gravity > 0, q0 ≥ 0, 0 ≤ e ≤ 1.
struct Ball {
  double gravity = 9.81;
  double e = 0.5;
  double q0 = 1;
  double v0 = 0;

  [[nodiscard]] double impact_speed() const;  // of impact 0
  [[nodiscard]] double impact_time(int n) const;
  [[nodiscard]] double accumulation_time() const;  // infinite for e = 1
  [[nodiscard]] BounceState at(double t) const;
};

/// f = −2, e = ½, q0 = 1, v0 = 0: impacts at 3 − 2^{1−n} with v⁻ = −2^{1−n}, rest from t = 3 on.
[[nodiscard]] Ball ballard_ball();

}  // namespace saltus::reference
