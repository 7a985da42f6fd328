// SPDX-License-Identifier: Apache-2.0
// (n) = equation n of docs/theory/generalized_alpha.md.
#include "saltus/schemes/alpha_pass.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/joint_rank.h"
#include "saltus/schemes/newton.h"

namespace saltus {
namespace {

/// Solves a problem of the step and counts it.
StepStatus solve_counted(const AlphaSetting& s, StepProblem& problem, AlphaWork& w,
                         StepReport& report) {
  const SolveReport solved = solve_step(s.solver, s.x.joint_rank, problem, w.solver);
  count(solved, report);
  return solved.converged ? StepStatus::ok : StepStatus::solver_failed;
}

/// Some joint or gap is off by more than the tolerance.
bool is_violated(const AlphaSetting& s, const ConstraintRows& rows) {
  const auto value = [&](std::int32_t f) {
    return rows.value(s.model.functions[static_cast<std::size_t>(f)]);
  };
  const double tolerance = s.scheme.projection_tolerance;
  for (const std::int32_t f : s.model.joint_functions) {
    if (!(std::abs(value(f)) <= tolerance)) return true;
  }
  for (const Contact& c : s.model.contacts) {
    if (!(value(c.gap) >= -tolerance)) return true;
  }
  return false;
}

/// slide = M⁻¹ H_Tᵀ Λ_T, from M⁻¹ Hᵀ of the assembled problem.
void take_slide(const AlphaSetting& s, AlphaWork& w) {
  copy(w.zero, w.slide);
  w.slides = false;
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : w.problem.set.contacts) {
    const Contact& c = s.model.contacts[static_cast<std::size_t>(contact)];
    ++row;
    const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(c.gap)];
    for (std::int32_t r = 1; r < c.rows(); ++r, ++row) {  // the contact's rows share their dofs
      const double* X = w.problem.X.data() + w.problem.X_at[row];
      for (const std::int32_t dof : dofs_of(s.model, place))
        w.slide[dof] += *X++ * w.problem.p[row];
      w.slides = w.slides || w.problem.p[row] != 0;
    }
  }
}

/// A first guess of it: friction as in the step before.
bool guess_slide(const AlphaSetting& s, AlphaWork& w) {
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    const auto add = [&](std::int32_t function, double p) {
      if (p == 0) return;
      w.slides = true;
      const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(function)];
      const double* row = s.start.gradient(place);
      for (const std::int32_t dof : dofs_of(s.model, place))
        w.slide[dof] += *row++ * p * (s.h / s.x.h);
    };
    add(s.model.contacts[i].tangent, s.x.p_tangent[static_cast<Eigen::Index>(i)]);
    add(s.model.contacts[i].tangent_2, s.x.p_tangent_2[static_cast<Eigen::Index>(i)]);
  }
  if (!w.slides) return true;
  if (!ensure_mass(s, w)) return false;
  w.mass.solve(s.model, w.slide);
  return true;
}

}  // namespace

double jump_part(const AlphaSetting& s) {
  switch (s.scheme.constraints) {
    case AlphaConstraints::velocity:
      return 0.5 * s.h;
    case AlphaConstraints::modified_lcp:
      return s.h;
    default:
      return 0;
  }
}

double slide_part(const AlphaSetting& s) {
  return s.scheme.constraints == AlphaConstraints::modified_lcp ? s.h : 0.5 * s.h;
}

void predict(const AlphaSetting& s, AlphaWork& w) {
  const auto& [alpha_m, alpha_f, gamma, beta] = s.c;
  const double h = s.h;
  // a_k − ṽ̇_k grows with the step it belongs to
  const double stretch = s.x.h > 0 ? h / s.x.h : 1.0;
  const double to_z = h / s.inertia();
  for (Eigen::Index i = 0; i < w.z.size(); ++i) {
    const double v_dot = s.x.v_dot[i];
    const double a_k = stretch == 1 ? s.x.a[i] : v_dot + stretch * (s.x.a[i] - v_dot);
    const double a_0 = (alpha_f * v_dot - alpha_m * a_k) / (1 - alpha_m);
    w.a_k[i] = a_k;
    w.v_0[i] = s.x.v[i] + h * ((1 - gamma) * a_k + gamma * a_0);
    w.d_0[i] = h * (s.x.v[i] + h * ((0.5 - beta) * a_k + beta * a_0));
    w.z[i] = to_z * v_dot;
    w.jump[i] = w.slide[i] = w.shift[i] = 0;
  }
  w.slides = false;
  w.projection.moved = false;
  combine(1, w.v_0, 1, w.z, s.next.v);
  place_smoothly(s, w, s.next.q);
}

void place_smoothly(const AlphaSetting& s, AlphaWork& w, Vec& q) {
  combine(1, w.d_0, s.position(), w.z, w.increment);
  advance(s.model, s.x.q, 1, w.increment, q);
}

bool is_closed_within(const AlphaSetting& s, std::int32_t gap, const AlphaWork& w) {
  const double g = w.tilde.value(s.model.functions[static_cast<std::size_t>(gap)]);
  return g <= s.scheme.projection_tolerance || is_closed(s.model, w.tilde, gap, w.q_tilde, g);
}

bool ensure_mass(const AlphaSetting& s, AlphaWork& w) {
  if (w.mass_is_current) return true;
  w.mass_is_current = true;
  return w.mass.factor_mass(s.model, w.force_point);
}

StepStatus move_smoothly(const AlphaSetting& s, bool refresh, AlphaWork& w, StepReport& report) {
  const double to_z = s.h / s.inertia();
  if (refresh) {
    tangent(s.model, s.t(), s.next.q, s.next.v, w.z, w.bodies, w.force_point);
    // (8) S*/σ = M + hβ/γ S + (h C + h²β/γ K)/σ
    w.factored_step = s.h;
    if (!w.factor.factor(s.model, w.force_point, s.position(), w.force_point, to_z,
                         to_z * s.position()))
      return StepStatus::singular;
  } else {
    motion(s.model, s.t(), s.next.q, s.next.v, w.bodies, w.force_point);
  }
  w.mass_is_current = w.mass_is_current && s.model.linear;
  // residual of (4), divided by σ: (h/σ) f − M z, the joints' part being solved for
  scaled_force(s.model, w.force_point, to_z, w.change);
  subtract_momentum(s.model, w.force_point, w.z, w.zero, w.change);
  w.factor.solve(s.model, w.change);
  combine(1, w.z, 1, w.change, w.z_new);
  StepStatus status = StepStatus::ok;
  if (!s.model.joint_functions.empty()) {
    combine(1, w.v_0, 1, w.z_new, w.v_tilde);
    assemble(s.model, *w.rows, *w.rows, w.factor, w.v_tilde, w.smooth);
    status = solve_counted(s, w.smooth, w, report);
    add_reaction(s.model, w.smooth, w.z_new);
  }
  return std::isfinite(sum(w.z_new)) ? status : StepStatus::not_finite;
}

void activate(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  combine(1, w.v_0, 1, w.z, w.v_tilde);
  place_smoothly(s, w, w.q_tilde);
  begin(s.model, w.problem);
  w.rows = &w.tilde;
  if (s.model.functions.empty()) return;
  evaluate(s.model, s.t(), w.q_tilde, w.row_tapes, w.tilde);
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    const std::int32_t gap = s.model.contacts[i].gap;
    if (is_closed_within(s, gap, w) || w.kept[i] != 0)
      add_contact(s.model, s.start, static_cast<std::int32_t>(i), w.problem);
  }
  // the same contacts: their impulses of the pass before, which a solver leaves alone once they
  // hold
  if (w.problem.set.contacts == w.last_set) return;
  if (w.problem.problem.n > 0) recall(s.model, s.x, w.problem);
  w.last_set.assign(w.problem.set.contacts.begin(), w.problem.set.contacts.end());
  report.activation += 1;
}

StepStatus place(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  const bool resume = w.projection.moved;
  w.projection.moved = false;
  const AlphaConstraints constraints = s.scheme.constraints;
  const Vec* hat = &w.q_tilde;
  const bool by_jump = constraints != AlphaConstraints::position_velocity;
  if (by_jump || w.slides) {
    const double part = by_jump ? jump_part(s) : slide_part(s);
    advance(s.model, w.q_tilde, part, by_jump ? w.jump : w.slide, w.q_hat);
    hat = &w.q_hat;
    evaluate(s.model, s.t(), *hat, w.row_tapes, w.law);
    w.rows = &w.law;
  }
  if (constraints == AlphaConstraints::velocity || !is_violated(s, *w.rows)) {
    copy(*hat, s.next.q);
    return StepStatus::ok;
  }
  if (!ensure_mass(s, w)) return StepStatus::singular;
  w.rows = &w.projection.rows;
  return project(s.model, s.solver, s.x.joint_rank, w.mass,
                 {s.scheme.projection_tolerance, 50, resume}, s.t(), *hat, s.next.q, w.row_tapes,
                 w.solver, w.projection, report);
}

StepStatus react(const AlphaSetting& s, AlphaWork& w, StepReport& report) {
  if (w.problem.problem.n == 0) {
    copy(w.v_tilde, s.next.v);
    w.slides = false;
    return StepStatus::ok;
  }
  if (!ensure_mass(s, w)) return StepStatus::singular;
  assemble(s.model, *w.rows, *w.rows, w.mass, w.v_tilde, w.problem);
  const StepStatus status = solve_counted(s, w.problem, w, report);
  copy(w.v_tilde, s.next.v);
  add_reaction(s.model, w.problem, s.next.v);
  if (w.has_friction) take_slide(s, w);
  return std::isfinite(sum(s.next.v)) ? status : StepStatus::not_finite;
}

StepStatus pass(const AlphaSetting& s, bool refresh, AlphaWork& w, StepReport& report) {
  report.newton += 1;
  const StepStatus smooth = move_smoothly(s, refresh, w, report);
  if (!goes_on(smooth)) return smooth;
  w.z.swap(w.z_new);
  if (report.newton == 1 && w.has_friction && !guess_slide(s, w)) return StepStatus::singular;
  activate(s, w, report);
  const StepStatus placed = place(s, w, report);
  if (!goes_on(placed)) return placed;
  const StepStatus reacted = react(s, w, report);
  if (!goes_on(reacted)) return reacted;
  combine(1, s.next.v, -1, w.v_tilde, w.jump);
  if (smooth != StepStatus::ok) return smooth;
  return placed != StepStatus::ok ? placed : reacted;
}

bool is_exact(const AlphaSetting& s, const AlphaWork& w) {
  if (!s.model.linear) return false;
  const bool free = w.problem.problem.n == 0 && !w.projection.moved;
  if (free) return true;
  return s.model.constant_motion && !w.has_friction &&
         s.scheme.constraints == AlphaConstraints::position_velocity &&
         w.problem.set.constant_rows &&
         (!w.projection.moved || w.projection.problem.set.constant_rows);
}

}  // namespace saltus
