// SPDX-License-Identifier: Apache-2.0
// Panels of curves with a common legend, as SVG text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace saltus::bench {

struct Style {
  std::string_view colour;
  std::string_view dash;
  std::string_view mark;  // circle, square, triangle, or none where empty
  double line = 1.6;
};

struct Axis {
  std::string label;
  double low = 0, high = 1;  // decades where logarithmic
  bool logarithmic = true;
  double grid = 1;  // distance of the grid lines, from 0 on
  int named = 1;    // every how many of them has its number
};

struct XY {
  double x, y;
};

struct Curve {
  Style style;
  std::vector<XY> points;  // those outside of the axes are left out
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Curve> curves{};
};

struct LegendEntry {
  std::string label;
  Style style;
};

struct Chart {
  std::string title;
  std::vector<Panel> panels{};
  std::vector<LegendEntry> legend{};
  std::string footnote;
};

[[nodiscard]] std::string svg(const Chart& chart);

}  // namespace saltus::bench
