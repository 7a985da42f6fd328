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

  std::vector<PositionRule> rules;   // by contact; written by the scheme
  ConstraintRows rows;               // all of them at the last iterate: at the result
  StepProblem problem;               // normal rows of joints and of the contacts that are pushed
  std::vector<std::uint8_t> pushed;  // by contact: has a row in the problem
  Vec tau_normal;                    // by contact; the joints' are the first of problem.p
  Vec reach;                         // by contact: W τ, how far τ opens its own gap, in m
  Vec correction;                    // N Hᵀ τ
  Vec way;                           // q̂ ⊖ q^n
  bool moved = false;                // the result is not q̂
};

struct ProjectionLimits {
  double tolerance = 1e-12;  // m: of |g_E|, of |min(g, W τ)|, and of |g| where it shall be closed
  int iterations = 50;
  bool resume = false;      // q and τ are those of an earlier call, for another q̂ near by
  bool rows_known = false;  // p.rows are those at q̂
  bool together = false;    // where one contact must be pushed, all are: symmetry is kept
};

/// τ = 0, and no contact is pushed.
void begin(const Model& model, Projection& p);

/// The largest violation of the rules by the gaps g(q^n) + H(q^n) d, p.rows being those at q^n; a
/// gap that is zero within the rounding of its terms violates nothing. The contacts that must be
/// pushed join the problem: they only grow in number from begin() on.
[[nodiscard]] double violation(const Model& model, double tolerance, const Vec& q, const Vec* d,
                               Projection& p);

/// All contacts that the rules do not ignore join the problem.
void push_all(const Model& model, Projection& p);

/// Is a contact held closed that does not move (its gap changes by less than the tolerance over the
/// step of length h with v̄), and not closed to round-off? It joins the problem, so that rest is
/// exact rest.
[[nodiscard]] bool opens_at_rest(const Model& model, double tolerance, const Vec& q, const Vec* d,
                                 double h, const Vec& v_mean, Projection& p);

/// The linear problem at q^n, p.rows being those there: τ and the correction N Hᵀ τ such that
/// g(q^n) + H (q̂ + N Hᵀ τ − q^n) obeys the rules. `N_inverse` is the factorised inverse of N.
SolveReport project_once(const Model& model, const Solver& solver, std::int32_t joint_rank,
                         const BlockFactor& N_inverse, const Vec& q_hat, const Vec& q_n,
                         SolverWork& work, Projection& p);

/// The pieces of project_once(), for who solves them together with something else: the problem
/// (W = H N Hᵀ, laws after the rules), its offsets b = g(q^n) + H (q̂ − q^n), and what τ does.
void assemble_positions(const Model& model, const BlockFactor& N_inverse, const Vec& q_hat,
                        const Vec& q_n, Projection& p);
void take_tau(const Model& model, Projection& p);

/// Newton on τ from τ = 0, or from where an earlier call ended. The answer obeys the rules for all
/// contacts. report.projection counts the linear problems solved.
[[nodiscard]] StepStatus project(const Model& model, const Solver& solver, std::int32_t joint_rank,
                                 const BlockFactor& N_inverse, ProjectionLimits limits, double t,
                                 const Vec& q_hat, Vec& q, RowWork& row_tapes, SolverWork& work,
                                 Projection& p, StepReport& report);

/// τ into the state.
void store_tau(const Projection& p, State& x);

}  // namespace saltus
