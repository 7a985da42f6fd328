// SPDX-License-Identifier: Apache-2.0
// The step that is accepted is always one of the midpoint rule, also at an impact.
#include "saltus/schemes/midpoint_base.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/theta_newton.h"

namespace saltus {

StepStatus MidpointBase::smooth(double r) {
  using namespace theta_step;
  SplitWork& w = s.w;
  // the rows at the end are those before a breakpoint; elsewhere h is r to the last bit, so that
  // steps of the same length share their factors
  const double h = s.time(r) < s.x.t + r ? s.time(r) - s.x.t : r;
  const Setting<MoreauJean> setting{scheme, s.model, s.solver, h, 0.5, 0.5, *s.start, s.x, s.next};
  length = r;
  const bool predicts = s.x.split.smooth && !s.model.linear;
  if (predicts) {
    combine(1, s.x.v, r, s.x.a, s.next.v);
  } else {
    copy(s.x.v, s.next.v);
  }
  begin(s.model, w.problem);
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (w.closed[i] != 0) add_contact(s.model, static_cast<std::int32_t>(i), w.problem);
  }
  recall(s.model, s.x, w.problem);
  const StepStatus status = newton(setting, predicts, w, s.report);
  if (!is_usable(status)) return status;
  place_end(setting, w);
  s.report.work_external = s.report.work_damping = s.report.work_contact = 0;
  take_works(setting, w, s.report);
  store(s.model, w.problem, s.next);
  combine(1 / r, s.next.v, -1 / r, s.x.v, s.next.a);
  s.next.split.smooth = true;
  for (const std::int32_t contact : w.problem.set.contacts)
    w.opened[static_cast<std::size_t>(contact)] = s.next.p_normal[contact] > 0 ? 0 : unloaded;
  return status;
}

void MidpointBase::at(double t, Vec& q, Vec& v) const {
  const double z = t / length;
  combine(1 - z, s.x.v, z, s.next.v, v);
  combine(1 - 0.5 * z, s.x.v, 0.5 * z, s.next.v, s.w.increment);
  advance(s.model, s.x.q, t, s.w.increment, q);
}

double MidpointBase::land(const Hit& hit, double r) {
  double tau = hit.s;
  const auto contact = static_cast<std::size_t>(hit.contact);
  double a = 0;  // open there
  double b = r;  // and closed there, or not known
  double hint = hit.closed_at;
  GapPoint last;
  constexpr int most = 20;  // stiff motions need more than a few
  for (int pass = 0;; ++pass) {
    s.report.status = smooth(tau);
    if (!is_usable(s.report.status)) return tau;
    look_at_end(s, tau);
    if (hit.forced || pass == most) return tau;
    const GapPoint gap = gap_point(s, s.w.end, contact, tau);
    const bool secant = pass > 0 && gap.g != last.g;
    const double slope = secant ? (gap.g - last.g) / (tau - last.s) : gap.u;
    if (std::abs(gap.g) <= 1e-12 * r * std::abs(slope)) return tau;
    (gap.g > 0 ? a : b) = tau;
    last = gap;
    tau -= gap.g / slope;
    if (!(tau > a && tau < b)) {  // the path of the whole step is closed at the hint: is this one?
      tau = hint > a && hint < b ? hint : 0.5 * (a + b);
      hint = 0;
    }
  }
}

}  // namespace saltus
