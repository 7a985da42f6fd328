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
  rules.epsilon = 1e-14 * scheme.length;
  rules.impacts = scheme.max_impacts;
  rules.impacts *= static_cast<std::int32_t>(std::max<std::size_t>(1, model.contacts.size()));
  if (scheme.fixed_step) return rules;
  rules.gap_tolerance = scheme.gap_tolerance.value_or(0.01 * scheme.tolerance * scheme.length);
  rules.together = std::max(1e-12, 1e-3 * rules.gap_tolerance);
  rules.drift = std::min(1e-9, rules.together);
  rules.window = 0.1 * x.split.h_max;
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

/// The base for motions that are not stiff.
struct ControlledHalfExplicit : HalfExplicitBase {
  const Adaptive& scheme;

  [[nodiscard]] double fallback_size() const {
    return scheme.fixed_step ? s.h : std::min(s.h, s.rules.window);
  }

  /// (12) The error of the trial step. The acceleration of the first stage is of low order with
  /// reactions, and says nothing then.
  [[nodiscard]] double error() const {
    const double in_q = error_of_positions() / scheme.length;
    const double in_v = is_flight ? relative(s, error_of_velocities()) : 0.0;
    return std::max(in_q, in_v) / scheme.tolerance;
  }

  /// A step over r, or up to where a closed contact changes its mode.
  [[nodiscard]] double try_step(double r) {
    keeps_modes = false;
    s.report.status = smooth(r);
    if (s.report.status != StepStatus::ok || is_flight) return r;
    if (scheme.fixed_step) return locate_transition(*this, r, 1e-13 * s.x.split.v_max);
    // what a change within the step may cost if the stages capture it: a part of what the reactions
    // do to the velocities; where that is little the search does not pay
    constexpr double captured = 0.05;
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
    if (scheme.fixed_step) return try_step(s.h);
    const double r = controlled_step(
        s, s.x.split.h_next, 4, [&](double h) { return try_step(h); }, [&] { return error(); });
    look_for_stiffness(r);
    return r;
  }

  /// The method is stable up to h|λ| = 2.8: a step that comes near is short for no other reason.
  void look_for_stiffness(double r) {
    constexpr std::int32_t every = 16;
    constexpr double limit = 2;
    SplitMemory& memory = s.next.split;
    if (++memory.steps < every || !is_usable(s.report.status)) return;
    memory.steps = 0;
    if (r * fastest_rate(s, s.time(r), s.next.q, s.next.v, stages.A.back()) < limit) return;
    memory.stiff = true;
    memory.smooth = false;
    Event event;
    event.t = s.x.t + r;
    event.kind = EventKind::stiff;
    s.w.events.push_back(event);
  }

  void note_end(double r) const {
    if (!is_flight) note_transition(*this, r);
  }
};

/// The base for stiff motions, second order: the midpoint rule. Its error is r³/12 times the second
/// derivatives of velocity and acceleration, from the mean accelerations of the last three steps.
struct ControlledMidpoint : MidpointBase {
  const Adaptive& scheme;

  [[nodiscard]] double fallback_size() const { return std::min(s.h, s.rules.window); }

  [[nodiscard]] double error() const {
    const SplitMemory& before = s.x.split;
    if (!before.smooth) return 0;
    const double r = length;
    const double d_1 = 0.5 * (r + before.h_1);
    const double d_2 = 0.5 * (before.h_1 + before.h_2);
    const bool third = before.steps > 1;
    double in_q = 0;
    double in_v = 0;
    for (Eigen::Index i = 0; i < s.x.a.size(); ++i) {
      const double slope = (s.next.a[i] - s.x.a[i]) / d_1;
      const double earlier = third ? (s.x.a[i] - s.x.v_dot[i]) / d_2 : slope;
      in_q = std::max(in_q, std::abs(slope));
      in_v = std::max(in_v, 2 * std::abs(slope - earlier) / (d_1 + d_2));
    }
    const double weight = r * r * r / 12;
    return std::max(weight * in_q / scheme.length, relative(s, weight * in_v)) / scheme.tolerance;
  }

  [[nodiscard]] double try_steps() {
    const SplitMemory& before = s.x.split;
    const double first = before.smooth ? before.h_next : 0.1 * before.h_next;
    const double r = controlled_step(
        s, first, 3,
        [&](double h) {
          s.report.status = smooth(h);
          return h;
        },
        [&] { return error(); });
    SplitMemory& memory = s.next.split;
    memory.steps = before.smooth ? before.steps + 1 : 1;
    memory.h_2 = before.h_1;
    memory.h_1 = r;
    copy(s.x.a, s.next.v_dot);
    return r;
  }

  void note_end(double /*r*/) const {}
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
  if (x.split.stiff) {
    ControlledMidpoint base{{s, MoreauJean{}}, scheme};
    take_step(s, base);
  } else {
    ControlledHalfExplicit base{{s, w, w.modes}, scheme};
    take_step(s, base);
    if (next.split.stiff) w.factored_step = 0;  // the bases factorise different matrices
  }
  return report;
}

StepReport part(const Adaptive& scheme, const Model& model, const Solver& solver, double r,
                const ConstraintRows& start, const State& x, State& out, Adaptive::Work& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme, model, x);
  SplitStep s{rules, model, solver, r, &start, x, out, w, report};
  begin(s);
  report.status = x.split.stiff ? MidpointBase{s, MoreauJean{}}.smooth(r)
                                : HalfExplicitBase{s, w, w.modes}.smooth(r);
  if (!is_usable(report.status)) return report;
  look_at_end(s, r);
  finish_smooth(s, r);
  return report;
}

}  // namespace saltus
