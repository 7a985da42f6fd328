// SPDX-License-Identifier: Apache-2.0
// The stages of a half-explicit Runge–Kutta method; (n) = equation n of
// docs/theory/half_explicit.md.
#pragma once

#include <vector>

#include "saltus/schemes/half_explicit_tableau.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// By row of the tableau; the last row is the result.
struct HalfExplicitStages {
  explicit HalfExplicitStages(const Model& model)
      : Q(HalfExplicitTableau::most + 1, Vec::Zero(model.space.positions)),
        V(HalfExplicitTableau::most + 1, Vec::Zero(model.dofs)),
        A(HalfExplicitTableau::most, Vec::Zero(model.dofs)) {
    if (!model.space.curved) return;
    U.assign(HalfExplicitTableau::most + 1, Vec::Zero(model.dofs));
    K.assign(HalfExplicitTableau::most + 1, Vec::Zero(model.dofs));
  }

  std::vector<Vec> Q;  // positions,
  std::vector<Vec> V;  //   velocities,
  std::vector<Vec> A;  //   accelerations of the stages, reactions included
  // Where there are attitudes: Q = q_k ⊕ U, and K the rates of U (Munthe-Kaas).
  std::vector<Vec> U, K;
};

/// (1) Q_{i+1} = q_k ⊕ h Σ a_{i+1,j} V_j;  the last one is q_{k+1}
inline void place(const HalfExplicitTableau& tableau, const Model& model, const Vec& q, double h,
                  std::size_t row, HalfExplicitStages& s, Vec& increment) {
  const auto& a = tableau.a[row];
  const bool curved = model.space.curved;
  if (curved) {
    if (row == 1) s.U[0].setZero();
    rate_in_chart(model.space, s.U[row - 1], s.V[row - 1], s.K[row - 1]);
  }
  const std::vector<Vec>& rates = curved ? s.K : s.V;
  combine(a[0], rates[0], row > 1 ? a[1] : 0.0, rates[row > 1 ? 1 : 0], increment);
  for (std::size_t j = 2; j < row; ++j) add_scaled(a[j], rates[j], increment);
  if (curved) combine(h, increment, 0, increment, s.U[row]);
  advance(model, q, h, increment, s.Q[row]);
}

/// (2) A = M⁻¹ f at (t, Q, V), without reactions; w.factor is M there. False where M is singular.
inline bool accelerate(const Model& model, double t, const Vec& Q, const Vec& V, Workspace& w,
                       Vec& A) {
  motion(model, t, Q, V, w.bodies, w.force_point);
  const bool factored = model.linear && w.factored_step != 0;
  w.factored_step = 1;
  if (!factored && !w.factor.factor_mass(model, w.force_point)) return false;
  scaled_force(model, w.force_point, 1, A);
  w.factor.solve(model, A);
  return true;
}

/// (3) V_{i+1} = v_k + h Σ a_{i+1,j} A_j
inline void push(const HalfExplicitTableau& tableau, const Vec& v, double h, std::size_t row,
                 HalfExplicitStages& s) {
  const auto& a = tableau.a[row];
  combine(1, v, h * a[0], s.A[0], s.V[row]);
  for (std::size_t j = 1; j < row; ++j) add_scaled(h * a[j], s.A[j], s.V[row]);
}

}  // namespace saltus
