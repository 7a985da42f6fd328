// SPDX-License-Identifier: Apache-2.0
// results.h5 of a run, made anew or gone on with.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "load.h"
#include "saltus/record/file_recorder.h"

namespace saltus::app {

inline constexpr const char* recording_name = "results.h5";

struct OpenRecording {
  std::unique_ptr<FileRecorder> recorder;  // none: the model asks for no recording
  std::vector<char> checkpoint;            // what the run goes on from; empty: from the start
};

/// Creates folder/results.h5. Throws FileError.
[[nodiscard]] OpenRecording begin_recording(const Loaded& loaded,
                                            const std::filesystem::path& folder);

/// Opens folder/results.h5 to go on. Throws FileError where there is none, or one of another model
/// or version, or one from which the CSV files that are wanted cannot be made.
[[nodiscard]] OpenRecording resume_recording(const Loaded& loaded,
                                             const std::filesystem::path& folder, bool csv);

/// Throws FileError where the recording does not have what the CSV files need.
void check_csv(const Recording& recording);
/// The CSV files of a recording, in its folder.
void export_csv(const Recording& recording, const Model& model, const Scheme& scheme,
                const std::filesystem::path& folder);

/// The model of a recording. Throws ModelError, FileError.
[[nodiscard]] Loaded load_recorded(const Recording& recording);

}  // namespace saltus::app
