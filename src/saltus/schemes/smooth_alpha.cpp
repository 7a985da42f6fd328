// SPDX-License-Identifier: Apache-2.0
// Smooth generalized-α scheme; (n) = equation n of docs/theory/smooth_alpha.md.
#include "saltus/schemes/smooth_alpha.h"

#include "saltus/schemes/alpha_coefficients.h"
#include "saltus/schemes/start_motion.h"

namespace saltus {
namespace {

/// What newton_at_positions() asks for; z is b_v v̇_{k+1}, and all else follows it.
struct Motion {
  const Model& model;
  const Solver& solver;
  double h;
  double tolerance;
  int iterations;
  const ConstraintRows& start;
  const State& x;
  State& next;
  AlphaCoefficients weights;
  double b_v;  // hγ (1−α_f)/(1−α_m) = ∂v_{k+1}/∂v̇_{k+1}

  /// (2) (1−α_m) a_{k+1} + α_m a_k = (1−α_f) v̇_{k+1} + α_f v̇_k
  /// (3) v_{k+1} = v_k + h(1−γ) a_k + hγ a_{k+1},  q_{k+1} = q_k ⊕ h (v_k + h(½−β) a_k + hβ
  /// a_{k+1})
  void place(PositionWork& w) const {
    const auto [alpha_m, alpha_f, gamma, beta] = weights;
    combine(1 / b_v, w.z, 0, w.z, next.v_dot);
    combine((1 - alpha_f) / (1 - alpha_m), next.v_dot, alpha_f / (1 - alpha_m), x.v_dot, next.a);
    add_scaled(-alpha_m / (1 - alpha_m), x.a, next.a);
    combine(1, x.v, h * (1 - gamma), x.a, next.v);
    add_scaled(h * gamma, next.a, next.v);
    combine(1, x.v, h * (0.5 - beta), x.a, w.v_mean);
    add_scaled(h * beta, next.a, w.v_mean);
    advance(model, x.q, h, w.v_mean, next.q);
    evaluate(model, x.t + h, next.q, w.row_tapes, w.law);
  }

  /// (1) b_v f − M z;  (5) M̂ = M + b_v C + b_q (K + S),  b_q = (hβ/γ) b_v
  [[nodiscard]] bool residual(bool with_tangent, PositionWork& w) const {
    if (with_tangent) {
      tangent(model, x.t + h, next.q, next.v, next.v_dot, w.bodies, w.force_point);
      const double b_q = h * weights.beta / weights.gamma * b_v;
      w.factored_step = h;
      if (!w.factor.factor(model, w.force_point, b_q, w.force_point, b_v, b_q)) return false;
    } else {
      motion(model, x.t + h, next.q, next.v, w.bodies, w.force_point);
    }
    scaled_force(model, w.force_point, b_v, w.change);
    for (Eigen::Index i = 0; i < w.v_theta.size(); ++i) w.v_theta[i] = 0;
    subtract_momentum(model, w.force_point, w.z, w.v_theta, w.change);
    return true;
  }

  [[nodiscard]] const Vec& sliding_velocity(const PositionWork& /*w*/) const { return next.v; }
  /// (4) q moves by (hβ/γ) δz
  [[nodiscard]] double gap_scale(std::int32_t /*contact*/ = 0) const {
    return weights.gamma / (h * weights.beta);
  }
  [[nodiscard]] static const ConstraintRows& reaction(const PositionWork& w) { return w.law; }
};

/// (6) works of the forces at both ends on q_{k+1} ⊖ q_k, half each.
void take_works(const Motion& s, PositionWork& w, StepReport& report) {
  const State& x = s.x;
  if (s.model.has_power) {
    const Power a = power(s.model, x.t, x.q, x.v, w.v_mean, w.bodies);
    const Power b = power(s.model, x.t + s.h, s.next.q, s.next.v, w.v_mean, w.bodies);
    report.work_external = 0.5 * s.h * (a.external + b.external);
    report.work_damping = 0.5 * s.h * (a.damping + b.damping);
  }
  const ReactionWork end = reaction_work(s.model, w.law, w.v_mean, w.problem);
  report.work_external += 0.5 * end.drive;
  report.work_contact = 0.5 * end.contact;
  if (!(x.h > 0)) return;
  const double ratio = 0.5 * s.h / x.h;  // λ_k = p_k/h_k
  for (std::size_t i = 0; i < s.model.contacts.size(); ++i) {
    const Contact& c = s.model.contacts[i];
    const auto at = static_cast<Eigen::Index>(i);
    const auto add = [&](std::int32_t f, double p) {
      const double rate = s.start.rate(s.model.functions[static_cast<std::size_t>(f)]);
      report.work_contact += ratio * p * (velocity(s.model, s.start, f, w.v_mean) - rate);
    };
    if (x.p_normal[at] > 0) add(c.gap, x.p_normal[at]);
    if (c.rows() > 1 && x.p_normal[at] > 0) add(c.tangent, x.p_tangent[at]);
    if (c.rows() > 2 && x.p_normal[at] > 0) add(c.tangent_2, x.p_tangent_2[at]);
  }
  for (std::size_t row = 0; row < s.model.joint_functions.size(); ++row) {
    const std::int32_t f = s.model.joint_functions[row];
    const FunctionPlace& place = s.model.functions[static_cast<std::size_t>(f)];
    if (!place.depends_on_time) continue;
    report.work_external += ratio * x.p_joint[static_cast<Eigen::Index>(row)] *
                            (velocity(s.model, s.start, f, w.v_mean) - s.start.rate(place));
  }
}

}  // namespace

StepStatus start(const SmoothAlpha& /*scheme*/, const Model& model, const Solver& solver, double h,
                 const ConstraintRows& rows, State& x, PositionWork& w) {
  const StepStatus status = initial_acceleration(model, solver, h, rows, x, w, x.v_dot);
  copy(x.v_dot, x.a);
  return status;
}

StepReport step(const SmoothAlpha& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, PositionWork& w) {
  const AlphaCoefficients weights = chung_hulbert(scheme.rho_inf);
  const double b_v = h * weights.gamma * (1 - weights.alpha_f) / (1 - weights.alpha_m);
  const Motion s{model, solver,  h,  scheme.newton_tolerance, scheme.newton_iterations, start, x,
                 next,  weights, b_v};
  StepReport report;
  combine(b_v, x.v_dot, 0, x.v_dot, w.z);
  begin(model, s.gap_scale(), w);
  recall(model, x, w.problem);
  report.status = newton_at_positions(s, w, report);
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  if (!is_usable(report.status)) return report;  // the points that failed stay in w
  // the problem's unknown is b_v λ; outputs have p = h λ
  for (double& p : w.problem.p) p *= h / b_v;
  take_works(s, w, report);
  next.t = x.t + h;
  store(model, w.problem, next);
  return report;
}

}  // namespace saltus
