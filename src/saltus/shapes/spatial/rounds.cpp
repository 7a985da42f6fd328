// SPDX-License-Identifier: Apache-2.0
// Two cylinders or discs: side with side, rims with sides, ends and rims.
#include <cmath>

#include "saltus/shapes/spatial/limits.h"
#include "saltus/shapes/spatial/line.h"
#include "saltus/shapes/spatial/rim_points.h"
#include "saltus/shapes/spatial/rims.h"
#include "saltus/shapes/spatial/round_pair.h"

namespace saltus::spatial {
namespace {

enum class RoundsMeeting : std::uint8_t { sides, rim_side, side_rim, rim_end, end_rim, rims };

ContactPoint<3> flipped(ContactPoint<3> c) {
  c.normal = -c.normal;
  std::swap(c.on_first, c.on_second);
  return c;
}

/// Between two points of axes or rims, each with its radius.
ContactPoint<3> between(const Vec3& x, double radius_x, const Vec3& y, double radius_y) {
  const Vec3 w = x - y;
  const double distance = w.norm();
  const Vec3 n = distance > 0 ? Vec3(w / distance) : Vec3::UnitZ();
  return {distance - radius_x - radius_y, n, x - radius_x * n, y + radius_y * n};
}

ContactPoint<3> sides(const PlacedRound& a, const PlacedRound& b) {
  const Line first{a.centre, a.axis()};
  const Line second{b.centre, b.axis()};
  double sine = 0;
  const Vec3 x = first.at(nearest_parameter(first, second, sine));
  return between(x, a.radius, second.foot(x), b.radius);
}

/// The rim of one against the side of the other; `which` of the nearest points.
ContactPoint<3> rim_side(const PlacedRound& a, int end, double angle, const PlacedRound& b) {
  const Vec3 x = a.rim(end).point(angle);
  return between(x, 0, Line{b.centre, b.axis()}.foot(x), b.radius);
}

double rim_angle(const PlacedRound& a, int end, const PlacedRound& b, int which) {
  const Extrema e = nearest_to_line(a.rim(end), b.centre, b.axis());
  // The name of a point is its side along the second's axis.
  const auto name = [&](double angle) {
    return a.rim(end).radial(angle).dot(b.axis()) > 0 ? 1 : 0;
  };
  if (e.count == 2 && name(e.angles[0]) != which) return e.angles[1];
  return e.angles[0];
}

/// The point of a rim that a feature's number names, against an end.
ContactPoint<3> rim_end(const PlacedRound& a, int code, const PlacedRound& b, int b_end) {
  const Vec3 n = PlacedRound::side(b_end) * b.axis();
  const Vec3 x = rim_point(a.rim(code % 2), n, rim_point_of(code));
  const double distance = n.dot(x - b.centre) - b.half;
  return {distance, n, x, x - distance * n};
}

struct RoundsScan {
  const PlacedRound& a;
  const PlacedRound& b;
  double margin;
  double tolerance;
  bool is_flipped;
  std::vector<Feature>& out;

  void rim_with_side(int end) const {
    for (int which = 0; which < 2; ++which) {
      const double angle = rim_angle(a, end, b, which);
      if (which == 1 && angle == rim_angle(a, end, b, 0)) return;
      const ContactPoint<3> c = rim_side(a, end, angle, b);
      const double below_end = b.half - std::abs(b.axis().dot(c.on_first - b.centre));
      if (c.gap > margin || below_end < -tolerance) continue;
      if (c.gap < 0 && -c.gap > below_end + tolerance) continue;  // it lies on an end
      if (c.normal.dot(a.rim(end).radial(angle)) > slope) continue;
      if (a.half > 0 && PlacedRound::side(end) * c.normal.dot(a.axis()) > slope) continue;
      out.push_back(
          feature(is_flipped ? RoundsMeeting::side_rim : RoundsMeeting::rim_side, end, which));
    }
  }

  void rim_with_end(int end, int b_end) const {
    const Vec3 n = PlacedRound::side(b_end) * b.axis();
    const double facing = PlacedRound::side(end) * a.axis().dot(n);
    if (a.half > 0 && facing > slope) return;
    for_each_rim_point(a.rim(end), n, std::abs(facing) >= standing, [&](RimPoint point) {
      const ContactPoint<3> c = rim_end(a, rim_code(end, point), b, b_end);
      // Deeper than half of the other: it is nearer to its other end, or to its side.
      const Vec3 across = c.on_second - b.centre - b.axis().dot(c.on_second - b.centre) * b.axis();
      const double inside = b.radius - across.norm();
      if (c.gap > margin || inside < -tolerance) return;
      if (c.gap < 0 && -c.gap > std::min(b.half, inside) + tolerance) return;
      out.push_back(feature(is_flipped ? RoundsMeeting::end_rim : RoundsMeeting::rim_end,
                            rim_code(end, point), b_end));
    });
  }

  void rims() const {
    for (int end = 0; end < a.ends(); ++end) {
      if (b.half > 0) rim_with_side(end);
      for (int b_end = 0; b_end < 2; ++b_end) rim_with_end(end, b_end);
    }
  }
};

void add_sides(const PlacedRound& a, const PlacedRound& b, double margin, double tolerance,
               std::vector<Feature>& out) {
  const Line first{a.centre, a.axis()};
  const Line second{b.centre, b.axis()};
  double sine = 0;
  const double s = nearest_parameter(first, second, sine);
  if (sine < parallel || std::abs(s) > a.half + tolerance) return;
  if (std::abs(second.along(first.at(s))) > b.half + tolerance) return;
  if (sides(a, b).gap <= margin) out.push_back(feature(RoundsMeeting::sides, 0, 0));
}

void add_rims(const PlacedRound& a, const PlacedRound& b, double margin,
              std::vector<Feature>& out) {
  for (int end = 0; end < a.ends(); ++end) {
    for (int b_end = 0; b_end < b.ends(); ++b_end) {
      const double depth = deepest * std::min(a.radius, b.radius);
      if (!are_rims_near(a, end, b, b_end, std::max(margin, depth))) continue;
      const RimsPoint p = rims_point(a, end, b, b_end);
      // On the border of its cone the point of a rim belongs to the side or the end.
      if (p.within < 1e-9 || p.contact.gap > margin || p.contact.gap < -depth) continue;
      out.push_back(feature(RoundsMeeting::rims, end * rim_sectors + p.sector, b_end));
    }
  }
}

}  // namespace

void detect_rounds(const Round& first, const Pose<3>& at_first, const Round& second,
                   const Pose<3>& at_second, double margin, std::vector<Feature>& out) {
  const PlacedRound a(first, at_first);
  const PlacedRound b(second, at_second);
  const double tolerance = 1e-12 * (a.radius + a.half + b.radius + b.half);
  if (a.half > 0 && b.half > 0) add_sides(a, b, margin, tolerance, out);
  RoundsScan{a, b, margin, tolerance, false, out}.rims();
  RoundsScan{b, a, margin, tolerance, true, out}.rims();
  add_rims(a, b, margin, out);
}

ContactPoint<3> evaluate_rounds(const Round& first, const Pose<3>& at_first, const Round& second,
                                const Pose<3>& at_second, Feature f) {
  const PlacedRound a(first, at_first);
  const PlacedRound b(second, at_second);
  const auto i = static_cast<int>(first_of(f));
  const auto j = static_cast<int>(second_of(f));
  switch (meeting_of<RoundsMeeting>(f)) {
    case RoundsMeeting::rim_side:
      return rim_side(a, i, rim_angle(a, i, b, j), b);
    case RoundsMeeting::side_rim:
      return flipped(rim_side(b, i, rim_angle(b, i, a, j), a));
    case RoundsMeeting::rim_end:
      return rim_end(a, i, b, j);
    case RoundsMeeting::end_rim:
      return flipped(rim_end(b, i, a, j));
    case RoundsMeeting::rims:
      return rims_point(a, i / rim_sectors, b, j, i % rim_sectors).contact;
    case RoundsMeeting::sides:
      break;
  }
  return sides(a, b);
}

bool still_over_rounds(const Round& first, const Pose<3>& at_first, const Round& second,
                       const Pose<3>& at_second, Feature f) {
  const PlacedRound a(first, at_first);
  const PlacedRound b(second, at_second);
  const double tolerance = 1e-12 * (a.radius + a.half + b.radius + b.half);
  const auto is_over = [&](const PlacedRound& own, const PlacedRound& end) {
    const auto code = static_cast<int>(first_of(f));
    const ContactPoint<3> c = rim_end(own, code, end, static_cast<int>(second_of(f)));
    const Vec3 w = c.on_first - end.centre;
    return is_named_still(own.rim(code % 2), c.normal, rim_point_of(code)) &&
           (w - end.axis().dot(w) * end.axis()).norm() <= end.radius + tolerance;
  };
  if (meeting_of<RoundsMeeting>(f) == RoundsMeeting::rim_end) return is_over(a, b);
  return meeting_of<RoundsMeeting>(f) == RoundsMeeting::end_rim && is_over(b, a);
}

}  // namespace saltus::spatial
