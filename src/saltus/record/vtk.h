// SPDX-License-Identifier: Apache-2.0
// For ParaView: bodies.pvd and contacts.pvd, which name a .vtp file per sample.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/record/recorder.h"
#include "saltus/record/surface.h"

namespace saltus {

class VtkRecorder final : public Recorder {
 public:
  /// Into the folder `vtk` in this one. Throws FileError.
  VtkRecorder(const std::filesystem::path& folder, const Model& model, const Drawing& drawing);
  void record(const Sample& sample) override;
  void finish() override;

 private:
  [[nodiscard]] std::string bodies(const State& x);
  [[nodiscard]] static std::string contacts(const Sample& sample);

  const Model& model_;
  const Drawing& drawing_;
  DrawingPen pen_;
  bool in_space_;
  std::filesystem::path folder_;
  std::vector<Surface> surfaces_;  // by body
  std::vector<double> times_;
};

}  // namespace saltus
