// SPDX-License-Identifier: Apache-2.0
// For ParaView: bodies.pvd and contacts.pvd, which name a .vtp file per sample.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/record/contact_places.h"
#include "saltus/record/recorder.h"
#include "saltus/record/surface.h"

namespace saltus {

class VtkRecorder final : public Recorder {
 public:
  /// Into the folder `vtk` in this one: of so many samples every stride-th and the last. Throws
  /// FileError.
  VtkRecorder(const std::filesystem::path& folder, const Description& description,
              const Model& model, const Drawing& drawing, std::size_t samples, std::size_t stride);
  void record(const Sample& sample) override;
  void finish() override;
  [[nodiscard]] std::size_t frames() const { return times_.size(); }

 private:
  [[nodiscard]] std::string bodies(const State& x);
  [[nodiscard]] static std::string contacts(const std::vector<ContactSample>& list, double h);
  [[nodiscard]] bool has_contacts() const {
    return has_shape_contacts(model_) || places_.has_any();
  }

  const Model& model_;
  const Drawing& drawing_;
  DrawingPen pen_;
  ContactPlaces places_;
  std::vector<ContactSample> placed_;
  std::size_t samples_;
  std::size_t stride_;
  std::size_t next_ = 0;
  bool in_space_;
  std::filesystem::path folder_;
  std::vector<Surface> surfaces_;  // by body
  std::vector<double> times_;
};

}  // namespace saltus
