// SPDX-License-Identifier: Apache-2.0
// Smooth generalized-α scheme with constraints at position level, [000] (51)–(52); equations:
// docs/theory/smooth_alpha.md.
#pragma once

#include "saltus/base/fields.h"
#include "saltus/schemes/position_level.h"

namespace saltus {

struct SmoothAlpha {
  static constexpr std::string_view name = "smooth-alpha";
  static constexpr std::string_view summary =
      "smooth generalized-alpha of index 3: gaps at position level, no impact law; for comparison";
  using Work = PositionWork;

  double rho_inf = 0.5;  // with less damping the energy it gains ends some examples early
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;
};

/// a_0 = v̇_0: the accelerations of the initial data.
[[nodiscard]] StepStatus start(const SmoothAlpha& scheme, const Model& model, const Solver& solver,
                               double h, const ConstraintRows& rows, State& x, PositionWork& w);

/// One step from x to `next`. `start` are the rows at (t_k, q_k).
[[nodiscard]] StepReport step(const SmoothAlpha& scheme, const Model& model, const Solver& solver,
                              double h, const ConstraintRows& start, const State& x, State& next,
                              PositionWork& w);

template <>
struct Fields<SmoothAlpha> {
  static constexpr auto list =
      std::tuple{field("rho_inf", &SmoothAlpha::rho_inf, "spectral radius at high frequencies",
                       in_range(0, 1)),
                 field("newton_tolerance", &SmoothAlpha::newton_tolerance,
                       "of the velocity, relative, in the norm of diag(M)", positive()),
                 field("newton_iterations", &SmoothAlpha::newton_iterations, "at most, per step",
                       at_least(1))};
};

}  // namespace saltus
