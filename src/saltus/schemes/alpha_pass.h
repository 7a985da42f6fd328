// SPDX-License-Identifier: Apache-2.0
// One pass of [000] Algorithm 1: smooth motion, positions, velocities, each with the rest as it is.
#pragma once

#include "saltus/schemes/generalized_alpha.h"

namespace saltus {

/// The step's numbers that do not change during its iterations.
struct AlphaSetting {
  const GeneralizedAlpha& scheme;
  const Model& model;
  const Solver& solver;
  AlphaCoefficients c;
  double h;
  const ConstraintRows& start;
  const State& x;
  State& next;  // q and v are the iterate

  [[nodiscard]] double t() const { return x.t + h; }
  [[nodiscard]] double inertia() const { return c.inertia(); }        // σ
  [[nodiscard]] double position() const { return h * c.position(); }  // ∂q/∂z = h β/γ
};

/// May the iteration go on? A sub-problem that is not solved to its tolerance may be in the next
/// pass.
[[nodiscard]] constexpr bool goes_on(StepStatus status) {
  return status == StepStatus::ok || status == StepStatus::solver_failed;
}

/// U = part · W where there is no position level; ν = part · Λ + what complements the gap with
/// (27).
[[nodiscard]] double jump_part(const AlphaSetting& s);
/// Friction has no constraint at position level: ν_T = part · Λ_T.
[[nodiscard]] double slide_part(const AlphaSetting& s);

/// (3) with ṽ̇_{k+1} = ṽ̇_k: the first iterate, without jump and correction.
void predict(const AlphaSetting& s, AlphaWork& w);

/// (4): z, and hλ̃/σ in w.smooth.p. `refresh` renews the iteration matrix.
[[nodiscard]] StepStatus move_smoothly(const AlphaSetting& s, bool refresh, AlphaWork& w,
                                       StepReport& report);

/// q̃ of z: q_k ⊕ (d_0 + h β/γ z)
void place_smoothly(const AlphaSetting& s, AlphaWork& w, Vec& q);

/// g(q̃) ≤ 0 as far as positions are known: a flight of a whole number of steps ends on time.
[[nodiscard]] bool is_closed_within(const AlphaSetting& s, std::int32_t gap, const AlphaWork& w);

/// ṽ and q̃ of z, the rows at q̃, and the index set of (6): gaps that are closed at q̃. A contact
/// whose flag in `kept` is set is in it anyway.
void activate(const AlphaSetting& s, AlphaWork& w, StepReport& report);

/// (5): q_{k+1} and the rows there, with the jump and the friction of the pass before.
[[nodiscard]] StepStatus place(const AlphaSetting& s, AlphaWork& w, StepReport& report);

/// (6): v_{k+1} and Λ.
[[nodiscard]] StepStatus react(const AlphaSetting& s, AlphaWork& w, StepReport& report);

/// (4), (5), (6) in turn. The status is that of the first that fails.
[[nodiscard]] StepStatus pass(const AlphaSetting& s, bool refresh, AlphaWork& w,
                              StepReport& report);

/// Factorises M of the iterate where that was not done yet. False where singular.
[[nodiscard]] bool ensure_mass(const AlphaSetting& s, AlphaWork& w);

/// The pass gave the answer at once: nothing that it solved with depends on what it found.
[[nodiscard]] bool is_exact(const AlphaSetting& s, const AlphaWork& w);

}  // namespace saltus
