// SPDX-License-Identifier: Apache-2.0
// Impulses and position multipliers in one problem, [001] (53)–(55) with the errata; (n) = equation
// n of docs/theory/direct_projection.md.
#pragma once

#include "saltus/schemes/projection_work.h"

namespace saltus {

/// How v_{k+1} and the correction c of q_{k+1} enter each other: c pushes the momentum equation by
/// −T c, T = mass · S + stiffness · K.
struct CoupledWeights {
  double h;
  double vartheta;   // of v_{k+1} in the position
  double mass;       // w_M
  double stiffness;  // h θ
};

/// (6) from v_free in w.v_new, linearised at q^n: p into w.problem, τ and the correction into
/// w.projection, v_{k+1} into w.v_new. w.correction is the correction that v_free was computed
/// with; all contacts that the rules do not ignore take part.
[[nodiscard]] SolveReport solve_together(const Model& model, const Solver& solver,
                                         const CoupledWeights& weights, const Dynamics& mass,
                                         const BlockFactor& N_inverse, const ConstraintRows& law,
                                         const ConstraintRows& reaction, const State& x,
                                         const Vec& q_n, ProjectionWork& w);

}  // namespace saltus
