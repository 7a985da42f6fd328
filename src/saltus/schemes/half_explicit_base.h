// SPDX-License-Identifier: Apache-2.0
// The smooth step of `adaptive`: a half-explicit Runge–Kutta method of order 4 (Brasey, Hairer);
// (n) = equation n of docs/theory/splitting.md.
#pragma once

#include "saltus/schemes/contact_modes.h"
#include "saltus/schemes/half_explicit_stages.h"
#include "saltus/schemes/splitting.h"

namespace saltus {

struct HalfExplicitBase {
  SplitStep& s;
  HalfExplicitStages& stages;
  ModeWork& modes;
  const HalfExplicitTableau& in_flight;
  bool redoes_hits = false;  // in flight too: the path between the ends is not accurate enough
  bool keeps_modes = false;  // contacts do what modes.modes says, right or wrong
  double length = 0;         // of the last smooth step
  double reaction_push = 0;  // largest change of a velocity by the reactions of the first stage
  bool is_flight = false;    // without joints and closed contacts
  bool knows_start =
      false;  // the acceleration at x: that of a flight does not depend on its length

  [[nodiscard]] const HalfExplicitTableau& tableau() const {
    return is_flight ? in_flight : half_explicit_tableau(5);
  }
  /// (11) from x over r into next
  [[nodiscard]] StepStatus smooth(double r);
  /// (12) what a method of order 3 makes of the same stages: the difference in q and in v
  [[nodiscard]] double error_of_positions() const { return difference(stages.V); }
  [[nodiscard]] double error_of_velocities() const { return difference(stages.A); }
  /// Hermite's polynomial through both ends: with accelerations in free flight, without otherwise.
  void at(double t, Vec& q, Vec& v) const;
  /// The same where there are attitudes; a hit is then landed on by shorter steps, not on this
  /// path.
  void at_curved(double t, Vec& q, Vec& v) const;
  /// next at the time of the hit, which is returned: Newton's steps on the gap, in a bracket, along
  /// the tangent of the motion or its path, until the gap is as small as `landing`.
  [[nodiscard]] double land(const Hit& hit, double r);

 private:
  [[nodiscard]] StepStatus solve_stage(Vec& V);
  [[nodiscard]] StepStatus react(std::size_t stage, ConstraintRows& law,
                                 const ConstraintRows& before);
  [[nodiscard]] bool accelerate_stage(std::size_t stage);
  [[nodiscard]] double difference(const std::vector<Vec>& rates) const;
  void take_works_of_flight(double tau);
  /// next on the path of the trial step over r, or the step redone; its acceleration in w.increment
  [[nodiscard]] StepStatus stop_at(double tau, double r);
};

}  // namespace saltus
