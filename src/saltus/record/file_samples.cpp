// SPDX-License-Identifier: Apache-2.0
// A sample's numbers, column by column.
#include <algorithm>

#include "saltus/record/file_recorder.h"

namespace saltus {

void FileRecorder::record(const Sample& sample) {
  const State& x = sample.state;
  // Samples of many bodies are large: deflating all of their noise would take longer than steps do.
  constexpr std::size_t many = 1000;
  file_.be_quick(positions_.size() + dofs_.size() + 8 * sample.contacts.size() > many);
  file_.append(time_, x.t);
  file_.append(time_ + 1, x.h);
  file_.append(time_ + 2, sample.step);
  if (has(Recorded::states)) record_states(x);
  if (has(Recorded::contacts)) record_contacts(sample);
  if (has(Recorded::constraints)) record_joints(sample);
  if (has(Recorded::energy)) record_energy(sample.energy);
  if (has(Recorded::solver)) record_solver(sample.solver);
  if (!is_visible()) return;
  // As much as there is already: where the disk is full before the time has come, half is kept.
  constexpr std::uint64_t little = std::uint64_t{1} << 18U;  // bytes
  constexpr std::uint64_t most = std::uint64_t{64} << 20U;
  const std::uint64_t much = std::clamp(file_.committed(), little, most);
  // Commits of large samples may take 2 % of the run; readers wait at most 40 times longer then.
  constexpr double share = 0.02;
  constexpr double longest = 40;
  const Clock::time_point now = Clock::now();
  const auto pause = std::clamp(commit_time_ / share, interval_, longest * interval_);
  if (now - committed_ < pause && file_.uncommitted() < much) return;
  file_.commit(false);
  committed_ = Clock::now();
  commit_time_ = committed_ - now;
}

void FileRecorder::record_states(const State& x) {
  scratch_.resize(std::max(positions_.size(), dofs_.size()));
  auto to = scratch_.begin();
  for (const std::int32_t i : positions_) *to++ = x.q[i];
  file_.append(q_, scratch_.data(), 1);
  to = scratch_.begin();
  for (const std::int32_t i : dofs_) *to++ = x.v[i];
  file_.append(q_ + 1, scratch_.data(), 1);
}

/// Into integers_: by contact, its entry of contacts/names. Points come and go, the others keep
/// their order: a name is most often the next one of the last sample, or a few places on.
void FileRecorder::number_contacts(const std::vector<ContactSample>& list) {
  constexpr std::size_t reach = 4;
  integers_.resize(list.size());
  names_now_.resize(list.size());
  std::size_t next = own_contacts_;  // of the last sample
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i < own_contacts_) {
      integers_[i] = static_cast<std::int32_t>(i);
      continue;
    }
    const std::string& name = list[i].name;
    const std::size_t end = std::min(next + reach, last_names_.size());
    std::size_t k = next;
    while (k < end && last_names_[k] != name) ++k;
    if (k < end) {
      integers_[i] = last_numbers_[k];
      names_now_[i].swap(last_names_[k]);
      next = k + 1;
    } else {
      integers_[i] = number_of(name);
      names_now_[i] = name;
    }
  }
  last_names_.swap(names_now_);
  last_numbers_ = integers_;
}

void FileRecorder::record_contacts(const Sample& sample) {
  const std::vector<ContactSample>& list = sample.contacts;
  const std::size_t count = list.size();
  number_contacts(list);
  bytes_.resize(count);
  for (std::size_t i = 0; i < count; ++i) bytes_[i] = static_cast<std::uint8_t>(list[i].status);
  std::size_t column = start_ + 1;
  file_.append(column++, integers_.data(), count);
  file_.append(column++, bytes_.data(), count);
  using C = ContactSample;
  for (double C::*value : {&C::gap, &C::un, &C::ut, &C::ut_2, &C::pn, &C::pt, &C::pt_2}) {
    scratch_.resize(count);
    for (std::size_t i = 0; i < count; ++i) scratch_[i] = list[i].*value;
    file_.append(column++, scratch_.data(), count);
  }
  if (!multipliers_.position.empty()) file_.append(column++, sample.state.tau_normal.data(), count);
  for (std::array<double, 3> C::*point : {&C::point, &C::impulse}) {
    if (!has_shapes_) break;
    scratch_.resize(3 * count);
    auto to = scratch_.begin();
    for (const C& c : list) to = std::copy_n((c.*point).begin(), 3, to);
    file_.append(column++, scratch_.data(), count);
  }
  const auto rows = static_cast<std::int64_t>(file_.rows(start_ + 1));
  file_.append(start_, rows);
}

void FileRecorder::record_joints(const Sample& sample) {
  std::size_t column = constraints_;
  const auto add = [&](const auto& value) {
    scratch_.clear();
    for (const JointSample& j : sample.joints) scratch_.push_back(value(j));
    file_.append(column++, scratch_.data(), 1);
  };
  add([](const JointSample& j) { return j.position_error; });
  add([](const JointSample& j) { return j.velocity_error; });
  add([](const JointSample& j) { return j.impulse; });
  if (multipliers_.smooth) file_.append(column++, sample.state.lambda_joint.data(), 1);
  if (!multipliers_.position.empty()) file_.append(column++, sample.state.tau_joint.data(), 1);
}

void FileRecorder::record_energy(const EnergySample& e) {
  std::size_t column = energy_;
  for (const double value : {e.kinetic, e.potential, e.total, e.work_external, e.work_damping,
                             e.work_contact, e.balance}) {
    file_.append(column++, value);
  }
}

void FileRecorder::record_solver(const StepSums& s) {
  std::size_t column = solver_;
  for (const double value : {s.residual, s.shortest, s.longest}) file_.append(column++, value);
  for (const std::int32_t value : {s.steps, s.newton, s.projection, s.activation, s.solves,
                                   s.iterations, s.rejected, s.active}) {
    file_.append(column++, value);
  }
}

void FileRecorder::note(const Event& event) {
  const auto kind = static_cast<std::uint8_t>(event.kind);
  file_.append(events_, kind);
  file_.append(events_ + 1, event.contact);
  std::size_t column = events_ + 2;
  for (const double value : {event.t, event.un_before, event.un_after, event.ut_before,
                             event.ut_after, event.pn, event.pt}) {
    file_.append(column++, value);
  }
}

}  // namespace saltus
