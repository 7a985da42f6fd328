// SPDX-License-Identifier: Apache-2.0
// Fourth order with error control, split at impacts: the recommended scheme; equations:
// docs/theory/splitting.md.
#pragma once

#include <algorithm>
#include <optional>

#include "saltus/base/fields.h"
#include "saltus/schemes/contact_modes.h"
#include "saltus/schemes/half_explicit_stages.h"
#include "saltus/schemes/split_midpoint.h"

namespace saltus {

struct Adaptive {
  static constexpr std::string_view name = "adaptive";
  static constexpr std::string_view summary =
      "half-explicit Runge-Kutta of order 4 with error control, split at impacts: recommended";
  static constexpr bool locates = true;

  double tolerance = 1e-4;
  std::optional<double> max_step;  // default: the run's step
  bool fixed_step = false;
  std::optional<double> length;         // default: length_of()
  std::optional<double> gap_tolerance;  // default: 0.01 tolerance · length
  double kappa = 0.5;
  int returns = 5;
  int max_impacts = 20;

  struct Work;
};

struct Adaptive::Work : SplitWork, HalfExplicitStages {
  explicit Work(const Model& model) : SplitWork(model), HalfExplicitStages(model), modes(model) {}
  [[nodiscard]] WorkCounts own_work() const {
    WorkCounts counts = SplitWork::own_work();
    counts.solves += modes.solves;
    counts.rows += modes.curvature.evaluations;
    return counts;
  }

  ModeWork modes;
};

/// What errors of positions are compared with. A tolerance of the play's own size would let the pin
/// be anywhere in its bore: where joints have play, a hundred times the least one.
[[nodiscard]] inline double length_of(const Adaptive& scheme, const Model& model) {
  const double by_play = model.least_play > 0 ? std::min(1.0, 100 * model.least_play) : 1.0;
  return scheme.length.value_or(by_play);
}

[[nodiscard]] inline bool chooses_step(const Adaptive& scheme) { return !scheme.fixed_step; }

/// The first and the largest step.
[[nodiscard]] StepStatus start(const Adaptive& scheme, const Model& model, const Solver& solver,
                               double h, const ConstraintRows& rows, State& x, Adaptive::Work& w);

[[nodiscard]] StepReport step(const Adaptive& scheme, const Model& model, const Solver& solver,
                              double h, const ConstraintRows& start, const State& x, State& next,
                              Adaptive::Work& w);

[[nodiscard]] StepReport part(const Adaptive& scheme, const Model& model, const Solver& solver,
                              double r, const ConstraintRows& start, const State& x, State& out,
                              Adaptive::Work& w);

template <>
struct Fields<Adaptive> {
  using S = Adaptive;
  static constexpr auto list = std::tuple_cat(
      std::tuple{
          field("tolerance", &S::tolerance,
                "of a step's error: in positions times `length`, in velocities relative",
                at_least(1e-15)),
          field("max_step", &S::max_step, "s; the largest step, where it is not [simulation] step",
                positive()),
          field("fixed_step", &S::fixed_step, "no error control: every step is that of the run"),
          field(
              "length", &S::length,
              "what an error of positions is compared with; default 1, or 100 times the least play",
              at_least(1e-15)),
          field("gap_tolerance", &S::gap_tolerance,
                "m; flights lower than this end an accumulation; default 0.01 tolerance length",
                positive())},
      splitting_fields<S>());
};

}  // namespace saltus
