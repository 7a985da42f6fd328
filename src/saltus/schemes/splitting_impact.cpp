// SPDX-License-Identifier: Apache-2.0
// Impacts, closure and fallback of split steps; (n) = equation n of docs/theory/splitting.md.
#include <algorithm>

#include "saltus/schemes/impact.h"
#include "saltus/schemes/known_mass.h"
#include "saltus/schemes/splitting.h"
#include "saltus/schemes/theta_newton.h"

namespace saltus {
namespace {

/// Contacts that touch and approach take part in the impact of another.
void join_hits(const SplitStep& s) {
  for (std::size_t i = 0; i < s.w.hit.size(); ++i) {
    const bool approaches = gap_point(s, s.w.end, i, 0).u < 0;
    if (s.w.closed[i] == 0 && approaches && touches(s, s.w.end, i)) s.w.hit[i] = 1;
  }
}

/// S and the hits with their laws: closed contacts and those that close have no restitution.
void set_laws(const SplitStep& s) {
  SplitWork& w = s.w;
  begin(s.model, w.problem);
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    const auto contact = static_cast<std::int32_t>(i);
    if (w.hit[i] != 0 && w.closing[i] == 0) {
      add_contact(s.model, w.end, contact, w.problem);
    } else if (w.hit[i] != 0 || w.closed[i] != 0) {
      add_contact(s.model, contact, w.problem);
    }
  }
  recall(s.model, s.x, w.problem);
}

/// (5) v⁺ = v⁻ + M⁻¹ Hᵀ p;  w.end holds u⁺ afterwards
void jump(const SplitStep& s) {
  SplitWork& w = s.w;
  set_velocities(s.model, w.v_minus, w.end);
  set_laws(s);
  assemble(s.model, w.end, w.end, w.mass, w.v_minus, w.problem);
  copy(w.v_minus, s.next.v);
  const StepStatus status =
      solve_reactions(s.model, s.solver, s.x.joint_rank, w, s.next.v, s.report);
  if (status != StepStatus::ok) s.report.status = status;
  set_velocities(s.model, s.next.v, w.end);
}

/// Hits of round-off close. Asking them to bounce may contradict a contact on the other side of a
/// guide.
void close_those_at_rest(const SplitStep& s) {
  SplitWork& w = s.w;
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    const bool rests = std::abs(w.un_before[i]) <= round_off(s, w.end, i, w.v_minus);
    if (w.hit[i] != 0 && rests) w.closing[i] = 1;
  }
}

/// (6) Which hits stay closed. True where the impact must be solved again with them.
bool find_closing(const SplitStep& s, double t) {
  SplitWork& w = s.w;
  SplitMemory& memory = s.next.split;
  bool any_closing = false;
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    if (w.hit[i] == 0) continue;
    const double flight = t - memory.t_hit[i];
    const double u_minus = std::abs(w.un_before[i]);
    const double u_plus = gap_point(s, w.end, i, 0).u;
    const double gamma = w.gamma[i];
    const bool quick = s.rules.by_time ? flight <= s.rules.kappa * memory.window
                                       : flight * u_minus / 4 <= s.rules.gap_tolerance;
    const bool counts = flight * u_minus / 4 <= s.rules.counted_height;
    if (s.rules.counted_height == 0 || counts || w.forced[i] != 0) memory.window_hits += 1;
    memory.returns[i] = quick ? memory.returns[i] + 1 : 0;
    memory.t_hit[i] = t;
    const bool low = s.rules.by_time ? 2 * u_plus <= s.rules.kappa * memory.window * -gamma
                                     : u_plus * u_plus <= 2 * -gamma * s.rules.gap_tolerance;
    // What nothing presses against the contact flies on, however soon it comes back.
    const bool returns_often = gamma < 0 && memory.returns[i] >= s.rules.returns;
    const bool closes = w.forced[i] != 0 || returns_often || (gamma < 0 && low);
    if (!closes && w.closing[i] == 0) continue;
    any_closing = any_closing || w.closing[i] == 0;
    w.closing[i] = 1;
    memory.returns[i] = 0;
  }
  return any_closing;
}

/// (7) S after the impact.
void keep_closed(const SplitStep& s) {
  SplitWork& w = s.w;
  double u_most = 0;
  for (const double u : w.un_before) u_most = std::max(u_most, std::abs(u));
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    const double u = gap_point(s, w.end, i, 0).u;
    const bool rests = u <= std::max(1e-10 * u_most, round_off(s, w.end, i, s.next.v));
    const bool stays = w.hit[i] != 0 ? w.closing[i] != 0 || rests : w.closed[i] != 0 && rests;
    const bool allowed = !s.rules.strict || u <= 1e-12 * u_most + round_off(s, w.end, i, s.next.v);
    s.next.split.closed[i] = stays && allowed ? held : 0;
  }
}

void note_events(const SplitStep& s, double t) {
  SplitWork& w = s.w;
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const Contact& c = s.model.contacts[i];
    if (w.hit[i] != 0) {
      Event event;
      event.t = t;
      event.kind = s.next.split.closed[i] != 0 ? EventKind::closing : EventKind::impact;
      event.contact = contact;
      event.un_before = w.un_before[i];
      event.un_after = gap_point(s, w.end, i, 0).u;
      event.ut_before = w.ut_before[i];
      event.ut_after = c.tangent < 0 ? 0 : w.end.u[static_cast<std::size_t>(c.tangent)];
      event.pn = w.problem.p[row];
      event.pt = c.mu > 0 ? w.problem.p[row + 1] : 0;
      w.events.push_back(event);
      s.report.hits += 1;
    }
    row += static_cast<std::size_t>(c.rows());
  }
}

/// (8) The step of Moreau–Jean, with restitution, or without it and without contacts that leave.
void capture(const SplitStep& s, double r, bool bounces) {
  using namespace theta_step;
  SplitWork& w = s.w;
  constexpr MoreauJean moreau_jean;
  const Setting<MoreauJean> setting{moreau_jean, s.model,  s.solver, r,     0.5,
                                    0.5,         *s.start, s.x,      s.next};
  copy(s.x.v, s.next.v);
  begin(s.model, w.problem);
  if (bounces) {
    activate(setting, s.rules.together, nullptr, w);
  } else {
    for (std::size_t i = 0; i < w.closed.size(); ++i) {
      const GapPoint gap = gap_point(s, *s.start, i, 0);
      if (gap.u <= 0 && gap.g + 0.5 * r * gap.u <= s.rules.together)
        add_contact(s.model, static_cast<std::int32_t>(i), w.problem);
    }
  }
  recall(s.model, s.x, w.problem);
  w.factored_step = 0;  // of another length, or base
  s.report.status = newton(setting, false, w, s.report);
  w.factored_step = 0;
  if (!is_usable(s.report.status)) return;
  place_end(setting, w);
  s.report.work_external = s.report.work_damping = s.report.work_contact = 0;
  take_works(setting, w, s.report);
}

bool gains_energy(const SplitStep& s) {
  const Energy before = energy(s.model, s.x, s.w.bodies);
  const Energy after = energy(s.model, s.next, s.w.bodies);
  const double gain = after.kinetic + after.potential - before.kinetic - before.potential -
                      (after.drive - before.drive) - s.report.work_external;
  return gain > 1e-13 * (std::abs(before.kinetic) + std::abs(before.potential));
}

}  // namespace

void finish_impact(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  const double t = s.x.t + r;
  if (r > 0) {
    let_go(s, r);
    for (std::size_t i = 0; i < w.closed.size(); ++i) {
      if (w.opened[i] != 0) w.closed[i] = 0;
    }
    join_hits(s);
    project_positions(s, r, true, 1e-12);
  }
  copy(s.next.v, w.v_minus);
  if (!factor_mass_at(s, s.time(r), s.next.q, s.next.v)) {
    s.report.status = StepStatus::singular;
    return;
  }
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    const Contact& c = s.model.contacts[i];
    w.un_before[i] = gap_point(s, w.end, i, 0).u;
    w.ut_before[i] = c.tangent < 0 ? 0 : w.end.u[static_cast<std::size_t>(c.tangent)];
  }
  join_hits(s);
  close_those_at_rest(s);
  jump(s);
  if (find_closing(s, t)) jump(s);
  combine(0.5, w.v_minus, 0.5, s.next.v, w.v_mean);  // the jump's work is pᵀ H (v⁻ + v⁺)/2
  const ReactionWork work = reaction_work(s.model, w.end, w.v_mean, w.problem);
  s.report.work_external += work.drive;
  s.report.work_contact += work.contact;
  add_impulses(s.model, w.problem, 1, s.next);
  keep_closed(s);
  note_events(s, t);
  s.next.split.smooth = false;
  s.next.split.h_fit = 0;
  s.report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  cover(s, r);
}

void finish_fallback(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  capture(s, r, true);
  // the promise of the strict closure is one for linear systems
  const bool promised = s.rules.strict && s.model.linear;
  if (promised && is_usable(s.report.status) && gains_energy(s)) capture(s, r, false);
  if (!is_usable(s.report.status)) return;
  store(s.model, w.problem, s.next);
  look_at_end(s, r);
  project_positions(s, r, false, s.rules.drift);
  SplitMemory& memory = s.next.split;
  for (std::size_t i = 0; i < memory.closed.size(); ++i) {
    const bool presses = s.next.p_normal[static_cast<Eigen::Index>(i)] > 0;
    const bool leaves = gap_point(s, w.end, i, 0).u > round_off(s, w.end, i, s.next.v);
    memory.closed[i] = presses && !leaves ? held : 0;
    memory.returns[i] = 0;
  }
  memory.smooth = false;
  memory.h_fit = 0;
  memory.window_hits = 0;
  Event event;
  event.t = s.x.t;
  event.kind = EventKind::fallback;
  w.events.push_back(event);
  s.report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  cover(s, r);
}

}  // namespace saltus
