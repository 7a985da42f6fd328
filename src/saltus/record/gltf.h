// SPDX-License-Identifier: Apache-2.0
// An animated scene as one .glb file (glTF 2.0): a node per body with shapes and per
// piece of the drawing.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/record/recorder.h"
#include "saltus/record/surface.h"

namespace saltus {

class GltfRecorder final : public Recorder {
 public:
  /// Of so many samples: of very many every so many-th. Throws FileError where no body has a shape
  /// and nothing is drawn.
  GltfRecorder(std::filesystem::path file, const Model& model, const Drawing& drawing,
               std::size_t samples);
  void record(const Sample& sample) override;
  void finish() override;
  [[nodiscard]] std::size_t frames() const { return times_.size(); }

 private:
  /// A body with its shapes, or a piece of a mark of the drawing.
  struct Node {
    std::string name;
    Surface surface;
    bool fixed = false;
    std::int32_t body = -1;  // else
    std::int32_t from = 0;   // a point of the drawing,
    std::int32_t to = -1;    // to which it is a line, if any
    // By frame; of what is fixed one. glTF knows no frames without a place: where it has none, or
    // is too far away, it stays at the last place, or is at the first one already.
    std::vector<float> position{}, rotation{}, stretch{};
    [[nodiscard]] bool is_placed() const { return !position.empty(); }
  };
  void add_mark(const Drawing::Mark& mark);
  void place(Node& node, const Placement& at) const;
  /// A line of 1 m along x, turned and stretched from one point to the other.
  void place_line(Node& node, std::span<const double> drawn) const;

  std::filesystem::path file_;
  const Model& model_;
  const Drawing& drawing_;
  DrawingPen pen_;
  bool in_space_;
  std::size_t stride_ = 1;
  std::size_t next_ = 0;
  std::vector<Node> nodes_;
  std::vector<float> times_;
};

}  // namespace saltus
