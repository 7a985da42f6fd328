// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean θ-scheme; (n) = equation n of docs/theory/moreau_jean.md.
#include "saltus/schemes/moreau_jean.h"

#include "saltus/schemes/theta_step.h"

namespace saltus {
namespace {

using namespace theta_step;

/// Newton on v_{k+1} ([001] (43)–(48) with the errata), index set fixed. The tangent is kept while
/// it contracts well; the error left is estimated by the contraction, as for any simplified Newton.
/// `moved`: the iterate in next.v is not v_k any more.
template <class S>
StepStatus newton(const Setting<S>& s, bool moved, Workspace& w, StepReport& report) {
  const bool has_rows = w.problem.problem.n > 0;
  const bool one_pass = s.model.linear && (!has_rows || w.problem.set.constant_rows);
  const bool nothing_varies = one_pass && s.model.constant_motion;
  Stopping stopping{s.scheme.newton_tolerance, has_rows};
  bool refresh = !(s.model.linear && w.factored_step == s.h);
  for (int pass = 1; pass <= s.scheme.newton_iterations; ++pass) {
    report.newton += 1;
    if (!nothing_varies) {
      place_end(s, w);
      place_theta(s, w);
    }
    if (!free_iterate(s, refresh, moved, w)) return StepStatus::singular;
    const StepStatus status = react(s, w, report);
    if (!std::isfinite(sum(w.v_new))) return StepStatus::not_finite;
    moved = true;
    s.next.v.swap(w.v_new);
    if (one_pass) return status;

    combine(1, s.next.v, -1, w.v_new, w.change);
    const Dynamics& mass = mass_of(s, w);
    const double change = mass_norm(s.model, mass, w.change);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (pass == 1) stopping.set_scale(s.model, mass, s.x, s.h, change);
    if (stopping.is_reached(change)) return status;
    refresh = !s.model.linear && stopping.ratio > 0.2 && pass > 1;
  }
  return StepStatus::newton_failed;
}

}  // namespace

template <PositionWeight P>
StepReport step(const ThetaScheme<P>& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, Workspace& w) {
  const double vartheta = P == PositionWeight::theta ? scheme.theta : 0.5;
  const Setting<ThetaScheme<P>> s{scheme, model, solver, h, scheme.theta, vartheta, start, x, next};
  StepReport report;
  copy(x.v, next.v);
  take_start_forces(s, w);
  begin(model, w.problem);
  if (scheme.forecast == Forecast::explicit_step) activate(s, 0, nullptr, w);
  if (w.problem.problem.n > 0) recall(model, x, w.problem);
  report.status = newton(s, false, w, report);
  if (scheme.forecast == Forecast::free_motion && report.status == StepStatus::ok) {
    activate(s, 0, &next.v, w);
    if (!w.problem.set.contacts.empty()) {
      recall(model, x, w.problem);
      report.status = newton(s, true, w, report);
    }
  }
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  if (!is_usable(report.status)) return report;  // the points that failed stay in w
  place_end(s, w);
  take_works(s, w, report);
  next.t = x.t + h;
  store(model, w.problem, next);
  return report;
}

template StepReport step(const MoreauJean&, const Model&, const Solver&, double,
                         const ConstraintRows&, const State&, State&, Workspace&);
template StepReport step(const MoreauJeanDissipative&, const Model&, const Solver&, double,
                         const ConstraintRows&, const State&, State&, Workspace&);

}  // namespace saltus
