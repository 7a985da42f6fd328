// SPDX-License-Identifier: Apache-2.0
// The active sets of [000] (38) are chosen anew in every iteration.
#include "saltus/schemes/alpha_monolithic.h"

#include <cmath>

#include "saltus/schemes/newton.h"

namespace saltus {
namespace {

/// Λ, ν and λ̃ to where a sequential solve keeps them.
StepStatus hand_back(const AlphaSetting& s, AlphaSystem& system, AlphaWork& w, StepReport& report) {
  system.evaluate_at_x(s, w);
  activate(s, w, report);
  w.rows = &w.law;
  w.mass_is_current = false;
  if (!ensure_mass(s, w)) return StepStatus::singular;
  assemble(s.model, w.law, w.law, w.mass, w.v_tilde, w.problem);
  const AlphaLayout& at = system.at;
  begin(s.model, w.projection);
  w.projection.moved = true;
  std::size_t row = 0;
  for (std::int32_t j = 0; j < at.joints; ++j, ++row) {
    w.smooth.p[row] = system.unknown(at.smooth + j);
    w.projection.problem.p[row] = system.gap_multiplier(s, j);
    w.problem.p[row] = system.unknown(at.Lambda + j);
  }
  for (std::int32_t c = 0; c < at.contacts; ++c)
    w.projection.tau_normal[c] = system.gap_multiplier(s, at.joints + c);
  for (const std::int32_t c : w.problem.set.contacts) {
    w.problem.p[row++] = system.normal(c);
    if (s.model.contacts[static_cast<std::size_t>(c)].mu > 0)
      w.problem.p[row++] = system.tangential(c);
  }
  return StepStatus::ok;
}

/// Hands the answer back; false sets show as laws that do not hold.
StepStatus accept(const AlphaSetting& s, AlphaSystem& system, StepStatus status, AlphaWork& w,
                  StepReport& report) {
  const StepStatus back = hand_back(s, system, w, report);
  if (back != StepStatus::ok) return back;
  return system.obeys_laws(s, w) ? status : StepStatus::newton_failed;
}

/// (38) has no answer of its own where contacts repeat each other: their share of the load is
/// free, and the sets go round. Then the sub-problems (5), (6) are solved for the z at hand, and
/// the contacts that press are the sets.
StepStatus settle(const AlphaSetting& s, AlphaSystem& system, AlphaWork& w, StepReport& report) {
  for (const std::int32_t contact : w.problem.set.contacts)
    w.kept[static_cast<std::size_t>(contact)] = 1;
  activate(s, w, report);
  const StepStatus placed = place(s, w, report);
  const StepStatus reacted = placed == StepStatus::ok ? react(s, w, report) : placed;
  combine(1, s.next.v, -1, w.v_tilde, w.jump);
  system.take(s, w);
  system.evaluate_at_x(s, w);
  system.choose_pressing(s);
  return reacted;
}

/// Scale of the changes that are round-off, as in the sequential solve.
double scale_of(const AlphaSetting& s, const AlphaWork& w) {
  const double floor = 1e-16 * mass_norm(s.model, w.force_point, s.x.q) / s.h;
  return mass_norm(s.model, w.force_point, s.x.v) + mass_norm(s.model, w.force_point, s.next.v) +
         floor / s.scheme.newton_tolerance;
}

}  // namespace

StepStatus solve_at_once(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  constexpr int patience = 8;  // iterations after which the sets are settled by the sub-problems
  AlphaSystem& system = *w.system;
  const bool refresh = !(s.model.linear && w.factored_step == s.h);
  StepStatus status = pass(s, refresh, w, report);
  if (!goes_on(status) || is_exact(s, w)) return status;
  system.take(s, w);
  Stopping stopping{s.scheme.newton_tolerance, false};
  stopping.scale = scale_of(s, w);
  for (int n = 2; n <= s.scheme.newton_iterations; ++n) {
    report.newton += 1;
    system.evaluate_at_x(s, w);
    bool new_sets = false;
    if (n < patience) {
      status = StepStatus::ok;
      new_sets = system.choose_sets(s, w);
      report.activation += new_sets ? 1 : 0;
    } else if (n % patience == 0) {  // and then keep them for a while
      status = settle(s, system, w, report);
      if (!goes_on(status)) return status;
    }
    system.set_residual(s, w);
    system.set_tangent(s, w);
    const double change = system.correct(s);  // motion and contact at once
    ++w.systems;
    ++w.solver.solves;
    if (!std::isfinite(change)) return StepStatus::not_finite;
    // sets chosen anew that ask for no change belong to the answer
    const bool nothing = change <= stopping.tolerance * stopping.scale;
    if (stopping.is_reached(change) && (nothing || (n > 2 && !new_sets))) {
      return accept(s, system, status, w, report);
    }
  }
  return accept(s, system, StepStatus::newton_failed, w, report);
}

}  // namespace saltus
