// SPDX-License-Identifier: Apache-2.0
// Fourth order with error control, split at impacts; (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/adaptive.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/half_explicit_base.h"
#include "saltus/schemes/midpoint_base.h"
#include "saltus/schemes/splitting_driver.h"
#include "saltus/schemes/step_control.h"
#include "saltus/schemes/stiffness.h"
#include "saltus/schemes/transitions.h"

namespace saltus {
namespace {

SplitRules rules_of(const Adaptive& scheme, const Model& model, const State& x) {
  SplitRules rules;
  rules.by_time = scheme.fixed_step;
  rules.kappa = scheme.kappa;
  rules.returns = scheme.returns;
  const double length = length_of(scheme, model);
  rules.epsilon = 1e-14 * length;
  const double impacts =
      scheme.max_impacts * std::max(1.0, static_cast<double>(model.contacts.size()));
  rules.impacts = static_cast<std::int32_t>(std::min(impacts, 1e9));
  rules.landing = 10 * rules.epsilon;
  if (scheme.fixed_step) return rules;
  const double height = std::max(0.01 * scheme.tolerance * length, rules.epsilon);
  rules.gap_tolerance = scheme.gap_tolerance.value_or(height);
  rules.counted_height = std::max(height, rules.gap_tolerance);
  rules.together = std::max(1e-12, 1e-3 * rules.gap_tolerance);
  rules.landing = std::max(rules.landing, rules.together);
  rules.drift = std::min(1e-9, rules.together);
  rules.window = 0.1 * x.split.h_max;
  rules.shortest = 1e-9 * x.split.h_max;
  return rules;
}

double largest(const Vec& x) {
  double most = 0;
  for (const double entry : x) most = std::max(most, std::abs(entry));
  return most;
}

/// An error of velocities relative to the largest so far.
double relative(const SplitStep& s, double error) {
  return error == 0 ? 0 : error / std::max(s.x.split.v_max, largest(s.next.v));
}

/// How much a fallback covers: at the largest velocity so far no more than the tolerance of
/// positions, a ten-thousandth of the time so far, a tenth of the largest step. (When the run ends
/// does not matter: it may be told to go on.)
double fallback_length(const Adaptive& scheme, const SplitStep& s) {
  if (scheme.fixed_step) return s.h;
  const double h_max = s.x.split.h_max;
  const double short_way = scheme.tolerance * length_of(scheme, s.model) / s.x.split.v_max;
  const double most = std::min(1e-4 * (s.x.t + std::min(s.h, h_max)), 0.1 * h_max);
  return std::min(s.h, std::max(std::min(short_way, most), 1e-6 * h_max));
}

/// (14) The explicit method is stable up to h|λ| = 2.8: a step that comes near is short for no
/// other reason. Back from the implicit one where it takes steps that are far from that.
constexpr std::int32_t looks_every = 16;
constexpr double stiff_from = 2;
constexpr double stiff_to = 0.25;

/// With fixed steps there is no choice: at the start and every so many steps.
bool is_stiff(const Adaptive& scheme, const SplitStep& s) {
  const SplitMemory& memory = s.x.split;
  if (memory.stiff) return true;
  if (!scheme.fixed_step || memory.steps % looks_every != 0) return false;
  for (double& a : s.w.increment) a = 0;
  return s.h * fastest_rate(s, s.x.t, s.x.q, s.x.v, s.w.increment) >= stiff_from;
}

/// The method for motions without reactions.
const HalfExplicitTableau& in_flight(const Adaptive& scheme) {
  return scheme.fixed_step ? half_explicit_tableau(5) : flight_tableau();
}

/// (12) How much of the difference of the stages counts as the error of a held motion: such that it
/// ends with errors like those of flights at like tolerances.
constexpr double weight_held = 0.45;

/// (12) An error of the velocities of a held motion, relative to the largest so far, of a step that
/// is not stable; those of the slider-crank are a fortieth of it.
constexpr double unstable = 0.1;

/// (12) Up to this error of a flight the path between its ends is accurate enough for a hit.
constexpr double trusted_path = 0.25;

/// (12) Up to this error it tells where a hit is: its step is three times too long.
constexpr double still_a_path = 100;

/// The base for motions that are not stiff.
struct ControlledHalfExplicit : HalfExplicitBase {
  const Adaptive& scheme;
  double unstable_length = 0;  // s, of the longest trial step that was not stable
  bool is_suspect = false;     // the last one may not be

  [[nodiscard]] double fallback_size() const { return fallback_length(scheme, s); }

  /// (12) The error of the trial step. With reactions the accelerations of the stages are of low
  /// order and say nothing of it, and the velocities overstate it; but accelerations that would
  /// change velocities by a good part of the largest so far are those of a step that is not stable.
  [[nodiscard]] double error() {
    const double size = length_of(scheme, s.model);
    const double in_q = error_of_positions() / size;
    if (!is_flight) {
      // at rest all velocities are rounding: what moves nothing in a largest step is none
      const double least = scheme.tolerance * size / s.x.split.h_max;
      const double in_v =
          error_of_velocities() / std::max({s.x.split.v_max, largest(s.next.v), least});
      if (in_v > unstable) unstable_length = std::max(unstable_length, length);
      is_suspect = in_v > 0.5 * std::sqrt(scheme.tolerance);
      return std::max(weight_held * in_q / scheme.tolerance, in_v / unstable);
    }
    return std::max(in_q, relative(s, error_of_velocities())) / scheme.tolerance;
  }

  /// A step over r, or up to where a closed contact changes its mode.
  [[nodiscard]] double try_step(double r) {
    keeps_modes = false;
    for (std::uint8_t& ends : modes.ends) ends = 0;
    s.report.status = smooth(r);
    if (s.report.status != StepStatus::ok || is_flight) return r;
    // changes that accumulate are captured by the laws in the stages
    if (s.next.split.window_changes > s.rules.impacts) return r;
    if (scheme.fixed_step) return locate_transition(*this, r, 1e-13 * s.x.split.v_max);
    // what a change within the step may cost if the stages capture it: a part of what the reactions
    // do to the velocities; where that is little the search does not pay
    constexpr double captured = 0.02;
    if (!lets_go_at_once() && relative(s, captured * reaction_push) <= scheme.tolerance) return r;
    return locate_transition(*this, r, 1e-2 * scheme.tolerance * s.x.split.v_max);
  }

  /// A closed contact without a force in any stage says nothing of what it carried before.
  [[nodiscard]] bool lets_go_at_once() const {
    for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
      if (s.w.closed[i] != 0 && modes.seen[i] == flag(ContactMode::open)) return true;
    }
    return false;
  }

  [[nodiscard]] double try_steps() {
    if (scheme.fixed_step) {
      const double r = try_step(s.h);
      s.next.split.steps = (s.x.split.steps + 1) % looks_every;
      note_turn(*this);
      return r;
    }
    const double r = controlled_step(
        s, s.x.split.h_next, 4, [&](double h) { return try_step(h); }, [&] { return error(); },
        [&](double e) { return is_enough(e); });
    note_turn(*this);
    look_for_stiffness(r);
    return r;
  }

  [[nodiscard]] bool is_enough(double e) {
    redoes_hits = e > trusted_path;
    return e <= 1 || is_hit_before(e);
  }

  /// (12) An error e of a whole flight is none of its part z up to a hit, over which the step is
  /// redone: that has e z⁴, if the whole is not far too long (its path is nonsense then). A graze
  /// ends no step.
  [[nodiscard]] bool is_hit_before(double e) {
    if (!is_flight || !(e <= still_a_path)) return false;
    look_at_end(s, length);
    bool is_past = false;
    for (std::size_t i = 0; i < s.w.closed.size(); ++i)
      is_past = is_past || gap_point(s, s.w.end, i, length).g < 0;
    if (!is_past) return false;
    const auto hit = PathSearch<ControlledHalfExplicit>(s, *this, length).first();
    if (!hit) return false;
    const auto contact = static_cast<std::size_t>(hit->contact);
    const double z = hit->s / length;
    return gap_point(s, s.w.end, contact, length).u < 0 && e * z * z * z * z <= 1;
  }

  void look_for_stiffness(double r) {
    SplitMemory& memory = s.next.split;
    constexpr std::int32_t looked = -2 * looks_every;  // what was not stiff rarely becomes so
    if (is_suspect && ++memory.steps >= looked + looks_every / 2) memory.steps = looks_every;
    if (unstable_length > 0) memory.steps = looks_every;
    if (++memory.steps < looks_every || !is_usable(s.report.status)) return;
    memory.steps = looked;
    const double longest = std::max(r, unstable_length);
    if (longest * fastest_rate(s, s.time(r), s.next.q, s.next.v, stages.A.back()) < stiff_from)
      return;
    memory.stiff = true;
    memory.smooth = false;
    memory.h_fit = 0;
    memory.steps = 0;
  }

  void note_end(double r) const {
    if (!is_flight) note_transition(*this, r);
  }
};

/// The base for stiff motions, second order: the midpoint rule. Its error is r³/12 times the second
/// derivatives of velocity and acceleration, from mean accelerations: those of the last three
/// steps, or, after an event, of a quarter, a half and the whole of the first.
struct ControlledMidpoint : MidpointBase {
  const Adaptive& scheme;
  HalfExplicitStages& stages;  // of the explicit method: idle, and lent as scratch

  [[nodiscard]] double fallback_size() const { return fallback_length(scheme, s); }

  [[nodiscard]] bool has_history() const { return s.x.split.smooth && s.x.split.steps > 1; }

  /// A step over at most r; where there is no history, its parts before it. What it covers.
  double attempt(double r) {
    if (!has_history()) {
      for (const std::size_t part : {std::size_t{2}, std::size_t{1}}) {
        s.report.status = smooth(std::ldexp(r, -static_cast<int>(part)));
        if (!is_usable(s.report.status)) return r;
        copy(s.next.a, stages.A[part]);
      }
    }
    return smooth_to_stop(r);
  }

  [[nodiscard]] double error() const {
    const SplitMemory& before = s.x.split;
    const bool history = has_history();
    const double r = length;
    const double d_1 = history ? 0.5 * (r + before.h_1) : 0.25 * r;
    const double d_2 = history ? 0.5 * (before.h_1 + before.h_2) : 0.125 * r;
    const Vec& a_1 = history ? s.x.a : stages.A[1];
    const Vec& a_2 = history ? s.x.v_dot : stages.A[2];
    double in_q = 0;
    double in_v = 0;
    for (Eigen::Index i = 0; i < s.x.a.size(); ++i) {
      const double slope = (s.next.a[i] - a_1[i]) / d_1;
      const double earlier = (a_1[i] - a_2[i]) / d_2;
      in_q = std::max(in_q, std::abs(slope));
      in_v = std::max(in_v, 2 * std::abs(slope - earlier) / (d_1 + d_2));
    }
    const double weight = r * r * r / 12;
    return std::max(weight * in_q / length_of(scheme, s.model), relative(s, weight * in_v)) /
           scheme.tolerance;
  }

  [[nodiscard]] double try_steps() {
    const SplitMemory& before = s.x.split;
    if (scheme.fixed_step) return smooth_to_stop(s.h);
    const double first = before.smooth ? before.h_next : 0.1 * before.h_next;
    const double r = controlled_step(
        s, first, 3, [&](double h) { return attempt(h); }, [&] { return error(); },
        [](double e) { return e <= 1; });
    SplitMemory& memory = s.next.split;
    memory.steps = before.smooth ? before.steps + 1 : 1;
    memory.h_2 = before.h_1;
    memory.h_1 = r;
    copy(s.x.a, s.next.v_dot);
    look_for_softness(r);
    return r;
  }

  void look_for_softness(double r) const {
    SplitMemory& memory = s.next.split;
    if (memory.steps % looks_every != 0 || !is_usable(s.report.status)) return;
    if (r * fastest_rate(s, s.time(r), s.next.q, s.next.v, s.next.a) > stiff_to) return;
    memory.stiff = false;
    memory.smooth = false;
    memory.h_fit = 0;
    memory.steps = 0;
  }

  void note_end(double /*r*/) const { note_stop(); }
};

}  // namespace

StepStatus start(const Adaptive& scheme, const Model& /*model*/, const Solver& /*solver*/, double h,
                 const ConstraintRows& /*rows*/, State& x, Adaptive::Work& /*w*/) {
  x.split.h_max = scheme.max_step.value_or(h);
  x.split.h_next = std::min(h, x.split.h_max);
  return StepStatus::ok;
}

StepReport step(const Adaptive& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, Adaptive::Work& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme, model, x);
  SplitStep s{rules, model, solver, h, &start, x, next, w, report};
  const bool stiff = is_stiff(scheme, s);
  if (stiff && !x.split.stiff) w.factored_step = 0;  // the bases factorise different matrices
  if (stiff) {
    ControlledMidpoint base{{s, MoreauJean{}}, scheme, w};
    take_step(s, base);
    if (scheme.fixed_step) next.split.stiff = true;
  } else {
    ControlledHalfExplicit base{{s, w, w.modes, in_flight(scheme)}, scheme};
    take_step(s, base);
  }
  if (next.split.stiff == x.split.stiff || !is_usable(report.status)) return report;
  w.factored_step = 0;
  Event event;
  event.t = stiff == x.split.stiff ? x.t + (report.covered < 0 ? h : report.covered) : x.t;
  event.kind = next.split.stiff ? EventKind::stiff : EventKind::not_stiff;
  w.events.insert(stiff == x.split.stiff ? w.events.end() : w.events.begin(), event);
  return report;
}

StepReport part(const Adaptive& scheme, const Model& model, const Solver& solver, double r,
                const ConstraintRows& start, const State& x, State& out, Adaptive::Work& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme, model, x);
  SplitStep s{rules, model, solver, r, &start, x, out, w, report};
  const bool stiff = is_stiff(scheme, s);
  begin(s);
  report.status = stiff ? MidpointBase{s, MoreauJean{}}.smooth(r)
                        : HalfExplicitBase{s, w, w.modes, in_flight(scheme)}.smooth(r);
  if (!is_usable(report.status)) return report;
  look_at_end(s, r);
  finish_smooth(s, r);
  return report;
}

}  // namespace saltus
