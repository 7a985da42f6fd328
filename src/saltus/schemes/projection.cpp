// SPDX-License-Identifier: Apache-2.0
// [001] (49)–(58) with the errata: g(q^n) + H (q̂ + N Hᵀ τ − q^n) in place of g(q).
#include "saltus/schemes/projection.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/joint_rank.h"

namespace saltus {
namespace {

double gap_of(const Model& model, const ConstraintRows& rows, std::int32_t function) {
  return rows.value(model.functions[static_cast<std::size_t>(function)]);
}

bool is_pushed(const Projection& p, std::int32_t contact) {
  const auto& contacts = p.problem.set.contacts;
  return std::find(contacts.begin(), contacts.end(), contact) != contacts.end();
}

/// The largest violation of the rules at the iterate; contacts that must be pushed join the set.
double violation(const Model& model, double tolerance, Projection& p) {
  double largest = 0;
  for (const std::int32_t f : model.joint_functions)
    largest = std::max(largest, std::abs(gap_of(model, p.rows, f)));
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const PositionRule rule = p.rules[i];
    if (rule == PositionRule::ignored) continue;
    const auto contact = static_cast<std::int32_t>(i);
    const double g = gap_of(model, p.rows, model.contacts[i].gap);
    const bool closed = rule == PositionRule::closed;
    const bool presses = closed || p.tau_normal[contact] > 0;
    const double wrong = presses ? std::abs(g) : -g;
    largest = std::max(largest, wrong);
    if ((closed || wrong > tolerance) && !is_pushed(p, contact))
      add_gap(model, contact, closed ? LawKind::bilateral : LawKind::unilateral, p.problem);
  }
  return largest;
}

/// b = g(q^n) + H (q̂ − q^n)
void set_offsets(const Model& model, const Vec& q_hat, const Vec& q, Projection& p) {
  for (std::size_t j = 0; j < p.problem.set.functions.size(); ++j) {
    const std::int32_t f = p.problem.set.functions[j];
    const FunctionPlace& place = model.functions[static_cast<std::size_t>(f)];
    const double* row = p.rows.gradient(place);
    double b = p.rows.value(place);
    for (const std::int32_t dof : model.groups[static_cast<std::size_t>(place.group)].dofs)
      b += *row++ * (q_hat[dof] - q[dof]);
    p.problem.problem.b[j] = b;
  }
}

void keep_tau(const Model& model, Projection& p) {
  std::size_t row = model.joint_functions.size();
  for (const std::int32_t contact : p.problem.set.contacts)
    p.tau_normal[contact] = p.problem.p[row++];
}

}  // namespace

Projection::Projection(const Model& model)
    : rules(model.contacts.size(), PositionRule::complementary),
      rows(make_rows(model)),
      problem(model),
      tau_normal(Vec::Zero(static_cast<Eigen::Index>(model.contacts.size()))),
      correction(Vec::Zero(model.dofs)) {}

StepStatus project(const Model& model, const Solver& solver, std::int32_t joint_rank,
                   const BlockFactor& N_inverse, ProjectionLimits limits, double t,
                   const Vec& q_hat, Vec& q, RowWork& row_tapes, SolverWork& work, Projection& p,
                   StepReport& report) {
  begin(model, p.problem);
  std::fill(p.problem.p.begin(), p.problem.p.end(), 0.0);
  for (Eigen::Index i = 0; i < p.tau_normal.size(); ++i) p.tau_normal[i] = 0;
  p.moved = false;
  copy(q_hat, q);
  double before = 0;
  for (int pass = 0;; ++pass) {
    evaluate(model, t, q, row_tapes, p.rows);
    const double wrong = violation(model, limits.tolerance, p);
    if (!std::isfinite(wrong)) return StepStatus::not_finite;
    if (wrong <= limits.tolerance) break;
    // round-off is reached: far from the origin 1e-12 is below an ulp of q
    if (pass > 3 && wrong > 0.5 * before && wrong <= 1e3 * limits.tolerance) break;
    if (pass == limits.iterations) return StepStatus::newton_failed;
    before = wrong;
    report.projection += 1;
    p.moved = true;
    p.problem.p.resize(static_cast<std::size_t>(p.problem.problem.n), 0.0);
    assemble(model, p.rows, p.rows, N_inverse, q, p.problem);
    set_offsets(model, q_hat, q, p);
    const SolveReport solved = solve_step(solver, joint_rank, p.problem, work);
    if (!solved.converged) return StepStatus::solver_failed;
    for (Eigen::Index i = 0; i < p.correction.size(); ++i) p.correction[i] = 0;
    add_reaction(model, p.problem, p.correction);
    advance(model, q_hat, 1, p.correction, q);
    keep_tau(model, p);
  }
  return StepStatus::ok;
}

void store_tau(const Projection& p, State& x) {
  for (Eigen::Index j = 0; j < x.tau_joint.size(); ++j)
    x.tau_joint[j] = p.moved ? p.problem.p[static_cast<std::size_t>(j)] : 0.0;
  for (Eigen::Index i = 0; i < x.tau_normal.size(); ++i) x.tau_normal[i] = p.tau_normal[i];
}

}  // namespace saltus
