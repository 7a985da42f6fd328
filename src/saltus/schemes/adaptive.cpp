// SPDX-License-Identifier: Apache-2.0
// Fourth order with error control, split at impacts; (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/adaptive.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/half_explicit_base.h"
#include "saltus/schemes/splitting_driver.h"
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
  if (scheme.fixed_step) return rules;
  rules.gap_tolerance = scheme.gap_tolerance.value_or(0.01 * scheme.tolerance * scheme.length);
  rules.together = std::max(1e-12, 1e-3 * rules.gap_tolerance);
  rules.impacts *= static_cast<std::int32_t>(std::max<std::size_t>(1, model.contacts.size()));
  rules.window = 0.1 * x.split.h_max;
  return rules;
}

struct ControlledHalfExplicit : HalfExplicitBase {
  const Adaptive& scheme;

  [[nodiscard]] double fallback_size() const {
    return scheme.fixed_step ? s.h : std::min(s.h, s.rules.window);
  }

  /// (12) The error of the trial step, 1 where it is just accepted. The acceleration of the first
  /// stage is of low order with reactions, and says nothing then.
  [[nodiscard]] double error() const {
    const double in_q = error_of_positions() / (scheme.tolerance * scheme.length);
    if (!is_flight) return in_q;
    double v_max = s.x.split.v_max;
    for (const double v : s.next.v) v_max = std::max(v_max, std::abs(v));
    const double in_v = error_of_velocities();
    return in_v == 0 ? in_q : std::max(in_q, in_v / (scheme.tolerance * v_max));
  }

  /// A step over r, or up to where a closed contact changes its mode.
  [[nodiscard]] double try_step(double r) {
    keeps_modes = false;
    s.report.status = smooth(r);
    if (s.report.status != StepStatus::ok || is_flight) return r;
    const double accuracy = scheme.fixed_step ? 1e-13 : 0.1 * scheme.tolerance;
    return locate_transition(*this, r, accuracy * s.x.split.v_max);
  }

  void note_end(double r) const {
    if (!is_flight) note_transition(*this, r);
  }

  [[nodiscard]] double try_steps() {
    if (scheme.fixed_step) return try_step(s.h);
    const double h_max = s.x.split.h_max;
    const double wanted = std::min(s.x.split.h_next, h_max);
    const double shortest = std::max(1e-9 * h_max, 1e-14 * s.x.t);
    double r = wanted < 0.99 * s.h ? wanted : s.h;
    for (;;) {
      const double tau = try_step(r);
      const double e =
          is_usable(s.report.status) ? error() : std::numeric_limits<double>::infinity();
      const double factor = std::clamp(0.9 * std::pow(e, -0.25), 0.2, 4.0);
      if (e <= 1 || tau <= shortest) {
        const bool cut = tau < wanted;  // by a target or a change: says nothing about the next step
        s.next.split.h_next = std::min(h_max, cut ? std::max(wanted, tau * factor) : tau * factor);
        return tau;
      }
      s.report.rejected += 1;
      r = std::max(shortest, tau * std::min(factor, 0.9));
    }
  }
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
  ControlledHalfExplicit base{{s, w, w.modes}, scheme};
  take_step(s, base);
  return report;
}

StepReport part(const Adaptive& scheme, const Model& model, const Solver& solver, double r,
                const ConstraintRows& start, const State& x, State& out, Adaptive::Work& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme, model, x);
  SplitStep s{rules, model, solver, r, &start, x, out, w, report};
  HalfExplicitBase base{s, w, w.modes};
  begin(s);
  report.status = base.smooth(r);
  if (is_usable(report.status)) finish_smooth(s, r);
  return report;
}

}  // namespace saltus
