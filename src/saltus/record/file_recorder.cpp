// SPDX-License-Identifier: Apache-2.0
// Columns in groups; each group's columns follow one another in the order of add_columns().
#include "saltus/record/file_recorder.h"

#include <algorithm>
#include <cstring>

#include "saltus/model/collision.h"
#include "saltus/record/csv.h"

namespace saltus {
namespace {

using hdf5::Kind;

/// Of "first|second#k" and the like: all that there may be.
std::size_t longest_name(const Model& model) {
  constexpr std::size_t number = 12;  // "#" and the digits
  std::size_t longest = 1;
  for (std::size_t i = 0; i < model.own_contacts; ++i)
    longest = std::max(longest, model.contacts[i].name.size());
  if (!has_shape_contacts(model)) return longest;
  std::size_t body = 0;
  for (const Body& b : model.bodies) body = std::max(body, b.name.size());
  std::size_t meeting = 0;
  for (const Meeting& m : meetings(model)) meeting = std::max(meeting, m.name.size() + 1);
  return std::max(longest, meeting + 2 * body + 1 + number);
}

}  // namespace

FileRecorder::FileRecorder(RecordingFile file, const Model& model, const RecordingHead& head,
                           std::vector<Recorded> what, const Multipliers& multipliers)
    : file_(std::move(file)),
      what_(std::move(what)),
      multipliers_(multipliers),
      own_contacts_(model.own_contacts),
      joint_rows_(model.joint_functions.size()),
      has_shapes_(has_shape_contacts(model)),
      name_length_(longest_name(model)) {
  for (const Body& body : model.bodies) {
    for (std::size_t i = 0; i < body.coordinates.size(); ++i)
      positions_.push_back(body.position + static_cast<std::int32_t>(i));
    for (std::size_t i = 0; i < body.rates.size(); ++i)
      dofs_.push_back(body.dof + static_cast<std::int32_t>(i));
  }
  if (positions_.empty()) std::erase(what_, Recorded::states);
  if (joint_rows_ == 0) std::erase(what_, Recorded::constraints);
  add_columns(model);
  set_head(model, head);
}

FileRecorder::FileRecorder(const std::filesystem::path& path, const Model& model,
                           const RecordingHead& head, const std::vector<Recorded>& what,
                           const Multipliers& multipliers)
    : FileRecorder(RecordingFile::create(path), model, head, what, multipliers) {
  begin(model);
  file_.commit(false);
}

FileRecorder::FileRecorder(const std::filesystem::path& path, const Model& model,
                           const RecordingHead& head, const std::vector<Recorded>& what,
                           const Multipliers& multipliers, const Recording& old)
    : FileRecorder(RecordingFile::go_on(path), model, head, what, multipliers) {
  kept_ = old.samples();
  if (!old.has_checkpoint()) {
    begin(model);
    return;
  }
  const std::vector<std::int64_t> rows = old.checkpoint_rows();
  if (rows.size() != columns_) throw FileError(path.string() + ": the checkpoint is damaged");
  for (std::size_t i = 0; i < columns_; ++i)
    file_.restore(
        i, old.column(file_.path(i), static_cast<std::uint64_t>(rows[i]), file_.chunk_rows_of(i)));
  const std::vector<std::string> names = old.names();
  for (std::size_t i = 0; i < file_.rows(names_) && i < names.size(); ++i)
    numbers_.emplace(names[i], static_cast<std::int32_t>(i));
  checkpoint(old.checkpoint());
}

/// What stands before the first sample.
void FileRecorder::begin(const Model& model) {
  for (std::size_t i = 0; i < model.own_contacts; ++i) add_name(model.contacts[i].name);
  const std::int64_t zero = 0;
  if (has(Recorded::contacts)) file_.append(start_, &zero, 1);
}

bool FileRecorder::has(Recorded what) const {
  return std::find(what_.begin(), what_.end(), what) != what_.end();
}

std::size_t FileRecorder::add(const std::string& path, Kind kind, std::size_t columns) {
  ++columns_;
  return file_.add_column(path, hdf5::type_of(kind), columns);
}

void FileRecorder::add_all(const std::string& group, Kind kind,
                           std::initializer_list<const char*> names) {
  for (const char* name : names) add(group + "/" + name, kind);
}

void FileRecorder::add_contact_columns() {
  start_ = add("contacts/start", Kind::int64);
  add("contacts/contact", Kind::int32);
  add("contacts/status", Kind::uint8);
  add_all("contacts", Kind::float64, {"gap", "un", "ut1", "ut2", "pn", "pt1", "pt2"});
  if (!multipliers_.position.empty())
    add("contacts/" + std::string(multipliers_.position), Kind::float64);
  if (!has_shapes_) return;
  add("contacts/point", Kind::float64, 3);
  add("contacts/impulse", Kind::float64, 3);
}

void FileRecorder::add_columns(const Model& model) {
  time_ = add("time", Kind::float64);
  add("length", Kind::float64);
  add("step", Kind::int64);
  if (has(Recorded::states)) {
    q_ = add("states/q", Kind::float64, positions_.size());
    add("states/v", Kind::float64, dofs_.size());
  }
  if (has(Recorded::contacts)) add_contact_columns();
  names_ = file_.add_column("contacts/names", hdf5::text_type(name_length_));
  ++columns_;
  if (has(Recorded::constraints)) {
    const auto column = [&](const std::string& name) {
      return add("constraints/" + name, Kind::float64, model.joint_functions.size());
    };
    constraints_ = column("position_error");
    column("velocity_error");
    column("impulse");
    if (multipliers_.smooth) column("lambda");
    if (!multipliers_.position.empty()) column(std::string(multipliers_.position));
  }
  if (has(Recorded::energy)) {
    energy_ = columns_;
    add_all("energy", Kind::float64,
            {"kinetic", "potential", "total", "work_external", "work_damping", "work_contact",
             "balance"});
  }
  if (has(Recorded::solver)) {
    solver_ = columns_;
    add_all("solver", Kind::float64, {"residual", "shortest", "longest"});
    add_all("solver", Kind::int32,
            {"steps", "newton", "projection", "activation", "solves", "iterations", "rejected",
             "active"});
  }
  events_ = add("events/kind", Kind::uint8);
  add("events/contact", Kind::int32);
  add_all("events", Kind::float64,
          {"t", "un_before", "un_after", "ut_before", "ut_after", "pn", "pt"});
}

void FileRecorder::set_head(const Model& model, const RecordingHead& head) {
  file_.set_attribute("format", "saltus recording");
  file_.set_attribute("format_version", std::int64_t{1});
  file_.set_attribute("version", head.version);
  file_.set_attribute("name", head.name);
  file_.set_attribute("title", head.title);
  file_.set_attribute("file", head.file);
  file_.set_attribute("shape_files", head.shape_files);
  file_.set_attribute("scheme", head.scheme);
  file_.set_attribute("solver", head.solver);
  file_.set_attribute("step", head.step);
  file_.set_attribute("end", head.end);
  file_.set_attribute("every", head.every);
  file_.set_attribute("status", "running");
  file_.set_text("model", head.model);
  file_.set_text("summary", "null");
  if (has(Recorded::states)) {
    std::vector<std::string> names = state_columns(model);
    const auto half = names.begin() + static_cast<std::ptrdiff_t>(positions_.size());
    file_.set_texts("states/q_names", std::vector(names.begin(), half));
    file_.set_texts("states/v_names", std::vector(half, names.end()));
  }
  if (has(Recorded::constraints)) {
    std::vector<std::string> names;
    std::vector<std::int32_t> rows;
    for (const Joint& j : model.joints) {
      for (std::int32_t row = 0; row < j.rows; ++row) {
        names.push_back(j.name);
        rows.push_back(row);
      }
    }
    file_.set_texts("constraints/names", names);
    std::string bytes(rows.size() * sizeof(std::int32_t), '\0');
    if (!rows.empty()) std::memcpy(bytes.data(), rows.data(), bytes.size());
    file_.set("constraints/row", hdf5::type_of(Kind::int32), {1, rows.size(), 1, false}, bytes);
  }
}

void FileRecorder::add_name(const std::string& name) {
  std::string padded = name;
  padded.resize(name_length_);
  file_.append(names_, padded.data(), 1);
  numbers_.emplace(name, static_cast<std::int32_t>(numbers_.size()));
}

std::int32_t FileRecorder::number_of(const std::string& name) {
  auto found = numbers_.find(name);
  if (found == numbers_.end()) {
    add_name(name);
    found = numbers_.find(name);
  }
  return found->second;
}

void FileRecorder::checkpoint(std::span<const char> state) {
  file_.set("checkpoint/state", hdf5::type_of(Kind::uint8), {1, state.size(), 1, false},
            std::string(state.begin(), state.end()), true);
  std::string bytes;
  for (std::size_t i = 0; i < columns_; ++i) {
    const auto rows = static_cast<std::int64_t>(file_.rows(i));
    bytes.append(sizeof rows, '\0');
    std::memcpy(bytes.data() + i * sizeof rows, &rows, sizeof rows);
  }
  file_.set("checkpoint/rows", hdf5::type_of(Kind::int64), {1, columns_, 1, false}, bytes, true);
}

void FileRecorder::finish() {
  if (is_visible()) file_.commit(true);
}

void FileRecorder::conclude(const std::string& status, const std::string& summary) {
  file_.set_attribute("status", status);
  file_.set_text("summary", summary);
  file_.commit_head();
}

}  // namespace saltus
