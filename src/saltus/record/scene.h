// SPDX-License-Identifier: Apache-2.0
// What moves in a report: the bodies with their shapes, and where they stand in each frame.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/model/model.h"
#include "saltus/record/report_data.h"

namespace saltus {

/// Bodies with mass and fixed ones; those of formulas have no place in the world but [draw].
class Scene {
 public:
  Scene(const Description& description, const Model& model, const Drawing& drawing,
        ReportData& data);

  [[nodiscard]] bool empty() const { return bodies_.empty() && drawing_.points.empty(); }
  [[nodiscard]] std::size_t moving() const { return moving_.size(); }
  /// Bytes of one frame, about, before they are compressed.
  [[nodiscard]] std::size_t frame_bytes() const {
    return 14 * moving() + 12 * drawing_.points.size() + 8;
  }

  void add_frame(const State& x);
  /// A contact of the last frame: where, force on the first body, status as in the format.
  void add_contact(const std::array<double, 3>& point, const std::array<double, 3>& force,
                   std::uint8_t status);
  /// What could not be drawn, as a sentence, and since when.
  [[nodiscard]] const std::map<std::string, double>& missing() const { return missing_; }
  [[nodiscard]] std::size_t frames() const { return t_.size(); }
  /// The arrays and the header's `scene`.
  void finish();
  /// A sentence on how positions and rotations were rounded; known after finish().
  [[nodiscard]] const std::string& rounding() const { return rounding_; }

 private:
  struct Moving {
    std::int32_t body = 0;
    double reach = 0;  // of its shapes from the centre of mass
  };
  void list_bodies(const Description& description, const Model& model);
  void list_joints(const Description& description);
  [[nodiscard]] std::string shapes_of(const Description& description, const Model& model,
                                      std::size_t body, double& reach);
  void widen(const std::array<double, 3>& at, double reach);
  void add_body(const Moving& moving, const State& x);
  void add_points(const State& x);
  [[nodiscard]] std::string marks() const;
  void add_positions(std::string& header);

  const Model& model_;
  const Drawing& drawing_;
  ReportData& data_;
  DrawingPen pen_;
  int dimension_ = 2;
  std::array<double, 3> up_{};
  std::vector<std::string> bodies_;  // as JSON: those that move first
  std::vector<std::string> names_;   // the same bodies
  std::vector<std::string> joints_;
  std::vector<Moving> moving_;
  std::array<double, 3> lower_{}, upper_{};  // of what moves
  bool has_bounds_ = false;
  std::vector<double> reaches_;  // of the points: radius of a circle around them
  std::map<std::string, double> missing_;
  std::string rounding_;

  std::vector<double> t_;
  std::vector<float> position_, points_, contact_point_, contact_force_;
  std::vector<std::int16_t> rotation_;
  std::vector<std::uint32_t> contact_start_{0};
  std::vector<std::uint8_t> contact_status_;
};

}  // namespace saltus
