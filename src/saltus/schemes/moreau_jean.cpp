// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean θ-scheme; (n) = equation n of docs/theory/moreau_jean.md.
#include "saltus/schemes/moreau_jean.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/joint_rank.h"

namespace saltus {
namespace {

/// The step's numbers that do not change during its Newton iterations.
template <PositionWeight P>
struct Setting {
  const ThetaScheme<P>& scheme;
  const Model& model;
  const Solver& solver;
  double h;
  double theta;
  double vartheta;  // weight of v_{k+1} in the position: θ, or ½ in the dissipative variant
  const ConstraintRows& start;
  const State& x;
  State& next;  // v is Newton's iterate, q follows it
};

/// (1) q_{k+1} = q_k ⊕ h v̄,  v̄ = (1−ϑ) v_k + ϑ v_{k+1}
template <PositionWeight P>
void place_end(const Setting<P>& s, Workspace& w) {
  combine(1 - s.vartheta, s.x.v, s.vartheta, s.next.v, w.v_mean);
  advance(s.model, s.x.q, s.h, w.v_mean, s.next.q);
}

/// v_{k+θ}: v̄ itself, but for the dissipative variant.
template <PositionWeight P>
const Vec& v_theta(const Workspace& w) {
  return P == PositionWeight::theta ? w.v_mean : w.v_theta;
}

/// The θ points of q and v.
template <PositionWeight P>
void place_theta(const Setting<P>& s, Workspace& w) {
  if constexpr (P == PositionWeight::half)
    combine(1 - s.theta, s.x.v, s.theta, s.next.v, w.v_theta);
  advance(s.model, s.x.q, s.theta * s.h, w.v_mean, w.q_theta);
}

/// (2) f_{k+θ}: at the θ point, or the θ mean of both ends; M at its own point. With tangents when
/// asked.
template <PositionWeight P>
const Dynamics& evaluate_motion(const Setting<P>& s, bool with_tangent, Workspace& w) {
  const bool trapezoid = s.scheme.forces == Forces::trapezoid;
  const bool mass_at_end = s.scheme.mass_at == MassAt::end;
  const auto at = [&](bool end, Dynamics& out) {
    const double t = end ? s.x.t + s.h : s.x.t + s.theta * s.h;
    const Vec& q = end ? s.next.q : w.q_theta;
    const Vec& v = end ? s.next.v : v_theta<P>(w);
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

/// (3) M̂ = M + w_M h ϑ S + h θ C + h² θ ϑ K,  w_M = θ or 1 with M: the exact tangent of (2).
template <PositionWeight P>
bool factorise(const Setting<P>& s, const Dynamics& mass, Workspace& w) {
  const double a_S = (s.scheme.mass_at == MassAt::end ? 1.0 : s.theta) * s.h * s.vartheta;
  const double a_C = s.h * s.theta;
  const double a_K = s.h * s.h * s.theta * s.vartheta;
  w.factored_step = s.h;
  return w.factor.factor(s.model, mass, a_S, w.force_point, a_C, a_K);
}

/// Rows of H at one of the three points of the step.
template <PositionWeight P>
const ConstraintRows& rows_at(const Setting<P>& s, RowsAt where, ConstraintRows& storage,
                              Workspace& w) {
  if (where == RowsAt::start || w.problem.set.constant_rows) return s.start;
  const bool end = where == RowsAt::end;
  evaluate(s.model, end ? s.x.t + s.h : s.x.t + s.theta * s.h, end ? s.next.q : w.q_theta,
           w.problem.set.groups, w.row_tapes, storage);
  return storage;
}

/// (4) u = W p + b with the laws;  v ← v_free + M̂⁻¹ Hᵀ p
template <PositionWeight P>
StepStatus react(const Setting<P>& s, Workspace& w, StepReport& report) {
  if (w.problem.problem.n == 0) return StepStatus::ok;
  const ConstraintRows& law = rows_at(s, s.scheme.law_at, w.law, w);
  const bool same = s.scheme.law_at == s.scheme.reaction_at;
  const ConstraintRows& reaction = same ? law : rows_at(s, s.scheme.reaction_at, w.reaction, w);
  assemble(s.model, law, reaction, w.factor, w.v_new, w.problem);
  const SolveReport solved = solve_step(s.solver, s.x.joint_rank, w.problem, w.solver);
  report.solves += 1;
  report.solver_iterations += solved.iterations;
  report.solver_iterations_max = std::max(report.solver_iterations_max, solved.iterations);
  report.solver_residual = solved.residual;
  add_reaction(s.model, w.problem, w.v_new);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

/// Decides when Newton's iteration has come to its end, by the norms of the changes of v.
struct Stopping {
  double tolerance;
  bool has_rows;
  double scale = 0;
  double previous = 0;
  double ratio = 1;  // of the last two changes
  int pass = 0;

  bool is_reached(double change) {
    ++pass;
    ratio = pass == 1 ? 1.0 : change / previous;
    previous = change;
    const double accepted = tolerance * scale;
    // change · ratio predicts the next change; with reactions it is also by how much the laws fail
    // with the rows of the last positions, and that shall be round-off
    const double next_change = change * ratio;
    if (change <= accepted) return true;
    if (ratio < 0.1 && next_change <= (has_rows ? 1e-3 : 0.9) * accepted) return true;
    return pass > 3 && ratio > 0.5 && change <= 1e3 * accepted;  // round-off is reached
  }
};

/// Newton on v_{k+1} ([001] (43)–(48) with the errata), index set fixed. The tangent is kept while
/// it contracts well; the error left is estimated by the contraction, as for any simplified Newton.
/// `moved`: the iterate in next.v is not v_k any more.
template <PositionWeight P>
StepStatus newton(const Setting<P>& s, bool moved, Workspace& w, StepReport& report) {
  const bool has_rows = w.problem.problem.n > 0;
  const bool one_pass = s.model.linear && (!has_rows || w.problem.set.constant_rows);
  const bool nothing_varies = one_pass && s.model.constant_motion;
  Stopping stopping{s.scheme.newton_tolerance, has_rows};
  bool refresh = !(s.model.linear && w.factored_step == s.h);
  for (int pass = 1; pass <= s.scheme.newton_iterations; ++pass) {
    report.newton += 1;
    if (!nothing_varies) {
      place_end(s, w);
      place_theta(s, w);
    }
    const Dynamics& mass = evaluate_motion(s, refresh, w);
    if (refresh && !factorise(s, mass, w)) return StepStatus::singular;

    if (moved) subtract_momentum(s.model, mass, s.next.v, s.x.v, w.change);
    w.factor.solve(s.model, w.change);
    combine(1, s.next.v, 1, w.change, w.v_new);  // v_free
    const StepStatus status = react(s, w, report);
    if (!std::isfinite(sum(w.v_new))) return StepStatus::not_finite;
    moved = true;
    s.next.v.swap(w.v_new);
    if (one_pass) return status;

    combine(1, s.next.v, -1, w.v_new, w.change);
    const double change = mass_norm(s.model, mass, w.change);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (pass == 1) {
      // positions resolve a velocity to eps |q| / h only
      const double floor = 1e-16 * mass_norm(s.model, mass, s.x.q) / s.h;
      stopping.scale = change + mass_norm(s.model, mass, s.x.v) + floor / stopping.tolerance;
    }
    if (stopping.is_reached(change)) return status;
    refresh = !s.model.linear && stopping.ratio > 0.2 && pass > 1;
  }
  return StepStatus::newton_failed;
}

/// (5) contacts whose forecast gap is not positive
template <PositionWeight P>
void activate(const Setting<P>& s, const Vec* v_free, Workspace& w) {
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    const FormulaContact& c = s.model.contacts[i];
    const double g = s.start.value(s.model.functions[static_cast<std::size_t>(c.gap)]);
    const double u_k = s.start.u[static_cast<std::size_t>(c.gap)];
    const double forecast = v_free == nullptr
                                ? g + s.scheme.gamma * s.h * u_k
                                : g + s.h * (s.theta * velocity(s.model, s.start, c.gap, *v_free) +
                                             (1 - s.theta) * u_k);
    if (is_closed(s.model, s.start, c.gap, s.x.q, forecast)) {
      add_contact(s.model, s.start, static_cast<std::int32_t>(i), w.problem);
    }
  }
}

/// Work over the step by the scheme's own quadrature, so that [004] (93), (97) close to round-off.
template <PositionWeight P>
void take_works(const Setting<P>& s, Workspace& w, StepReport& report) {
  if (s.model.has_power) {
    place_theta(s, w);
    Power sum = power(s.model, s.x.t + s.theta * s.h, w.q_theta, v_theta<P>(w), w.v_mean, w.bodies);
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
  const bool same = s.scheme.law_at == s.scheme.reaction_at;
  const bool at_start = s.scheme.reaction_at == RowsAt::start || w.problem.set.constant_rows;
  const ConstraintRows& elsewhere = same ? w.law : w.reaction;
  const ConstraintRows& reaction = at_start ? s.start : elsewhere;
  const ReactionWork work = reaction_work(s.model, reaction, w.v_mean, w.problem);
  report.work_external += work.drive;
  report.work_contact = work.contact;
}

}  // namespace

template <PositionWeight P>
StepReport step(const ThetaScheme<P>& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, Workspace& w) {
  const double vartheta = P == PositionWeight::theta ? scheme.theta : 0.5;
  const Setting<P> s{scheme, model, solver, h, scheme.theta, vartheta, start, x, next};
  StepReport report;
  copy(x.v, next.v);
  if (scheme.forces == Forces::trapezoid) {
    motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
    scaled_force(model, w.force_point, (1 - scheme.theta) * h, w.f_start);
  }
  begin(model, w.problem);
  if (scheme.forecast == Forecast::explicit_step) activate(s, nullptr, w);
  if (w.problem.problem.n > 0) recall(model, x, w.problem);
  report.status = newton(s, false, w, report);
  if (scheme.forecast == Forecast::free_motion && report.status == StepStatus::ok) {
    activate(s, &next.v, w);
    if (!w.problem.set.contacts.empty()) {
      recall(model, x, w.problem);
      report.status = newton(s, true, w, report);
    }
  }
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  const bool soft =
      report.status == StepStatus::newton_failed || report.status == StepStatus::solver_failed;
  if (report.status != StepStatus::ok && !soft) return report;  // the points that failed stay in w
  place_end(s, w);
  take_works(s, w, report);
  next.t = x.t + h;
  store(model, w.problem, next);
  return report;
}

template StepReport step(const MoreauJean&, const Model&, const Solver&, double,
                         const ConstraintRows&, const State&, State&, Workspace&);
template StepReport step(const MoreauJeanDissipative&, const Model&, const Solver&, double,
                         const ConstraintRows&, const State&, State&, Workspace&);

}  // namespace saltus
