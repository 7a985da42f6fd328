// SPDX-License-Identifier: Apache-2.0
// `saltus export`: a recording in other formats.
#include <algorithm>

#include <fmt/format.h>

#include "commands.h"
#include "recording.h"
#include "saltus/model/drawing.h"
#include "saltus/record/gltf.h"
#include "saltus/record/vtk.h"
#include "say.h"

namespace saltus::app {
namespace {

/// A folder of a million files is of no use to anyone: few enough samples, unless told otherwise.
/// The first and the last are among them. How many it wrote.
std::size_t export_vtk(const Recording& recording, const Loaded& loaded,
                       const ExportOptions& options) {
  const auto samples = static_cast<std::size_t>(recording.samples());
  const auto most = static_cast<std::size_t>(options.frames.value_or(2000));
  const bool all = most == 0 || samples <= most;
  const std::size_t stride = all ? 1 : (samples + most - 3) / (most - 1);
  if (stride > 1 && !options.quiet)
    say("note: --vtk writes every {}-th of {} samples, with the forces of these; --frames N for "
        "at most N, --frames 0 for all, a file or two each\n",
        stride, samples);
  const Drawing drawing = compile_drawing(loaded.description, loaded.model);
  VtkRecorder vtk(options.folder, loaded.description, loaded.model, drawing, samples, stride);
  recording.replay(loaded.model, multipliers_of(loaded.simulation.scheme), vtk);
  vtk.finish();
  return vtk.frames();
}

}  // namespace

int export_recording(const ExportOptions& options) {
  if (!options.csv && !options.vtk && !options.gltf)
    throw FileError("export: say to what: --csv, --vtk or --gltf");
  if (options.frames && !options.vtk) throw FileError("export: --frames is an option of --vtk");
  if (options.frames && (*options.frames < 0 || *options.frames == 1))
    throw FileError(
        "export: --frames must be at least 2, the first and the last sample, or 0: all samples");
  const std::filesystem::path folder = options.folder;
  const Recording recording(folder / recording_name);
  const Loaded loaded = load_recorded(recording);
  const Multipliers multipliers = multipliers_of(loaded.simulation.scheme);
  if (options.csv) export_csv(recording, loaded.model, loaded.simulation.scheme, folder);
  if ((options.vtk || options.gltf) && !recording.has("states"))
    throw FileError((folder / recording_name).string() +
                    ": has no states: [output] record left them out");
  const auto samples = static_cast<std::size_t>(recording.samples());
  std::size_t exported = options.csv ? samples : 0;
  if (options.vtk) exported = std::max(exported, export_vtk(recording, loaded, options));
  if (options.gltf) {
    const Drawing drawing = compile_drawing(loaded.description, loaded.model);
    GltfRecorder gltf(folder / "motion.glb", loaded.model, drawing, samples);
    recording.replay(loaded.model, multipliers, gltf);
    gltf.finish();
    exported = std::max(exported, gltf.frames());
    if (gltf.frames() < samples && !options.quiet)
      say("note: --gltf has {} frames of {} samples\n", gltf.frames(), samples);
  }
  if (!options.quiet)
    fmt::print("{}{} samples of {} exported to {}\n", exported,
               exported < samples ? fmt::format(" of {}", samples) : "", loaded.model.title,
               folder.string());
  return 0;
}

}  // namespace saltus::app
