// SPDX-License-Identifier: Apache-2.0
// [001] (49)–(58) with the errata: g(q^n) + H (q̂ + N Hᵀ τ − q^n) in place of g(q).
#include "saltus/schemes/projection.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/joint_rank.h"

namespace saltus {
namespace {

/// g(q^n) + H d
double gap_of(const Model& model, const ConstraintRows& rows, std::int32_t function, const Vec* d) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(function)];
  double g = rows.value(place);
  if (d == nullptr) return g;
  const double* row = rows.gradient(place);
  for (const std::int32_t dof : dofs_of(model, place)) g += *row++ * (*d)[dof];
  return g;
}

/// What rounding makes of a gap at q: far from the origin more than 1e-12 m.
double round_off(const Model& model, const ConstraintRows& rows, std::int32_t function,
                 const Vec& q) {
  return 1e-15 * terms_of(model, rows, function, q);
}

void push(const Model& model, std::size_t contact, Projection& p) {
  if (p.pushed[contact] != 0) return;
  p.pushed[contact] = 1;
  add_gap(model, static_cast<std::int32_t>(contact), LawKind::unilateral, p.problem);
  p.problem.p.push_back(0.0);
}

/// Gaps are asked for to 1e-12 m whatever velocities are asked for; and a start that passes a loose
/// tolerance would be left as it is, pass after pass.
Solver sharp(Solver solver) {
  std::visit([](auto& s) { s.tolerance = std::min(s.tolerance, 1e-12); }, solver);
  return solver;
}

}  // namespace

Projection::Projection(const Model& model)
    : rules(model.contacts.size(), PositionRule::complementary),
      rows(make_rows(model)),
      problem(model),
      pushed(model.contacts.size(), 0),
      tau_normal(Vec::Zero(static_cast<Eigen::Index>(model.contacts.size()))),
      reach(tau_normal),
      correction(Vec::Zero(model.dofs)),
      way(Vec::Zero(model.dofs)) {}

void begin(const Model& model, Projection& p) {
  for (std::size_t i = 0; i < p.pushed.size(); ++i) {
    p.pushed[i] = 0;
    const auto contact = static_cast<Eigen::Index>(i);
    p.tau_normal[contact] = p.reach[contact] = 0;
  }
  begin(model, p.problem);
  p.problem.p.assign(static_cast<std::size_t>(p.problem.problem.n), 0.0);
  p.moved = false;
}

double violation(const Model& model, double tolerance, const Vec& q, const Vec* d, Projection& p) {
  double largest = 0;
  const auto enter = [&](std::int32_t function, double wrong) {
    if (wrong > tolerance && wrong <= round_off(model, p.rows, function, q)) wrong = 0;
    largest = wrong <= largest ? largest : wrong;  // a NaN stays
    return wrong;
  };
  for (const std::int32_t f : model.joint_functions)
    enter(f, std::abs(gap_of(model, p.rows, f, d)));
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const PositionRule rule = p.rules[i];
    if (rule == PositionRule::ignored) continue;
    const double g = gap_of(model, p.rows, model.contacts[i].gap, d);
    const double natural = std::min(g, p.reach[static_cast<Eigen::Index>(i)]);
    const double wrong =
        enter(model.contacts[i].gap, std::abs(rule == PositionRule::closed ? g : natural));
    if (wrong > tolerance) push(model, i, p);
  }
  return largest;
}

void push_all(const Model& model, Projection& p) {
  for (std::size_t i = 0; i < p.rules.size(); ++i) {
    if (p.rules[i] != PositionRule::ignored) push(model, i, p);
  }
}

bool opens_at_rest(const Model& model, double tolerance, const Vec& q, const Vec* d, double h,
                   const Vec& v_mean, Projection& p) {
  bool opens = false;
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    if (p.rules[i] != PositionRule::closed) continue;
    const std::int32_t gap = model.contacts[i].gap;
    const double g = std::abs(gap_of(model, p.rows, gap, d));
    if (!(g > round_off(model, p.rows, gap, q))) continue;
    if (h * std::abs(velocity(model, p.rows, gap, v_mean)) > tolerance) continue;
    push(model, i, p);
    opens = true;
  }
  return opens;
}

void assemble_positions(const Model& model, const BlockFactor& N_inverse, const Vec& q_hat,
                        const Vec& q_n, Projection& p) {
  const std::size_t joints = model.joint_functions.size();
  for (std::size_t i = 0; i < p.problem.set.contacts.size(); ++i) {
    const auto contact = static_cast<std::size_t>(p.problem.set.contacts[i]);
    p.problem.problem.blocks[joints + i].law =
        p.rules[contact] == PositionRule::closed ? LawKind::bilateral : LawKind::unilateral;
  }
  difference(model, q_hat, q_n, p.way);
  assemble(model, p.rows, p.rows, N_inverse, p.way, p.problem);
  for (std::size_t j = 0; j < p.problem.set.functions.size(); ++j) {
    const FunctionPlace& place =
        model.functions[static_cast<std::size_t>(p.problem.set.functions[j])];
    const double* row = p.rows.gradient(place);
    double b = p.rows.value(place);
    for (const std::int32_t dof : dofs_of(model, place)) b += *row++ * p.way[dof];
    p.problem.problem.b[j] = b;
  }
}

void take_tau(const Model& model, Projection& p) {
  for (Eigen::Index i = 0; i < p.correction.size(); ++i) p.correction[i] = 0;
  add_reaction(model, p.problem, p.correction);
  std::size_t block = model.joint_functions.size();  // and row: all have one
  for (const std::int32_t contact : p.problem.set.contacts) {
    p.tau_normal[contact] = p.problem.p[block];
    p.reach[contact] = p.problem.problem.diagonal(block) * p.tau_normal[contact];
    ++block;
  }
  p.moved = true;
}

SolveReport project_once(const Model& model, const Solver& solver, std::int32_t joint_rank,
                         const BlockFactor& N_inverse, const Vec& q_hat, const Vec& q_n,
                         SolverWork& work, Projection& p) {
  assemble_positions(model, N_inverse, q_hat, q_n, p);
  const SolveReport solved = solve_step(sharp(solver), joint_rank, p.problem, work);
  take_tau(model, p);
  return solved;
}

StepStatus project(const Model& model, const Solver& solver, std::int32_t joint_rank,
                   const BlockFactor& N_inverse, ProjectionLimits limits, double t,
                   const Vec& q_hat, Vec& q, RowWork& row_tapes, SolverWork& work, Projection& p,
                   StepReport& report) {
  if (!limits.resume) {
    begin(model, p);
    copy(q_hat, q);
  }
  for (int pass = 0;; ++pass) {
    if (pass > 0 || !limits.rows_known) evaluate(model, t, q, row_tapes, p.rows);
    const double wrong = violation(model, limits.tolerance, q, nullptr, p);
    if (!std::isfinite(wrong)) return StepStatus::not_finite;
    const bool of_another = limits.resume && pass == 0;  // of another q̂
    if (wrong <= limits.tolerance && !of_another) return StepStatus::ok;
    if (pass == limits.iterations) return StepStatus::newton_failed;
    if (limits.together) push_all(model, p);
    report.projection += 1;
    // a problem that is not solved to its tolerance shows as a violation at the next q
    project_once(model, solver, joint_rank, N_inverse, q_hat, q, work, p);
    advance(model, q_hat, 1, p.correction, q);
  }
}

void store_tau(const Projection& p, State& x) {
  for (Eigen::Index j = 0; j < x.tau_joint.size(); ++j)
    x.tau_joint[j] = p.moved ? p.problem.p[static_cast<std::size_t>(j)] : 0.0;
  for (Eigen::Index i = 0; i < x.tau_normal.size(); ++i) x.tau_normal[i] = p.tau_normal[i];
}

}  // namespace saltus
