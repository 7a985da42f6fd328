// SPDX-License-Identifier: Apache-2.0
// What most of the program knows of shapes: that there are some, and the points where they meet.
// The shapes themselves are many types, which few files have to read: model/collision.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "saltus/shapes/contact_point.h"

namespace saltus {

/// One [[contact]] between bodies or groups of them.
struct Meeting {
  std::string name;  // empty: "first|second" by the bodies
  double e = 0;
  double e_t = 0;
  double mu = 0;
};

/// A point where two shapes touch or are close: the gap and tangents of one contact of the model.
struct Candidate {
  std::int32_t first = 0;  // shapes
  std::int32_t second = 0;
  Feature feature{};
  std::int32_t meeting = 0;
  std::int32_t number = 0;     // among the points of the two bodies, from 1 on, as long as it lives
  std::int32_t function = 0;   // of the gap; those of the tangents follow
  std::int32_t at_first = -1;  // where the first body stands in a row; −1 where it is fixed
  std::int32_t at_second = -1;  // the same of the second
  std::uint8_t axis = 0;        // in space t_1 = n × e_axis / |…|, the same within a step
};

struct AnyCollision;

/// The shapes as a value; empty where a model has none.
class Shapes {
 public:
  Shapes();
  explicit Shapes(AnyCollision collision);
  Shapes(const Shapes& other);
  Shapes& operator=(const Shapes& other);
  Shapes(Shapes&&) noexcept;
  Shapes& operator=(Shapes&&) noexcept;
  ~Shapes();

  [[nodiscard]] const AnyCollision* get() const { return collision_.get(); }

 private:
  std::unique_ptr<AnyCollision> collision_;
};

}  // namespace saltus
