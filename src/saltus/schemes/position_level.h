// SPDX-License-Identifier: Apache-2.0
// Newton's iteration of the schemes that hold joints and contacts at position level: gaps of the
// end of the step in place of velocities, friction at velocity level, in one problem.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// Scratch of these schemes.
struct PositionWork : Workspace {
  explicit PositionWork(const Model& model);

  Vec z;                             // Newton's iterate: a velocity
  std::vector<double> scale;         // by row: s in s g, in 1/s; 0 for rows at velocity level
  std::vector<std::uint8_t> joined;  // by contact: it is in the problem
};

/// Starts the problem with the joint rows, each s g = 0.
void begin(const Model& model, double joint_scale, PositionWork& w);
/// Adds a contact, 0 ≤ s g ⊥ p_N ≥ 0, with Coulomb's law on the velocity where μ > 0.
void join(const Model& model, const ConstraintRows& start, std::int32_t contact, double scale,
          const State& x, PositionWork& w);
/// b of the rows: s g + H (z_free − z) at position level, H (v + z_free − z) + ∂g/∂t at velocity
/// level; then u = W p + b with one W for both, because every gap moves by H δz/s.
void set_offsets(const Model& model, const Vec& v, PositionWork& w);

/// The contacts whose gap at the iterate is not positive join the problem. True where one did.
template <class Motion, class Work>
bool join_closed(const Motion& s, bool first, Work& w) {
  bool grown = false;
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    if (w.joined[i] != 0) continue;
    const Contact& c = s.model.contacts[i];
    const auto contact = static_cast<std::int32_t>(i);
    const double g = w.law.value(s.model.functions[static_cast<std::size_t>(c.gap)]);
    const bool pressed = first && s.x.p_normal[contact] > 0;
    if (!pressed && !is_closed(s.model, w.law, c.gap, s.next.q, g)) continue;
    join(s.model, s.start, contact, s.gap_scale(contact), s.x, w);
    grown = true;
  }
  return grown;
}

/// z_free → z_free + M̂⁻¹ Hᵀ p
template <class Motion, class Work>
StepStatus react_at_positions(const Motion& s, Work& w, StepReport& report) {
  if (w.problem.problem.n == 0) return StepStatus::ok;
  assemble(s.model, w.law, s.reaction(w), w.factor, w.v_new, w.problem);
  set_offsets(s.model, s.sliding_velocity(w), w);
  const SolveReport solved = solve_step(s.solver, s.x.joint_rank, w.problem, w.solver);
  count(solved, report);
  add_reaction(s.model, w.problem, w.v_new);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

/// Newton on a velocity w.z, which holds the first iterate. `Motion` has the step's data and
///   tolerance, iterations         when to stop
///   place(w)                      positions and velocities from z, rows in w.law
///   sliding_velocity(w)           the velocity v of friction, δv = δz
///   gap_scale(contact)            s of a contact
///   reaction(w)                   the rows along which impulses act
///   residual(with_tangent, w)     w.change = residual, M̂ factorised; false where singular
/// Contacts join as soon as their gap at an iterate is not positive, and stay for the step.
template <class Motion, class Work>
StepStatus newton_at_positions(const Motion& s, Work& w, StepReport& report) {
  StepStatus status = StepStatus::ok;
  Stopping stopping{s.tolerance, true};
  bool refresh = !(s.model.linear && w.factored_step == s.h);
  bool reached = false;
  for (int pass = 1; pass <= s.iterations + 1; ++pass) {
    s.place(w);
    const bool grown = join_closed(s, pass == 1, w);
    if (reached && !grown) return status;
    if (grown && pass > 1) {
      stopping.pass = 0;
      report.activation += 1;
    }
    if (pass > s.iterations) break;
    report.newton += 1;
    if (!s.residual(refresh, w)) return StepStatus::singular;
    w.factor.solve(s.model, w.change);
    combine(1, w.z, 1, w.change, w.v_new);
    status = react_at_positions(s, w, report);
    if (!std::isfinite(sum(w.v_new))) return StepStatus::not_finite;
    combine(1, w.v_new, -1, w.z, w.change);
    w.z.swap(w.v_new);

    const double change = mass_norm(s.model, w.force_point, w.change);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (pass == 1) stopping.set_scale(s.model, w.force_point, s.x, s.h, change);
    reached = stopping.is_reached(change) || (s.model.linear && w.problem.set.constant_rows);
    refresh = !s.model.linear && stopping.ratio > 0.2 && stopping.pass > 1;
  }
  return StepStatus::newton_failed;
}

}  // namespace saltus
