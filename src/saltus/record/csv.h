// SPDX-License-Identifier: Apache-2.0
// states.csv, contacts.csv, constraints.csv, energy.csv: 17 significant digits, one row per sample;
// events.csv: one row per event.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "saltus/record/recorder.h"

namespace saltus {

/// The columns of states.csv after `t`: all positions, then all velocities.
[[nodiscard]] std::vector<std::string> state_columns(const Model& model);

class CsvRecorder final : public Recorder {
 public:
  /// Creates or replaces the files in the folder; events.csv for schemes that locate events. Throws
  /// FileError.
  CsvRecorder(const std::filesystem::path& folder, const Model& model,
              const Multipliers& multipliers, bool with_events = false);
  void record(const Sample& sample) override;
  void note(const Event& event) override;
  void finish() override;

 private:
  struct File {
    std::filesystem::path path;
    std::ofstream stream;
  };
  void add_contacts(const Sample& sample);
  void add_joints(const Sample& sample);
  void write(File& file);
  static File open(const std::filesystem::path& path, const std::string& header);

  File states_, contacts_, constraints_, energy_;
  std::optional<File> events_;
  Multipliers multipliers_;
  std::vector<std::int32_t> positions_, dofs_;  // entries of q and v by column
  std::vector<std::string> contact_names_;
  std::vector<std::string> joint_rows_;  // "joint,row"
  std::string text_;                     // of the rows being written
};

}  // namespace saltus
