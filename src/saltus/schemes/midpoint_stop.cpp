// SPDX-License-Identifier: Apache-2.0
// Sliding that ends inside a step of the midpoint rule. The law at its end would give the whole
// step the friction of its end, an error of order h in velocities where the contact slides back
// afterwards; so the step ends where the sliding velocity is zero. Other changes of friction are
// continuous, and cost order h² only. (16) of docs/theory/splitting.md
#include <algorithm>
#include <cmath>

#include "saltus/schemes/contact_modes.h"
#include "saltus/schemes/midpoint_base.h"

namespace saltus {
namespace {

double sliding_velocity(const SplitStep& s, const ConstraintRows& rows, std::size_t contact) {
  return rows.u[static_cast<std::size_t>(s.model.contacts[contact].tangent)];
}

/// The contact's row of tangents in the step's problem.
std::size_t tangent_row(const SplitStep& s, std::size_t contact) {
  std::size_t row = s.model.joint_functions.size();
  for (const std::int32_t c : s.w.problem.set.contacts) {
    const auto i = static_cast<std::size_t>(c);
    if (i == contact) break;
    row += s.model.contacts[i].mu > 0 ? 2 : 1;
  }
  return row + 1;
}

/// W_TT
double compliance(const StepProblem& problem, std::size_t row) {
  const RowView& law = problem.law[row];
  const double* x = problem.X.data() + problem.X_at[row];
  double sum = 0;
  for (std::size_t k = 0; k < law.dofs.size(); ++k) sum += law.entries[k] * x[k];
  return sum;
}

}  // namespace

/// A contact of S that slid at the start, and rests or slides the other way at the end; −1: none.
std::ptrdiff_t MidpointBase::stopping() const {
  const double nothing = 1e-9 * s.x.split.v_max;
  for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
    const double mu = s.model.contacts[i].mu;
    if (s.w.closed[i] == 0 || !(mu > 0)) continue;
    const double u = sliding_velocity(s, *s.start, i);
    const ContactMode now = mode(i);
    const bool slides_on = now == ContactMode::open || direction(now) * u > 0;
    if (std::abs(u) > nothing && !slides_on) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

ContactMode MidpointBase::mode(std::size_t contact) const {
  const auto k = static_cast<Eigen::Index>(contact);
  return mode_of(s.model.contacts[contact].mu, s.next.p_normal[k], s.next.p_tangent[k]);
}

/// The velocity with which the contact still slides the way it did; below zero what it would have
/// if its friction had not let go of that way.
double MidpointBase::slide(std::size_t contact) const {
  const double sigma = sliding_velocity(s, *s.start, contact) > 0 ? 1 : -1;
  const auto k = static_cast<Eigen::Index>(contact);
  const double back =
      s.model.contacts[contact].mu * s.next.p_normal[k] + sigma * s.next.p_tangent[k];
  return sigma * sliding_velocity(s, s.w.end, contact) -
         std::max(0.0, back) * compliance(s.w.problem, tangent_row(s, contact));
}

/// The step up to where slide() is zero, by false position (Illinois).
double MidpointBase::locate_stop(std::size_t contact, double r) {
  double a = 0;
  double b = r;
  double f_a = std::abs(sliding_velocity(s, *s.start, contact));
  look_at_end(s, r);
  double f_b = slide(contact);
  const double enough = 1e-12 * f_a;
  const double least = 1e-12 * r;
  double tau = r;
  bool was_before = false;
  constexpr int most = 40;
  for (int pass = 0; pass < most && b - a > least && f_b < 0; ++pass) {
    tau = std::max(a + (b - a) * f_a / (f_a - f_b), least);
    s.report.status = smooth(tau);
    if (!is_usable(s.report.status)) return tau;
    look_at_end(s, tau);
    const double f = slide(contact);
    if (std::abs(f) <= enough) break;
    const bool before = f > 0;
    (before ? a : b) = tau;
    (before ? f_a : f_b) = f;
    if (pass > 0 && before == was_before) (before ? f_b : f_a) *= 0.5;
    was_before = before;
  }
  return tau;
}

double MidpointBase::smooth_to_stop(double r) {
  stopped = -1;
  s.report.status = smooth(r);
  // changes that accumulate are left to the laws
  const bool follows = s.next.split.window_changes <= s.rules.impacts;
  for (std::size_t pass = 0; follows && pass < s.w.closed.size(); ++pass) {
    const std::ptrdiff_t contact = is_usable(s.report.status) ? stopping() : -1;
    if (contact < 0) break;
    stopped = contact;
    r = locate_stop(static_cast<std::size_t>(contact), r);
  }
  note_what_follows();
  return r;
}

/// What contacts do that came to rest at the start of this step.
void MidpointBase::note_what_follows() const {
  for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
    const std::uint8_t known = s.w.closed[i];
    if (known != ended_forward && known != ended_back) continue;
    const ContactMode now = mode(i);
    const double sigma = known == ended_forward ? 1 : -1;
    const bool sticks = now == ContactMode::stick;
    if (!sticks && !(sigma * direction(now) < 0)) continue;  // it slides on, or lets go
    Event event;
    event.t = s.x.t;
    event.kind = sticks ? EventKind::stick : EventKind::reversal;
    event.contact = static_cast<std::int32_t>(i);
    s.w.events.push_back(event);
  }
}

void MidpointBase::note_stop() const {
  const double nothing = 1e-9 * s.x.split.v_max;
  for (std::size_t i = 0; i < s.w.closed.size(); ++i) {
    if (s.w.closed[i] == 0) continue;
    std::uint8_t& known = s.next.split.closed[i];
    known = held;
    if (stopped < 0 || !(s.model.contacts[i].mu > 0)) continue;
    const double u = sliding_velocity(s, *s.start, i);
    const bool stops =
        std::abs(u) > nothing && std::abs(sliding_velocity(s, s.w.end, i)) <= nothing;
    if (stops) known = u > 0 ? ended_forward : ended_back;
  }
  if (stopped < 0) return;
  s.next.split.window_changes += 1;
  s.next.split.smooth = false;  // accelerations jump
}

}  // namespace saltus
