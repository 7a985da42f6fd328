// SPDX-License-Identifier: Apache-2.0
// Half-explicit time-stepping at velocity level; (n) = equation n of docs/theory/half_explicit.md.
#include "saltus/schemes/half_explicit.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "saltus/schemes/impact.h"

namespace saltus {
namespace {

using Tableau = HalfExplicitTableau;

/// The step's numbers that do not change during its stages.
struct Setting {
  const HalfExplicit& scheme;
  const Tableau& tableau;
  const Model& model;
  const Solver& solver;
  double h;
  const ConstraintRows& start;
  const State& x;
  State& next;

  [[nodiscard]] double time(std::size_t row) const { return x.t + tableau.c[row] * h; }
};

/// The stages of one step. They are run again without contact forces where an impact shows up.
struct Stages {
  const Setting& s;
  HalfExplicit::Work& w;
  StepReport& report;
  bool contacts_press = true;
  bool has_pressed = false;
  bool is_impulsive = false;
  ConstraintRows* law = &w.law;          // at the position of the row being computed
  ConstraintRows* before = &w.reaction;  // and of the stage before

  StepStatus run();
  StepStatus run_without_contacts() {
    contacts_press = has_pressed = false;
    is_impulsive = true;
    return run();
  }
  [[nodiscard]] bool must_run_again() const { return is_impulsive && has_pressed; }

  void look_for_impact();
  void choose_contacts(std::size_t row);
  void note_pressing();
  StepStatus react(std::size_t stage);
};

/// (5) a gap that was open at q_k is closed at q_{k+1}
void Stages::look_for_impact() {
  const Vec& q = w.Q[s.tableau.stages];
  evaluate(s.model, s.x.t + s.h, q, w.row_tapes, *law);
  if (note_closing(s.model, *law, q, w.free_move, w.closed, w.closed_end)) is_impulsive = true;
}

/// The index set of the law at this row, with the rows that it needs.
void Stages::choose_contacts(std::size_t row) {
  const bool last = row == s.tableau.stages;
  const bool predict = !last && closed_at_of(s.scheme) == ClosedAt::prediction;
  const double t = s.time(row);
  begin(s.model, w.problem);
  if (predict) evaluate(s.model, t, w.Q[row], w.row_tapes, *law);
  for (std::size_t i = 0; contacts_press && i < w.closed.size(); ++i) {
    const auto contact = static_cast<std::int32_t>(i);
    const bool closed =
        predict ? is_touching(s.model, *law, contact, w.Q[row], w.free_move, w.closed[i] != 0)
                : (last ? w.closed_end[i] : w.closed[i]) != 0;
    if (closed) add_contact(s.model, contact, w.problem);
  }
  if (!last && !predict) evaluate(s.model, t, w.Q[row], w.problem.set.groups, w.row_tapes, *law);
}

/// A contact that was open and presses in a stage closes in this step: an impact.
void Stages::note_pressing() {
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const bool presses = w.problem.p[row] > 0;
    has_pressed = has_pressed || presses;
    is_impulsive = is_impulsive || (presses && w.closed[i] == 0);
    row += static_cast<std::size_t>(s.model.contacts[i].rows());
  }
}

/// (4) λ_i by the laws on H(Q_{i+1}) V_{i+1}
StepStatus Stages::react(std::size_t stage) {
  const std::size_t row = stage + 1;
  choose_contacts(row);
  if (w.problem.problem.n == 0) return StepStatus::ok;
  const bool at_end = row == s.tableau.stages && s.tableau.last_at_end;
  const ConstraintRows* earlier = stage == 0 ? &s.start : before;
  const ConstraintRows* reaction = at_end ? law : earlier;
  recall(s.model, s.x, w.problem);
  assemble(s.model, *law, *reaction, w.factor, w.V[row], w.problem);
  copy(w.V[row], w.v_new);
  const StepStatus status = solve_reactions(s.model, s.solver, s.x.joint_rank, w, w.V[row], report);

  const double a = s.tableau.a[row][stage];
  combine(1, w.V[row], -1, w.v_new, w.v_new);
  add_scaled(1 / (s.h * a), w.v_new, w.A[stage]);
  const double weight = s.tableau.a[s.tableau.stages][stage] / a;
  add_impulses(s.model, w.problem, weight, s.next);
  add_generalised_impulses(s.model, *reaction, w.problem, weight, w.contact_impulse,
                           w.drive_impulse);
  note_pressing();
  return status;
}

StepStatus Stages::run() {
  clear_impulses(s.next);
  for (Vec* sum : {&w.contact_impulse, &w.drive_impulse})
    for (Eigen::Index i = 0; i < sum->size(); ++i) (*sum)[i] = 0;
  StepStatus status = StepStatus::ok;
  for (std::size_t stage = 0; stage < s.tableau.stages; ++stage) {
    const std::size_t row = stage + 1;
    const bool last = row == s.tableau.stages;
    place(s.tableau, s.model, s.x.q, s.h, row, w, w.increment);
    if (last) {
      look_for_impact();
      if (must_run_again()) return status;
      if (is_impulsive) contacts_press = false;
    }
    const bool at_end = last && s.tableau.last_at_end;
    if (!accelerate(s.model, s.time(stage), w.Q[at_end ? row : stage], w.V[stage], w, w.A[stage]))
      return StepStatus::singular;
    if (stage == 0) {
      combine(s.h * s.h, w.A[0], 0, w.A[0], w.free_move);
      note_closed(s.model, s.start, s.x, w.free_move, w.closed);
    }
    push(s.tableau, s.x.v, s.h, row, w);
    const StepStatus reacted = react(stage);
    if (reacted != StepStatus::ok) status = reacted;
    if (must_run_again()) return status;
    if (!last) std::swap(law, before);
  }
  return status;
}

/// Works of the smooth part: forces and impulses on the mean of the velocities at both ends, which
/// is the change of ½ vᵀMv where M is constant.
void take_works(const Setting& s, HalfExplicit::Work& w, StepReport& report) {
  const Tableau& tableau = s.tableau;
  combine(0.5, s.x.v, 0.5, w.V[tableau.stages], w.v_mean);
  for (std::size_t i = 0; s.model.has_power && i < tableau.stages; ++i) {
    const double b = tableau.a[tableau.stages][i];
    if (b == 0) continue;
    const bool at_end = tableau.last_at_end && i + 1 == tableau.stages;
    const Power sum =
        power(s.model, s.time(i), w.Q[at_end ? i + 1 : i], w.V[i], w.v_mean, w.bodies);
    report.work_external += s.h * b * sum.external;
    report.work_damping += s.h * b * sum.damping;
  }
  for (Eigen::Index i = 0; i < w.v_mean.size(); ++i) {
    report.work_contact += w.v_mean[i] * w.contact_impulse[i];
    report.work_external += w.v_mean[i] * w.drive_impulse[i];
  }
}

}  // namespace

HalfExplicit::Work::Work(const Model& model)
    : Workspace(model),
      HalfExplicitStages(model),
      closed(model.contacts.size(), 0),
      closed_end(model.contacts.size(), 0),
      free_move(Vec::Zero(model.dofs)),
      contact_impulse(Vec::Zero(model.dofs)),
      drive_impulse(Vec::Zero(model.dofs)) {}

void check_fields(const HalfExplicit& scheme, const Value& table, std::string_view what) {
  if (half_explicit_tableau(scheme.stages).stages > 0) return;
  throw ModelError(table.where,
                   fmt::format("'stages' of {} must be 2, 3 or 5, is {}", what, scheme.stages));
}

StepReport step(const HalfExplicit& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, HalfExplicit::Work& w) {
  const Setting s{scheme, half_explicit_tableau(scheme.stages), model, solver, h, start, x, next};
  StepReport report;
  copy(x.q, w.Q[0]);
  copy(x.v, w.V[0]);
  Stages stages{s, w, report};
  report.status = stages.run();
  if (stages.must_run_again()) {  // (6) an impact: no contact forces in this step
    report.activation = 2;
    report.status = stages.run_without_contacts();
  }
  const std::size_t last = s.tableau.stages;
  copy(w.Q[last], next.q);
  copy(w.V[last], next.v);
  copy(w.Q[last - 1], w.q_theta);
  if (report.status == StepStatus::singular) return report;
  take_works(s, w, report);
  report.impulsive = stages.is_impulsive;
  if (stages.is_impulsive) {  // (7) v⁺ = v⁻ + M⁻¹ Hᵀ Λ at q_{k+1}
    if (!s.tableau.last_at_end) {
      motion(model, x.t + h, next.q, next.v, w.bodies, w.mass_point);
      if (!model.linear && !w.factor.factor_mass(model, w.mass_point)) {
        report.status = StepStatus::singular;
        return report;
      }
    }
    const StepStatus status = collide(model, solver, x, *stages.law, w.closed_end, w, next, report);
    if (status != StepStatus::ok) report.status = status;
  }
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  next.t = x.t + h;
  copy(w.V[last - 1], w.v_mean);
  if (!std::isfinite(sum(next.v)) || !std::isfinite(sum(next.q)))
    report.status = StepStatus::not_finite;
  return report;
}

}  // namespace saltus
