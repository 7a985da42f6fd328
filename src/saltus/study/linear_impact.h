// SPDX-License-Identifier: Apache-2.0
// The exact motion behind `[exact] type = "linear-impact"`: one linear coordinate and a rigid stop.
#pragma once

#include <vector>

#include "saltus/base/error.h"
#include "saltus/model/model.h"
#include "saltus/study/free_flight.h"

namespace saltus {

/// m q'' + c q' + k q = f while the gap g = G q + g0 is open; G v⁺ = −e G v⁻ where it closes; rest
/// where f presses. All constant, m > 0, c, k >= 0.
struct LinearImpact {
  double m = 1;
  double c = 0;
  double k = 0;
  double f = 0;
  double G = 1;
  double g0 = 0;
  double e = 0;
};

/// The model's data, from the compiled M, f, K, C and rows. Throws ModelError, placed at `where`,
/// where the model is not of this form; forces are looked at up to `end`.
[[nodiscard]] LinearImpact linear_impact(const Model& model, const Location& where, double end);

/// From q0, v0 at t = 0 up to `end`, flight by flight. Impacts that accumulate are followed until
/// their flights are below the rounding of t; the rest of their sum is added in closed form.
class LinearImpactMotion {
 public:
  /// Throws ModelError, placed at `where`, where there are more than ten million impacts.
  LinearImpactMotion(const LinearImpact& data, double q0, double v0, double end,
                     const Location& where);

  struct Point {
    double q = 0;
    double v_before = 0;
    double v_after = 0;
  };
  [[nodiscard]] Point at(double t) const;
  /// Impacts before the end, one at the start included.
  [[nodiscard]] std::vector<double> impact_times() const;
  /// From then on the gap stays closed; infinite where it does not.
  [[nodiscard]] double rest_time() const { return rest_time_; }

 private:
  struct Flight {
    double t;  // it starts
    double y;  // gap
    double u_before;
    double u_after;
  };
  [[nodiscard]] bool comes_to_rest(const Flight& flight);
  [[nodiscard]] Point point(double y, double u_before, double u_after) const;

  LinearImpact data_;
  FreeFlight free_;  // of the gap
  double rest_time_;
  std::vector<Flight> flights_;
};

}  // namespace saltus
