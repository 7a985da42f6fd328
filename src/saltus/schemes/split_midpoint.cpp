// SPDX-License-Identifier: Apache-2.0
// Implicit midpoint rule, split at impacts; (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/split_midpoint.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/midpoint_base.h"
#include "saltus/schemes/splitting_driver.h"

namespace saltus {
namespace {

SplitRules rules_of(const SplitMidpoint& scheme) {
  SplitRules rules;
  rules.kappa = scheme.kappa;
  rules.returns = scheme.returns;
  rules.impacts = scheme.max_impacts;
  rules.strict = scheme.closure == Closure::strict;
  return rules;
}

MoreauJean smooth_scheme(const SplitMidpoint& scheme) {
  MoreauJean smooth;
  smooth.newton_tolerance = scheme.newton_tolerance;
  smooth.newton_iterations = scheme.newton_iterations;
  return smooth;
}

/// The fixed step, or what is left of it.
struct FixedMidpoint : MidpointBase {
  double fallback_size() const { return s.h; }
  double try_steps() { return smooth_to_stop(s.h); }
  void note_end(double /*r*/) const { note_stop(); }
};

}  // namespace

StepReport step(const SplitMidpoint& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, SplitWork& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme);
  SplitStep s{rules, model, solver, h, &start, x, next, w, report};
  FixedMidpoint base{{s, smooth_scheme(scheme)}};
  take_step(s, base);
  return report;
}

StepReport part(const SplitMidpoint& scheme, const Model& model, const Solver& solver, double r,
                const ConstraintRows& start, const State& x, State& out, SplitWork& w) {
  StepReport report;
  const SplitRules rules = rules_of(scheme);
  SplitStep s{rules, model, solver, r, &start, x, out, w, report};
  MidpointBase base{s, smooth_scheme(scheme)};
  begin(s);
  report.status = base.smooth(r);
  if (!is_usable(report.status)) return report;
  look_at_end(s, r);
  finish_smooth(s, r);
  return report;
}

}  // namespace saltus
