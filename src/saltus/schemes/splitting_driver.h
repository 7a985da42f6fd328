// SPDX-License-Identifier: Apache-2.0
// One call of step() of a splitting scheme. For the files of these schemes only.
#pragma once

#include "saltus/schemes/splitting_search.h"

namespace saltus {

/// γ = (u₁ − u₀)/r: the normal accelerations of the trial step, with all reactions.
inline void note_accelerations(const SplitStep& s, double r) {
  for (std::size_t i = 0; i < s.w.gamma.size(); ++i) {
    s.w.gamma[i] = (gap_point(s, s.w.end, i, r).u - gap_point(s, *s.start, i, 0).u) / r;
  }
}

/// The state x itself: an impact at once has no step before it.
inline void stay(const SplitStep& s) {
  copy(s.x.q, s.next.q);
  copy(s.x.v, s.next.v);
  for (Vec* p : {&s.next.p_joint, &s.next.p_normal, &s.next.p_tangent, &s.next.p_tangent_2})
    p->setZero();
  const StepReport none;
  s.report.work_external = none.work_external;
  s.report.work_damping = none.work_damping;
  s.report.work_contact = none.work_contact;
}

/// Contacts that were to leave at once, at rest: where one is hit again at the same instant, they
/// all stay.
inline void hit_again(const SplitStep& s) {
  for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
    const bool left = s.x.split.closed[i] != 0 && s.w.closed[i] == 0;
    const double u = std::abs(gap_point(s, s.w.end, i, 0).u);
    if (left && u <= round_off(s, s.w.end, i, s.next.v) && touches(s, s.w.end, i)) s.w.hit[i] = 1;
  }
}

/// base.try_steps(), and the rows at their end. A step whose length is chosen may reach to where a
/// gap or an equation is not defined: then a shorter one.
template <class Base>
double try_defined_steps(SplitStep& s, Base& base) {
  const double whole = s.h;
  double r = base.try_steps();
  if (is_usable(s.report.status)) look_at_end(s, r);
  while (is_usable(s.report.status) && s.rules.shortest > 0 && r > s.rules.shortest &&
         !ends_finite(s)) {
    s.h = 0.5 * r;
    r = base.try_steps();
    s.h = whole;
    if (is_usable(s.report.status)) look_at_end(s, r);
  }
  return r;
}

/// `Base` is the smooth method with
///   fallback_size()   how much a fallback covers
///   try_steps()       trial steps until one is accepted; its length, in next its end. The status
///                     is in the report
///   at(s, q, v)       the path of the trial step
///   land(hit, r)      next at the time of the hit, which it returns, and the rows there
///   note_end(r)       events at the end of a step without a hit
template <class Base>
void take_step(SplitStep& s, Base& base) {
  begin(s);
  if (are_too_many(s)) return finish_fallback(s, base.fallback_size());
  if (must_jump(s)) {
    stay(s);
    look_at_end(s, 0);
    for (double& gamma : s.w.gamma) gamma = 0;
    return finish_impact(s, 0);
  }
  for (std::uint8_t& hit : s.w.hit) hit = 0;
  const double r = try_defined_steps(s, base);
  if (!is_usable(s.report.status)) return;
  PathSearch<Base> search(s, base, r);
  const std::optional<Hit> hit = search.first();
  if (!hit) {
    base.note_end(r);
    return finish_smooth(s, r);
  }
  note_accelerations(s, r);
  const auto contact = static_cast<std::size_t>(hit->contact);
  const GapPoint end = gap_point(s, s.w.end, contact, r);
  double tau = 0;
  if (hit->s > 0) {
    tau = base.land(*hit, r);
    if (!is_usable(s.report.status)) return;
    const bool leaves = gap_point(s, s.w.end, contact, tau).u >= 0;
    if (leaves && s.rules.strict) {  // grazes: nothing to stop
      s.next.split.window_hits += 1;
      return finish_smooth(s, tau);
    }
    if (!hit->forced && leaves && end.u >= 0) {  // the same; positions are mended at the end
      s.report.status = base.smooth(r);
      if (!is_usable(s.report.status)) return;
      look_at_end(s, r);
      base.note_end(r);
      return finish_smooth(s, r);
    }
  } else {
    stay(s);
    look_at_end(s, 0);
    hit_again(s);
  }
  s.w.hit[contact] = 1;
  s.w.forced[contact] = hit->forced ? 1 : 0;
  finish_impact(s, tau);
}

}  // namespace saltus
