// SPDX-License-Identifier: Apache-2.0
// With its mode kept, a contact passes the instant of its change smoothly: a normal force that
// turns negative, a sliding velocity that turns round, a friction force that leaves the cone.
#include "saltus/schemes/transitions.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/known_mass.h"

namespace saltus {
namespace {

/// What a contact does after the end of its slide if it does not stick.
ContactMode reversed(std::uint8_t known) {
  return known == ended_forward ? ContactMode::slip_back : ContactMode::slip_forward;
}

/// Did its slide come to an end, and do the stages show it sliding the other way and never at rest?
bool turns_round(std::uint8_t known, std::uint8_t seen) {
  const bool ended = known == ended_forward || known == ended_back;
  return ended && (seen & flag(ContactMode::stick)) == 0 && (seen & flag(reversed(known))) != 0;
}

class Locator {
 public:
  Locator(HalfExplicitBase& base, double accuracy)
      : base_(base), s_(base.s), w_(base.s.w), modes_(base.modes), accuracy_(accuracy) {}

  [[nodiscard]] double run(double r) {
    for (std::size_t pass = 0; pass <= w_.closed.size(); ++pass) {
      if (!any(w_.closed) || !is_suspect() || !find_modes()) return r;
      if (!drop_released()) return within(r);
      base_.keeps_modes = false;
      s_.report.status = base_.smooth(r);
    }
    return r;
  }

 private:
  [[nodiscard]] double sliding_velocity(const ConstraintRows& rows, std::size_t i) const {
    const std::int32_t tangent = s_.model.contacts[i].tangent;
    return tangent < 0 ? 0.0 : rows.u[static_cast<std::size_t>(tangent)];
  }
  /// A velocity that is no more than what the time of a change may cause is none.
  [[nodiscard]] bool is_sliding(std::size_t i) const {
    return w_.closed[i] == held &&
           std::abs(sliding_velocity(*s_.start, i)) > std::max(1e-9 * s_.x.split.v_max, accuracy_);
  }
  [[nodiscard]] static ContactMode sliding(double u) {
    return u > 0 ? ContactMode::slip_forward : ContactMode::slip_back;
  }

  /// Did a contact do something else in a stage than at the start?
  [[nodiscard]] bool is_suspect() const {
    for (std::size_t i = 0; i < w_.closed.size(); ++i) {
      if (w_.closed[i] == 0) continue;
      std::uint8_t expected = flag(ContactMode::closed);
      if (s_.model.contacts[i].mu > 0) {
        expected = is_sliding(i) ? flag(sliding(sliding_velocity(*s_.start, i)))
                                 : flag(ContactMode::stick);
      }
      const std::uint8_t seen = modes_.seen[i];
      const bool as_told = w_.closed[i] == slips && (seen == flag(ContactMode::slip_forward) ||
                                                     seen == flag(ContactMode::slip_back));
      if (seen != expected && !as_told) return true;
    }
    return false;
  }

  /// The reaction forces at (t, q, v) with the modes kept, into modes_.forces.p.
  [[nodiscard]] bool find_forces(double t, const Vec& q, const Vec& v, const ConstraintRows& rows) {
    motion(s_.model, t, q, v, w_.bodies, w_.mass_point);
    if (!factor_mass_of(s_, w_.mass_point)) return false;
    scaled_force(s_.model, w_.mass_point, 1, modes_.a);
    w_.mass.solve(s_.model, modes_.a);
    StepProblem& forces = modes_.forces;
    begin(s_.model, forces);
    for (std::size_t i = 0; i < w_.closed.size(); ++i) {
      if (w_.closed[i] != 0) add_contact(s_.model, static_cast<std::int32_t>(i), forces);
    }
    assemble(s_.model, rows, rows, w_.mass, modes_.a, forces);
    evaluate(s_.model, t, q, v, modes_.no_forces, modes_.curvature);
    for (std::size_t j = 0; j < forces.set.functions.size(); ++j) {
      const std::int32_t f = forces.set.functions[j];
      const double rate = rows.rate(s_.model.functions[static_cast<std::size_t>(f)]);
      forces.problem.b[j] += drift(s_.model, modes_.curvature, f, v) - rate;
    }
    return solve_modes(s_.model, modes_.modes, forces, modes_);
  }

  /// Calls f(contact, λ_N, λ_T) for the forces found.
  template <class F>
  void for_each_force(const F& f) const {
    std::size_t row = s_.model.joint_functions.size();
    for (const std::int32_t contact : modes_.forces.set.contacts) {
      const auto i = static_cast<std::size_t>(contact);
      const bool rough = s_.model.contacts[i].mu > 0;
      f(i, modes_.forces.p[row], rough ? modes_.forces.p[row + 1] : 0.0);
      row += rough ? 2 : 1;
    }
  }

  /// How far each contact is from a change of its mode: λ_N; the slide, or the distance to the
  /// cone.
  void measure(const ConstraintRows& rows, std::vector<double>& margin) const {
    for_each_force([&](std::size_t i, double N, double T) {
      const double mu = s_.model.contacts[i].mu;
      const double sigma = direction(modes_.modes[i]);
      margin[2 * i] = N;
      margin[2 * i + 1] = sigma != 0 ? sigma * sliding_velocity(rows, i) : mu * N - std::abs(T);
    });
  }

  [[nodiscard]] bool find_modes();
  [[nodiscard]] bool drop_released();
  [[nodiscard]] bool step_with_modes(double r);
  [[nodiscard]] std::ptrdiff_t first_change(double r) const;
  [[nodiscard]] double within(double r);
  [[nodiscard]] double effect(std::size_t change, double part) const;
  void mark_ends(std::size_t change, double tau, double slack);
  void release();
  [[nodiscard]] bool pulls() const;
  [[nodiscard]] bool is_another_motion() const;
  [[nodiscard]] double halve(double r);
  [[nodiscard]] double without_change(double r);
  [[nodiscard]] double leave_to_laws(double r);

  HalfExplicitBase& base_;
  SplitStep& s_;
  SplitWork& w_;
  ModeWork& modes_;
  double accuracy_;
  int halvings_ = 0;
  double lost_ = 0;  // largest difference that the change makes to a velocity in the whole step
};

/// Modes at the start: sliding contacts slide on; of those at rest each sticks, unless that takes
/// more than its cone allows or it was just found to give way. False where there is no answer.
bool Locator::find_modes() {
  for (std::size_t i = 0; i < w_.closed.size(); ++i) {
    if (w_.closed[i] == 0) continue;
    ContactMode& mode = modes_.modes[i];
    mode = ContactMode::closed;
    if (!(s_.model.contacts[i].mu > 0)) continue;
    mode = is_sliding(i) ? sliding(sliding_velocity(*s_.start, i)) : ContactMode::stick;
    // contacts that stick together may not determine their forces: the stages show a reversal
    if (turns_round(w_.closed[i], modes_.seen[i])) mode = reversed(w_.closed[i]);
  }
  for (std::size_t pass = 0; pass <= w_.closed.size(); ++pass) {
    if (!find_forces(s_.time(0), s_.x.q, s_.x.v, *s_.start)) return false;
    bool changed = false;
    for_each_force([&](std::size_t i, double N, double T) {
      const bool gives_way = N > 0 && modes_.modes[i] == ContactMode::stick &&
                             (w_.closed[i] == slips || std::abs(T) > s_.model.contacts[i].mu * N);
      if (!gives_way) return;
      modes_.modes[i] = sliding(-T);
      changed = true;
    });
    if (!changed) {
      measure(*s_.start, modes_.at_start);
      return true;
    }
  }
  return false;
}

/// Contacts that would have to pull at the start leave S at once. True where there was one. One
/// that has just left and come back at the same instant stays: it would do so again and again.
bool Locator::drop_released() {
  bool dropped = false;
  for_each_force([&](std::size_t i, double N, double /*T*/) {
    const bool is_back = s_.x.h == 0 && s_.x.split.t_hit[i] == s_.x.t;
    if (N > 0 || is_back) return;
    w_.closed[i] = s_.next.split.closed[i] = 0;
    Event event;
    event.t = s_.x.t;
    event.kind = EventKind::opening;
    event.contact = static_cast<std::int32_t>(i);
    w_.events.push_back(event);
    dropped = true;
  });
  return dropped;
}

/// A step over r with the modes kept, and the margins at its end.
bool Locator::step_with_modes(double r) {
  base_.keeps_modes = true;
  s_.report.status = base_.smooth(r);
  if (s_.report.status != StepStatus::ok) return false;
  look_at_end(s_, r);
  if (!find_forces(s_.time(r), s_.next.q, s_.next.v, w_.end)) return false;
  measure(w_.end, modes_.at_end);
  return true;
}

/// The margin that a straight line takes through zero first; −1 where none gets there. One that is
/// not positive at the start (a slide that has just begun) is named where there is no other.
std::ptrdiff_t Locator::first_change(double r) const {
  std::ptrdiff_t first = -1;
  std::ptrdiff_t from_start = -1;
  double earliest = r;
  for (std::size_t k = 0; k < modes_.ends.size(); ++k) {
    const std::size_t contact = k / 2;
    const bool counts = k % 2 == 0 || s_.model.contacts[contact].mu > 0;
    if (w_.closed[contact] == 0 || !counts || modes_.at_end[k] >= 0) continue;
    const double start = modes_.at_start[k];
    if (!(start > 0)) from_start = static_cast<std::ptrdiff_t>(k);
    const double tau = r * start / (start - modes_.at_end[k]);
    if (!(start > 0) || tau > earliest) continue;
    earliest = tau;
    first = static_cast<std::ptrdiff_t>(k);
  }
  return first < 0 ? from_start : first;
}

/// What an error of `part` of the step in the time of a change does to velocities: forces jump
/// where sliding ends, elsewhere they bend.
double Locator::effect(std::size_t change, double part) const {
  const bool jumps = change % 2 == 1 && direction(modes_.modes[change / 2]) != 0;
  return lost_ * part * (jumps ? 1 : part);
}

/// All changes that come within `slack` of the end.
void Locator::mark_ends(std::size_t change, double tau, double slack) {
  for (std::size_t k = 0; k < modes_.ends.size(); ++k) {
    const std::size_t contact = k / 2;
    const bool counts = k % 2 == 0 || s_.model.contacts[contact].mu > 0;
    if (w_.closed[contact] == 0 || !counts) continue;
    const double fall = (modes_.at_start[k] - modes_.at_end[k]) / tau;
    modes_.ends[k] = k == change || modes_.at_end[k] <= fall * slack ? 1 : 0;
  }
}

/// Does a contact pull over the step as a whole, beyond rounding?
bool Locator::pulls() const {
  double most = 0;
  for (const double p : s_.next.p_normal) most = std::max(most, std::abs(p));
  for (double& p : s_.next.p_normal) {
    if (p < -1e-9 * most) return true;
    p = std::max(p, 0.0);
  }
  return false;
}

/// Contacts that open at the end carry nothing there.
void Locator::release() {
  std::size_t row = s_.model.joint_functions.size();
  for (const std::int32_t contact : w_.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const bool rough = s_.model.contacts[i].mu > 0;
    if (modes_.ends[2 * i] != 0) {
      w_.opened[i] = released;
      w_.problem.p[row] = 0;
      if (rough) w_.problem.p[row + 1] = 0;
    }
    row += rough ? 2 : 1;
  }
}

/// Where the modes do not tell the motion the laws do, in every stage.
double Locator::leave_to_laws(double r) {
  base_.keeps_modes = false;
  for (std::uint8_t& f : modes_.ends) f = 0;
  s_.report.status = base_.smooth(r);
  return r;
}

/// Do the stages with their laws end far from where the kept modes lead?
bool Locator::is_another_motion() const {
  double most = 0;
  for (Eigen::Index i = 0; i < w_.v_minus.size(); ++i)
    most = std::max(most, std::abs(s_.next.v[i] - w_.v_minus[i]));
  return most > 100 * accuracy_;
}

/// What comes and goes within the step is looked for in its first half.
double Locator::halve(double r) {
  constexpr int most = 12;
  if (halvings_++ == most) return leave_to_laws(r);
  base_.keeps_modes = false;
  s_.report.status = base_.smooth(0.5 * r);
  return s_.report.status == StepStatus::ok ? run(0.5 * r) : 0.5 * r;
}

/// No margin falls below zero at the end. Stages may err near a change, the ends are sure; but a
/// contact may leave and come back between.
double Locator::without_change(double r) {
  if (is_another_motion()) return halve(r);
  return pulls() ? leave_to_laws(r) : r;
}

/// The step up to the first change, by false position (Illinois).
double Locator::within(double r) {
  copy(s_.next.v, w_.v_minus);
  if (!step_with_modes(r)) return leave_to_laws(r);
  const std::ptrdiff_t first = first_change(r);
  if (first < 0) return without_change(r);
  // a mode that is wrong from the start: located there, the step would be none
  if (!(modes_.at_start[static_cast<std::size_t>(first)] > 0)) return leave_to_laws(r);
  const auto change = static_cast<std::size_t>(first);
  for (Eigen::Index i = 0; i < w_.v_minus.size(); ++i)
    lost_ = std::max(lost_, std::abs(s_.next.v[i] - w_.v_minus[i]));
  double a = 0;
  double b = r;
  double f_a = std::max(0.0, modes_.at_start[change]);
  double f_b = modes_.at_end[change];
  double tau = r * f_a / (f_a - f_b);
  const double least = 1e-9 * r;
  constexpr int most = 8;
  bool was_before = false;
  for (int pass = 0;; ++pass) {
    tau = std::clamp(tau, least, r);
    if (!step_with_modes(tau)) return leave_to_laws(tau);
    const double f = modes_.at_end[change];
    const bool before = f > 0;
    (before ? a : b) = tau;
    (before ? f_a : f_b) = f;
    if (pass > 0 && before == was_before) (before ? f_b : f_a) *= 0.5;
    was_before = before;
    const double next = f_a > f_b ? a + (b - a) * f_a / (f_a - f_b) : tau;
    const double moves = std::abs(next - tau);
    if (pass == most || moves <= least || effect(change, moves / r) <= accuracy_) {
      mark_ends(change, tau, 2 * moves + least);
      break;
    }
    tau = next;
  }
  if (pulls()) return leave_to_laws(tau);
  release();
  return tau;
}

/// Whether it stuck up to a breakpoint, where forces jump.
bool stuck_before_break(const SplitStep& s, std::size_t i) {
  if (s.x.split.begun_at == s.next.split.begun_at || !(s.x.t > 0)) return false;
  const auto k = static_cast<Eigen::Index>(i);
  constexpr double within = 1 - 1e-9;
  return s.x.p_normal[k] > 0 &&
         std::abs(s.x.p_tangent[k]) < within * s.model.contacts[i].mu * s.x.p_normal[k];
}

}  // namespace

double locate_transition(HalfExplicitBase& base, double r, double accuracy) {
  return Locator(base, accuracy).run(r);
}

void note_turn(const HalfExplicitBase& base) {
  const SplitStep& s = base.s;
  for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
    const std::uint8_t known = s.w.closed[i];
    if (known == 0) continue;
    const std::uint8_t now = base.keeps_modes ? flag(base.modes.modes[i]) : base.modes.seen[i];
    const bool slides =
        (now & (flag(ContactMode::slip_forward) | flag(ContactMode::slip_back))) != 0;
    if (slides && (now & flag(ContactMode::stick)) == 0 && stuck_before_break(s, i)) {
      Event event;
      event.t = s.x.t;
      event.kind = EventKind::slip;
      event.contact = static_cast<std::int32_t>(i);
      s.w.events.push_back(event);
    }
    if (known != ended_forward && known != ended_back) continue;
    const bool sticks = (now & flag(ContactMode::stick)) != 0;
    if (!sticks && !turns_round(known, now)) continue;  // it slides on
    Event event;
    event.t = s.x.t;
    event.kind = sticks ? EventKind::stick : EventKind::reversal;
    event.contact = static_cast<std::int32_t>(i);
    s.w.events.push_back(event);
  }
}

void note_transition(const HalfExplicitBase& base, double r) {
  const SplitStep& s = base.s;
  bool changes = false;
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t contact : s.w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(contact);
    const double mu = s.model.contacts[i].mu;
    const std::vector<double>& p = s.w.problem.p;
    const ContactMode mode =
        base.keeps_modes ? base.modes.modes[i] : mode_of(mu, p[row], mu > 0 ? p[row + 1] : 0.0);
    row += mu > 0 ? 2 : 1;
    std::uint8_t& known = s.next.split.closed[i];
    known = held;
    changes = changes || base.modes.ends[2 * i] != 0 || base.modes.ends[2 * i + 1] != 0;
    if (base.modes.ends[2 * i + 1] == 0 || s.w.opened[i] != 0) continue;
    if (const double sigma = direction(mode); sigma != 0) {
      known = sigma > 0 ? ended_forward : ended_back;
      continue;
    }
    known = slips;
    Event event;
    event.t = s.x.t + r;
    event.kind = EventKind::slip;
    event.contact = contact;
    s.w.events.push_back(event);
  }
  if (!changes) return;
  s.next.split.window_changes += 1;
  s.next.split.h_fit = 0;
}

}  // namespace saltus
