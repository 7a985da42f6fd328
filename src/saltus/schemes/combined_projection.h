// SPDX-License-Identifier: Apache-2.0
// Combined activation and projection of [001] (65)–(66), Algorithm 2: what is projected is active
// at velocity level, and what presses is closed; equations: docs/theory/combined_projection.md.
#pragma once

#include "saltus/schemes/projection_work.h"

namespace saltus {

struct CombinedProjection {
  static constexpr std::string_view name = "combined-projection";
  static constexpr std::string_view summary =
      "activation and projection combined: no penetration, no drift, comes to exact rest";
  static constexpr PositionWeight position = PositionWeight::theta;
  static constexpr bool closes_what_presses = true;
  static constexpr Multipliers multipliers{.position = "tau"};
  using Work = ProjectionWork;

  double theta = 0.5;
  Forces forces = Forces::midpoint;
  MassAt mass_at = MassAt::theta;
  RowsAt law_at = RowsAt::end;
  RowsAt reaction_at = RowsAt::theta;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;
  Metric metric = Metric::mass;
  ProjectionSolve solve = ProjectionSolve::decoupled;
  double projection_tolerance = 1e-12;
  double activation_tolerance = 1e-9;
};

/// One step from x to `next`. `start` are the rows at (t_k, q_k).
[[nodiscard]] StepReport step(const CombinedProjection& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, ProjectionWork& w);

template <>
struct Fields<CombinedProjection> {
  using S = CombinedProjection;
  static constexpr auto list =
      std::tuple_cat(theta_field<S>(), motion_fields<S>(), projection_fields<S>());
};

}  // namespace saltus
