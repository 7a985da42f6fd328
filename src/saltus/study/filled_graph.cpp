// SPDX-License-Identifier: Apache-2.0
// Branch and bound over the lines of one graph, with a tree of boxes over the lines of the other.
#include "saltus/study/filled_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace saltus {
namespace {

constexpr std::size_t lines_per_leaf = 4;
constexpr double accuracy = 1e-6;    // of the excess, relative
constexpr double round_off = 1e-14;  // of the graphs' extent: below this all is one
constexpr int most_halvings = 60;
constexpr double nowhere = std::numeric_limits<double>::infinity();

GraphPoint middle(const GraphPoint& a, const GraphPoint& b) {
  return {0.5 * (a.t + b.t), 0.5 * (a.x + b.x)};
}

/// min over s in [0, 1] of max{|a + s da|, |b + s db|}. The function is convex and piecewise
/// linear: its minimum is at an end, at a zero of one part, or where both parts are equal in size.
double minimum_of_maximum(double a, double da, double b, double db) {
  const auto value = [&](double s) { return std::max(std::abs(a + s * da), std::abs(b + s * db)); };
  double least = std::min(value(0), value(1));
  const auto try_root = [&](double constant, double slope) {
    const double s = -constant / slope;
    if (s > 0 && s < 1) least = std::min(least, value(s));
  };
  try_root(a, da);
  try_root(b, db);
  try_root(a - b, da - db);
  try_root(a + b, da + db);
  return least;
}

}  // namespace

double distance(const GraphPoint& a, const GraphPoint& b) {
  return std::max(std::abs(a.t - b.t), std::abs(a.x - b.x));
}

double FilledGraph::Box::distance(const GraphPoint& p) const {
  return std::max({t_low - p.t, p.t - t_high, x_low - p.x, p.x - x_high, 0.0});
}

FilledGraph::FilledGraph(std::vector<GraphPoint> points) : points_(std::move(points)) {
  if (points_.size() == 1) points_.push_back(points_.front());
  lines_ = points_.size() - 1;
  const std::size_t needed = (lines_ + lines_per_leaf - 1) / lines_per_leaf;
  while (leaves_ < needed) leaves_ *= 2;
  boxes_.assign(2 * leaves_, {nowhere, -nowhere, nowhere, -nowhere});
  for (std::size_t i = 0; i < lines_; ++i) {
    Box& box = boxes_[leaves_ + i / lines_per_leaf];
    for (const GraphPoint& p : {points_[i], points_[i + 1]}) {
      box = {std::min(box.t_low, p.t), std::max(box.t_high, p.t), std::min(box.x_low, p.x),
             std::max(box.x_high, p.x)};
    }
  }
  for (std::size_t i = leaves_ - 1; i > 0; --i) {
    const Box& a = boxes_[2 * i];
    const Box& b = boxes_[2 * i + 1];
    boxes_[i] = {std::min(a.t_low, b.t_low), std::max(a.t_high, b.t_high),
                 std::min(a.x_low, b.x_low), std::max(a.x_high, b.x_high)};
  }
}

double FilledGraph::distance_to(const GraphPoint& p, std::size_t line) const {
  const GraphPoint& a = points_[line];
  const GraphPoint& b = points_[line + 1];
  return minimum_of_maximum(a.t - p.t, b.t - a.t, a.x - p.x, b.x - a.x);
}

void FilledGraph::search(const GraphPoint& p, std::size_t node, Nearest& best) const {
  if (node >= leaves_) {
    const std::size_t first = (node - leaves_) * lines_per_leaf;
    for (std::size_t i = first; i < std::min(first + lines_per_leaf, lines_); ++i) {
      const double d = distance_to(p, i);
      if (d < best.distance) best = {d, i};
    }
    return;
  }
  const double left = boxes_[2 * node].distance(p);
  const double right = boxes_[2 * node + 1].distance(p);
  const std::size_t first = 2 * node + (left <= right ? 0 : 1);
  if (std::min(left, right) < best.distance) search(p, first, best);
  if (std::max(left, right) < best.distance) search(p, first ^ 1U, best);
}

FilledGraph::Nearest FilledGraph::nearest(const GraphPoint& p, std::size_t guess) const {
  Nearest best{distance_to(p, guess), guess};
  search(p, 1, best);
  return best;
}

namespace {

/// Searches the sup of (60) over a. Most of a is settled by a line of b that is no farther than the
/// largest distance found so far; the nearest one is looked for only where it matters.
class Search {
 public:
  Search(const FilledGraph& a, const FilledGraph& b) : a_(a), b_(b) {}

  double run() {
    for (const GraphPoint& p : a_.points()) add_end(p);
    for (std::size_t i = 0; i + 1 < ends_.size(); ++i) settle({ends_[i], ends_[i + 1], 0});
    return largest_;
  }

 private:
  struct End {
    GraphPoint p;
    FilledGraph::Nearest near;  // or only near enough
    bool is_nearest;
  };
  struct Piece {
    End from, to;
    int halvings;
  };

  void make_nearest(End& end) {
    if (end.is_nearest) return;
    end.near = b_.nearest(end.p, end.near.line);
    end.is_nearest = true;
    largest_ = std::max(largest_, end.near.distance);
  }

  /// Tries the line of the point before, and the line at the same time.
  void add_end(const GraphPoint& p) {
    extent_ = std::max({extent_, std::abs(p.t), std::abs(p.x)});
    while (cursor_ + 2 < b_.points().size() && b_.points()[cursor_ + 1].t < p.t) ++cursor_;
    End end{p, {b_.distance_to(p, cursor_), cursor_}, false};
    if (!ends_.empty() && end.near.distance > largest_) {
      const std::size_t line = ends_.back().near.line;
      const double d = b_.distance_to(p, line);
      if (d < end.near.distance) end.near = {d, line};
    }
    if (end.near.distance > largest_) make_nearest(end);
    ends_.push_back(end);
  }

  // The distance to one line of b is convex along a piece of a, so the larger of its values at the
  // ends bounds the piece; and any distance to b grows at most as fast as one moves.
  [[nodiscard]] bool is_settled(const Piece& piece) const {
    const double enough = largest_ * (1 + accuracy) + round_off * extent_;
    const auto& [from, to, halvings] = piece;
    return halvings == most_halvings ||
           std::max(from.near.distance, b_.distance_to(to.p, from.near.line)) <= enough ||
           std::max(to.near.distance, b_.distance_to(from.p, to.near.line)) <= enough ||
           0.5 * (from.near.distance + to.near.distance + distance(from.p, to.p)) <= enough;
  }

  void settle(const Piece& whole) {
    open_.push_back(whole);
    while (!open_.empty()) {
      Piece piece = open_.back();
      open_.pop_back();
      if (is_settled(piece)) continue;
      make_nearest(piece.from);
      make_nearest(piece.to);
      End half{middle(piece.from.p, piece.to.p), {0, piece.from.near.line}, false};
      make_nearest(half);
      open_.push_back({piece.from, half, piece.halvings + 1});
      open_.push_back({half, piece.to, piece.halvings + 1});
    }
  }

  const FilledGraph& a_;
  const FilledGraph& b_;
  std::size_t cursor_ = 0;  // the line of b at the time of the last point
  double largest_ = 0;
  double extent_ = 0;
  std::vector<End> ends_;
  std::vector<Piece> open_;
};

}  // namespace

double excess(const FilledGraph& a, const FilledGraph& b) { return Search(a, b).run(); }

double hausdorff(const FilledGraph& a, const FilledGraph& b) {
  return std::max(excess(a, b), excess(b, a));
}

}  // namespace saltus
