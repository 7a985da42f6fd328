// SPDX-License-Identifier: Apache-2.0
// Columns as in the contract; docs/results.md says what each means.
#include "saltus/record/csv.h"

#include <cerrno>

#include <fmt/format.h>

#include "saltus/base/write_error.h"

namespace saltus {
namespace {

void append(std::string& text, double x) {
  fmt::format_to(std::back_inserter(text), ",{:.17g}", x);
}

void begin_row(std::string& text, double t) {
  fmt::format_to(std::back_inserter(text), "{:.17g}", t);
}

std::string state_header(const Model& model) {
  std::string header = "t";
  for (const std::string& column : state_columns(model)) header += "," + column;
  return header;
}

std::string contact_header(const Multipliers& has) {
  std::string header = "t,contact,gap,un,ut1,ut2,pn,pt1,pt2,status,fn,ft1,ft2";
  if (!has.position.empty()) header.append(",").append(has.position);
  return header;
}

std::string joint_header(const Multipliers& has) {
  std::string header = "t,joint,row,position_error,velocity_error,impulse,force";
  if (has.smooth) header += ",lambda";
  if (!has.position.empty()) header.append(",").append(has.position);
  return header;
}

}  // namespace

std::vector<std::string> state_columns(const Model& model) {
  std::vector<std::string> columns;
  for (const Body& body : model.bodies) {
    for (const std::string& name : body.coordinates) columns.push_back(body.name + "." + name);
  }
  for (const Body& body : model.bodies) {
    for (const std::string& name : body.rates) columns.push_back(body.name + "." + name);
  }
  return columns;
}

CsvRecorder::File CsvRecorder::open(const std::filesystem::path& path, const std::string& header) {
  File file{path, std::ofstream(path, std::ios::binary | std::ios::trunc)};
  if (!file.stream) throw FileError("cannot write " + path.string() + ": is the folder writable?");
  file.stream << header << std::endl;  // flushed: a reader finds the columns at once
  return file;
}

CsvRecorder::CsvRecorder(const std::filesystem::path& folder, const Model& model,
                         const Multipliers& multipliers, bool with_events)
    : states_(open(folder / "states.csv", state_header(model))),
      contacts_(open(folder / "contacts.csv", contact_header(multipliers))),
      constraints_(open(folder / "constraints.csv", joint_header(multipliers))),
      energy_(open(folder / "energy.csv",
                   "t,kinetic,potential,total,work_external,work_damping,work_contact,balance")),
      multipliers_(multipliers) {
  if (with_events) {
    events_ =
        open(folder / "events.csv", "t,event,contact,un_before,un_after,ut_before,ut_after,pn,pt");
  }
  for (const Body& body : model.bodies) {
    for (std::size_t i = 0; i < body.coordinates.size(); ++i)
      positions_.push_back(body.position + static_cast<std::int32_t>(i));
    for (std::size_t i = 0; i < body.rates.size(); ++i)
      dofs_.push_back(body.dof + static_cast<std::int32_t>(i));
  }
  for (const Contact& c : model.contacts) contact_names_.push_back(c.name);
  for (const Joint& j : model.joints) {
    for (std::int32_t row = 0; row < j.rows; ++row) {
      joint_rows_.push_back(j.name + "," + std::to_string(row));
    }
  }
}

void CsvRecorder::write(File& file) {
  errno = 0;
  file.stream << text_;
  if (!file.stream) throw_not_written(file.path.string(), errno);
  text_.clear();
}

void CsvRecorder::add_contacts(const Sample& sample) {
  const State& x = sample.state;
  for (std::size_t i = 0; i < sample.contacts.size(); ++i) {
    const ContactSample& c = sample.contacts[i];
    begin_row(text_, x.t);
    text_ += "," + (i < contact_names_.size() ? contact_names_[i] : c.name);
    for (const double value : {c.gap, c.un, c.ut, c.ut_2, c.pn, c.pt, c.pt_2}) append(text_, value);
    fmt::format_to(std::back_inserter(text_), ",{}", to_string(c.status));
    for (const double p : {c.pn, c.pt, c.pt_2}) append(text_, x.h > 0 ? p / x.h : 0);
    if (!multipliers_.position.empty()) append(text_, x.tau_normal[static_cast<Eigen::Index>(i)]);
    text_ += '\n';
  }
}

void CsvRecorder::add_joints(const Sample& sample) {
  const State& x = sample.state;
  for (std::size_t i = 0; i < joint_rows_.size(); ++i) {
    const JointSample& j = sample.joints[i];
    begin_row(text_, x.t);
    text_ += "," + joint_rows_[i];
    const auto row = static_cast<Eigen::Index>(i);
    for (const double value : {j.position_error, j.velocity_error, j.impulse}) append(text_, value);
    append(text_, (x.h > 0 ? j.impulse / x.h : 0) + x.lambda_joint[row]);
    if (multipliers_.smooth) append(text_, x.lambda_joint[row]);
    if (!multipliers_.position.empty()) append(text_, x.tau_joint[row]);
    text_ += '\n';
  }
}

void CsvRecorder::record(const Sample& sample) {
  const State& x = sample.state;
  begin_row(text_, x.t);
  for (const std::int32_t i : positions_) append(text_, x.q[i]);
  for (const std::int32_t i : dofs_) append(text_, x.v[i]);
  text_ += '\n';
  write(states_);
  add_contacts(sample);
  write(contacts_);
  add_joints(sample);
  write(constraints_);
  const EnergySample& e = sample.energy;
  begin_row(text_, x.t);
  for (const double value : {e.kinetic, e.potential, e.total, e.work_external, e.work_damping,
                             e.work_contact, e.balance}) {
    append(text_, value);
  }
  text_ += '\n';
  write(energy_);
}

void CsvRecorder::note(const Event& event) {
  if (!events_) return;
  begin_row(text_, event.t);
  fmt::format_to(std::back_inserter(text_), ",{},{}", to_string(event.kind),
                 event.contact < 0 ? "" : contact_names_[static_cast<std::size_t>(event.contact)]);
  for (const double value :
       {event.un_before, event.un_after, event.ut_before, event.ut_after, event.pn, event.pt}) {
    append(text_, value);
  }
  text_ += '\n';
  write(*events_);
}

void CsvRecorder::finish() {
  for (File* file :
       {&states_, &contacts_, &constraints_, &energy_, events_ ? &*events_ : nullptr}) {
    if (file == nullptr) continue;
    errno = 0;
    file->stream.flush();
    if (!file->stream) throw_not_written(file->path.string(), errno);
    // What goes on being written to a file that was removed is lost without a word.
    std::error_code error;
    if (!std::filesystem::exists(file->path, error)) throw_not_written(file->path.string(), ENOENT);
  }
}

}  // namespace saltus
