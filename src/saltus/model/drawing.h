// SPDX-License-Identifier: Apache-2.0
// The picture of a mechanism that is written as formulas: points that move with it, and what is
// drawn through them.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saltus/formula/program.h"
#include "saltus/model/description.h"
#include "saltus/model/model.h"

namespace saltus {

struct Drawing {
  enum class Kind : std::uint8_t { point, line, polygon, circle };
  struct Point {
    std::string name;
    bool fixed = true;  // so are all marks that it is part of
  };
  struct Mark {
    Kind kind = Kind::point;
    std::vector<std::int32_t> points;
    double radius = 0;   // of a circle
    bool fixed = false;  // none of its points moves
  };
  struct Portrait {
    std::string title, x_label, y_label;
  };
  struct Touch {
    std::size_t contact = 0;  // of the model
    std::int32_t point = 0;
  };
  std::vector<Point> points;
  bool in_space = false;  // some point has a z
  std::vector<Mark> marks;
  std::vector<Portrait> portraits;
  std::vector<Touch> touches;
  /// Inputs: t, q, v. Outputs: x, y, z by point; x, y by portrait; normal and tangent by touch.
  formula::Program program;

  [[nodiscard]] bool empty() const { return points.empty() && portraits.empty(); }
};

/// [draw] of the description; nothing where it has none. Throws ModelError.
[[nodiscard]] Drawing compile_drawing(const Description& description, const Model& model);

/// Finite, and so near that the rest of the picture is more than a dot beside it.
[[nodiscard]] bool is_drawable(const std::array<double, 3>& point);

/// The program's outputs at one instant.
class DrawingPen {
 public:
  explicit DrawingPen(const Drawing& drawing);
  [[nodiscard]] std::span<const double> draw(const State& x);

 private:
  const Drawing& drawing_;
  std::vector<double> scratch_, out_;
};

}  // namespace saltus
