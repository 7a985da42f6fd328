// SPDX-License-Identifier: Apache-2.0
// Sums of impulses, so that no sum over a file depends on the times that were asked for.
#include "saltus/run/hand_out.h"

#include <cmath>
#include <limits>

#include "saltus/base/error.h"
#include "saltus/contact/candidates.h"
#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "saltus/laws/unilateral.h"

namespace saltus {
namespace {

/// From the reactions of the step that ended there.
ContactStatus status_of(const Contact& c, const ContactSample& s) {
  if (!(c.mu > 0)) return Unilateral::status({s.un}, {s.pn}, 0.0);
  if (c.tangent_2 < 0) return Coulomb2::status({s.un, s.ut}, {s.pn, s.pt}, c.mu);
  return Coulomb3::status({s.un, s.ut, s.ut_2}, {s.pn, s.pt, s.pt_2}, c.mu);
}

/// Of a contact that is known to be closed: also where a step of length 0 has no reaction of it.
ContactStatus status_of_closed(const Contact& c, const ContactSample& s) {
  const ContactStatus status = status_of(c, s);
  if (status != ContactStatus::open) return status;
  if (!(c.mu > 0)) return ContactStatus::closed;
  constexpr double rest = 1e-9;  // m/s
  return std::hypot(s.ut, s.ut_2) > rest ? ContactStatus::sliding : ContactStatus::sticking;
}

}  // namespace

HandOut::HandOut(const Model& model, double every, double end, bool locates,
                 std::span<Recorder* const> recorders)
    : recorders_(recorders),
      every_(every),
      times_(every > 0 ? every : end, end),
      locates_(locates),
      sample_{0,
              initial_state(model),
              std::vector<ContactSample>(model.contacts.size()),
              std::vector<JointSample>(model.joint_functions.size()),
              {}} {
  const State& x = sample_.state;
  for (Impulses* p : {&since_, &used_})
    *p = {x.p_joint, x.p_normal, x.p_tangent, x.p_tangent_2};  // zeros
}

double HandOut::due() const {
  if (next_ < 0) return 0;
  return next_ < times_.steps() ? times_.end(next_) : std::numeric_limits<double>::infinity();
}

double HandOut::round_off(double t) const {
  return std::max(1e-9 * every_, 8 * std::numeric_limits<double>::epsilon() * t);
}

template <class F>
bool HandOut::try_all(const F& f) {
  try {
    for (Recorder* r : recorders_) f(*r);
  } catch (const FileError& error) {
    if (error_.empty()) error_ = error.what();
  }
  return error_.empty();
}

void HandOut::fill(const Model& model, const Instant& at) {
  const State& x = at.x;
  sample_.step = at.step;
  sample_.state = x;
  sample_.energy = at.energy;
  sample_.contacts.resize(model.contacts.size());
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const Contact& c = model.contacts[i];
    if (i >= model.own_contacts) sample_.contacts[i].name = contact_name(model, i);
    const auto row = static_cast<Eigen::Index>(i);
    ContactSample& s = sample_.contacts[i];
    s.gap = at.rows.value(model.functions[static_cast<std::size_t>(c.gap)]);
    s.un = at.rows.u[static_cast<std::size_t>(c.gap)];
    s.ut = c.tangent < 0 ? 0.0 : at.rows.u[static_cast<std::size_t>(c.tangent)];
    s.pn = x.p_normal[row];
    s.pt = x.p_tangent[row];
    if (c.tangent_2 >= 0) {
      s.ut_2 = at.rows.u[static_cast<std::size_t>(c.tangent_2)];
      s.pt_2 = x.p_tangent_2[row];
    }
    if (wants_every_state() || !locates_) {
      s.status = status_of(c, s);
    } else {
      s.status = x.split.closed[i] != 0 ? status_of_closed(c, s) : ContactStatus::open;
    }
  }
  for (std::size_t row = 0; row < model.joint_functions.size(); ++row) {
    const auto f = static_cast<std::size_t>(model.joint_functions[row]);
    sample_.joints[row] = {at.rows.value(model.functions[f]), at.rows.u[f],
                           x.p_joint[static_cast<Eigen::Index>(row)]};
  }
}

void HandOut::add_impulses(const State& x) {
  since_.joint += x.p_joint - used_.joint;
  since_.normal += x.p_normal - used_.normal;
  since_.tangent += x.p_tangent - used_.tangent;
  since_.tangent_2 += x.p_tangent_2 - used_.tangent_2;
}

bool HandOut::give_sum() {
  State& x = sample_.state;
  x.h = last_ < 0 ? 0.0 : x.t - last_;
  x.p_joint = since_.joint;
  x.p_normal = since_.normal;
  x.p_tangent = since_.tangent;
  x.p_tangent_2 = since_.tangent_2;
  for (std::size_t i = 0; i < sample_.contacts.size(); ++i) {
    sample_.contacts[i].pn = since_.normal[static_cast<Eigen::Index>(i)];
    sample_.contacts[i].pt = since_.tangent[static_cast<Eigen::Index>(i)];
    sample_.contacts[i].pt_2 = since_.tangent_2[static_cast<Eigen::Index>(i)];
  }
  for (std::size_t i = 0; i < sample_.joints.size(); ++i) {
    sample_.joints[i].impulse = since_.joint[static_cast<Eigen::Index>(i)];
  }
  for (Vec* p : {&since_.joint, &since_.normal, &since_.tangent, &since_.tangent_2}) p->setZero();
  last_ = x.t;
  while (is_due_at(last_)) ++next_;
  return try_all([&](Recorder& r) { r.record(sample_); });
}

bool HandOut::events(std::span<const Event> events) {
  for (const Event& event : events) {
    if (!try_all([&](Recorder& r) { r.note(event); })) return false;
  }
  return true;
}

bool HandOut::sample(const Model& model, const Instant& at) {
  fill(model, at);
  if (wants_every_state()) return try_all([&](Recorder& r) { r.record(sample_); });
  return give_sum();
}

bool HandOut::sample_part(const Model& model, const Instant& at) {
  fill(model, at);
  add_impulses(at.x);
  used_.joint = at.x.p_joint;
  used_.normal = at.x.p_normal;
  used_.tangent = at.x.p_tangent;
  used_.tangent_2 = at.x.p_tangent_2;
  return give_sum();
}

void HandOut::take(const State& next) {
  if (wants_every_state()) return;
  add_impulses(next);
  for (Vec* p : {&used_.joint, &used_.normal, &used_.tangent, &used_.tangent_2}) p->setZero();
}

void HandOut::follow(const std::vector<std::int32_t>& came_from) {
  for (Impulses* p : {&since_, &used_}) {
    for (Vec* x : {&p->normal, &p->tangent, &p->tangent_2}) saltus::follow(came_from, *x);
  }
}

bool HandOut::finish(const Model& model, const Instant& last) {
  if (!wants_every_state() && last_ < last.x.t && error_.empty()) sample(model, last);
  return try_all([](Recorder& r) { r.finish(); });
}

}  // namespace saltus
