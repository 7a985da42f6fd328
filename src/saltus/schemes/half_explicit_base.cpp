// SPDX-License-Identifier: Apache-2.0
// (n) = equation n of docs/theory/splitting.md.
#include "saltus/schemes/half_explicit_base.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "saltus/schemes/impact.h"
#include "saltus/schemes/known_mass.h"

namespace saltus {
namespace {

void add_power(const SplitStep& s, double t, double weight, const Vec& q, const Vec& v) {
  const Power sum = power(s.model, s.time(t), q, v, v, s.w.bodies);
  s.report.work_external += weight * sum.external;
  s.report.work_damping += weight * sum.damping;
}

/// Which of the closed contacts press no more; none where the modes are kept.
void note_unloaded(const SplitStep& s, bool keeps_modes) {
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : s.w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    s.w.opened[i] = keeps_modes || s.w.problem.p[row] > 0 ? 0 : unloaded;
    row += static_cast<std::size_t>(s.model.contacts[i].rows());
  }
}

/// The hint where it lies between a and b, else their middle.
double within(double hint, double a, double b) {
  return hint > a && hint < b ? hint : 0.5 * (a + b);
}

void forget_works(StepReport& report) {
  report.work_external = report.work_damping = report.work_contact = 0;
}

}  // namespace

StepStatus HalfExplicitBase::solve_stage(Vec& V) {
  SplitWork& w = s.w;
  if (!keeps_modes) {
    const StepStatus status = solve_reactions(s.model, s.solver, s.x.joint_rank, w, V, s.report);
    std::size_t row = s.model.joint_functions.size();
    for (const std::int32_t contact : w.problem.set.contacts) {
      const auto i = static_cast<std::size_t>(contact);
      const double mu = s.model.contacts[i].mu;
      const ContactMode mode = mode_of(mu, w.problem.p[row], mu > 0 ? w.problem.p[row + 1] : 0.0);
      modes.seen[i] = static_cast<std::uint8_t>(modes.seen[i] | flag(mode));
      row += static_cast<std::size_t>(s.model.contacts[i].rows());
    }
    return status;
  }
  if (!solve_modes(s.model, modes.modes, w.problem, modes)) return StepStatus::solver_failed;
  add_reaction(s.model, w.problem, V);
  return StepStatus::ok;
}

StepStatus HalfExplicitBase::react(std::size_t stage, ConstraintRows& law,
                                   const ConstraintRows& before) {
  SplitWork& w = s.w;
  const std::size_t row = stage + 1;
  Vec& V = stages.V[row];
  const double t = s.time(tableau().c[row] * length);
  if (row == tableau().stages) {  // where all contacts are looked at
    evaluate(s.model, t, stages.Q[row], w.row_tapes, law);
    w.end_evaluated = true;
  } else {
    evaluate(s.model, t, stages.Q[row], w.problem.set.groups, w.row_tapes, law);
  }
  assemble(s.model, law, before, w.factor, V, w.problem);
  copy(V, w.v_new);
  const StepStatus status = solve_stage(V);
  const double a = tableau().a[row][stage];
  combine(1, V, -1, w.v_new, w.v_new);
  add_scaled(1 / (length * a), w.v_new, stages.A[stage]);
  if (stage == 0) {
    reaction_push = 0;
    for (const double change : w.v_new)
      reaction_push = std::max(reaction_push, std::abs(change / a));
  }
  const double weight = tableau().a[tableau().stages][stage] / a;
  if (weight != 0) {
    add_impulses(s.model, w.problem, weight, s.next);
    const ReactionWork work = reaction_work(s.model, before, stages.V[stage], w.problem);
    s.report.work_external += weight * work.drive;
    s.report.work_contact += weight * work.contact;
  }
  return status;
}

/// (2) M may be known from an impact at the start; what a flight starts with, from an earlier try.
bool HalfExplicitBase::accelerate_stage(std::size_t stage) {
  SplitWork& w = s.w;
  const bool is_start = stage == 0;
  if (is_start && is_flight && knows_start) return true;
  knows_start = is_flight;
  const double t = s.time(tableau().c[stage] * length);
  if (!is_start || !knows_start_mass(s))
    return accelerate(s.model, t, stages.Q[stage], stages.V[stage], w, stages.A[stage]);
  motion(s.model, t, s.x.q, s.x.v, w.bodies, w.force_point);
  scaled_force(s.model, w.force_point, 1, stages.A[0]);
  std::swap(w.mass, w.factor);
  w.mass_known = false;
  w.factor.solve(s.model, stages.A[0]);
  return true;
}

StepStatus HalfExplicitBase::smooth(double r) {
  SplitWork& w = s.w;
  length = r;
  w.end_evaluated = false;
  is_flight = is_free(s);
  clear_impulses(s.next);
  forget_works(s.report);
  copy(s.x.q, stages.Q[0]);
  copy(s.x.v, stages.V[0]);
  begin(s.model, w.problem);
  for (std::size_t i = 0; i < w.closed.size(); ++i) {
    if (!keeps_modes) modes.seen[i] = 0;
    if (w.closed[i] != 0) add_contact(s.model, static_cast<std::int32_t>(i), w.problem);
  }
  recall(s.model, s.x, w.problem);
  StepStatus status = StepStatus::ok;
  const ConstraintRows* before = s.start;
  for (std::size_t stage = 0; stage < tableau().stages; ++stage) {
    const double t = tableau().c[stage] * r;
    place(tableau(), s.model, s.x.q, r, stage + 1, stages, w.increment);
    if (!accelerate_stage(stage)) return StepStatus::singular;
    push(tableau(), s.x.v, r, stage + 1, stages);
    const double b = tableau().a[tableau().stages][stage];
    if (s.model.has_power && b != 0) add_power(s, t, b * r, stages.Q[stage], stages.V[stage]);
    if (is_flight) continue;
    const bool is_last = stage + 1 == tableau().stages;
    ConstraintRows& between = stage % 2 == 0 ? w.law : w.reaction;
    ConstraintRows& law = is_last ? w.end : between;
    const StepStatus reacted = react(stage, law, *before);
    if (reacted != StepStatus::ok) status = reacted;
    before = &law;
  }
  copy(stages.Q[tableau().stages], s.next.q);
  copy(stages.V[tableau().stages], s.next.v);
  note_unloaded(s, keeps_modes);
  if (!std::isfinite(sum(s.next.v) + sum(s.next.q))) return StepStatus::not_finite;
  return status;
}

double HalfExplicitBase::difference(const std::vector<Vec>& rates) const {
  double largest = 0;
  for (Eigen::Index i = 0; i < s.x.v.size(); ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < tableau().stages; ++k) sum += tableau().d[k] * rates[k][i];
    largest = std::max(largest, std::abs(length * sum));
  }
  return largest;
}

void HalfExplicitBase::at_curved(double t, Vec& q, Vec& v) const {
  const Space& space = s.model.space;
  const double h = length;
  const double z = t / h;
  const Vec& U = stages.U[tableau().stages];
  Vec& K = stages.K[tableau().stages];
  rate_in_chart(space, U, stages.V[tableau().stages], K);
  Vec& delta = s.w.increment;
  for (Eigen::Index i = 0; i < v.size(); ++i) {  // a cubic in the chart around q_k
    const double v0 = h * s.x.v[i];
    const double D = U[i] - v0;
    const double E = h * K[i] - v0;
    delta[i] = z * (v0 + z * (3 * D - E + z * (E - 2 * D)));
    s.w.v_new[i] = (v0 + z * (2 * (3 * D - E) + z * 3 * (E - 2 * D))) / h;
  }
  advance(space, s.x.q, 1, delta, q);
  velocity_of_chart(space, delta, s.w.v_new, v);
}

void HalfExplicitBase::at(double t, Vec& q, Vec& v) const {
  if (s.model.space.curved) return at_curved(t, q, v);
  const double h = length;
  const double z = t / h;
  const Vec& a0 = stages.A[0];
  const Vec& a1 = stages.A[tableau().stages - 1];
  const Vec& q1 = stages.Q[tableau().stages];
  const Vec& v1 = stages.V[tableau().stages];
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    const double v0 = h * s.x.v[i];
    const double b0 = is_flight ? h * h * a0[i] : 0.0;
    const double D = q1[i] - s.x.q[i] - v0 - 0.5 * b0;
    const double E = h * v1[i] - v0 - b0;
    double c2 = 0.5 * b0;
    double c3 = 0;
    double c4 = 0;
    double c5 = 0;
    if (is_flight) {
      const double F = h * h * a1[i] - b0;
      c3 = 10 * D - 4 * E + 0.5 * F;
      c4 = -15 * D + 7 * E - F;
      c5 = 6 * D - 3 * E + 0.5 * F;
    } else {
      c2 = 3 * D - E;
      c3 = -2 * D + E;
    }
    q[i] = s.x.q[i] + z * (v0 + z * (c2 + z * (c3 + z * (c4 + z * c5))));
    v[i] = (v0 + z * (2 * c2 + z * (3 * c3 + z * (4 * c4 + z * 5 * c5)))) / h;
  }
}

void HalfExplicitBase::take_works_of_flight(double tau) {
  if (!is_flight || redoes_hits || s.model.space.curved) return;  // the stages took them
  forget_works(s.report);
  if (!s.model.has_power) return;
  const double node = std::sqrt(0.6);  // Gauss, three points
  for (const double z : {-node, 0.0, node}) {
    const double t = 0.5 * tau * (1 + z);
    at(t, s.w.q_hat, s.w.v_mean);
    add_power(s, t, tau * (z == 0 ? 4.0 / 9 : 5.0 / 18), s.w.q_hat, s.w.v_mean);
  }
}

StepStatus HalfExplicitBase::stop_at(double tau, double r) {
  if (!is_flight || redoes_hits || s.model.space.curved) {
    const StepStatus status = smooth(tau);
    copy(stages.A[tableau().stages - 1], s.w.increment);
    return status;
  }
  at(tau, s.next.q, s.next.v);
  combine(1 - tau / r, stages.A[0], tau / r, stages.A[tableau().stages - 1], s.w.increment);
  return StepStatus::ok;
}

double HalfExplicitBase::land(const Hit& hit, double r) {
  SplitWork& w = s.w;
  double tau = hit.s;
  double a = 0;  // open there
  double b = r;  // and closed there, or not known
  double hint = hit.closed_at;
  bool moved = false;  // along the tangent of the motion
  constexpr int most = 20;
  s.report.status = stop_at(tau, r);
  for (int pass = 0; is_usable(s.report.status) && !hit.forced; ++pass) {
    look_at_end(s, tau);
    const GapPoint gap = gap_point(s, w.end, static_cast<std::size_t>(hit.contact), tau);
    const double delta = -gap.g / gap.u;
    const bool is_there = tau + delta == tau || (pass > 0 && std::abs(gap.g) <= s.rules.landing);
    if (is_there || pass == most) break;
    if (moved) {  // not far enough, or too far: once more from the path
      s.report.status = stop_at(tau, r);
      moved = false;
      continue;
    }
    (gap.g > 0 ? a : b) = tau;
    const bool inside = tau + delta > a && tau + delta < b;
    if (inside && std::abs(delta) < 0.05 * r) {
      add_scaled(0.5 * delta, w.increment, s.next.v);
      advance(s.model, s.next.q, delta, s.next.v, s.next.q);
      add_scaled(0.5 * delta, w.increment, s.next.v);
      tau += delta;
      moved = true;
      continue;
    }
    if (!(b - a > 1e-15 * (s.x.t + r))) break;
    if (inside) {
      tau += delta;
    } else {  // the path is closed at the hint; is the step that ends there?
      tau = within(hint, a, b);
      hint = 0;
    }
    s.report.status = stop_at(tau, r);
  }
  if (hit.forced && is_usable(s.report.status)) look_at_end(s, tau);
  take_works_of_flight(tau);
  return tau;
}

}  // namespace saltus
