// SPDX-License-Identifier: Apache-2.0
// Columns as in the contract; docs/results.md says what each means.
#include "saltus/record/csv.h"

#include <fmt/format.h>

#include "saltus/base/error.h"

namespace saltus {
namespace {

void append(std::string& text, double x) {
  fmt::format_to(std::back_inserter(text), ",{:.17g}", x);
}

void begin_row(std::string& text, double t) {
  fmt::format_to(std::back_inserter(text), "{:.17g}", t);
}

std::string state_header(const Model& model) {
  std::string positions = "t";
  std::string velocities;
  for (const FormulaBody& body : std::get<std::vector<FormulaBody>>(model.bodies)) {
    for (const std::string& c : body.coordinates) {
      positions += "," + body.name + "." + c;
      velocities += "," + body.name + "." + c + "_dot";
    }
  }
  return positions + velocities;
}

}  // namespace

CsvRecorder::File CsvRecorder::open(const std::filesystem::path& path, const std::string& header) {
  File file{path, std::ofstream(path, std::ios::binary | std::ios::trunc)};
  if (!file.stream) throw FileError("cannot write " + path.string() + ": is the folder writable?");
  file.stream << header << std::endl;  // flushed: a reader finds the columns at once
  return file;
}

CsvRecorder::CsvRecorder(const std::filesystem::path& folder, const Model& model)
    : states_(open(folder / "states.csv", state_header(model))),
      contacts_(open(folder / "contacts.csv", "t,contact,gap,un,ut1,ut2,pn,pt1,pt2,status")),
      constraints_(
          open(folder / "constraints.csv", "t,joint,row,position_error,velocity_error,impulse")),
      energy_(open(folder / "energy.csv",
                   "t,kinetic,potential,total,work_external,work_damping,work_contact,balance")) {
  for (const FormulaContact& c : model.contacts) contact_names_.push_back(c.name);
  for (const FormulaJoint& j : std::get<std::vector<FormulaJoint>>(model.joints)) {
    for (std::int32_t row = 0; row < j.rows; ++row) {
      joint_rows_.push_back(j.name + "," + std::to_string(row));
    }
  }
}

void CsvRecorder::write(File& file) {
  file.stream << text_;
  if (!file.stream) throw FileError("cannot write " + file.path.string() + ": is the disk full?");
  text_.clear();
}

void CsvRecorder::record(const Sample& sample) {
  const double t = sample.state.t;
  begin_row(text_, t);
  for (const double x : sample.state.q) append(text_, x);
  for (const double x : sample.state.v) append(text_, x);
  text_ += '\n';
  write(states_);

  for (std::size_t i = 0; i < contact_names_.size(); ++i) {
    const ContactSample& c = sample.contacts[i];
    begin_row(text_, t);
    text_ += "," + contact_names_[i];
    for (const double x : {c.gap, c.un, c.ut, 0.0, c.pn, c.pt, 0.0}) append(text_, x);
    fmt::format_to(std::back_inserter(text_), ",{}\n", to_string(c.status));
  }
  write(contacts_);

  for (std::size_t i = 0; i < joint_rows_.size(); ++i) {
    const JointSample& j = sample.joints[i];
    begin_row(text_, t);
    text_ += "," + joint_rows_[i];
    for (const double x : {j.position_error, j.velocity_error, j.impulse}) append(text_, x);
    text_ += '\n';
  }
  write(constraints_);

  const EnergySample& e = sample.energy;
  begin_row(text_, t);
  for (const double x : {e.kinetic, e.potential, e.total, e.work_external, e.work_damping,
                         e.work_contact, e.balance}) {
    append(text_, x);
  }
  text_ += '\n';
  write(energy_);
}

void CsvRecorder::finish() {
  for (File* file : {&states_, &contacts_, &constraints_, &energy_}) {
    file->stream.flush();
    if (!file->stream)
      throw FileError("cannot write " + file->path.string() + ": is the disk full?");
  }
}

}  // namespace saltus
