// SPDX-License-Identifier: Apache-2.0
// `saltus export`: a recording in other formats.
#include <fmt/format.h>

#include "commands.h"
#include "recording.h"
#include "saltus/model/drawing.h"
#include "saltus/record/gltf.h"
#include "saltus/record/vtk.h"

namespace saltus::app {

int export_recording(const ExportOptions& options) {
  if (!options.csv && !options.vtk && !options.gltf)
    throw FileError("export: say to what: --csv, --vtk or --gltf");
  const std::filesystem::path folder = options.folder;
  const Recording recording(folder / recording_name);
  const Loaded loaded = load_recorded(recording);
  const Multipliers multipliers = multipliers_of(loaded.simulation.scheme);
  if (options.csv) export_csv(recording, loaded.model, loaded.simulation.scheme, folder);
  if ((options.vtk || options.gltf) && !recording.has("states"))
    throw FileError((folder / recording_name).string() +
                    ": has no states: [output] record left them out");
  if (options.vtk) {
    const Drawing drawing = compile_drawing(loaded.description, loaded.model);
    VtkRecorder vtk(folder, loaded.model, drawing);
    recording.replay(loaded.model, multipliers, vtk);
    vtk.finish();
  }
  if (options.gltf) {
    GltfRecorder gltf(folder / "motion.glb", loaded.model, recording.samples());
    recording.replay(loaded.model, multipliers, gltf);
    gltf.finish();
  }
  if (!options.quiet)
    fmt::print("{} samples of {} exported to {}\n", recording.samples(), loaded.model.title,
               folder.string());
  return 0;
}

}  // namespace saltus::app
