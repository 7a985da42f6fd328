// SPDX-License-Identifier: Apache-2.0
// Steps that are split where a contact hits: what `split-midpoint` and `adaptive` share. Trial step
// → first hit → impact → closure of accumulations → fallback; (n) = equation n of
// docs/theory/splitting.md.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "saltus/schemes/gap_polynomial.h"
#include "saltus/schemes/moreau_jean.h"
#include "saltus/schemes/projection.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// When a contact that hits stays closed, and how many hits are followed.
struct SplitRules {
  bool by_time = true;        // flights shorter than κ h are dropped; else lower than tol_g
  double kappa = 0.5;         // κ
  double gap_tolerance = 0;   // tol_g, in m
  std::int32_t returns = 5;   // n_re
  std::int32_t impacts = 50;  // followed in a window; more are captured
  double counted_height = 0;  // m: only flights up to this count there; 0: all
  double window = 0;          // s; 0: the step
  bool strict = false;        // closed contacts have u = 0, and positions are not moved for them
  double epsilon = 1e-14;     // m: the round-off of a gap
  double together = 1e-12;    // m: gaps up to this take part in another contact's impact
  double landing = 0;         // m: a contact hits where its gap is so small
  double shortest = 0;        // s: steps are not made shorter than this; 0: their length is given
  double drift = 1e-12;       // m: joints and closed contacts that are off by more are brought back
};

// Of `closed`: what is known of a contact in S, where rounding would decide otherwise.
constexpr std::uint8_t held = 1;           // nothing: its sliding velocity tells
constexpr std::uint8_t slips = 2;          // from now on, to where the sticking force gives way
constexpr std::uint8_t ended_forward = 3;  // sliding came to its end: it sticks, or turns round
constexpr std::uint8_t ended_back = 4;

constexpr std::uint8_t unloaded = 1;  // of `opened`: its last force is zero
constexpr std::uint8_t released = 2;  // located: lets go at the end of the step

/// Scratch of these schemes.
struct SplitWork : Workspace {
  explicit SplitWork(const Model& model);
  [[nodiscard]] WorkCounts own_work() const { return {.masses = mass.factorisations()}; }

  ConstraintRows begin;    // at the start, where it is a breakpoint: the limit from the right
  ConstraintRows end;      // at the end of the trial step; at `next`, once a step is taken
  ConstraintRows between;  // at a point of its path
  Projection projection;
  bool end_evaluated = false;  // the last stage has evaluated the rows at the end
  BlockFactor mass;            // M where a contact hits,
  bool mass_known = false;     //   at this time and place, or constant
  double mass_t = 0;
  Vec mass_q;
  std::vector<std::uint8_t> closed;  // S
  std::vector<std::uint8_t>
      opened;  // of S: carries nothing at the end of the step, or lets go there
  std::vector<std::uint8_t> hit;
  std::vector<std::uint8_t> closing;  // of the hits
  std::vector<std::uint8_t> forced;   // of the hits: never rose above round-off
  std::vector<double> gamma;          // normal acceleration in the trial step
  std::vector<double> un_before, ut_before;
  Vec v_minus;
  Vec q_hat;
};

/// One call of step(): from x to `next`, over at most h.
struct SplitStep {
  const SplitRules& rules;
  const Model& model;
  const Solver& solver;
  double h;
  const ConstraintRows* start;  // rows at x
  const State& x;
  State& next;
  SplitWork& w;
  StepReport& report;
  double t_low = 0;   // stages keep away from breakpoints: those at the start and
  double t_high = 0;  //  at the end are limits from within the step

  [[nodiscard]] double time(double s) const { return std::fmin(std::fmax(x.t + s, t_low), t_high); }
};

/// A contact that hits, s after the start of the step.
struct Hit {
  double s = 0;
  std::int32_t contact = -1;
  bool forced = false;
  double closed_at = 0;  // later: the gap is closed there
};

/// Sets S and the limits of time; at t = 0 and at breakpoints S is found from scratch.
void begin(SplitStep& step);
/// At t = 0 and at breakpoints: is there a contact that approaches, a joint with a velocity?
[[nodiscard]] bool must_jump(const SplitStep& step);

/// Rows at the end of the trial step, with u.
void look_at_end(const SplitStep& step, double r);

/// (4) The smooth step of length r is accepted: contacts that opened leave S, positions are brought
/// back onto joints and closed contacts.
void finish_smooth(const SplitStep& step, double r);

/// (5)–(7) The impact in state `next`, whose velocity is v⁻ and whose rows w.end are, r after the
/// start. w.hit and w.forced
/// are set for the contact that was located; others that touch join. w.gamma is known.
void finish_impact(const SplitStep& step, double r);

/// (8) One step of Moreau–Jean that captures what is too much to follow.
void finish_fallback(const SplitStep& step, double r);

/// Contacts of S that carry nothing at the end and leave, or were located to open there.
void let_go(const SplitStep& step, double r);

/// Brings next.q onto the joints, and with contacts onto g = 0 of S and of the hits (others that
/// touch stay open or on it), where one of them is off by more than `drift`. w.end are the rows at
/// next, before and after.
void project_positions(const SplitStep& step, double r, bool with_contacts, double drift);

/// Is the gap of a contact zero, or small enough to take part in the impact of another?
[[nodiscard]] bool touches(const SplitStep& step, const ConstraintRows& rows, std::size_t contact);
/// What the rounding of its terms makes of a normal velocity.
[[nodiscard]] double round_off(const SplitStep& step, const ConstraintRows& rows,
                               std::size_t contact, const Vec& v);
/// No NaN and no infinity among the rows at the end.
[[nodiscard]] bool ends_finite(const SplitStep& s);

/// The step has covered so much, and its end is finite or it failed.
void cover(const SplitStep& step, double covered);

/// Are there more impacts in the window than are followed? Sets the window.
[[nodiscard]] bool are_too_many(const SplitStep& step);

[[nodiscard]] inline bool any(const std::vector<std::uint8_t>& flags) {
  for (const std::uint8_t f : flags) {
    if (f != 0) return true;
  }
  return false;
}
[[nodiscard]] inline bool is_free(const SplitStep& step) {
  return step.model.joint_functions.empty() && !any(step.w.closed);
}
/// A gap of the given rows.
[[nodiscard]] inline GapPoint gap_point(const SplitStep& step, const ConstraintRows& rows,
                                        std::size_t contact, double s) {
  const std::int32_t f = step.model.contacts[contact].gap;
  return {s, rows.value(step.model.functions[static_cast<std::size_t>(f)]),
          rows.u[static_cast<std::size_t>(f)]};
}

}  // namespace saltus
