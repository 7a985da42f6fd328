// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean θ-scheme; (n) = equation n of docs/theory/moreau_jean.md.
#include "saltus/schemes/moreau_jean.h"

#include "saltus/schemes/theta_newton.h"

namespace saltus {

using namespace theta_step;

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
