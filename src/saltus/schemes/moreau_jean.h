// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean θ-scheme and its variant that always dissipates; equations:
// docs/theory/moreau_jean.md.
#pragma once

#include "saltus/schemes/report.h"
#include "saltus/schemes/theta_options.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

template <PositionWeight P>
struct ThetaScheme {
  static constexpr std::string_view name =
      P == PositionWeight::theta ? "moreau-jean" : "moreau-jean-dissipative";
  static constexpr std::string_view summary =
      P == PositionWeight::theta
          ? "Moreau-Jean theta-scheme: contact and joints at velocity level"
          : "Moreau-Jean with the position moved by the mean velocity: dissipates for theta >= 1/2";
  static constexpr PositionWeight position = P;

  double theta = 0.5;
  double gamma = 0.5;
  Forecast forecast = Forecast::explicit_step;
  Forces forces = Forces::midpoint;
  MassAt mass_at = MassAt::theta;
  RowsAt law_at = RowsAt::end;
  RowsAt reaction_at = RowsAt::theta;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;
};

using MoreauJean = ThetaScheme<PositionWeight::theta>;
using MoreauJeanDissipative = ThetaScheme<PositionWeight::half>;

/// One step from x to `next`. `start` are the rows at (t_k, q_k).
template <PositionWeight P>
[[nodiscard]] StepReport step(const ThetaScheme<P>& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, Workspace& w);

template <PositionWeight P>
struct Fields<ThetaScheme<P>> {
  using S = ThetaScheme<P>;
  static constexpr auto list =
      std::tuple_cat(theta_field<S>(), forecast_fields<S>(), motion_fields<S>());
};

}  // namespace saltus
