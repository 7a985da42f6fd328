// SPDX-License-Identifier: Apache-2.0
// Explicit Moreau–Jean scheme; (En) = equation n of docs/theory/moreau_jean.md, section "Explicit".
#include "saltus/schemes/moreau_jean_explicit.h"

#include <cmath>

#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"

namespace saltus {

StepReport step(const MoreauJeanExplicit& scheme, const Model& model, const Solver& solver,
                double h, const ConstraintRows& start, const State& x, State& next, Workspace& w) {
  StepReport report;
  next.t = x.t + h;

  // (E1) q_{k+1} = q_k ⊕ h v_k
  advance(model, x.q, h, x.v, next.q);

  // (E2) v_free = v_k + h M(q_k)⁻¹ f(t_k, q_k, v_k)
  motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
  scaled_force(model, w.force_point, h, w.change);
  const bool factored = model.constant_mass && w.factor.factorisations() > 0;
  if (!factored && !w.factor.factor_mass(model, w.force_point))
    report.status = StepStatus::singular;
  w.factor.solve(model, w.change);
  combine(1, x.v, 1, w.change, next.v);

  // (E3) active: g_k + γ h u_k ≤ 0
  begin(model, w.problem);
  add_forecast(model, start, x.q, h, scheme.gamma, w.problem);
  recall(model, x, w.problem);
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());

  evaluate(model, next.t, next.q, w.row_tapes, w.law);

  // (E4) v_{k+1} = v_free + M(q_{k+1})⁻¹ H(q_{k+1})ᵀ p, laws on u_{k+1} = H(q_{k+1}) v_{k+1}
  if (!w.problem.set.functions.empty()) {
    if (!model.constant_mass) {
      motion(model, next.t, next.q, next.v, w.bodies, w.mass_point);
      if (!w.factor.factor_mass(model, w.mass_point)) report.status = StepStatus::singular;
    }
    assemble(model, w.law, w.law, w.factor, next.v, w.problem);
    const SolveReport solved = solve_step(solver, x.joint_rank, w.problem, w.solver);
    count(solved, report);
    if (!solved.converged && report.status == StepStatus::ok)
      report.status = StepStatus::solver_failed;
    add_reaction(model, w.problem, next.v);
  }
  // The kinetic energy changes by (h f + Hᵀp)·(v_k + v_{k+1})/2. A potential changes by −h f·v_k:
  // what is left over, h f·(v_{k+1} − v_k)/2, is of order h and does not add up.
  combine(0.5, next.v, 0.5, x.v, w.v_mean);
  if (!w.problem.set.functions.empty()) {
    const ReactionWork work = reaction_work(model, w.law, w.v_mean, w.problem);
    report.work_external = work.drive;
    report.work_contact = work.contact;
  }
  const Power forces = power(model, x.t, x.q, x.v, w.v_mean, w.bodies);
  report.work_external += h * forces.external;
  report.work_damping = h * forces.damping;
  store(model, w.problem, next);
  if (!std::isfinite(next.v.sum()) || !std::isfinite(next.q.sum()))
    report.status = StepStatus::not_finite;
  return report;
}

}  // namespace saltus
