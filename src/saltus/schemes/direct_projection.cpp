// SPDX-License-Identifier: Apache-2.0
// Direct projection, [001] Algorithm 1; (n) = equation n of docs/theory/direct_projection.md.
#include "saltus/schemes/direct_projection.h"

#include "saltus/schemes/projected_newton.h"

namespace saltus {
namespace {

using namespace theta_step;

void set_rules(PositionRule rule, ProjectionWork& w) {
  for (PositionRule& r : w.projection.rules) r = rule;
}

}  // namespace

StepReport step(const DirectProjection& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, ProjectionWork& w) {
  const Setting<DirectProjection> s{scheme,       model, solver, h,   scheme.theta,
                                    scheme.theta, start, x,      next};
  const bool free = scheme.forecast == Forecast::free_motion;
  StepReport report;
  copy(x.v, next.v);
  take_start_forces(s, w);
  begin(model, w.problem);
  begin(model, w.projection);
  w.end_known = false;

  // (4) the index set of the velocities; (2) all contacts are projected
  set_rules(free ? PositionRule::ignored : PositionRule::complementary, w);
  if (!free) activate(s, scheme.activation_tolerance, nullptr, w);
  if (w.problem.problem.n > 0) recall(model, x, w.problem);
  report.status = newton(s, StartFrom{}, w, report);
  if (free && report.status == StepStatus::ok) {
    set_rules(PositionRule::complementary, w);
    activate(s, scheme.activation_tolerance, &next.v, w);
    const bool touches = !w.problem.set.contacts.empty();
    if (touches) recall(model, x, w.problem);
    if (touches || final_violation(s, w) > scheme.projection_tolerance) {
      report.status =
          newton(s, {.moved = true, .free_motion = model.joint_functions.empty()}, w, report);
    }
  }
  finish(s, w, report);
  return report;
}

}  // namespace saltus
