// SPDX-License-Identifier: Apache-2.0
// Two convex outlines: the direction that separates them best, then all that meets along it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/shapes/planar/detect.h"
#include "saltus/shapes/planar/region.h"

namespace saltus::planar {
namespace {

/// The nearest corner of one outline and piece or corner of the other.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();  // distance² of the cores
  std::size_t corner = 0;
  std::size_t other = 0;
  bool is_corner = false;  // `other` is a corner, not a line
  Vec2 way;  // from the other's outline to the corner, unit where it is a line's normal
};

/// The line that separates best.
struct Axis {
  double separation = -std::numeric_limits<double>::infinity();
  std::size_t line = 0;
  std::size_t corner = 0;  // the deepest of the other outline
  Vec2 normal;
};

/// One outline's corners over the other's lines, in the axes of the latter.
class Side {
 public:
  Side(const Outline& points, const Outline& lines, const Pose<2>& points_in_lines)
      : points_(points), lines_(lines), pose_(points_in_lines) {}

  [[nodiscard]] Axis axis() const;
  [[nodiscard]] Nearest nearest() const;
  /// Reports every corner that faces a line whose normal is near `way`.
  template <class Report>
  void manifold(const Vec2& way, double largest_core_gap, Report report) const;

 private:
  [[nodiscard]] std::size_t line_count() const { return lines_.size() == 1 ? 0 : lines_.size(); }
  [[nodiscard]] Vec2 corner(std::size_t i) const { return pose_.to_world(points_.corners[i].at); }

  const Outline& points_;
  const Outline& lines_;
  Pose<2> pose_;
};

Axis Side::axis() const {
  Axis best;
  for (std::size_t f = 0; f < line_count(); ++f) {
    const Corner& line = lines_.corners[f];
    const Vec2 normal = outward(line.along);
    double lowest = std::numeric_limits<double>::infinity();
    std::size_t deepest = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double height = normal.dot(corner(i) - line.at);
      if (height >= lowest) continue;
      lowest = height;
      deepest = i;
    }
    if (lowest > best.separation) best = {lowest, f, deepest, normal};
  }
  return best;
}

Nearest Side::nearest() const {
  Nearest best;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Vec2 x = corner(i);
    for (std::size_t f = 0; f < lines_.size(); ++f) {
      const Corner& line = lines_.corners[f];
      const Vec2 d = x - line.at;
      if (d.squaredNorm() < best.squared) best = {d.squaredNorm(), i, f, true, d};
      const double height = outward(line.along).dot(d);
      if (line_count() != 0 && height * height <= best.squared && is_beside(line, x)) {
        best = {height * height, i, f, false,
                height < 0 ? Vec2(-outward(line.along)) : outward(line.along)};
      }
    }
  }
  return best;
}

template <class Report>
void Side::manifold(const Vec2& way, double largest_core_gap, Report report) const {
  for (std::size_t f = 0; f < line_count(); ++f) {
    const Corner& line = lines_.corners[f];
    const Vec2 normal = outward(line.along);
    if (normal.dot(way) < manifold_cosine) continue;
    const Vec2 down = -(pose_.rotation.transpose() * normal);  // in the axes of the corners
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const Vec2 x = corner(i);
      if (normal.dot(x - line.at) > largest_core_gap) continue;
      if (is_beside(line, x) && faces(points_, i, down)) report(i, f);
    }
  }
}

/// Cores this near to each other, for lines of length 1, have no direction but rounding: where
/// sides are flush, the nearest line to a corner may be the one that it lies in the prolongation
/// of.
constexpr double no_way = 1e-9;

double longest_line(const Outline& o) {
  double length = 0;
  for (const Corner& corner : o.corners) length = std::max(length, corner.length);
  return length;
}

/// The normal of the best line; any direction where there are no lines.
Vec2 direction_or_any(const Vec2& across, double separation) {
  return std::isfinite(separation) ? across : Vec2(Vec2::UnitX());
}

/// Do the cores overlap? Two segments in one line have no line between them, but may be apart.
bool overlap(const Outline& a, const Outline& b, double separation, double squared_distance) {
  if (separation > 0 || std::isinf(separation)) return false;
  if (a.size() > 2 || b.size() > 2) return true;
  return std::sqrt(squared_distance) <= -separation * (1 + 1e-9);
}

}  // namespace

void detect_convex(const Outline& a, const Pose<2>& pose_a, const Outline& b, const Pose<2>& pose_b,
                   double margin, std::vector<Feature>& out) {
  const Pose<2> a_in_b{pose_b.to_local(pose_a.position),
                       pose_b.rotation.transpose() * pose_a.rotation};
  const Pose<2> b_in_a{pose_a.to_local(pose_b.position), a_in_b.rotation.transpose()};
  const Side a_over_b(a, b, a_in_b);
  const Side b_over_a(b, a, b_in_a);
  const double reach = margin + a.radius + b.radius;

  // 1. Lines that separate; most pairs end here.
  const Axis axis_b = a_over_b.axis();
  if (axis_b.separation > reach) return;
  const Axis axis_a = b_over_a.axis();
  if (axis_a.separation > reach) return;
  const bool by_b = axis_b.separation >= axis_a.separation;
  const double separation = std::max(axis_a.separation, axis_b.separation);

  // 2. The shortest way from b to a, in the axes of b: that of the nearest features where the cores
  //    are apart, else across the line that separates best or through which it is shortest to
  //    leave.
  const Nearest near_b = a_over_b.nearest();
  const Nearest near_a = b_over_a.nearest();
  const bool nearest_is_b = near_b.squared <= near_a.squared;
  const Nearest& near = nearest_is_b ? near_b : near_a;
  const auto in_b = [&](const Vec2& v, bool is_b) -> Vec2 {
    return is_b ? v : Vec2(-(a_in_b.rotation * v));
  };
  const Vec2 across = by_b ? axis_b.normal : Vec2(in_b(axis_a.normal, false));
  const bool overlapping = overlap(a, b, separation, near.squared);
  if (!overlapping && near.squared > reach * reach) return;
  const Vec2 any_way = direction_or_any(across, separation);
  const double least = no_way * std::max(longest_line(a), longest_line(b));
  Vec2 way = near.squared > least * least && !overlapping ? in_b(near.way, nearest_is_b) : any_way;
  way.normalize();

  // 3. All that meets along it.
  const auto report_a = [&](std::size_t i, std::size_t f) {
    out.push_back(feature_of({false, true, i, f}));
  };
  const auto report_b = [&](std::size_t i, std::size_t f) {
    out.push_back(feature_of({true, false, f, i}));
  };
  const std::size_t before = out.size();
  a_over_b.manifold(way, reach, report_a);
  b_over_a.manifold(-(a_in_b.rotation.transpose() * way), reach, report_b);

  // 4. Two corners, where each is nearest to the other; where cores cross each other deep inside,
  //    the corner to be lifted over the line.
  if (overlapping) {
    if (out.size() > before) return;
    by_b ? report_a(axis_b.corner, axis_b.line) : report_b(axis_a.corner, axis_a.line);
  } else if (near.is_corner) {
    const std::size_t i = nearest_is_b ? near.corner : near.other;
    const std::size_t j = nearest_is_b ? near.other : near.corner;
    const Vec2 d = a_in_b.to_world(a.corners[i].at) - b.corners[j].at;
    const bool is_nearest =
        is_nearest_corner(b, j, d) && is_nearest_corner(a, i, -(a_in_b.rotation.transpose() * d));
    if (is_nearest || out.size() == before) out.push_back(feature_of({false, false, i, j}));
  }
}

bool still_over(const Outline& a, const Pose<2>& pose_a, const Outline& b, const Pose<2>& pose_b,
                Feature feature) {
  const Meeting m = meeting_of(feature);
  if (m.first_is_piece == m.second_is_piece) return false;
  if (m.first_is_piece) return still_over(b, pose_b, a, pose_a, flipped(feature));
  const Vec2 x = pose_b.to_local(pose_a.to_world(a.corners[m.first].at));
  return !b.is_arc(m.second) && is_beside(b.corners[m.second], x);
}

}  // namespace saltus::planar
