// SPDX-License-Identifier: Apache-2.0
// What happens at the ends of split steps; (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/splitting.h"

#include <algorithm>
#include <limits>

#include "saltus/schemes/impact.h"

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
      w.closed[i] = held;
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

/// Do joints or closed contacts have a velocity, beyond the rounding of its terms?
bool do_rows_move(const SplitStep& s) {
  const SplitWork& w = s.w;
  bool moves = false;
  const auto look = [&](std::int32_t f) {
    const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(f)];
    const double terms = std::abs(w.end.rate(place)) + terms_of(s.model, w.end, f, s.next.v);
    moves = moves || std::abs(w.end.u[static_cast<std::size_t>(f)]) > 1e-13 * terms;
  };
  for (const std::int32_t f : s.model.joint_functions) look(f);
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (w.closed[i] != 0 && w.opened[i] == 0) look(s.model.contacts[i].gap);
  }
  return moves;
}

/// Where positions moved, so did the rows: the laws hold at the end of the step.
void restore_velocities(const SplitStep& s) {
  SplitWork& w = s.w;
  if (!w.projection.moved || !do_rows_move(s)) return;
  begin(s.model, w.problem);
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (w.closed[i] != 0 && w.opened[i] == 0)
      add_contact(s.model, static_cast<std::int32_t>(i), w.problem);
  }
  recall(s.model, s.x, w.problem);
  assemble(s.model, w.end, w.end, w.factor, s.next.v, w.problem);
  const StepStatus status =
      solve_reactions(s.model, s.solver, s.x.joint_rank, w, s.next.v, s.report);
  if (status != StepStatus::ok) s.report.status = status;
  add_impulses(s.model, w.problem, 1, s.next);
  set_velocities(s.model, s.next.v, w.end);
}

}  // namespace

SplitWork::SplitWork(const Model& model)
    : Workspace(model),
      begin(make_rows(model)),
      end(make_rows(model)),
      between(make_rows(model)),
      projection(model),
      mass(model),
      mass_q(Vec::Zero(model.space.positions)),
      v_minus(Vec::Zero(model.dofs)),
      q_hat(Vec::Zero(model.space.positions)) {
  for (auto* flags : {&closed, &opened, &hit, &closing, &forced})
    flags->assign(model.contacts.size(), 0);
  for (auto* values : {&gamma, &un_before, &ut_before}) values->assign(model.contacts.size(), 0.0);
  events.reserve(4 * model.contacts.size() + 2);
}

bool touches(const SplitStep& s, const ConstraintRows& rows, std::size_t contact) {
  const GapPoint gap = gap_point(s, rows, contact, 0);
  return gap.g <= s.rules.together ||
         is_closed(s.model, rows, s.model.contacts[contact].gap, s.next.q, gap.g);
}

double round_off(const SplitStep& s, const ConstraintRows& rows, std::size_t contact,
                 const Vec& v) {
  const std::int32_t gap = s.model.contacts[contact].gap;
  const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(gap)];
  const double* row = rows.gradient(place);
  double slope = 0;  // in a guide the velocities along it leave some by rounding across
  for (std::size_t k = 0; k < dofs_of(s.model, place).size(); ++k) slope += std::abs(row[k]);
  return 1e-12 * (std::abs(rows.rate(place)) + terms_of(s.model, rows, gap, v)) +
         1e-14 * slope * s.next.split.v_max;
}

void cover(const SplitStep& s, double covered) {
  s.report.covered = covered < s.h ? covered : -1;
  s.next.t = s.x.t + covered;
  for (const double v : s.next.v) s.next.split.v_max = std::max(s.next.split.v_max, std::abs(v));
  if (!std::isfinite(sum(s.next.v)) || !std::isfinite(sum(s.next.q)))
    s.report.status = StepStatus::not_finite;
}

void begin(SplitStep& s) {
  SplitWork& w = s.w;
  w.end_evaluated = false;
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
  s.next.split.h_fit = 0;
  for (double& t : s.next.split.t_hit) t = -1e30;
}

bool must_jump(const SplitStep& s) {
  return s.x.split.begun_at != s.next.split.begun_at && (any(s.w.hit) || joints_move(s));
}

void look_at_end(const SplitStep& s, double r) {
  if (!s.w.end_evaluated) evaluate(s.model, s.time(r), s.next.q, s.w.row_tapes, s.w.end);
  s.w.end_evaluated = false;
  set_velocities(s.model, s.next.v, s.w.end);
}

bool ends_finite(const SplitStep& s) {
  double total = 0;
  for (const FunctionPlace& f : s.model.functions) total += s.w.end.value(f);
  for (const double u : s.w.end.u) total += u;
  return std::isfinite(total);
}

void project_positions(const SplitStep& s, double r, bool with_contacts, double drift) {
  SplitWork& w = s.w;
  bool needed = false;
  for (const std::int32_t f : s.model.joint_functions) {
    const double g = w.end.value(s.model.functions[static_cast<std::size_t>(f)]);
    needed = needed || !(std::abs(g) <= drift);
  }
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    PositionRule rule = PositionRule::ignored;
    const double g = gap_point(s, w.end, i, 0).g;
    if (with_contacts && !s.rules.strict) {
      // one that was located to let go is on g = 0 now, as the others that let go with it
      const bool holds = (w.closed[i] != 0 && w.opened[i] != unloaded) || w.hit[i] != 0;
      if (holds) {
        rule = PositionRule::closed;
      } else if (w.closed[i] != 0 || g <= s.rules.together) {
        rule = PositionRule::complementary;
      }
    }
    w.projection.rules[i] = rule;
    if (rule == PositionRule::ignored) continue;
    needed = needed || !((rule == PositionRule::closed ? std::abs(g) : -g) <= drift);
  }
  w.projection.moved = false;
  if (!needed) return;
  copy(s.next.q, w.q_hat);
  w.projection.rows = w.end;
  constexpr ProjectionLimits limits{.rows_known = true, .together = true};
  const StepStatus status =
      project(s.model, s.solver, s.x.joint_rank, w.factor, limits, s.time(r), w.q_hat, s.next.q,
              w.row_tapes, w.solver, w.projection, s.report);
  if (status == StepStatus::not_finite) s.report.status = status;
  w.end = w.projection.rows;
  set_velocities(s.model, s.next.v, w.end);
}

void let_go(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (w.closed[i] == 0) continue;
    // a contact between two that press may carry nothing and stay where it is
    const double u = gap_point(s, w.end, i, 0).u;
    if (w.opened[i] == unloaded && u <= round_off(s, w.end, i, s.next.v)) w.opened[i] = 0;
    if (w.opened[i] == 0) continue;
    s.next.split.closed[i] = 0;
    s.next.split.h_fit = 0;
    Event event;
    event.t = s.x.t + r;
    event.kind = EventKind::opening;
    event.contact = static_cast<std::int32_t>(i);
    event.un_before = event.un_after = u;
    const std::int32_t tangent = s.model.contacts[i].tangent;
    if (tangent >= 0) event.ut_before = event.ut_after = w.end.u[static_cast<std::size_t>(tangent)];
    w.events.push_back(event);
  }
}

void finish_smooth(const SplitStep& s, double r) {
  SplitWork& w = s.w;
  let_go(s, r);
  project_positions(s, r, true, s.rules.drift);
  restore_velocities(s);
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
    memory.window_changes = 0;
  }
  return memory.window_hits > s.rules.impacts;
}

}  // namespace saltus
