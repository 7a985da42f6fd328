// SPDX-License-Identifier: Apache-2.0
// Combined projection, [001] Algorithm 2; (n) = equation n of docs/theory/combined_projection.md.
#include "saltus/schemes/combined_projection.h"

#include "saltus/schemes/projected_newton.h"

namespace saltus {
namespace {

using namespace theta_step;

/// (2) I^{ν+1} = I^ν ∪ {α : g^α(q_{k+1}) ≤ 0}. False where nothing joins.
bool grow_index_set(const Setting<CombinedProjection>& s, ProjectionWork& w) {
  bool grown = false;
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    if (w.projection.rules[i] != PositionRule::ignored) continue;  // it is in I^ν
    const Contact& c = s.model.contacts[i];
    const double g = w.projection.rows.value(s.model.functions[static_cast<std::size_t>(c.gap)]);
    if (!is_closed(s.model, w.projection.rows, c.gap, s.next.q, g - s.scheme.activation_tolerance))
      continue;
    add_contact(s.model, s.start, static_cast<std::int32_t>(i), w.problem);
    w.projection.rules[i] = PositionRule::complementary;
    grown = true;
  }
  return grown;
}

}  // namespace

StepReport step(const CombinedProjection& scheme, const Model& model, const Solver& solver,
                double h, const ConstraintRows& start, const State& x, State& next,
                ProjectionWork& w) {
  const Setting<CombinedProjection> s{scheme,       model, solver, h,   scheme.theta,
                                      scheme.theta, start, x,      next};
  StepReport report;
  copy(x.v, next.v);
  take_start_forces(s, w);
  begin(model, w.problem);
  begin(model, w.projection);
  for (PositionRule& rule : w.projection.rules) rule = PositionRule::ignored;
  w.end_known = false;

  // (1) with I⁰ = ∅: free motion
  if (w.problem.problem.n > 0) recall(model, x, w.problem);
  report.status = newton(s, StartFrom{}, w, report);
  bool free = model.joint_functions.empty();
  while (report.status == StepStatus::ok && grow_index_set(s, w)) {
    report.activation += 1;
    recall(model, x, w.problem);
    report.status = newton(s, {.moved = true, .free_motion = free}, w, report);
    free = false;
  }
  finish(s, w, report);
  return report;
}

}  // namespace saltus
