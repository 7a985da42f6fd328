// SPDX-License-Identifier: Apache-2.0
// Sums of impulses, so that no sum over a file depends on the times that were asked for.
#include "saltus/run/hand_out.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "saltus/base/index.h"
#include "saltus/base/write_error.h"
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

/// What the point between shapes does, in world axes.
void set_place(const ContactFrame& f, ContactSample& s) {
  const Point<3> impulse = s.pn * f.normal + s.pt * f.tangent + s.pt_2 * f.tangent_2;
  s.point = {f.point[0], f.point[1], f.point[2]};
  s.impulse = {impulse[0], impulse[1], impulse[2]};
}

/// One more visit of the same point.
void add(const ContactSample& later, ContactSample& sum) {
  ContactSample both = later;
  both.pn += sum.pn;
  both.pt += sum.pt;
  both.pt_2 += sum.pt_2;
  for (std::size_t i = 0; i < 3; ++i) both.impulse[i] += sum.impulse[i];
  sum = std::move(both);
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
              {},
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
bool HandOut::attempt(const F& f) {
  const auto keep = [&](const FileError& error, const std::string& advice) {
    if (!error_.empty()) return;
    error_ = error.what();
    advice_ = advice;
  };
  try {
    f();
  } catch (const WriteError& error) {
    keep(error, error.advice());
  } catch (const FileError& error) {
    keep(error, "choose another folder with -o");
  }
  return error_.empty();
}

/// Of contacts that are new.
void HandOut::set_names(const Model& model) {
  for (std::size_t i = model.own_contacts; i < model.contacts.size(); ++i) {
    std::string& name = sample_.contacts[i].name;
    if (name.empty()) name = contact_name(model, i);
  }
  names_known_ = true;
}

void HandOut::set_impulses() {
  const std::size_t own = sample_.contacts.size() - frames_.size();
  for (std::size_t k = 0; k < frames_.size(); ++k) set_place(frames_[k], sample_.contacts[own + k]);
}

void HandOut::fill(const Model& model, const Instant& at) {
  const State& x = at.x;
  sample_.step = at.step;
  sample_.state = x;
  sample_.energy = at.energy;
  sample_.contacts.resize(model.contacts.size());
  if (!names_known_) set_names(model);
  if (has_shape_contacts(model)) contact_frames(model, x.q, at.poses, frames_);
  are_frames_of_x_ = false;  // it may be a state before
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const Contact& c = model.contacts[i];
    const auto row = static_cast<Eigen::Index>(i);
    ContactSample& s = sample_.contacts[i];
    s.gap = at.rows.value(model.functions[static_cast<std::size_t>(c.gap)]);
    s.un = at.rows.u[static_cast<std::size_t>(c.gap)];
    s.ut = c.tangent < 0 ? 0.0 : at.rows.u[static_cast<std::size_t>(c.tangent)];
    s.pn = x.p_normal[row];
    s.pt = x.p_tangent[row];
    s.ut_2 = c.tangent_2 < 0 ? 0.0 : at.rows.u[static_cast<std::size_t>(c.tangent_2)];
    s.pt_2 = c.tangent_2 < 0 ? 0.0 : x.p_tangent_2[row];
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

/// Normals turn between two samples: what a step adds is along those at its end.
void HandOut::add_world(const Model& model, const State& next, ShapePoses& poses) {
  contact_frames(model, next.q, poses, frames_);
  are_frames_of_x_ = true;
  world_.resize(model.contacts.size());
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    const std::size_t i = model.own_contacts + k;
    const auto row = static_cast<Eigen::Index>(i);
    const Point<3> p = next.p_normal[row] * frames_[k].normal +
                       next.p_tangent[row] * frames_[k].tangent +
                       next.p_tangent_2[row] * frames_[k].tangent_2;
    for (int c = 0; c < 3; ++c) world_[i][static_cast<std::size_t>(c)] += p[c];
  }
}

bool HandOut::has_impulse(std::size_t contact) const {
  const auto i = static_cast<Eigen::Index>(contact);
  return since_.normal[i] != 0 || since_.tangent[i] != 0 || since_.tangent_2[i] != 0;
}

void HandOut::look_at(const Model& model, const Instant& at) {
  seen_.clear();
  if (!has_times()) return;
  bool has_any = false;
  for (std::size_t i = model.own_contacts; i < model.contacts.size() && !has_any; ++i)
    has_any = has_impulse(i);
  if (!has_any) return;
  if (!are_frames_of_x_) contact_frames(model, at.x.q, at.poses, frames_);
  world_.resize(model.contacts.size());
  sample_.contacts.resize(model.contacts.size());
  if (!names_known_) set_names(model);
  seen_.resize(model.contacts.size() - model.own_contacts);
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    const std::size_t i = model.own_contacts + k;
    if (!has_impulse(i)) continue;
    const auto row = static_cast<Eigen::Index>(i);
    const Contact& c = model.contacts[i];
    ContactSample& s = seen_[k];
    s.gap = at.rows.value(model.functions[static_cast<std::size_t>(c.gap)]);
    s.un = at.rows.u[static_cast<std::size_t>(c.gap)];
    s.ut = c.tangent < 0 ? 0.0 : at.rows.u[static_cast<std::size_t>(c.tangent)];
    s.ut_2 = c.tangent_2 < 0 ? 0.0 : at.rows.u[static_cast<std::size_t>(c.tangent_2)];
    s.pn = since_.normal[row];
    s.pt = since_.tangent[row];
    s.pt_2 = since_.tangent_2[row];
    set_place(frames_[k], s);
    s.impulse = world_[i];
  }
}

void HandOut::give_back_gone() {
  if (gone_.empty()) return;
  std::unordered_map<std::string_view, std::size_t> there;  // looked up, never listed
  const std::size_t count = sample_.contacts.size();
  for (std::size_t i = count - frames_.size(); i < count; ++i)
    there.emplace(sample_.contacts[i].name, i);
  std::erase_if(gone_, [&](const ContactSample& g) {
    const auto found = there.find(g.name);
    if (found == there.end()) return false;
    const auto i = static_cast<Eigen::Index>(found->second);
    since_.normal[i] += g.pn;
    since_.tangent[i] += g.pt;
    since_.tangent_2[i] += g.pt_2;
    for (std::size_t k = 0; k < 3; ++k) world_[found->second][k] += g.impulse[k];
    return true;
  });
}

bool HandOut::give_sum() {
  world_.resize(sample_.contacts.size());
  give_back_gone();
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
  set_impulses();
  const std::size_t there = sample_.contacts.size();
  for (std::size_t i = there - frames_.size(); i < there; ++i)
    sample_.contacts[i].impulse = world_[i];
  world_.assign(there, {});
  sample_.contacts.insert(sample_.contacts.end(), gone_.begin(), gone_.end());
  const auto rows = static_cast<Eigen::Index>(sample_.contacts.size());
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.p_tangent_2, &x.tau_normal})
    p->conservativeResizeLike(Vec::Zero(rows));
  gone_.clear();
  const bool given = give();
  sample_.contacts.resize(there);
  return given;
}

bool HandOut::give() {
  sample_.solver = std::exchange(steps_, {});
  return attempt([&] {
    for (Recorder* r : recorders_) r->record(sample_);
  });
}

bool HandOut::checkpoint(std::span<const char> state) {
  return attempt([&] {
    for (Recorder* r : recorders_) r->checkpoint(state);
  });
}

bool HandOut::events(std::span<const Event> events) {
  return attempt([&] {
    for (const Event& event : events)
      for (Recorder* r : recorders_) r->note(event);
  });
}

bool HandOut::sample(const Model& model, const Instant& at) {
  fill(model, at);
  if (!wants_every_state()) return give_sum();
  set_impulses();
  return give();
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

void HandOut::take(const Model& model, const State& next, const StepReport& report,
                   ShapePoses& poses) {
  StepSums& s = steps_;
  s.shortest = s.steps == 0 ? next.h : std::min(s.shortest, next.h);
  s.longest = std::max(s.longest, next.h);
  s.steps += 1;
  s.newton += report.newton;
  s.projection += report.projection;
  s.activation += report.activation;
  s.solves += report.solves;
  s.iterations += report.solver_iterations;
  s.rejected += report.rejected;
  s.active = std::max(s.active, report.active);
  s.residual = std::max(s.residual, report.solver_residual);
  if (wants_every_state()) return;
  if (has_shape_contacts(model)) add_world(model, next, poses);
  add_impulses(next);
  for (Vec* p : {&used_.joint, &used_.normal, &used_.tangent, &used_.tangent_2}) p->setZero();
}

/// What look_at() saw of contacts that are there no more.
void HandOut::keep_gone(const std::vector<std::int32_t>& came_from) {
  if (seen_.empty()) return;
  const std::size_t own = sample_.contacts.size() - seen_.size();
  std::vector<bool> stays(sample_.contacts.size());
  for (const std::int32_t old : came_from)
    if (old >= 0) stays[at(old)] = true;
  for (std::size_t k = 0; k < seen_.size(); ++k) {
    if (stays[own + k] || !has_impulse(own + k)) continue;
    ContactSample& s = seen_[k];
    s.name = sample_.contacts[own + k].name;
    const auto same = std::find_if(gone_.begin(), gone_.end(),
                                   [&](const ContactSample& g) { return g.name == s.name; });
    if (same == gone_.end()) {
      gone_.push_back(std::move(s));
    } else {
      add(s, *same);
    }
  }
  seen_.clear();
}

void HandOut::follow(const std::vector<std::int32_t>& came_from) {
  keep_gone(came_from);
  if (has_recorders()) {
    std::vector<ContactSample> now(came_from.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      const auto old = static_cast<std::size_t>(came_from[i]);
      if (came_from[i] >= 0 && old < sample_.contacts.size())
        now[i].name = std::move(sample_.contacts[old].name);
    }
    sample_.contacts = std::move(now);
    names_known_ = false;
  }
  for (Impulses* p : {&since_, &used_}) {
    for (Vec* x : {&p->normal, &p->tangent, &p->tangent_2}) saltus::follow(came_from, *x);
  }
  if (!world_.empty()) saltus::follow(came_from, world_);
  are_frames_of_x_ = false;
}

bool HandOut::finish(const Model& model, const Instant& last) {
  if (!wants_every_state() && last_ < last.x.t && error_.empty()) sample(model, last);
  for (Recorder* r : recorders_)  // one that failed does not keep the others from it
    attempt([&] { r->finish(); });
  return error_.empty();
}

}  // namespace saltus
