// SPDX-License-Identifier: Apache-2.0
// A results.h5 that is there: to go on with it, or to turn it into something else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "saltus/base/hdf5_file.h"
#include "saltus/record/recorder.h"
#include "saltus/record/recording_file.h"

namespace saltus {

/// Everything that goes wrong is a FileError.
class Recording {
 public:
  explicit Recording(const std::filesystem::path& path);

  [[nodiscard]] std::string attribute(const std::string& name) const {
    return file_.text_attribute(name);
  }
  [[nodiscard]] std::string model() const;  // as TOML
  [[nodiscard]] std::vector<std::string> names() const { return file_.texts("contacts/names"); }
  [[nodiscard]] bool has(const std::string& name) const { return file_.has(name); }
  [[nodiscard]] std::uint64_t samples() const { return file_.table_size("time").rows; }
  [[nodiscard]] double last_time() const;  // 0 where there is no sample

  // What a run goes on from; nothing: from the start.
  [[nodiscard]] bool has_checkpoint() const { return file_.has("checkpoint"); }
  [[nodiscard]] std::vector<char> checkpoint() const;
  [[nodiscard]] std::vector<std::int64_t> checkpoint_rows() const;
  /// The first rows of a column, as they are in the file.
  [[nodiscard]] OldColumn column(const std::string& path, std::uint64_t rows,
                                 std::uint64_t chunk_rows) const;

  /// Hands all samples and events to a recorder, as the run did; those of the groups that were
  /// recorded. The model is that of the recording.
  void replay(const Model& model, const Multipliers& multipliers, Recorder& recorder) const;

 private:
  Hdf5File file_;
};

}  // namespace saltus
