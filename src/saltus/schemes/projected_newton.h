// SPDX-License-Identifier: Apache-2.0
// The iteration that both projections share: velocities at velocity level, positions at position
// level, until both hold; (n) = equation n of docs/theory/direct_projection.md. For the files of
// the schemes only.
#pragma once

#include "saltus/schemes/coupled_solve.h"
#include "saltus/schemes/theta_step.h"

namespace saltus::theta_step {

/// Where the iteration starts from.
struct StartFrom {
  bool moved = false;        // the iterate in next.v is not v_k any more: its tangent is kept
  bool free_motion = false;  // it solves the momentum equation without any reaction
};

template <class S>
const BlockFactor& metric(const Setting<S>& s, const ProjectionWork& w) {
  return s.scheme.metric == Metric::mass ? w.factor : w.identity;
}

/// Combined projection: g = 0 for the contacts of the index set that press, [001] (70); 0 ≤ g ⊥ τ ≥
/// 0 for the others of the set, and for all where closing them is not possible.
inline void set_rules_by_impulses(const Model& model, ProjectionWork& w) {
  std::size_t row = model.joint_functions.size();
  for (const std::int32_t contact : w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const bool closes = w.closing && w.problem.p[row] > 0;
    w.projection.rules[i] = closes ? PositionRule::closed : PositionRule::complementary;
    row += static_cast<std::size_t>(model.contacts[i].rows());
  }
}

/// Contacts that press may contradict each other at position level (three points on a bump): after
/// some passes the combined projection asks for no penetration only, and starts τ anew.
template <class S>
void give_up_closing(const Setting<S>& s, int pass, ProjectionWork& w) {
  constexpr int passes = 15;  // what can be closed is closed after 3 to 8
  w.closing = S::closes_what_presses && pass <= passes;
  if (!S::closes_what_presses || pass != passes + 1) return;
  begin(s.model, w.projection);
  w.end_known = false;
}

/// The correction of the pass before, to be compared with.
inline void keep_correction(ProjectionWork& w) {
  if (w.projection.moved) {
    copy(w.projection.correction, w.correction);
  } else {
    for (Eigen::Index i = 0; i < w.correction.size(); ++i) w.correction[i] = 0;
  }
}

/// q̂ = q_k ⊕ h v̄ for the iterate v, and how far it and the correction are from the iterate q^n.
template <class S>
void foresee(const Setting<S>& s, ProjectionWork& w) {
  combine(1 - s.vartheta, s.x.v, s.vartheta, s.next.v, w.v_mean);
  advance(s.model, s.x.q, s.h, w.v_mean, w.q_hat);
  difference(s.model, w.q_hat, s.next.q, w.shift);
  add_scaled(1, w.correction, w.shift);
}

/// (3) τ for the positions that v leads to, linearised at the iterate q^n in next.q. False where
/// the correction may stay as it is.
template <class S>
bool correct(const Setting<S>& s, ProjectionWork& w, StepReport& report) {
  Projection& p = w.projection;
  if (!w.end_known && p.problem.problem.n == 0) return false;  // nothing was violated so far
  rows_at_end(s, w);
  keep_correction(w);
  foresee(s, w);
  const double tolerance = s.scheme.projection_tolerance;
  bool wrong = false;
  if constexpr (S::closes_what_presses) {
    set_rules_by_impulses(s.model, w);
    wrong = opens_at_rest(s.model, tolerance, s.next.q, &w.shift, s.h, w.v_mean, p);
  }
  wrong = violation(s.model, tolerance, s.next.q, &w.shift, p) > tolerance || wrong;
  if (!wrong) return false;
  project_once(s.model, s.solver, s.x.joint_rank, metric(s, w), w.q_hat, s.next.q, w.solver, p);
  report.projection += 1;
  return true;
}

struct Answer {
  StepStatus status;
  bool corrected;  // the correction changed
};

/// (6) p and τ in one problem
template <class S>
Answer respond_together(const Setting<S>& s, ProjectionWork& w, StepReport& report) {
  w.problem.may_be_sparse = w.projection.problem.may_be_sparse = false;
  rows_at_end(s, w);
  const ConstraintRows& law = rows_at(s, s.scheme.law_at, w.law, w);
  const bool same = s.scheme.law_at == s.scheme.reaction_at;
  const ConstraintRows& reaction = same ? law : rows_at(s, s.scheme.reaction_at, w.reaction, w);
  const CoupledWeights weights{s.h, s.vartheta, mass_weight(s), s.h * s.theta};
  keep_correction(w);
  if constexpr (S::closes_what_presses) set_rules_by_impulses(s.model, w);
  const SolveReport solved = solve_together(s.model, s.solver, weights, mass_of(s, w), metric(s, w),
                                            law, reaction, s.x, s.next.q, w);
  count(solved, report);
  report.projection += 1;
  s.next.v.swap(w.v_new);
  return {solved.converged ? StepStatus::ok : StepStatus::solver_failed, true};
}

/// Velocities and positions of the next iterate from v_free in v_new. Taking turns converges like
/// h² θ ϑ K / M̂: where that is slow, they are solved together after some passes.
template <class S>
Answer respond(const Setting<S>& s, int pass, ProjectionWork& w, StepReport& report) {
  constexpr int turns = 25;
  const bool independent = s.x.joint_rank == s.x.p_joint.size();  // implied rows: in turns only
  if ((s.scheme.solve == ProjectionSolve::coupled || pass > turns) && independent)
    return respond_together(s, w, report);
  const StepStatus status = react(s, w, report);
  s.next.v.swap(w.v_new);
  return {status, correct(s, w, report)};
}

/// Do the positions that v and the correction lead to obey the rules? They are placed, and their
/// rows evaluated.
template <class S>
double final_violation(const Setting<S>& s, ProjectionWork& w) {
  place_end(s, w);
  rows_at_end(s, w);
  if constexpr (S::closes_what_presses) set_rules_by_impulses(s.model, w);
  return violation(s.model, s.scheme.projection_tolerance, s.next.q, nullptr, w.projection);
}

/// A contact at rest that the tolerance leaves open is worth one more pass, once per step.
template <class S>
bool close_once_more(const Setting<S>& s, bool& done, ProjectionWork& w) {
  if constexpr (S::closes_what_presses) {
    if (done) return false;
    done = opens_at_rest(s.model, s.scheme.projection_tolerance, s.next.q, nullptr, s.h, w.v_mean,
                         w.projection);
    return done;
  }
  return false;
}

/// v^{n+1} and τ^{n+1} from the iterate in next.v and next.q.
template <class S>
Answer iterate(const Setting<S>& s, StartFrom from, int pass, bool refresh, ProjectionWork& w,
               StepReport& report) {
  report.newton += 1;
  give_up_closing(s, pass, w);
  if (!w.end_known) place_end(s, w);
  place_theta(s, w);
  if (from.free_motion && pass == 1) {
    copy(s.next.v, w.v_new);
  } else if (!free_iterate(s, refresh, from.moved || pass > 1, w)) {
    return {StepStatus::singular, false};
  }
  Answer answer = respond(s, pass, w, report);
  if (!std::isfinite(sum(s.next.v))) answer.status = StepStatus::not_finite;
  w.end_known = false;
  return answer;
}

/// ‖Δv‖ + ‖Δ(N Hᵀ τ)‖ / h in the norm of diag(M): what the positions of the next pass move by.
template <class S>
double change_of(const Setting<S>& s, bool corrected, ProjectionWork& w) {
  const Dynamics& mass = mass_of(s, w);
  combine(1, s.next.v, -1, w.v_new, w.change);
  const double change = mass_norm(s.model, mass, w.change);
  if (!corrected) return change;
  combine(1, w.projection.correction, -1, w.correction, w.shift);
  return change + mass_norm(s.model, mass, w.shift) / s.h;
}

/// Is the step at its end, now that v has converged? It is if the positions hold too.
template <class S>
bool is_over(const Setting<S>& s, bool& closed, Answer& answer, ProjectionWork& w) {
  const double wrong = final_violation(s, w);
  if (!std::isfinite(wrong)) {
    answer.status = StepStatus::not_finite;
    return true;
  }
  return wrong <= s.scheme.projection_tolerance && !close_once_more(s, closed, w);
}

/// [001] Algorithm 1: in every pass v from the laws at the iterate q^n, then τ.
template <class S>
StepStatus newton(const Setting<S>& s, StartFrom from, ProjectionWork& w, StepReport& report) {
  const bool has_rows = w.problem.problem.n > 0;
  // v is exact for a given correction; and it does not depend on it
  const bool one_pass = s.model.linear && (!has_rows || w.problem.set.constant_rows);
  const bool one_correction = one_pass && s.model.constant_motion;
  Stopping stopping{s.scheme.newton_tolerance, has_rows};
  bool closed = false;
  bool refresh = !from.moved && !(s.model.linear && w.factored_step == s.h);
  for (int pass = 1; pass <= s.scheme.newton_iterations; ++pass) {
    Answer answer = iterate(s, from, pass, refresh, w, report);
    if (!is_usable(answer.status)) return answer.status;
    const double change = change_of(s, answer.corrected, w);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (pass == 1) stopping.set_scale(s.model, mass_of(s, w), s.x, s.h, change);
    const bool settled = one_correction || (one_pass && !answer.corrected);
    const bool reached = stopping.is_reached(change) || settled;
    if (reached && is_over(s, closed, answer, w)) return answer.status;
    refresh = !s.model.linear && stopping.ratio > 0.2 && pass > 1;
  }
  return StepStatus::newton_failed;
}

/// The state and the report of a step whose iteration has ended.
template <class S>
void finish(const Setting<S>& s, ProjectionWork& w, StepReport& report) {
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  if (!is_usable(report.status)) return;  // the points that failed stay in w
  place_end(s, w);
  take_works(s, w, report);
  s.next.t = s.x.t + s.h;
  store(s.model, w.problem, s.next);
  store_tau(w.projection, s.next);
}

}  // namespace saltus::theta_step
