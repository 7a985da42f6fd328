// SPDX-License-Identifier: Apache-2.0
// What happens at the ends of split steps; (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/splitting.h"

#include <algorithm>
#include <limits>

#include "saltus/schemes/impact.h"
#include "saltus/schemes/theta_newton.h"

namespace saltus {
namespace {

constexpr double no_time = std::numeric_limits<double>::infinity();
constexpr double ulps = 4e-16;

void clear(std::vector<std::uint8_t>& flags) {
  for (std::uint8_t& f : flags) f = 0;
}

/// The last breakpoint that is not after t; 0 where there is none.
double segment_start(const Model& model, double t) {
  const auto after = std::upper_bound(model.breakpoints.begin(), model.breakpoints.end(), t);
  return after == model.breakpoints.begin() ? 0.0 : *(after - 1);
}

double next_breakpoint(const Model& model, double t) {
  const auto after = std::upper_bound(model.breakpoints.begin(), model.breakpoints.end(), t);
  return after == model.breakpoints.end() ? no_time : *after;
}

bool touches(const SplitStep& s, const ConstraintRows& rows, std::size_t contact) {
  const GapPoint gap = gap_point(s, rows, contact, 0);
  return gap.g <= s.rules.together ||
         is_closed(s.model, rows, s.model.contacts[contact].gap, s.next.q, gap.g);
}

/// What the rounding of its terms makes of a normal velocity.
double round_off(const SplitStep& s, const ConstraintRows& rows, std::size_t contact,
                 const Vec& v) {
  const std::int32_t gap = s.model.contacts[contact].gap;
  const double rate = rows.rate(s.model.functions[static_cast<std::size_t>(gap)]);
  return 1e-12 * (std::abs(rate) + terms_of(s.model, rows, gap, v));
}

/// Contacts that touch at the start of a segment: those that approach hit, those that neither
/// approach nor leave are closed.
void find_closed(const SplitStep& s) {
  SplitWork& w = s.w;
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    w.closed[i] = w.hit[i] = 0;
    if (!touches(s, *s.start, i)) continue;
    const double u = gap_point(s, *s.start, i, 0).u;
    const double nothing = round_off(s, *s.start, i, s.x.v);
    if (u < -nothing) {
      w.hit[i] = 1;
    } else if (u <= nothing) {
      w.closed[i] = 1;
    }
  }
}

bool joints_move(const SplitStep& s) {
  for (const std::int32_t f : s.model.joint_functions) {
    const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(f)];
    const double terms = std::abs(s.start->rate(place)) + terms_of(s.model, *s.start, f, s.x.v);
    if (std::abs(s.start->u[static_cast<std::size_t>(f)]) > 1e-10 * terms) return true;
  }
  return false;
}

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
    memory.returns[i] = quick ? memory.returns[i] + 1 : 0;
    memory.t_hit[i] = t;
    const bool low = s.rules.by_time ? 2 * u_plus <= s.rules.kappa * memory.window * -gamma
                                     : u_plus * u_plus <= 2 * -gamma * s.rules.gap_tolerance;
    const bool rests = u_minus <= round_off(s, w.end, i, w.v_minus);
    if (rests || w.forced[i] != 0 || memory.returns[i] >= s.rules.returns || (gamma < 0 && low)) {
      w.closing[i] = 1;
      memory.returns[i] = 0;
      any_closing = true;
    }
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
    const bool rests = u <= 1e-10 * u_most;
    const bool stays = w.hit[i] != 0 ? w.closing[i] != 0 || rests : w.closed[i] != 0 && rests;
    const bool allowed = !s.rules.strict || u <= std::max(1e-10 * u_most, 1e-13);
    s.next.split.closed[i] = stays && allowed ? 1 : 0;
  }
}

void note_events(const SplitStep& s, double t) {
  SplitWork& w = s.w;
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const FormulaContact& c = s.model.contacts[i];
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
    row += c.mu > 0 ? 2 : 1;
  }
}

void cover(const SplitStep& s, double covered) {
  s.report.covered = covered < s.h ? covered : -1;
  s.next.t = s.x.t + covered;
  for (const double v : s.next.v) s.next.split.v_max = std::max(s.next.split.v_max, std::abs(v));
  if (!std::isfinite(sum(s.next.v)) || !std::isfinite(sum(s.next.q)))
    s.report.status = StepStatus::not_finite;
}

}  // namespace

SplitWork::SplitWork(const Model& model)
    : Workspace(model),
      begin(make_rows(model)),
      end(make_rows(model)),
      between(make_rows(model)),
      projection(model),
      mass(model),
      v_minus(Vec::Zero(model.dofs)),
      q_hat(Vec::Zero(model.dofs)) {
  for (auto* flags : {&closed, &opened, &hit, &closing, &forced})
    flags->assign(model.contacts.size(), 0);
  for (auto* values : {&gamma, &un_before, &ut_before}) values->assign(model.contacts.size(), 0.0);
  events.reserve(4 * model.contacts.size() + 2);
}

void begin(SplitStep& s) {
  SplitWork& w = s.w;
  w.events.clear();
  s.report.hits = 0;
  s.next.split = s.x.split;
  for (auto* flags : {&w.hit, &w.closing, &w.forced, &w.opened}) clear(*flags);
  const double from = segment_start(s.model, s.x.t);
  const bool at_break = from == s.x.t && from > 0;
  s.t_low = at_break ? s.x.t * (1 + ulps) : s.x.t;
  s.t_high = next_breakpoint(s.model, s.x.t) * (1 - ulps);
  if (at_break) {
    evaluate(s.model, s.t_low, s.x.q, w.row_tapes, w.begin);
    set_velocities(s.model, s.x.v, w.begin);
    s.start = &w.begin;
  }
  if (s.x.split.begun_at >= from) {
    w.closed = s.x.split.closed;
    return;
  }
  copy(s.x.q, s.next.q);
  find_closed(s);
  s.next.split.begun_at = s.x.t;
  s.next.split.closed = w.closed;
  s.next.split.smooth = false;
  for (double& t : s.next.split.t_hit) t = -1e30;
}

bool must_jump(const SplitStep& s) {
  return s.x.split.begun_at != s.next.split.begun_at && (any(s.w.hit) || joints_move(s));
}

void look_at_end(const SplitStep& s, double r) {
  evaluate(s.model, s.time(r), s.next.q, s.w.row_tapes, s.w.end);
  set_velocities(s.model, s.next.v, s.w.end);
}

void project_positions(const SplitStep& s, double r, bool with_contacts) {
  SplitWork& w = s.w;
  bool needed = !s.model.joint_functions.empty();
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    PositionRule rule = PositionRule::ignored;
    if (with_contacts && !s.rules.strict && (w.closed[i] != 0 || w.hit[i] != 0))
      rule = w.opened[i] != 0 ? PositionRule::complementary : PositionRule::closed;
    w.projection.rules[i] = rule;
    needed = needed || rule != PositionRule::ignored;
  }
  if (!needed) return;
  copy(s.next.q, w.q_hat);
  constexpr ProjectionLimits limits{.together = true};
  const StepStatus status =
      project(s.model, s.solver, s.x.joint_rank, w.factor, limits, s.time(r), w.q_hat, s.next.q,
              w.row_tapes, w.solver, w.projection, s.report);
  if (status == StepStatus::not_finite) s.report.status = status;
}

void finish_smooth(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  // a contact between two that press may carry nothing and stay where it is
  for (std::size_t i = 0; i < w.opened.size(); ++i) {
    if (w.opened[i] == unloaded && gap_point(s, w.end, i, 0).u <= round_off(s, w.end, i, s.next.v))
      w.opened[i] = 0;
  }
  project_positions(s, r, true);
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (w.closed[i] == 0 || w.opened[i] == 0) continue;
    s.next.split.closed[i] = 0;
    Event event;
    event.t = s.x.t + r;
    event.kind = EventKind::opening;
    event.contact = static_cast<std::int32_t>(i);
    event.un_before = event.un_after = gap_point(s, w.end, i, 0).u;
    w.events.push_back(event);
  }
  s.report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  cover(s, r);
}

void finish_impact(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  const double t = s.x.t + r;
  if (r > 0) {
    look_at_end(s, r);
    join_hits(s);
    project_positions(s, r, true);
  }
  copy(s.next.v, w.v_minus);
  motion(s.model, s.time(r), s.next.q, s.next.v, w.bodies, w.mass_point);
  if (!w.mass_known && !w.mass.factor_mass(s.model, w.mass_point)) {
    s.report.status = StepStatus::singular;
    return;
  }
  w.mass_known = s.model.linear;
  look_at_end(s, r);
  for (std::size_t i = 0; i < w.hit.size(); ++i) {
    const FormulaContact& c = s.model.contacts[i];
    w.un_before[i] = gap_point(s, w.end, i, 0).u;
    w.ut_before[i] = c.tangent < 0 ? 0 : w.end.u[static_cast<std::size_t>(c.tangent)];
  }
  join_hits(s);
  jump(s);
  if (find_closing(s, t)) jump(s);
  combine(0.5, w.v_minus, 0.5, s.next.v, w.v_mean);  // the jump's work is pᵀ H (v⁻ + v⁺)/2
  const ReactionWork work = reaction_work(s.model, w.end, w.v_mean, w.problem);
  s.report.work_external += work.drive;
  s.report.work_contact += work.contact;
  add_impulses(s.model, w.problem, 1, s.next);
  keep_closed(s);
  note_events(s, t);
  s.next.split.window_hits += s.report.hits;
  s.next.split.smooth = false;
  s.report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  cover(s, r);
}

void finish_fallback(const SplitStep& s, double r) {
  using namespace theta_step;
  SplitWork& w = s.w;
  constexpr MoreauJean moreau_jean;
  const Setting<MoreauJean> setting{moreau_jean, s.model,  s.solver, r,     0.5,
                                    0.5,         *s.start, s.x,      s.next};
  copy(s.x.v, s.next.v);
  begin(s.model, w.problem);
  activate(setting, s.rules.together, nullptr, w);
  recall(s.model, s.x, w.problem);
  w.factored_step = 0;
  s.report.status = newton(setting, false, w, s.report);
  w.factored_step = 0;
  if (!is_usable(s.report.status)) return;
  place_end(setting, w);
  take_works(setting, w, s.report);
  store(s.model, w.problem, s.next);
  project_positions(s, r, false);
  SplitMemory& memory = s.next.split;
  for (std::size_t i = 0; i < memory.closed.size(); ++i) {
    memory.closed[i] = s.next.p_normal[static_cast<Eigen::Index>(i)] > 0 ? 1 : 0;
    memory.returns[i] = 0;
  }
  memory.smooth = false;
  memory.window_hits = 0;
  Event event;
  event.t = s.x.t;
  event.kind = EventKind::fallback;
  w.events.push_back(event);
  s.report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  cover(s, r);
}

bool are_too_many(const SplitStep& s) {
  SplitMemory& memory = s.next.split;
  const bool by_step = s.rules.window == 0;
  const double t_end = s.x.t + s.h;
  const bool is_new =
      by_step ? std::abs(t_end - memory.window_end) > 1e-9 * s.h : s.x.t >= memory.window_end;
  if (is_new) {
    memory.window = by_step ? s.h : s.rules.window;
    memory.window_end = by_step ? t_end : s.x.t + s.rules.window;
    memory.window_hits = 0;
  }
  return memory.window_hits > s.rules.impacts;
}

}  // namespace saltus
