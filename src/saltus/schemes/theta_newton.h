// SPDX-License-Identifier: Apache-2.0
// Newton's iteration of a θ-step without projection. For the files of the schemes only.
#pragma once

#include "saltus/schemes/theta_step.h"

namespace saltus::theta_step {

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

}  // namespace saltus::theta_step
