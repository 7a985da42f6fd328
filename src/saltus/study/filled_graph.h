// SPDX-License-Identifier: Apache-2.0
// The filled-in graph of a function of time with jumps, and the Hausdorff distance of two of them
// ([004] (58)–(61)).
#pragma once

#include <cstdint>
#include <vector>

namespace saltus {

struct GraphPoint {
  double t = 0;
  double x = 0;
};

/// (59): d((t,x),(s,y)) = max{|t − s|, |x − y|}
[[nodiscard]] double distance(const GraphPoint& a, const GraphPoint& b);

/// Points with non-decreasing t, joined by straight lines. Two points at one t are a jump, filled
/// in by the vertical line between them (58).
class FilledGraph {
 public:
  explicit FilledGraph(std::vector<GraphPoint> points);

  [[nodiscard]] const std::vector<GraphPoint>& points() const { return points_; }

  struct Nearest {
    double distance = 0;
    std::size_t line = 0;  // which is that near
  };
  /// inf over the graph of d(p, ·). A tree of boxes: some log n of the n lines are looked at, fewer
  /// where the line `guess` is near.
  [[nodiscard]] Nearest nearest(const GraphPoint& p, std::size_t guess = 0) const;
  /// To one line.
  [[nodiscard]] double distance_to(const GraphPoint& p, std::size_t line) const;

 private:
  struct Box {
    double t_low, t_high, x_low, x_high;
    [[nodiscard]] double distance(const GraphPoint& p) const;
  };
  void search(const GraphPoint& p, std::size_t node, Nearest& best) const;

  std::vector<GraphPoint> points_;
  std::size_t lines_ = 0;
  std::size_t leaves_ = 1;  // a power of two; node i has the children 2i and 2i + 1
  std::vector<Box> boxes_;
};

/// (60): sup over a of the distance to b, to a relative 1e-6.
[[nodiscard]] double excess(const FilledGraph& a, const FilledGraph& b);

/// (61): the larger of both excesses.
[[nodiscard]] double hausdorff(const FilledGraph& a, const FilledGraph& b);

}  // namespace saltus
