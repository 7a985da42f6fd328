// SPDX-License-Identifier: Apache-2.0
// One problem with the rows at the start; λ = p/h.
#include "saltus/schemes/start_motion.h"

#include <cmath>

#include "saltus/contact/curvature.h"
#include "saltus/schemes/joint_rank.h"

namespace saltus {
namespace {

/// Closed, and not about to hit.
bool is_resting(const Model& model, const ConstraintRows& rows, const Contact& c, const State& x) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(c.gap)];
  if (!is_closed(model, rows, c.gap, x.q, rows.value(place))) return false;
  return !is_approaching(model, rows, c.gap, x.v);
}

}  // namespace

StepStatus initial_acceleration(const Model& model, const Solver& solver, double h,
                                const ConstraintRows& rows, const State& x, Workspace& w,
                                Vec& v_dot) {
  motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
  if (!w.factor.factor_mass(model, w.force_point)) return StepStatus::singular;
  scaled_force(model, w.force_point, 1, v_dot);
  w.factor.solve(model, v_dot);

  begin(model, w.problem);
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    if (is_resting(model, rows, model.contacts[i], x))
      add_contact(model, rows, static_cast<std::int32_t>(i), w.problem);
  }
  if (w.problem.problem.n > 0) {
    recall(model, x, w.problem);
    assemble(model, rows, rows, w.factor, x.v, w.problem);
    Curvature curvature(model);
    const std::vector<double> no_forces(model.functions.size(), 0.0);
    evaluate(model, x.t, x.q, x.v, no_forces, curvature);
    for (std::size_t j = 0; j < w.problem.set.functions.size(); ++j) {
      const std::int32_t f = w.problem.set.functions[j];
      const double rate = rows.rate(model.functions[static_cast<std::size_t>(f)]);
      const double u = j < model.joint_functions.size() ? 0 : rows.u[static_cast<std::size_t>(f)];
      w.problem.problem.b[j] =
          u + h * (velocity(model, rows, f, v_dot) - rate + drift(model, curvature, f, x.v));
    }
    const SolveReport solved = solve_step(solver, x.joint_rank, w.problem, w.solver);
    for (double& p : w.problem.p) p /= h;
    copy(v_dot, w.v_new);
    add_reaction(model, w.problem, v_dot);
    // bodies that rest start without the round-off of this sum
    for (Eigen::Index i = 0; i < v_dot.size(); ++i) {
      if (std::abs(v_dot[i]) <= 4e-16 * std::abs(w.v_new[i])) v_dot[i] = 0;
    }
    if (!solved.converged) return StepStatus::solver_failed;
  }
  return std::isfinite(sum(v_dot)) ? StepStatus::ok : StepStatus::not_finite;
}

}  // namespace saltus
