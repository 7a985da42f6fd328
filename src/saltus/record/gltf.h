// SPDX-License-Identifier: Apache-2.0
// An animated scene as one .glb file (glTF 2.0): a node per body, a mesh per set of shapes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saltus/record/recorder.h"
#include "saltus/record/surface.h"

namespace saltus {

class GltfRecorder final : public Recorder {
 public:
  /// Of so many samples: of very many every so many-th. Throws FileError where no body has a shape.
  GltfRecorder(std::filesystem::path file, const Model& model, std::size_t samples);
  void record(const Sample& sample) override;
  void finish() override;
  [[nodiscard]] std::size_t frames() const { return times_.size(); }

 private:
  struct Node {
    std::size_t body = 0;
    std::vector<float> position, rotation;  // by frame; of a fixed body one
  };
  [[nodiscard]] bool is_fixed(std::size_t body) const {
    return model_.bodies[body].motion == BodyMotion::fixed;
  }

  std::filesystem::path file_;
  const Model& model_;
  bool in_space_;
  std::size_t stride_ = 1;
  std::size_t next_ = 0;
  std::vector<Node> nodes_;
  std::vector<float> times_;
};

}  // namespace saltus
