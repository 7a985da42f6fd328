// SPDX-License-Identifier: Apache-2.0
// Schatzman–Paoli scheme, [001] (20)–(22); equations: docs/theory/schatzman_paoli.md.
#pragma once

#include <string>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/schemes/position_level.h"

namespace saltus {

enum class ForcePoint : std::uint8_t { centred, theta };

/// The contacts of one restitution e: their gaps are taken at (q_{k+1} + e q_{k−1})/(1+e).
struct GapArgument {
  double e = 0;
  std::vector<std::int32_t> functions;
  std::vector<std::uint8_t> groups;
};

struct SchatzmanPaoliWork : PositionWork {
  explicit SchatzmanPaoliWork(const Model& model);

  std::vector<GapArgument> arguments;  // the joints are with e = 0
  ConstraintRows rows;                 // at one argument
  Vec q_before;                        // q_{k−1}
  Vec q_mean;                          // an argument
};

struct SchatzmanPaoli {
  static constexpr std::string_view name = "schatzman-paoli";
  static constexpr std::string_view summary =
      "Schatzman-Paoli two-step scheme: gaps at position level, restitution over a few steps";
  using Work = SchatzmanPaoliWork;

  ForcePoint forces = ForcePoint::centred;
  double theta = 0.5;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;
};

/// Tangential restitution has no counterpart at position level.
[[nodiscard]] std::string refusal(const SchatzmanPaoli& scheme, const Model& model);

/// w_0 = v_0 − (h/2) v̇_0, so that q_{−1} is Taylor's and the first step is like every other.
[[nodiscard]] StepStatus start(const SchatzmanPaoli& scheme, const Model& model,
                               const Solver& solver, double h, const ConstraintRows& rows, State& x,
                               SchatzmanPaoliWork& w);

/// One step from x to `next`. `start` are the rows at (t_k, q_k).
[[nodiscard]] StepReport step(const SchatzmanPaoli& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, SchatzmanPaoliWork& w);

template <>
struct EnumNames<ForcePoint> {
  static constexpr std::array list{
      EnumName{"centred", ForcePoint::centred, "f(t_k, (q_{k-1} + q_{k+1})/2, v_{k+1})"},
      EnumName{"theta", ForcePoint::theta, "f at the theta point between k and k+1"}};
};

template <>
struct Fields<SchatzmanPaoli> {
  using S = SchatzmanPaoli;
  static constexpr auto list = std::tuple{
      field("forces", &S::forces, "where the smooth forces are taken"),
      field("theta", &S::theta, "weight of the end of the step, with forces = \"theta\"",
            in_range(0, 1)),
      field("newton_tolerance", &S::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &S::newton_iterations, "at most, per step", at_least(1))};
};

}  // namespace saltus
