// SPDX-License-Identifier: Apache-2.0
// Positions brought onto the constraints: q = q̂ ⊕ N Hᵀ τ with g_E(q) = 0 and, contact by contact,
// 0 ≤ g ⊥ τ ≥ 0 or g = 0. Shared by the schemes that hold constraints at position level.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/contact/rows.h"
#include "saltus/schemes/block_factor.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/step_problem.h"
#include "saltus/solvers/list.h"

namespace saltus {

enum class PositionRule : std::uint8_t {
  ignored,
  complementary,  // 0 ≤ g ⊥ τ ≥ 0
  closed,         // g = 0, τ of either sign
};

struct Projection {
  explicit Projection(const Model& model);

  std::vector<PositionRule> rules;  // by contact; written by the scheme
  ConstraintRows rows;              // all of them at the last iterate: at the result
  StepProblem problem;              // normal rows of joints and of the contacts that are pushed
  Vec tau_normal;                   // by contact; the joints' are the first of problem.p
  Vec correction;                   // N Hᵀ τ
  bool moved = false;               // the result is not q̂
};

struct ProjectionLimits {
  double tolerance = 1e-12;  // m: of |g_E|, of −g, and of g where τ > 0
  int iterations = 50;
};

/// Newton on τ from τ = 0. The contacts that are pushed only grow in number within a call; the
/// answer obeys the rules for all of them. report.projection counts the linear problems solved.
/// `N_inverse` is the factorised inverse of the metric N.
[[nodiscard]] StepStatus project(const Model& model, const Solver& solver, std::int32_t joint_rank,
                                 const BlockFactor& N_inverse, ProjectionLimits limits, double t,
                                 const Vec& q_hat, Vec& q, RowWork& row_tapes, SolverWork& work,
                                 Projection& p, StepReport& report);

/// τ into the state.
void store_tau(const Projection& p, State& x);

}  // namespace saltus
