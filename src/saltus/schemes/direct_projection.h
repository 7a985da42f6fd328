// SPDX-License-Identifier: Apache-2.0
// Direct projection of [001] (28): Moreau–Jean, and all constraints at position level too;
// equations: docs/theory/direct_projection.md.
#pragma once

#include "saltus/schemes/projection_work.h"

namespace saltus {

struct DirectProjection {
  static constexpr std::string_view name = "direct-projection";
  static constexpr std::string_view summary =
      "Moreau-Jean with positions projected on all constraints: no penetration, no drift; chatters";
  static constexpr PositionWeight position = PositionWeight::theta;
  static constexpr bool closes_what_presses = false;
  static constexpr Multipliers multipliers{.position = "tau"};
  using Work = ProjectionWork;

  double theta = 0.5;
  double gamma = 0.5;
  Forecast forecast = Forecast::explicit_step;
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
[[nodiscard]] StepReport step(const DirectProjection& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, ProjectionWork& w);

template <>
struct Fields<DirectProjection> {
  using S = DirectProjection;
  static constexpr auto list = std::tuple_cat(theta_field<S>(), forecast_fields<S>(),
                                              motion_fields<S>(), projection_fields<S>());
};

}  // namespace saltus
