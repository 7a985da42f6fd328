// SPDX-License-Identifier: Apache-2.0
// Nonsmooth Newmark and HHT schemes; (n) = equation n of docs/theory/newmark.md.
#include "saltus/schemes/newmark.h"

#include <cmath>

#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"

namespace saltus {
namespace {

/// The step's numbers that do not change during its Newton iterations.
struct Setting {
  NewmarkWeights weights;
  double newton_tolerance;
  int newton_iterations;
  const Model& model;
  const Solver& solver;
  double h;
  const ConstraintRows& start;
  const State& x;
  State& next;  // v is Newton's iterate, q follows v and v̇
};

/// (3) q_{k+1} = q_k ⊕ h v̄,  v̄ = ½(v_k + v_{k+1}) + (h/2)(2β−γ)(a_{k+1} − a_k); q_m half-way
void place(const Setting& s, NewmarkWork& w) {
  const auto [alpha, gamma, beta] = s.weights;
  // a_{k+1} is v̇ to the last bit where v̇ does not change
  combine(alpha, s.x.v_dot, -alpha, w.v_dot, w.a);
  add_scaled(1, w.v_dot, w.a);
  combine(0.5, s.x.v, 0.5, s.next.v, w.v_mean);
  const double lift = 0.5 * s.h * (2 * beta - gamma);
  if (lift != 0) {
    add_scaled(lift, w.a, w.v_mean);
    add_scaled(-lift, s.x.a, w.v_mean);
  }
  advance(s.model, s.x.q, s.h, w.v_mean, s.next.q);
  advance(s.model, s.x.q, 0.5 * s.h, w.v_mean, w.q_theta);
}

/// (1) r = f − M v̇ at the end of the step; zero where it is the rounding of its terms, so that a
/// body at rest keeps its acceleration to the last bit.
void evaluate_end(const Setting& s, bool with_tangent, NewmarkWork& w) {
  const double t = s.x.t + s.h;
  if (with_tangent) {
    tangent(s.model, t, s.next.q, s.next.v, w.v_dot, w.bodies, w.force_point);
  } else {
    motion(s.model, t, s.next.q, s.next.v, w.bodies, w.force_point);
  }
  for (const Cluster& c : s.model.clusters) {
    const double* row = w.force_point.M(c);
    const double* f = w.force_point.f(c);
    for (std::int32_t i = 0; i < c.n; ++i, row += c.n) {
      double sum = 0;
      double terms = std::abs(f[i]);
      for (std::int32_t j = 0; j < c.n; ++j) {
        const double product = row[j] * w.v_dot[c.dof + j];
        sum += product;
        terms += std::abs(product);
      }
      const double r = f[i] - sum;
      w.r[c.dof + i] = std::abs(r) <= 1e-15 * terms ? 0.0 : r;
    }
  }
}

/// M(q_m), along which reactions act; M is the same everywhere for a linear model.
const Dynamics& evaluate_mass(const Setting& s, bool has_rows, NewmarkWork& w) {
  if (s.model.linear || !has_rows) return w.force_point;
  motion(s.model, s.x.t + 0.5 * s.h, w.q_theta, s.next.v, w.bodies, w.mass_point);
  return w.mass_point;
}

/// (6) G = M + (1−α)(h²/2)(2β−γ)(K + S),  D = C + (h/2)(K + S),  M̂ = M_m (I + (1−α) γ h G⁻¹ D)
bool factorise(const Setting& s, const Dynamics& mass, NewmarkWork& w) {
  const auto [alpha, gamma, beta] = s.weights;
  const double g = (1 - alpha) * 0.5 * s.h * s.h * (2 * beta - gamma);
  w.factored_step = s.h;
  return form(s.model, w.force_point, mass, g, 0.5 * s.h, (1 - alpha) * gamma * s.h, w.matrix,
              w.factor);
}

/// v_free = v + M̂⁻¹ M_m (v* − v),  v* = v_k + h(1−γ) a_k + hγ (a + (1−α) G⁻¹ r)
void move_freely(const Setting& s, const Dynamics& mass, NewmarkWork& w) {
  const auto [alpha, gamma, beta] = s.weights;
  w.matrix.G.solve(s.model, w.r);
  combine(1, s.x.v, s.h * (1 - gamma), s.x.a, w.target);
  add_scaled(s.h * gamma, w.a, w.target);
  add_scaled(s.h * gamma * (1 - alpha), w.r, w.target);
  for (Eigen::Index i = 0; i < w.change.size(); ++i) w.change[i] = 0;
  subtract_momentum(s.model, mass, s.next.v, w.target, w.change);
  w.factor.solve(s.model, w.change);
  combine(1, s.next.v, 1, w.change, w.v_new);
}

/// Rows of H at the end or in the middle of the step.
const ConstraintRows& rows_at(const Setting& s, double part, const Vec& q, ConstraintRows& storage,
                              NewmarkWork& w) {
  if (w.problem.set.constant_rows) return s.start;
  evaluate(s.model, s.x.t + part * s.h, q, w.problem.set.groups, w.row_tapes, storage);
  return storage;
}

/// (4) u = W p + b with the laws;  v ← v_free + M̂⁻¹ H_mᵀ p
StepStatus react(const Setting& s, NewmarkWork& w, StepReport& report) {
  if (w.problem.problem.n == 0) return StepStatus::ok;
  const ConstraintRows& law = rows_at(s, 1, s.next.q, w.law, w);
  const ConstraintRows& reaction = rows_at(s, 0.5, w.q_theta, w.reaction, w);
  assemble(s.model, law, reaction, w.factor, w.v_new, w.problem);
  const SolveReport solved = solve_step(s.solver, s.x.joint_rank, w.problem, w.solver);
  count(solved, report);
  add_reaction(s.model, w.problem, w.v_new);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

/// Newton on v_{k+1} and v̇_{k+1}; the tangent is kept while it contracts well.
StepStatus newton(const Setting& s, NewmarkWork& w, StepReport& report) {
  const bool has_rows = w.problem.problem.n > 0;
  const bool one_pass = s.model.linear && (!has_rows || w.problem.set.constant_rows);
  Stopping stopping{s.newton_tolerance, has_rows};
  bool refresh = !(s.model.linear && w.factored_step == s.h);
  for (int pass = 1; pass <= s.newton_iterations; ++pass) {
    report.newton += 1;
    place(s, w);
    evaluate_end(s, refresh, w);
    const Dynamics& mass = evaluate_mass(s, has_rows, w);
    if (refresh && !factorise(s, mass, w)) return StepStatus::singular;
    move_freely(s, mass, w);
    const StepStatus status = react(s, w, report);
    if (!std::isfinite(sum(w.v_new))) return StepStatus::not_finite;

    combine(1, w.v_new, -1, s.next.v, w.change);
    subtract_response(s.model, w.matrix, w.change, w.r);  // δv̇ = G⁻¹ r − E δv
    add_scaled(1, w.r, w.v_dot);
    s.next.v.swap(w.v_new);
    if (one_pass) return status;

    const double change = mass_norm(s.model, mass, w.change) + s.h * mass_norm(s.model, mass, w.r);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (pass == 1) stopping.set_scale(s.model, mass, s.x, s.h, change);
    if (stopping.is_reached(change)) return status;
    refresh = !s.model.linear && stopping.ratio > 0.2 && pass > 1;
  }
  return StepStatus::newton_failed;
}

/// (7) works as in [004] (99), (100), (112), (113): on q_{k+1} ⊖ q_k, with the weights that the
/// scheme gives to the forces of three states; contacts on ½(v_k + v_{k+1}).
void take_works(const Setting& s, NewmarkWork& w, StepReport& report) {
  const auto [alpha, gamma, beta] = s.weights;
  const State& x = s.x;
  if (s.model.has_power) {
    const auto add = [&](double weight, double t, const Vec& q, const Vec& v) {
      if (weight == 0) return;
      const Power rate = power(s.model, t, q, v, w.v_mean, w.bodies);
      report.work_external += s.h * weight * rate.external;
      report.work_damping += s.h * weight * rate.damping;
    };
    advance(s.model, x.q, -x.h, x.w, w.q_theta);  // q_{k−1}
    add((1 - gamma) * alpha, x.t - x.h, w.q_theta, x.v_before);
    add((1 - gamma) * (1 - alpha) + gamma * alpha, x.t, x.q, x.v);
    add(gamma * (1 - alpha), x.t + s.h, s.next.q, s.next.v);
  }
  if (w.problem.set.functions.empty()) return;
  combine(0.5, x.v, 0.5, s.next.v, w.v_theta);
  const ConstraintRows& reaction = w.problem.set.constant_rows ? s.start : w.reaction;
  const ReactionWork work = reaction_work(s.model, reaction, w.v_theta, w.problem);
  report.work_external += work.drive;
  report.work_contact = work.contact;
}

}  // namespace

NewmarkWork::NewmarkWork(const Model& model) : Workspace(model), matrix(model) {
  for (Vec* y : {&v_dot, &a, &r, &target}) y->setZero(model.dofs);
}

template <class S>
requires std::same_as<typename S::Work, NewmarkWork> StepStatus
start(const S& /*scheme*/, const Model& model, const Solver& /*solver*/, double /*h*/,
      const ConstraintRows& /*rows*/, State& x, NewmarkWork& w) {
  motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
  if (!w.factor.factor_mass(model, w.force_point)) return StepStatus::singular;
  scaled_force(model, w.force_point, 1, x.v_dot);
  w.factor.solve(model, x.v_dot);
  copy(x.v_dot, x.a);
  copy(x.v, x.v_before);
  return std::isfinite(sum(x.a)) ? StepStatus::ok : StepStatus::not_finite;
}

template <class S>
requires std::same_as<typename S::Work, NewmarkWork> StepReport
step(const S& scheme, const Model& model, const Solver& solver, double h,
     const ConstraintRows& start, const State& x, State& next, NewmarkWork& w) {
  const Setting s{scheme.weights(),
                  scheme.newton_tolerance,
                  scheme.newton_iterations,
                  model,
                  solver,
                  h,
                  start,
                  x,
                  next};
  StepReport report;
  copy(x.v, next.v);
  copy(x.v_dot, w.v_dot);
  begin(model, w.problem);
  add_forecast(model, start, x.q, h, 0.5, w.problem);  // (5) active: g_k + ½ h u_k ≤ 0
  if (w.problem.problem.n > 0) recall(model, x, w.problem);
  report.status = newton(s, w, report);
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  if (!is_usable(report.status)) return report;  // the points that failed stay in w
  place(s, w);
  take_works(s, w, report);
  next.t = x.t + h;
  copy(w.a, next.a);
  copy(w.v_dot, next.v_dot);
  copy(w.v_mean, next.w);
  copy(x.v, next.v_before);
  store(model, w.problem, next);
  return report;
}

template StepStatus start(const Newmark&, const Model&, const Solver&, double,
                          const ConstraintRows&, State&, NewmarkWork&);
template StepStatus start(const Hht&, const Model&, const Solver&, double, const ConstraintRows&,
                          State&, NewmarkWork&);
template StepReport step(const Newmark&, const Model&, const Solver&, double, const ConstraintRows&,
                         const State&, State&, NewmarkWork&);
template StepReport step(const Hht&, const Model&, const Solver&, double, const ConstraintRows&,
                         const State&, State&, NewmarkWork&);

}  // namespace saltus
