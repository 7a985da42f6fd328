// SPDX-License-Identifier: Apache-2.0
// Where contacts of formulas and joints are seen: what a recording has for points between shapes.
#pragma once

#include <vector>

#include "saltus/model/drawing.h"
#include "saltus/model/joint_touches.h"
#include "saltus/record/recorder.h"

namespace saltus {

class ContactPlaces {
 public:
  /// The drawing must outlive this.
  ContactPlaces(const Description& description, const Drawing& drawing);

  /// Some contact has a place.
  [[nodiscard]] bool has_any() const {
    return !drawing_.touches.empty() || !joints_.contacts.empty();
  }
  /// Writes `point` and `impulse` of these contacts.
  void fill(const State& x, std::vector<ContactSample>& contacts);

 private:
  const Drawing& drawing_;
  DrawingPen pen_;
  JointTouches joints_;
  std::vector<double> scratch_, out_;
};

}  // namespace saltus
