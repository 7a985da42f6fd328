// SPDX-License-Identifier: Apache-2.0
// Schatzman–Paoli scheme; (n) = equation n of docs/theory/schatzman_paoli.md.
#include "saltus/schemes/schatzman_paoli.h"

#include <algorithm>

#include "saltus/schemes/start_motion.h"

namespace saltus {
namespace {

/// The place in the list of the argument with this e; a new one where there is none.
GapArgument& argument_of(const Model& model, double e, std::vector<GapArgument>& arguments) {
  for (GapArgument& a : arguments) {
    if (a.e == e) return a;
  }
  return arguments.emplace_back(
      GapArgument{e, {}, std::vector<std::uint8_t>(group_count(model), 0)});
}

void add_function(const Model& model, std::int32_t f, GapArgument& argument) {
  argument.functions.push_back(f);
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(f)];
  argument.groups[static_cast<std::size_t>(place.group)] = 1;
}

/// One function's value, rate and gradient.
void copy_function(const Model& model, std::int32_t f, const ConstraintRows& from,
                   ConstraintRows& to) {
  const FunctionPlace& place = model.functions[static_cast<std::size_t>(f)];
  const auto at = [](std::vector<double>& data, std::int32_t i) -> double& {
    return data[static_cast<std::size_t>(i)];
  };
  at(to.data, place.value) = from.value(place);
  at(to.data, place.rate) = from.rate(place);
  const std::size_t length = dofs_of(model, place).size();
  std::copy_n(from.gradient(place), length, to.data.begin() + place.gradient);
}

/// What newton_at_positions() asks for; z is w_{k+1} = (q_{k+1} ⊖ q_k)/h.
struct Motion {
  const Model& model;
  const Solver& solver;
  double h;
  double tolerance;
  int iterations;
  const ConstraintRows& start;
  const State& x;
  State& next;
  ForcePoint forces;
  double theta;
  double h_mean;  // between the middles of two steps

  /// (2) q_{k+1} = q_k ⊕ h w_{k+1},  v_{k+1} = ½ (w_k + w_{k+1});  (4) rows at their arguments
  void place(SchatzmanPaoliWork& w) const {
    advance(model, x.q, h, w.z, next.q);
    combine(0.5, x.w, 0.5, w.z, next.v);
    for (const GapArgument& a : w.arguments) {
      const double t = x.t + h * (1 - a.e) / (1 + a.e);
      between(model.space, w.q_before, 1 / (1 + a.e), next.q, w.v_mean, w.q_mean);
      evaluate(model, t, a.e == 0 ? next.q : w.q_mean, a.groups, w.row_tapes, w.rows);
      for (const std::int32_t f : a.functions) copy_function(model, f, w.rows, w.law);
    }
  }

  /// (1) h f − M(q_k) (w_{k+1} − w_k);  (5) M̂ = M + h (c_v C + c_q K), c the derivatives by w_{k+1}
  [[nodiscard]] bool residual(bool with_tangent, PositionWork& w) const {
    const bool centred = forces == ForcePoint::centred;
    const double t = centred ? x.t : x.t + theta * h;
    if (centred) {
      combine(1, w.z, -1, x.w, w.increment);
      advance(model, x.q, 0.5 * h, w.increment, w.q_theta);
      copy(next.v, w.v_theta);
    } else {
      advance(model, x.q, theta * h, w.z, w.q_theta);
      combine(1 - theta, x.v, theta, next.v, w.v_theta);
    }
    motion(model, x.t, x.q, x.v, w.bodies, w.mass_point);
    if (with_tangent) {
      tangent(model, t, w.q_theta, w.v_theta, w.increment, w.bodies, w.force_point);
      const double c_v = centred ? 0.5 : 0.5 * theta;
      const double c_q = centred ? 0.5 * h : theta * h;
      w.factored_step = h;
      if (!w.factor.factor(model, w.mass_point, 0, w.force_point, h_mean * c_v, h_mean * c_q))
        return false;
    } else {
      motion(model, t, w.q_theta, w.v_theta, w.bodies, w.force_point);
    }
    scaled_force(model, w.force_point, h_mean, w.change);
    subtract_momentum(model, w.mass_point, w.z, x.w, w.change);
    return true;
  }

  [[nodiscard]] static const Vec& sliding_velocity(const PositionWork& w) { return w.z; }
  /// (4) the argument moves by h δw/(1+e)
  [[nodiscard]] double gap_scale(std::int32_t contact) const {
    return (1 + model.contacts[static_cast<std::size_t>(contact)].e) / h;
  }
  /// Joints act along H(q_k), which keeps order 2; contacts along H of their argument.
  [[nodiscard]] const ConstraintRows& reaction(PositionWork& w) const {
    if (model.joint_functions.empty()) return w.law;
    w.reaction.data = w.law.data;
    for (const std::int32_t f : model.joint_functions) copy_function(model, f, start, w.reaction);
    return w.reaction;
  }
};

/// (6) what changes ½ wᵀ M w over the step: forces and impulses on v_{k+1}.
void take_works(const Motion& s, PositionWork& w, StepReport& report) {
  if (s.model.has_power) {
    const double t = s.forces == ForcePoint::centred ? s.x.t : s.x.t + s.theta * s.h;
    const Power rate = power(s.model, t, w.q_theta, w.v_theta, s.next.v, w.bodies);
    report.work_external = s.h_mean * rate.external;
    report.work_damping = s.h_mean * rate.damping;
  }
  const ReactionWork work = reaction_work(s.model, s.reaction(w), s.next.v, w.problem);
  report.work_external += work.drive;
  report.work_contact = work.contact;
}

}  // namespace

SchatzmanPaoliWork::SchatzmanPaoliWork(const Model& model)
    : PositionWork(model),
      rows(make_rows(model)),
      q_before(Vec::Zero(model.space.positions)),
      q_mean(Vec::Zero(model.space.positions)) {
  for (const std::int32_t f : model.joint_functions)
    add_function(model, f, argument_of(model, 0, arguments));
  for (const Contact& c : model.contacts) {
    GapArgument& argument = argument_of(model, c.e, arguments);
    add_function(model, c.gap, argument);
    if (c.tangent >= 0) add_function(model, c.tangent, argument);
    if (c.tangent_2 >= 0) add_function(model, c.tangent_2, argument);
  }
}

std::string refusal(const SchatzmanPaoli& /*scheme*/, const Model& model) {
  constexpr const char* why =
      " has tangential_restitution, for which its position level has no law; set it to 0 or use "
      "moreau-jean";
  for (const Contact& c : model.contacts) {
    if (c.mu > 0 && c.e_t > 0) return "contact '" + c.name + "'" + why;
  }
  for (const Meeting& m : meetings(model)) {
    if (m.mu > 0 && m.e_t > 0) return std::string("a contact between shapes") + why;
  }
  return {};
}

StepStatus start(const SchatzmanPaoli& /*scheme*/, const Model& model, const Solver& solver,
                 double h, const ConstraintRows& rows, State& x, SchatzmanPaoliWork& w) {
  const StepStatus status = initial_acceleration(model, solver, h, rows, x, w, x.v_dot);
  combine(1, x.v, -0.5 * h, x.v_dot, x.w);
  x.h = h;
  return status;
}

StepReport step(const SchatzmanPaoli& scheme, const Model& model, const Solver& solver, double h,
                const ConstraintRows& start, const State& x, State& next, SchatzmanPaoliWork& w) {
  const Motion s{model,          solver, h,    scheme.newton_tolerance, scheme.newton_iterations,
                 start,          x,      next, scheme.forces,           scheme.theta,
                 0.5 * (x.h + h)};
  StepReport report;
  copy(x.w, w.z);
  advance(model, x.q, -h, x.w, w.q_before);  // q_{k−1} of a step of this length
  begin(model, 1 / h, w);
  recall(model, x, w.problem);
  report.status = newton_at_positions(s, w, report);
  report.active = static_cast<std::int32_t>(w.problem.set.contacts.size());
  if (!is_usable(report.status)) return report;  // the points that failed stay in w
  take_works(s, w, report);
  copy(w.z, w.v_mean);
  copy(w.z, next.w);
  next.t = x.t + h;
  store(model, w.problem, next);
  return report;
}

}  // namespace saltus
