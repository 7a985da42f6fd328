// SPDX-License-Identifier: Apache-2.0
// The parts of a θ-step that Moreau–Jean and the projections share; (n) = equation n of
// docs/theory/moreau_jean.md. S is the scheme, with the options of theta_options.h. For the files
// of the schemes only.
#pragma once

#include <algorithm>
#include <cmath>

#include "saltus/schemes/hooks.h"
#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"
#include "saltus/schemes/theta_options.h"

namespace saltus::theta_step {

/// Does the scheme correct its positions: q_{k+1} = q_k ⊕ (h v̄ + N Hᵀ τ)?
template <class S>
inline constexpr bool projects = requires(WorkOf<S>& w) {
  w.projection;
};

/// The step's numbers that do not change during its Newton iterations.
template <class S>
struct Setting {
  const S& scheme;
  const Model& model;
  const Solver& solver;
  double h;
  double theta;
  double vartheta;  // weight of v_{k+1} in the position: θ, or ½ in the dissipative variant
  const ConstraintRows& start;
  const State& x;
  State& next;  // v is Newton's iterate, q follows it
};

/// (1) q_{k+1} = q_k ⊕ (h v̄ + correction),  v̄ = (1−ϑ) v_k + ϑ v_{k+1}
template <class S>
[[gnu::always_inline]] inline void place_end(const Setting<S>& s, WorkOf<S>& w) {
  combine(1 - s.vartheta, s.x.v, s.vartheta, s.next.v, w.v_mean);
  advance(s.model, s.x.q, s.h, w.v_mean, s.next.q);
  if constexpr (projects<S>) {
    if (w.projection.moved) advance(s.model, s.next.q, 1, w.projection.correction, s.next.q);
  }
}

/// v_{k+θ}: v̄ itself, but for the dissipative variant.
template <class S>
const Vec& v_theta(const Workspace& w) {
  return S::position == PositionWeight::theta ? w.v_mean : w.v_theta;
}

/// The θ points of q and v.
template <class S>
void place_theta(const Setting<S>& s, WorkOf<S>& w) {
  if constexpr (S::position == PositionWeight::half)
    combine(1 - s.theta, s.x.v, s.theta, s.next.v, w.v_theta);
  advance(s.model, s.x.q, s.theta * s.h, w.v_mean, w.q_theta);
  if constexpr (projects<S>) {
    if (w.projection.moved)
      advance(s.model, w.q_theta, s.theta, w.projection.correction, w.q_theta);
  }
}

/// (2) f_{k+θ}: at the θ point, or the θ mean of both ends; M at its own point. With tangents when
/// asked.
template <class S>
const Dynamics& evaluate_motion(const Setting<S>& s, bool with_tangent, WorkOf<S>& w) {
  const bool trapezoid = s.scheme.forces == Forces::trapezoid;
  const bool mass_at_end = s.scheme.mass_at == MassAt::end;
  const auto at = [&](bool end, Dynamics& out) {
    const double t = end ? s.x.t + s.h : s.x.t + s.theta * s.h;
    const Vec& q = end ? s.next.q : w.q_theta;
    const Vec& v = end ? s.next.v : v_theta<S>(w);
    if (with_tangent) {
      combine(1, s.next.v, -1, s.x.v, w.increment);
      tangent(s.model, t, q, v, w.increment, w.bodies, out);
    } else {
      motion(s.model, t, q, v, w.bodies, out);
    }
  };
  at(trapezoid, w.force_point);
  // h f_{k+θ} is where the residual of (2) starts
  scaled_force(s.model, w.force_point, trapezoid ? s.theta * s.h : s.h, w.change);
  if (trapezoid) add_scaled(1, w.f_start, w.change);
  if (mass_at_end == trapezoid) return w.force_point;
  at(mass_at_end, w.mass_point);
  return w.mass_point;
}

/// What evaluate_motion() returned last.
template <class S>
const Dynamics& mass_of(const Setting<S>& s, const Workspace& w) {
  const bool together = (s.scheme.mass_at == MassAt::end) == (s.scheme.forces == Forces::trapezoid);
  return together ? w.force_point : w.mass_point;
}

/// w_M of (3): the weight of q_{k+1} in the position where M is taken.
template <class S>
double mass_weight(const Setting<S>& s) {
  return s.scheme.mass_at == MassAt::end ? 1.0 : s.theta;
}

/// (3) M̂ = M + w_M h ϑ S + h θ C + h² θ ϑ K,  w_M = θ or 1 with M: the exact tangent of (2).
template <class S>
bool factorise(const Setting<S>& s, const Dynamics& mass, Workspace& w) {
  const double a_S = mass_weight(s) * s.h * s.vartheta;
  const double a_C = s.h * s.theta;
  const double a_K = s.h * s.h * s.theta * s.vartheta;
  w.factored_step = s.h;
  return w.factor.factor(s.model, mass, a_S, w.force_point, a_C, a_K);
}

/// All rows at q_{k+1}, evaluated once per iterate: the laws and the projection use the same.
template <class S>
const ConstraintRows& rows_at_end(const Setting<S>& s, WorkOf<S>& w) {
  if (!w.end_known) evaluate(s.model, s.x.t + s.h, s.next.q, w.row_tapes, w.projection.rows);
  w.end_known = true;
  return w.projection.rows;
}

/// Rows of H at one of the three points of the step.
template <class S>
const ConstraintRows& rows_at(const Setting<S>& s, RowsAt where, ConstraintRows& storage,
                              WorkOf<S>& w) {
  if (where == RowsAt::start || w.problem.set.constant_rows) return s.start;
  const bool end = where == RowsAt::end;
  if constexpr (projects<S>) {
    if (end) return rows_at_end(s, w);
  }
  evaluate(s.model, end ? s.x.t + s.h : s.x.t + s.theta * s.h, end ? s.next.q : w.q_theta,
           w.problem.set.groups, w.row_tapes, storage);
  return storage;
}

/// (4) u = W p + b with the laws;  v ← v_free + M̂⁻¹ Hᵀ p
template <class S>
StepStatus react(const Setting<S>& s, WorkOf<S>& w, StepReport& report) {
  if (w.problem.problem.n == 0) return StepStatus::ok;
  const ConstraintRows& law = rows_at(s, s.scheme.law_at, w.law, w);
  const bool same = s.scheme.law_at == s.scheme.reaction_at;
  const ConstraintRows& reaction = same ? law : rows_at(s, s.scheme.reaction_at, w.reaction, w);
  assemble(s.model, law, reaction, w.factor, w.v_new, w.problem);
  const SolveReport solved = solve_step(s.solver, s.x.joint_rank, w.problem, w.solver);
  count(solved, report);
  add_reaction(s.model, w.problem, w.v_new);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

/// The Newton iterate without reactions, into v_new. `moved`: the iterate is not v_k any more.
/// False where the iteration matrix is singular.
template <class S>
[[gnu::always_inline]] inline bool free_iterate(const Setting<S>& s, bool refresh, bool moved,
                                                WorkOf<S>& w) {
  const Dynamics& mass = evaluate_motion(s, refresh, w);
  if (refresh && !factorise(s, mass, w)) return false;
  if (moved) subtract_momentum(s.model, mass, s.next.v, s.x.v, w.change);
  w.factor.solve(s.model, w.change);
  combine(1, s.next.v, 1, w.change, w.v_new);  // v_free
  return true;
}

/// (5) the forecast gap of contact c, explicit or with the free velocity
template <class S>
double forecast(const Setting<S>& s, const Contact& c, const Vec* v_free) {
  const double g = s.start.value(s.model.functions[static_cast<std::size_t>(c.gap)]);
  const double u_k = s.start.u[static_cast<std::size_t>(c.gap)];
  return v_free == nullptr ? g + s.scheme.gamma * s.h * u_k
                           : g + s.h * (s.theta * velocity(s.model, s.start, c.gap, *v_free) +
                                        (1 - s.theta) * u_k);
}

/// (5) contacts whose forecast gap is not positive
template <class S>
void activate(const Setting<S>& s, double tolerance, const Vec* v_free, WorkOf<S>& w) {
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    const Contact& c = s.model.contacts[i];
    if (is_closed(s.model, s.start, c.gap, s.x.q, forecast(s, c, v_free) - tolerance)) {
      add_contact(s.model, s.start, static_cast<std::int32_t>(i), w.problem);
    }
  }
}

/// h (1−θ) f_k, where the scheme takes the θ mean of the forces.
template <class S>
void take_start_forces(const Setting<S>& s, WorkOf<S>& w) {
  if (s.scheme.forces != Forces::trapezoid) return;
  motion(s.model, s.x.t, s.x.q, s.x.v, w.bodies, w.force_point);
  scaled_force(s.model, w.force_point, (1 - s.theta) * s.h, w.f_start);
}

/// The rows that the last react() took for the directions of the reactions.
template <class S>
const ConstraintRows& last_reaction_rows(const Setting<S>& s, const WorkOf<S>& w) {
  if (s.scheme.reaction_at == RowsAt::start || w.problem.set.constant_rows) return s.start;
  if constexpr (projects<S>) {
    if (s.scheme.reaction_at == RowsAt::end) return w.projection.rows;
  }
  return s.scheme.law_at == s.scheme.reaction_at ? w.law : w.reaction;
}

/// Work over the step by the scheme's own quadrature, so that [004] (93), (97) close to round-off.
template <class S>
void take_works(const Setting<S>& s, WorkOf<S>& w, StepReport& report) {
  if (s.model.has_power) {
    place_theta(s, w);
    Power sum = power(s.model, s.x.t + s.theta * s.h, w.q_theta, v_theta<S>(w), w.v_mean, w.bodies);
    if (s.scheme.forces == Forces::trapezoid) {
      const Power a = power(s.model, s.x.t, s.x.q, s.x.v, w.v_mean, w.bodies);
      const Power b = power(s.model, s.x.t + s.h, s.next.q, s.next.v, w.v_mean, w.bodies);
      sum = {(1 - s.theta) * a.external + s.theta * b.external,
             (1 - s.theta) * a.damping + s.theta * b.damping};
    }
    report.work_external = s.h * sum.external;
    report.work_damping = s.h * sum.damping;
  }
  if (w.problem.set.functions.empty()) return;
  const ReactionWork work = reaction_work(s.model, last_reaction_rows(s, w), w.v_mean, w.problem);
  report.work_external += work.drive;
  report.work_contact = work.contact;
}

}  // namespace saltus::theta_step
