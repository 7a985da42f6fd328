// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean θ-scheme and its variant that always dissipates; equations:
// docs/theory/moreau_jean.md.
#pragma once

#include "saltus/base/fields.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

enum class Forecast : std::uint8_t { explicit_step, free_motion };
enum class Forces : std::uint8_t { midpoint, trapezoid };
enum class MassAt : std::uint8_t { theta, end };
enum class RowsAt : std::uint8_t { start, theta, end };

/// How the position follows the velocity: with θ, or with ½ whatever θ is ([004] (96b)).
enum class PositionWeight : std::uint8_t { theta, half };

template <PositionWeight P>
struct ThetaScheme {
  static constexpr std::string_view name =
      P == PositionWeight::theta ? "moreau-jean" : "moreau-jean-dissipative";
  static constexpr std::string_view summary =
      P == PositionWeight::theta
          ? "Moreau-Jean theta-scheme: contact and joints at velocity level"
          : "Moreau-Jean with the position moved by the mean velocity: dissipates for theta >= 1/2";

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

template <>
struct EnumNames<Forecast> {
  static constexpr std::array list{
      EnumName{"explicit", Forecast::explicit_step, "g_k + gamma h u_k"},
      EnumName{"free", Forecast::free_motion, "g_k + h (theta u_free + (1 - theta) u_k)"}};
};
template <>
struct EnumNames<Forces> {
  static constexpr std::array list{
      EnumName{"midpoint", Forces::midpoint, "f at the theta point of t, q and v"},
      EnumName{"trapezoid", Forces::trapezoid, "(1 - theta) f_k + theta f_{k+1}"}};
};
template <>
struct EnumNames<MassAt> {
  static constexpr std::array list{EnumName{"theta", MassAt::theta, "M(q_{k+theta})"},
                                   EnumName{"end", MassAt::end, "M(q_{k+1})"}};
};
template <>
struct EnumNames<RowsAt> {
  static constexpr std::array list{EnumName{"start", RowsAt::start, "H(q_k)"},
                                   EnumName{"theta", RowsAt::theta, "H(q_{k+theta})"},
                                   EnumName{"end", RowsAt::end, "H(q_{k+1})"}};
};

template <PositionWeight P>
struct Fields<ThetaScheme<P>> {
  using S = ThetaScheme<P>;
  static constexpr auto list = std::tuple{
      field("theta", &S::theta, "weight of the end of the step", in_range(0, 1)),
      field("gamma", &S::gamma, "of the explicit forecast g_k + gamma h u_k", in_range(0, 2)),
      field("forecast", &S::forecast, "which contacts enter the step's problem"),
      field("forces", &S::forces, "where the smooth forces are taken"),
      field("mass_at", &S::mass_at, "where the mass matrix is taken"),
      field("law_at", &S::law_at, "rows H of the velocity that obeys the laws"),
      field("reaction_at", &S::reaction_at, "rows H along which the impulses act"),
      field("newton_tolerance", &S::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &S::newton_iterations, "at most, per step", at_least(1))};
};

}  // namespace saltus
