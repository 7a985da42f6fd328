// SPDX-License-Identifier: Apache-2.0
// Half-explicit time-stepping at acceleration level; (n) = equation n of
// docs/theory/half_explicit_acceleration.md.
#include "saltus/schemes/half_explicit_acceleration.h"

#include <cmath>

#include "saltus/schemes/impact.h"

namespace saltus {
namespace {

using Work = HalfExplicitAcceleration::Work;

struct Setting {
  const Model& model;
  const Solver& solver;
  double h;
  const ConstraintRows& start;
  const State& x;
  State& next;
};

/// One end of the step: where f, H and g̈ are taken.
struct End {
  double t;
  const Vec& q;
  const Vec& v;
  const ConstraintRows& rows;  // with u = H v
  const std::vector<std::uint8_t>& closed;
};

/// h M⁻¹ f; w.factor is M there
bool push_freely(const Setting& s, double t, const Vec& q, const Vec& v, Vec& push, Work& w) {
  motion(s.model, t, q, v, w.bodies, w.force_point);
  const bool factored = s.model.linear && w.factored_step != 0;
  w.factored_step = s.h;
  if (!factored && !w.factor.factor_mass(s.model, w.force_point)) return false;
  scaled_force(s.model, w.force_point, s.h, push);
  w.factor.solve(s.model, push);
  return true;
}

/// Does a closed contact leave, beyond the rounding of a velocity that the forces changed, in many
/// steps where the contact was held?
bool is_leaving(const Setting& s, const End& at, std::size_t contact, const Work& w) {
  const auto gap = static_cast<std::size_t>(s.model.contacts[contact].gap);
  const double u = at.rows.u[gap];
  if (u <= 0) return false;
  const FunctionPlace& place = s.model.functions[gap];
  constexpr double rounding = 4e-16;
  const double drift = s.x.p_normal[static_cast<Eigen::Index>(contact)] > 0 ? 1e-9 : rounding;
  const double* row = at.rows.gradient(place);
  double tolerance = rounding * std::abs(at.rows.rate(place));
  for (const std::int32_t dof : dofs_of(s.model, place)) {
    tolerance +=
        std::abs(*row++) * (rounding * std::abs(at.v[dof]) + drift * std::abs(w.free_push[dof]));
  }
  return u > tolerance;
}

/// (2) b = h (H M⁻¹ f + drift): the change of u in a step without reactions
void set_offsets(const Setting& s, const End& at, Work& w) {
  evaluate(s.model, at.t, at.q, at.v, w.no_forces, w.curvature);
  for (std::size_t j = 0; j < w.problem.set.functions.size(); ++j) {
    const std::int32_t f = w.problem.set.functions[j];
    const double rate = at.rows.rate(s.model.functions[static_cast<std::size_t>(f)]);
    w.problem.problem.b[j] += s.h * drift(s.model, w.curvature, f, at.v) - rate;
  }
}

/// (3) reactions: g̈ = 0 for joints, 0 ≤ g̈ ⊥ λ ≥ 0 for contacts that are closed and do not leave.
/// The unknowns are hλ, so that h g̈ is a velocity. push ← push + h M⁻¹ Hᵀ λ
StepStatus react(const Setting& s, const End& at, bool contacts_press, Vec& push, Work& w,
                 StepReport& report) {
  begin(s.model, w.problem);
  for (std::size_t i = 0; contacts_press && i < at.closed.size(); ++i) {
    if (at.closed[i] != 0 && !is_leaving(s, at, i, w))
      add_contact(s.model, static_cast<std::int32_t>(i), w.problem);
  }
  if (w.problem.problem.n == 0) return StepStatus::ok;
  recall(s.model, s.x, w.problem);
  assemble(s.model, at.rows, at.rows, w.factor, push, w.problem);
  set_offsets(s, at, w);
  const StepStatus status = solve_reactions(s.model, s.solver, s.x.joint_rank, w, push, report);
  constexpr double weight = 0.5;
  add_impulses(s.model, w.problem, weight, s.next);
  add_generalised_impulses(s.model, at.rows, w.problem, weight, w.contact_impulse, w.drive_impulse);
  return status;
}

/// (1), (4): λ⁺ and the Euler step, then the position of the end
StepStatus predict(const Setting& s, bool contacts_press, Work& w, StepReport& report) {
  clear_impulses(s.next);
  for (Vec* sum : {&w.contact_impulse, &w.drive_impulse})
    for (Eigen::Index i = 0; i < sum->size(); ++i) (*sum)[i] = 0;
  copy(w.free_push, w.push_start);
  const End at{s.x.t, s.x.q, s.x.v, s.start, w.closed};
  const StepStatus status = react(s, at, contacts_press, w.push_start, w, report);
  combine(1, s.x.v, 1, w.push_start, w.v_1);
  combine(0.5, s.x.v, 0.5, w.v_1, w.increment);
  advance(s.model, s.x.q, s.h, w.increment, s.next.q);
  evaluate(s.model, s.x.t + s.h, s.next.q, w.row_tapes, w.law);
  return status;
}

/// Works of the smooth part, on the mean of the velocities at both ends.
void take_works(const Setting& s, Work& w, StepReport& report) {
  combine(0.5, s.x.v, 0.5, s.next.v, w.v_mean);
  if (s.model.has_power) {
    const Power a = power(s.model, s.x.t, s.x.q, s.x.v, w.v_mean, w.bodies);
    const Power b = power(s.model, s.x.t + s.h, s.next.q, w.v_1, w.v_mean, w.bodies);
    report.work_external += 0.5 * s.h * (a.external + b.external);
    report.work_damping += 0.5 * s.h * (a.damping + b.damping);
  }
  for (Eigen::Index i = 0; i < w.v_mean.size(); ++i) {
    report.work_contact += w.v_mean[i] * w.contact_impulse[i];
    report.work_external += w.v_mean[i] * w.drive_impulse[i];
  }
}

}  // namespace

HalfExplicitAcceleration::Work::Work(const Model& model)
    : Workspace(model),
      curvature(model),
      no_forces(model.functions.size(), 0.0),
      closed(model.contacts.size(), 0),
      closed_end(model.contacts.size(), 0) {
  for (Vec* x :
       {&push_start, &push_end, &free_push, &v_1, &free_move, &contact_impulse, &drive_impulse}) {
    x->setZero(model.dofs);
  }
}

std::string refusal(const HalfExplicitAcceleration& /*scheme*/, const Model& model) {
  if (has_shape_contacts(model))
    return "it needs second derivatives of the gaps, which contacts between shapes do not have; "
           "use "
           "half-explicit";
  for (const Contact& c : model.contacts) {
    if (c.mu > 0) {
      std::string why = "contact '" + c.name;
      why += "' has friction, which has no law at acceleration level; use half-explicit";
      return why;
    }
  }
  return {};
}

StepReport step(const HalfExplicitAcceleration& /*scheme*/, const Model& model,
                const Solver& solver, double h, const ConstraintRows& start, const State& x,
                State& next, HalfExplicitAcceleration::Work& w) {
  const Setting s{model, solver, h, start, x, next};
  StepReport report;
  next.t = x.t + h;
  copy(x.q, next.q);
  copy(x.v, w.v_1);
  report.status = StepStatus::singular;
  if (!push_freely(s, x.t, x.q, x.v, w.free_push, w)) return report;
  combine(h, w.free_push, 0, w.free_push, w.free_move);
  note_closed(model, start, x, w.free_move, w.closed);

  report.status = predict(s, true, w, report);
  // (5) a gap that was open at q_k is closed at q_{k+1}: no contact forces in this step
  report.impulsive = note_closing(model, w.law, next.q, w.free_move, w.closed, w.closed_end);
  if (report.impulsive && !w.problem.set.contacts.empty()) {
    report.activation = 2;
    report.status = predict(s, false, w, report);
    static_cast<void>(note_closing(model, w.law, next.q, w.free_move, w.closed, w.closed_end));
  }

  // (6) v⁻ = v_k + h/2 (a⁺ + a⁻)
  StepStatus status = StepStatus::singular;
  if (push_freely(s, next.t, next.q, w.v_1, w.push_end, w)) {
    set_velocities(model, w.v_1, w.law);
    const End at{next.t, next.q, w.v_1, w.law, w.closed_end};
    status = react(s, at, !report.impulsive, w.push_end, w, report);
  }
  if (status != StepStatus::ok) report.status = status;
  combine(1, x.v, 0.5, w.push_start, next.v);
  add_scaled(0.5, w.push_end, next.v);
  if (report.status == StepStatus::singular) return report;
  take_works(s, w, report);
  if (report.impulsive) {  // (7)
    status = collide(model, solver, x, w.law, w.closed_end, w, next, report);
    if (status != StepStatus::ok) report.status = status;
  }
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  copy(w.v_1, w.v_mean);
  if (!std::isfinite(sum(next.v)) || !std::isfinite(sum(next.q)))
    report.status = StepStatus::not_finite;
  return report;
}

}  // namespace saltus
