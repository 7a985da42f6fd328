// SPDX-License-Identifier: Apache-2.0
// Nonsmooth generalized-α; (n) = equation n of docs/theory/generalized_alpha.md.
#include "saltus/schemes/generalized_alpha.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/alpha_monolithic.h"
#include "saltus/schemes/alpha_pass.h"
#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"

namespace saltus {
namespace {

/// By how much the pass changed ṽ, v and, where it depends on the jump, U/h.
double change_of(const AlphaSetting& s, const Vec& v_before, AlphaWork& w) {
  combine(1, w.z, -1, w.z_new, w.change);
  double change = mass_norm(s.model, w.force_point, w.change);
  combine(1, s.next.v, -1, v_before, w.change);
  change += mass_norm(s.model, w.force_point, w.change);
  const bool by_z = s.scheme.constraints == AlphaConstraints::position_velocity && !w.has_friction;
  if (by_z) return change;
  difference(s.model, s.next.q, w.q_tilde, w.increment);
  combine(1 / s.h, w.increment, -1 / s.h, w.shift, w.change);
  copy(w.increment, w.shift);
  return change + mass_norm(s.model, w.force_point, w.change);
}

/// The iterate at the start of a solve.
void prepare(const AlphaSetting& s, AlphaWork& w) {
  w.last_set.assign(1, -1);
  std::fill(w.kept.begin(), w.kept.end(), 0);
  predict(s, w);
  if (s.model.joint_functions.empty()) return;
  begin(s.model, w.smooth);
  recall(s.model, s.x, w.smooth);
  evaluate(s.model, s.t(), s.next.q, w.row_tapes, w.tilde);
  w.rows = &w.tilde;
}

/// Passes until nothing changes any more; the iteration matrix is kept while it contracts well.
StepStatus solve_sequentially(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  constexpr int patience = 8;  // passes after which contacts only join the set, so that it settles
  Stopping stopping{s.scheme.newton_tolerance, !s.model.functions.empty()};
  bool refresh = !(s.model.linear && w.factored_step == s.h);
  for (int n = 1; n <= s.scheme.newton_iterations; ++n) {
    copy(s.next.v, w.v_new);
    const StepStatus status = pass(s, refresh, w, report);
    if (status != StepStatus::ok && status != StepStatus::solver_failed) return status;
    if (n == 1 && is_exact(s, w)) return status;
    const double change = change_of(s, w.v_new, w);
    if (!(change >= 0)) return StepStatus::singular;  // M is not positive definite
    if (n == 1) stopping.set_scale(s.model, w.force_point, s.x, s.h, change);
    if (stopping.is_reached(change)) return status;
    refresh = !s.model.linear && stopping.ratio > 0.2 && n > 1;
    if (n < patience) continue;
    for (const std::int32_t contact : w.problem.set.contacts)
      w.kept[static_cast<std::size_t>(contact)] = 1;
  }
  return StepStatus::newton_failed;
}

/// ṽ̇_{k+1}, a_{k+1} and the multipliers into the state.
void keep(const AlphaSetting& s, AlphaWork& w) {
  const double to_force = s.inertia() / s.h;
  for (Eigen::Index i = 0; i < w.z.size(); ++i) {
    const double v_dot = to_force * w.z[i];
    s.next.v_dot[i] = v_dot;
    s.next.a[i] =
        ((1 - s.c.alpha_f) * v_dot + s.c.alpha_f * s.x.v_dot[i] - s.c.alpha_m * w.a_k[i]) /
        (1 - s.c.alpha_m);
  }
  store(s.model, w.problem, s.next);
  for (Eigen::Index j = 0; j < s.next.lambda_joint.size(); ++j)
    s.next.lambda_joint[j] = to_force * w.smooth.p[static_cast<std::size_t>(j)];
  const double share = jump_part(s);
  for (Eigen::Index j = 0; j < s.next.tau_joint.size(); ++j) {
    const double own = w.projection.moved ? w.projection.problem.p[static_cast<std::size_t>(j)] : 0;
    s.next.tau_joint[j] = own + share * s.next.p_joint[j];
  }
  for (Eigen::Index i = 0; i < s.next.tau_normal.size(); ++i) {
    const double own = w.projection.moved ? w.projection.tau_normal[i] : 0;
    s.next.tau_normal[i] = own + share * s.next.p_normal[i];
  }
}

/// (9) Forces by the trapezoidal rule along q̃ − q_k; impulses along the mean of ṽ and v; what the
/// correction of the position lifts is the contacts' work too.
void take_works(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  if (s.model.has_power) {
    combine(1 / s.h, w.d_0, s.position() / s.h, w.z, w.v_mean);
    const Power a = power(s.model, s.x.t, s.x.q, s.x.v, w.v_mean, w.bodies);
    const Power b = power(s.model, s.t(), s.next.q, s.next.v, w.v_mean, w.bodies);
    report.work_external = 0.5 * s.h * (a.external + b.external);
    report.work_damping = 0.5 * s.h * (a.damping + b.damping);
  }
  for (std::size_t j = 0; j < s.model.joint_functions.size(); ++j) {
    const FunctionPlace& f =
        s.model.functions[static_cast<std::size_t>(s.model.joint_functions[j])];
    const auto row = static_cast<Eigen::Index>(j);
    // H v = −∂g/∂t: only a joint that moves by itself works
    report.work_external -=
        0.5 * s.h *
        (s.x.lambda_joint[row] * s.start.rate(f) + s.next.lambda_joint[row] * w.rows->rate(f));
  }
  if (w.problem.problem.n == 0) return;
  combine(0.5, w.v_tilde, 0.5, s.next.v, w.v_mean);
  const ReactionWork work = reaction_work(s.model, *w.rows, w.v_mean, w.problem);
  report.work_external += work.drive;
  report.work_contact = work.contact;
  if (w.problem.set.contacts.empty()) return;
  const auto energy_at = [&](const Vec& q) {
    copy(q, w.point.q);
    const Energy e = energy(s.model, w.point, w.bodies);
    return e.kinetic + e.potential;
  };
  w.point.t = s.t();
  copy(s.next.v, w.point.v);
  report.work_contact += energy_at(s.next.q) - energy_at(w.q_tilde);
}

}  // namespace

std::string refusal(const GeneralizedAlpha& scheme, const Model& model) {
  if (scheme.solve != AlphaSolve::monolithic) return {};
  if (has_shape_contacts(model)) {
    return R"(solve = "monolithic" needs second derivatives of the gaps, which contacts between )"
           R"(shapes do not have; use solve = "sequential")";
  }
  if (model.friction_in_space)
    return R"(solve = "monolithic" has planar friction only; use solve = "sequential")";
  return {};
}

AlphaCoefficients coefficients(const GeneralizedAlpha& scheme) {
  if (scheme.alpha_m) return {*scheme.alpha_m, *scheme.alpha_f, *scheme.gamma, *scheme.beta};
  return chung_hulbert(scheme.rho_inf);
}

void check_fields(const GeneralizedAlpha& scheme, const Value& table, std::string_view what) {
  const int given = (scheme.alpha_m ? 1 : 0) + (scheme.alpha_f ? 1 : 0) + (scheme.gamma ? 1 : 0) +
                    (scheme.beta ? 1 : 0);
  if (given == 0) return;
  std::string message(what);
  if (given < 4) {
    message += " need all of 'alpha_m', 'alpha_f', 'gamma', 'beta', or none of them";
  } else if (find(table, "rho_inf") != nullptr) {
    message += " have 'rho_inf' and the coefficients that follow from it; leave one of them out";
  } else {
    return;
  }
  throw ModelError(table.where, message);
}

AlphaWork::AlphaWork(const Model& model)
    : Workspace(model),
      smooth(model),
      projection(model),
      mass(model),
      tilde(make_rows(model)),
      kept(model.contacts.size(), 0),
      point(initial_state(model)),
      curvature(model),
      lambda(model.functions.size(), 0.0) {
  last_set.reserve(model.contacts.size() + 1);
  for (Vec* x : {&a_k, &v_0, &d_0, &z, &z_new, &v_tilde, &jump, &slide, &shift, &zero})
    x->setZero(model.dofs);
  for (Vec* q : {&q_tilde, &q_hat}) q->setZero(model.space.positions);
  for (const Contact& c : model.contacts) has_friction = has_friction || c.mu > 0;
}

AlphaWork::~AlphaWork() = default;

StepStatus start(const GeneralizedAlpha& scheme, const Model& model, const Solver& solver,
                 double /*h*/, const ConstraintRows& rows, State& x, AlphaWork& w) {
  if (scheme.solve == AlphaSolve::monolithic) w.system = std::make_unique<AlphaSystem>(model);
  motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
  if (!w.mass.factor_mass(model, w.force_point)) return StepStatus::singular;
  begin(model, w.smooth);
  recall(model, x, w.smooth);
  if (!model.joint_functions.empty()) {
    // an initial velocity that the joints do not allow meets them as an impact
    assemble(model, rows, rows, w.mass, x.v, w.smooth);
    if (!solve_step(solver, x.joint_rank, w.smooth, w.solver).converged)
      return StepStatus::solver_failed;
    add_reaction(model, w.smooth, x.v);
    motion(model, x.t, x.q, x.v, w.bodies, w.force_point);
  }
  // (10) M ṽ̇ = f + H_Eᵀ λ̃,  H_E ṽ̇ + d(H_E)/dt v + ∂²g/∂t² = 0,  λ̃_U = 0
  scaled_force(model, w.force_point, 1, x.v_dot);
  w.mass.solve(model, x.v_dot);
  if (!model.joint_functions.empty()) {
    evaluate(model, x.t, x.q, x.v, w.lambda, w.curvature);
    assemble(model, rows, rows, w.mass, x.v_dot, w.smooth);
    for (std::size_t j = 0; j < model.joint_functions.size(); ++j) {
      const std::int32_t f = model.joint_functions[j];
      w.smooth.problem.b[j] += drift(model, w.curvature, f, x.v) -
                               rows.rate(model.functions[static_cast<std::size_t>(f)]);
    }
    if (!solve_step(solver, x.joint_rank, w.smooth, w.solver).converged)
      return StepStatus::solver_failed;
    add_reaction(model, w.smooth, x.v_dot);
    for (Eigen::Index j = 0; j < x.lambda_joint.size(); ++j)
      x.lambda_joint[j] = w.smooth.p[static_cast<std::size_t>(j)];
  }
  x.a = x.v_dot;
  return std::isfinite(x.v_dot.sum()) ? StepStatus::ok : StepStatus::not_finite;
}

StepReport step(const GeneralizedAlpha& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, AlphaWork& w) {
  const AlphaSetting s{scheme, model, solver, coefficients(scheme), h, start, x, next};
  StepReport report;
  report.activation = 0;
  next.t = s.t();
  prepare(s, w);
  if (scheme.solve == AlphaSolve::monolithic) {
    report.status = solve_at_once(s, w, report);
    // where contacts repeat each other the sets of (38) may go round, or end with the wrong signs
    if (report.status == StepStatus::newton_failed) {
      prepare(s, w);
      report.status = solve_sequentially(s, w, report);
    }
  } else {
    report.status = solve_sequentially(s, w, report);
  }
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  copy(w.q_tilde, w.q_theta);  // where a failure is looked for
  copy(next.v, w.v_mean);
  if (!is_usable(report.status)) return report;
  keep(s, w);
  take_works(s, w, report);
  return report;
}

}  // namespace saltus
