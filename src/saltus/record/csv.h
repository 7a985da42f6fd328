// SPDX-License-Identifier: Apache-2.0
// states.csv, contacts.csv, constraints.csv, energy.csv: 17 significant digits, one row per state.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "saltus/record/recorder.h"

namespace saltus {

/// The columns of states.csv after `t`: all positions, then all velocities.
[[nodiscard]] std::vector<std::string> state_columns(const Model& model);

class CsvRecorder final : public Recorder {
 public:
  /// Creates or replaces the files in the folder. Throws FileError.
  CsvRecorder(const std::filesystem::path& folder, const Model& model,
              const Multipliers& multipliers);
  void record(const Sample& sample) override;
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
  Multipliers multipliers_;
  std::vector<std::string> contact_names_;
  std::vector<std::string> joint_rows_;  // "joint,row"
  std::string text_;                     // of the rows being written
};

}  // namespace saltus
