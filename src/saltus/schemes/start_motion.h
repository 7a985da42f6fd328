// SPDX-License-Identifier: Apache-2.0
// The accelerations that belong to initial data, reactions included.
#pragma once

#include "saltus/contact/rows.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// M v̇ = f + Hᵀ λ with d(H v + ∂g/∂t)/dt = 0 for the joints and, for the contacts that are closed
/// and do not approach, 0 ≤ u_N + h u̇_N ⊥ λ_N ≥ 0 with Coulomb's law on u_T + h u̇_T. An impact at
/// t = 0 is left to the first step. Allocates: for the start of a run only.
[[nodiscard]] StepStatus initial_acceleration(const Model& model, const Solver& solver, double h,
                                              const ConstraintRows& rows, const State& x,
                                              Workspace& w, Vec& v_dot);

}  // namespace saltus
