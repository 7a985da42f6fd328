// SPDX-License-Identifier: Apache-2.0
// [002] (56)–(60), (A.11)–(A.13), with joints.
#include "saltus/schemes/impact.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"

namespace saltus {

bool is_touching(const Model& model, const ConstraintRows& rows, std::int32_t contact, const Vec& q,
                 const Vec& free_move, bool held) {
  const std::int32_t function = model.contacts[static_cast<std::size_t>(contact)].gap;
  const double g = rows.value(model.functions[static_cast<std::size_t>(function)]);
  if (g <= 0) return true;
  if (g > 1e-9) return false;
  constexpr double rounding = 4e-16;
  const double drift = held ? 1e-9 : rounding;
  return g <= rounding * terms_of(model, rows, function, q) +
                  drift * terms_of(model, rows, function, free_move);
}

void note_closed(const Model& model, const ConstraintRows& rows, const State& x,
                 const Vec& free_move, std::vector<std::uint8_t>& closed) {
  const bool first_step = x.h == 0;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const auto contact = static_cast<std::int32_t>(i);
    const bool held = x.p_normal[contact] > 0;
    const bool touches = is_touching(model, rows, contact, x.q, free_move, held);
    closed[i] =
        touches && !(first_step && is_approaching(model, rows, model.contacts[i].gap, x.v)) ? 1 : 0;
  }
}

bool note_closing(const Model& model, const ConstraintRows& rows, const Vec& q,
                  const Vec& free_move, const std::vector<std::uint8_t>& before,
                  std::vector<std::uint8_t>& closed) {
  bool closing = false;
  for (std::size_t i = 0; i < closed.size(); ++i) {
    const bool held = before[i] != 0;
    closed[i] = is_touching(model, rows, static_cast<std::int32_t>(i), q, free_move, held) ? 1 : 0;
    closing = closing || closed[i] > before[i];
  }
  return closing;
}

StepStatus solve_reactions(const Model& model, const Solver& solver, std::int32_t joint_rank,
                           Workspace& w, Vec& v, StepReport& report) {
  const SolveReport solved = solve_step(solver, joint_rank, w.problem, w.solver);
  const double before = report.solver_residual;
  count(solved, report);
  report.solver_residual = std::max(before, solved.residual);  // every stage is accepted
  add_reaction(model, w.problem, v);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

StepStatus collide(const Model& model, const Solver& solver, const State& x, ConstraintRows& rows,
                   const std::vector<std::uint8_t>& closed, Workspace& w, State& next,
                   StepReport& report) {
  if (std::find(closed.begin(), closed.end(), 1) == closed.end()) return StepStatus::ok;
  set_velocities(model, next.v, rows);  // u⁻
  begin(model, w.problem);
  for (std::size_t i = 0; i < closed.size(); ++i) {
    if (closed[i] != 0) add_contact(model, rows, static_cast<std::int32_t>(i), w.problem);
  }
  recall(model, x, w.problem);
  assemble(model, rows, rows, w.factor, next.v, w.problem);
  copy(next.v, w.v_mean);
  const StepStatus status = solve_reactions(model, solver, x.joint_rank, w, next.v, report);
  combine(0.5, w.v_mean, 0.5, next.v, w.v_mean);  // the jump's work is pᵀ H (v⁻ + v⁺)/2
  const ReactionWork work = reaction_work(model, rows, w.v_mean, w.problem);
  report.work_external += work.drive;
  report.work_contact += work.contact;
  add_impulses(model, w.problem, 1, next);
  return status;
}

void clear_impulses(State& x) {
  for (Eigen::Index j = 0; j < x.p_joint.size(); ++j) x.p_joint[j] = 0;
  for (Eigen::Index i = 0; i < x.p_normal.size(); ++i) x.p_normal[i] = x.p_tangent[i] = 0;
  x.p_tangent_2.setZero();
}

void add_impulses(const Model& model, const StepProblem& s, double weight, State& x) {
  const double* p = s.p.data();
  for (Eigen::Index j = 0; j < x.p_joint.size(); ++j) x.p_joint[j] += weight * *p++;
  for (const std::int32_t contact : s.set.contacts) {
    x.p_normal[contact] += weight * *p++;
    const std::int32_t rows = model.contacts[static_cast<std::size_t>(contact)].rows();
    if (rows > 1) x.p_tangent[contact] += weight * *p++;
    if (rows > 2) x.p_tangent_2[contact] += weight * *p++;
  }
}

void add_generalised_impulses(const Model& model, const ConstraintRows& reaction,
                              const StepProblem& s, double weight, Vec& contact, Vec& drive) {
  const std::size_t joints = model.joint_functions.size();
  for (std::size_t j = 0; j < s.set.functions.size(); ++j) {
    const FunctionPlace& place = model.functions[static_cast<std::size_t>(s.set.functions[j])];
    if (s.p[j] == 0 || (j < joints && !place.depends_on_time)) continue;
    Vec& sum = j < joints ? drive : contact;
    const double* row = reaction.gradient(place);
    for (const std::int32_t dof : dofs_of(model, place)) sum[dof] += *row++ * weight * s.p[j];
  }
}

}  // namespace saltus
