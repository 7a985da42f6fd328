// SPDX-License-Identifier: Apache-2.0
// results.h5: the whole of a run, readable while it goes on. docs/results.md has its layout.
#pragma once

#include <chrono>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

#include "saltus/model/description.h"
#include "saltus/record/recorder.h"
#include "saltus/record/recording.h"
#include "saltus/record/recording_file.h"

namespace saltus {

/// What a recording says of its run.
struct RecordingHead {
  std::string model;        // as TOML
  std::string file;         // where it was read
  std::string shape_files;  // that it names, a line "name digest" each
  std::string version, name, title, scheme, solver;
  double step = 0;
  double end = 0;
  double every = 0;
};

class FileRecorder final : public Recorder {
 public:
  /// Creates or replaces the file. Throws FileError.
  FileRecorder(const std::filesystem::path& path, const Model& model, const RecordingHead& head,
               const std::vector<Recorded>& what, const Multipliers& multipliers);
  /// Goes on with what was recorded before its checkpoint; without one from the start. What was
  /// recorded behind it stays visible until the run has come as far again.
  FileRecorder(const std::filesystem::path& path, const Model& model, const RecordingHead& head,
               const std::vector<Recorded>& what, const Multipliers& multipliers,
               const Recording& old);

  void record(const Sample& sample) override;
  void note(const Event& event) override;
  void checkpoint(std::span<const char> state) override;
  void finish() override;
  /// Whether readers see what this run records, and not what an earlier one did.
  [[nodiscard]] bool is_visible() const { return file_.rows(time_) >= kept_; }
  /// The last word, where it is visible: "ok", "failed" or "interrupted", and summary.json.
  void conclude(const std::string& status, const std::string& summary);

  /// s between commits, or more where they take long; tests want every sample.
  void set_commit_interval(double seconds) { interval_ = std::chrono::duration<double>(seconds); }

 private:
  using Clock = std::chrono::steady_clock;
  FileRecorder(RecordingFile file, const Model& model, const RecordingHead& head,
               std::vector<Recorded> what, const Multipliers& multipliers);
  void begin(const Model& model);
  [[nodiscard]] bool has(Recorded what) const;
  std::size_t add(const std::string& path, hdf5::Kind kind, std::size_t columns = 0);
  void add_columns(const Model& model);
  void add_contact_columns();
  void add_all(const std::string& group, hdf5::Kind kind, std::initializer_list<const char*> names);
  void set_head(const Model& model, const RecordingHead& head);
  void add_name(const std::string& name);
  [[nodiscard]] std::int32_t number_of(const std::string& name);
  void number_contacts(const std::vector<ContactSample>& list);
  void record_states(const State& x);
  void record_contacts(const Sample& sample);
  void record_joints(const Sample& sample);
  void record_energy(const EnergySample& energy);
  void record_solver(const StepSums& steps);

  RecordingFile file_;
  std::vector<Recorded> what_;
  Multipliers multipliers_;
  std::vector<std::int32_t> positions_, dofs_;  // entries of q and v by column
  std::size_t own_contacts_ = 0;
  std::size_t joint_rows_ = 0;
  bool has_shapes_ = false;

  std::size_t name_length_ = 0;
  std::unordered_map<std::string, std::int32_t> numbers_;  // by name; looked up, never listed
  std::vector<std::string> names_now_;                     // room for the next ones
  std::vector<std::string> last_names_;                    // of the points of the last sample,
  std::vector<std::int32_t> last_numbers_;                 //   by contact

  std::uint64_t kept_ = 0;   // samples of an earlier run
  std::size_t columns_ = 0;  // all
  std::size_t time_ = 0, q_ = 0, start_ = 0, names_ = 0, constraints_ = 0, energy_ = 0;
  std::size_t solver_ = 0, events_ = 0;  // the first columns of each group
  std::vector<double> scratch_;
  std::vector<std::int32_t> integers_;
  std::vector<std::uint8_t> bytes_;

  std::chrono::duration<double> interval_{0.25};
  Clock::time_point committed_ = Clock::now();
  std::chrono::duration<double> commit_time_{0};  // that the last one took
};

}  // namespace saltus
