// SPDX-License-Identifier: Apache-2.0
// The options that the schemes built on the θ-step share, and their field lists.
#pragma once

#include "saltus/base/fields.h"

namespace saltus {

enum class Forecast : std::uint8_t { explicit_step, free_motion };
enum class Forces : std::uint8_t { midpoint, trapezoid };
enum class MassAt : std::uint8_t { theta, end };
enum class RowsAt : std::uint8_t { start, theta, end };

/// How the position follows the velocity: with θ, or with ½ whatever θ is ([004] (96b)).
enum class PositionWeight : std::uint8_t { theta, half };

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

template <class S>
constexpr auto theta_field() {
  return std::tuple{field("theta", &S::theta, "weight of the end of the step", in_range(0, 1))};
}

template <class S>
constexpr auto forecast_fields() {
  return std::tuple{
      field("gamma", &S::gamma, "of the explicit forecast g_k + gamma h u_k", in_range(0, 2)),
      field("forecast", &S::forecast, "which contacts enter the step's problem")};
}

template <class S>
constexpr auto motion_fields() {
  return std::tuple{
      field("forces", &S::forces, "where the smooth forces are taken"),
      field("mass_at", &S::mass_at, "where the mass matrix is taken"),
      field("law_at", &S::law_at, "rows H of the velocity that obeys the laws"),
      field("reaction_at", &S::reaction_at, "rows H along which the impulses act"),
      field("newton_tolerance", &S::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &S::newton_iterations, "at most, per step", at_least(1))};
}

}  // namespace saltus
