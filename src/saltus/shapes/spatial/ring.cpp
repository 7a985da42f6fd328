// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/ring.h"

#include <cmath>

#include "saltus/shapes/spatial/limits.h"
#include "saltus/shapes/spatial/line.h"

namespace saltus::spatial {
namespace {

enum class RingMeeting : std::uint8_t {
  corner_bore,
  corner_mouth,
  corner_front,
  edge_mouth,
  rim_bore,
  side_mouth
};

Vec3 across(const PlacedRound& bore, const Vec3& x) {
  const Vec3 w = x - bore.centre;
  return w - bore.axis().dot(w) * bore.axis();
}

/// Unit vector from the bore's axis to x; any where x is on the axis.
Vec3 outward(const PlacedRound& bore, const Vec3& x) {
  const Vec3 w = across(bore, x);
  const double distance = w.norm();
  return distance > 0 ? Vec3(w / distance) : Vec3(bore.axes.col(0));
}

/// A point of the first body inside the bore.
ContactPoint<3> in_bore(const PlacedRound& bore, const Vec3& x, double radius) {
  const Vec3 n = -outward(bore, x);
  const double distance = bore.radius - across(bore, x).norm();
  return {distance - radius, n, x - radius * n, x - distance * n};
}

/// A point of the first body before a mouth: its sharp rim is nearest.
ContactPoint<3> before_mouth(const PlacedRound& bore, int end, const Vec3& x, double radius) {
  const Vec3 out = PlacedRound::side(end) * bore.axis();
  const Vec3 e = outward(bore, x);
  const double beyond = out.dot(x - bore.centre) - bore.half;
  const double inside = bore.radius - across(bore, x).norm();
  double distance = std::hypot(beyond, inside);
  if (beyond + inside < 0) distance = -distance;
  Vec3 n = -e;
  if (distance != 0) n = beyond / distance * out - inside / distance * e;
  return {distance - radius, n, x - radius * n, x - distance * n};
}

ContactPoint<3> before_front(const PlacedRound& bore, int end, const Vec3& x, double radius) {
  const Vec3 n = PlacedRound::side(end) * bore.axis();
  const double distance = n.dot(x - bore.centre) - bore.half;
  return {distance - radius, n, x - radius * n, x - distance * n};
}

/// A line of the first body, with a radius, at a point of the rim of a mouth that is nearest to it.
ContactPoint<3> at_mouth(const PlacedRound& bore, int end, double angle, const Line& line,
                         double radius) {
  const Circle mouth = bore.rim(end);
  const Vec3 y = mouth.point(angle);
  const Vec3 x = line.foot(y);
  const Vec3 free = PlacedRound::side(end) * bore.axis() - mouth.radial(angle);
  const Vec3 c = line.direction.cross(mouth.tangent(angle));
  const double sine = c.norm();
  if (sine < parallel) {
    const double distance = (x - y).norm();
    const Vec3 n = distance > 0 ? Vec3((x - y) / distance) : free.normalized();
    return {distance - radius, n, x - radius * n, y};
  }
  const Vec3 n = c / (c.dot(free) < 0 ? -sine : sine);
  const double distance = n.dot(x - y);
  return {distance - radius, n, x - radius * n, x - distance * n};
}

/// The ring behind the rim: its front outward, its bore along the axis.
bool is_free(const PlacedRound& bore, int end, double angle, const Vec3& n) {
  return n.dot(bore.rim(end).radial(angle)) <= slope &&
         -PlacedRound::side(end) * n.dot(bore.axis()) <= slope;
}

/// The angle at the mouth's rim: where two are nearest, they are named by the side of the line.
double mouth_angle(const PlacedRound& bore, int end, const Line& line, int which) {
  const Circle mouth = bore.rim(end);
  const Extrema e = nearest_to_line(mouth, line.origin, line.direction);
  if (e.count == 2) {
    const int name = line.direction.dot(mouth.radial(e.angles[0])) > 0 ? 1 : 0;
    return name == which ? e.angles[0] : e.angles[1];
  }
  return e.angles[0];
}

/// The angle on a rim inside the bore that is farthest from the bore's axis: two, on the two sides
/// of the plane of both axes, where the rim is tilted more than it is off the middle.
double rim_angle(const Circle& rim, const Vec3& rim_axis, const PlacedRound& bore, int which) {
  const Extrema e = farthest_from_line(rim, bore.centre, bore.axis());
  if (e.count == 2) {
    const Vec3 k = rim_axis.cross(bore.axis());
    const int name = rim.radial(e.angles[0]).dot(k) > 0 ? 1 : 0;
    return name == which ? e.angles[0] : e.angles[1];
  }
  return e.angles[0];
}

struct RingScan {
  const PlacedRound& bore;
  double thickness;
  double margin;
  double tolerance;
  std::vector<Feature>& out;

  void corner(const Core& core, const Pose<3>& pose, int i) const {
    const Core::Corner& c = core.corners[static_cast<std::size_t>(i)];
    const Vec3 x = pose.to_world(c.position);
    const double z = bore.axis().dot(x - bore.centre);
    const double beyond = std::abs(z) - bore.half;
    const double depth = across(bore, x).norm() - bore.radius;
    const int end = z < 0 ? 1 : 0;
    RingMeeting meeting = RingMeeting::corner_bore;
    ContactPoint<3> p = in_bore(bore, x, core.radius);
    if (beyond > 0) {
      const bool is_front = depth > 0;
      meeting = is_front ? RingMeeting::corner_front : RingMeeting::corner_mouth;
      p = is_front ? before_front(bore, end, x, core.radius)
                   : before_mouth(bore, end, x, core.radius);
      if (!is_lowest(core, c, pose.rotation.transpose() * p.normal, slope)) return;
    }
    if (p.gap > margin || depth > thickness) return;
    out.push_back(feature(meeting, i, end));
  }

  void line_with_mouth(RingMeeting meeting, int i, const Line& line, double length, double radius,
                       const Core::Edge* edge, const Pose<3>& pose) const {
    if (std::isinf(bore.half)) return;
    for (int end = 0; end < 2; ++end) {
      const double first_angle = mouth_angle(bore, end, line, 0);
      for (int which = 0; which < 2; ++which) {
        const double angle = mouth_angle(bore, end, line, which);
        if (which == 1 && angle == first_angle) break;
        const double s = line.along(bore.rim(end).point(angle));
        if (s < -tolerance || s > length + tolerance) continue;
        const ContactPoint<3> c = at_mouth(bore, end, angle, line, radius);
        if (c.gap > margin || c.gap < -thickness || !is_free(bore, end, angle, c.normal)) continue;
        if (edge != nullptr && !is_lowest(*edge, pose.rotation.transpose() * c.normal)) continue;
        out.push_back(feature(meeting, i, 2 * end + which));
      }
    }
  }

  static bool is_lowest(const Core& core, const Core::Corner& c, const Vec3& up, double allowed) {
    return spatial::is_lowest(core, c, up, allowed);
  }
  static bool is_lowest(const Core::Edge& e, const Vec3& up) {
    for (int k = 0; k < e.faces; ++k) {
      if (e.inward[static_cast<std::size_t>(k)].dot(up) < -slope) return false;
    }
    return true;
  }
};

Line axis_of(const PlacedRound& r) { return {r.centre - r.half * r.axis(), r.axis()}; }

}  // namespace

Bounds<3> bounds(const Ring& shape, const Pose<3>& pose) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!shape.length) return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  return bounds(Round{shape.bore.frame, shape.radius + shape.thickness, shape.bore.half}, pose);
}

std::optional<MassProperties<3>> mass_properties(const Ring& shape) {
  if (!shape.length) return std::nullopt;
  const double r = shape.radius;
  const double R = r + shape.thickness;
  const double l = *shape.length;
  const double volume = std::numbers::pi * (R * R - r * r) * l;
  const double squares = R * R + r * r;
  const double across_axis = volume * (squares / 4 + l * l / 12);
  const Mat3 inertia = Vec3(across_axis, across_axis, volume * squares / 2).asDiagonal();
  const Mat3& f = shape.bore.frame;
  return MassProperties<3>{volume, Vec3::Zero(), f * inertia * f.transpose()};
}

void detect_core_ring(const Core& core, const Pose<3>& at_core, const Ring& ring,
                      const Pose<3>& at_ring, double margin, std::vector<Feature>& out) {
  const PlacedRound bore(ring.bore, at_ring);
  const RingScan scan{bore, ring.thickness, margin, 1e-12 * (core.size + bore.radius), out};
  for (std::size_t i = 0; i < core.corners.size(); ++i) {
    scan.corner(core, at_core, static_cast<int>(i));
  }
  for (std::size_t i = 0; i < core.edges.size(); ++i) {
    const Core::Edge& e = core.edges[i];
    scan.line_with_mouth(RingMeeting::edge_mouth, static_cast<int>(i), line_of(e, at_core),
                         e.length, core.radius, &e, at_core);
  }
}

ContactPoint<3> evaluate_core_ring(const Core& core, const Pose<3>& at_core, const Ring& ring,
                                   const Pose<3>& at_ring, Feature f) {
  const PlacedRound bore(ring.bore, at_ring);
  const std::size_t i = first_of(f);
  const auto j = static_cast<int>(second_of(f));
  if (meeting_of<RingMeeting>(f) == RingMeeting::edge_mouth) {
    const Line line = line_of(core.edges[i], at_core);
    return at_mouth(bore, j / 2, mouth_angle(bore, j / 2, line, j % 2), line, core.radius);
  }
  const Vec3 x = at_core.to_world(core.corners[i].position);
  if (meeting_of<RingMeeting>(f) == RingMeeting::corner_mouth) {
    return before_mouth(bore, j, x, core.radius);
  }
  if (meeting_of<RingMeeting>(f) == RingMeeting::corner_front) {
    return before_front(bore, j, x, core.radius);
  }
  return in_bore(bore, x, core.radius);
}

void detect_round_ring(const Round& round, const Pose<3>& at_round, const Ring& ring,
                       const Pose<3>& at_ring, double margin, std::vector<Feature>& out) {
  const PlacedRound pin(round, at_round);
  const PlacedRound bore(ring.bore, at_ring);
  const double tolerance = 1e-12 * (pin.half + pin.radius + bore.radius);
  for (int end = 0; end < pin.ends(); ++end) {
    const Circle rim = pin.rim(end);
    const double first_angle = rim_angle(rim, pin.axis(), bore, 0);
    for (int which = 0; which < 2; ++which) {
      const double angle = rim_angle(rim, pin.axis(), bore, which);
      if (which == 1 && angle == first_angle) break;
      const Vec3 x = rim.point(angle);
      const ContactPoint<3> c = in_bore(bore, x, 0);
      if (c.gap > margin || c.gap < -ring.thickness) continue;
      if (std::abs(bore.axis().dot(x - bore.centre)) > bore.half + tolerance) continue;
      out.push_back(feature(RingMeeting::rim_bore, 2 * end + which, 0));
    }
  }
  if (pin.half == 0) return;
  const RingScan scan{bore, ring.thickness, margin, tolerance, out};
  scan.line_with_mouth(RingMeeting::side_mouth, 0, axis_of(pin), 2 * pin.half, pin.radius, nullptr,
                       at_round);
}

ContactPoint<3> evaluate_round_ring(const Round& round, const Pose<3>& at_round, const Ring& ring,
                                    const Pose<3>& at_ring, Feature f) {
  const PlacedRound pin(round, at_round);
  const PlacedRound bore(ring.bore, at_ring);
  const auto i = static_cast<int>(first_of(f));
  const auto j = static_cast<int>(second_of(f));
  if (meeting_of<RingMeeting>(f) == RingMeeting::side_mouth) {
    const Line line = axis_of(pin);
    return at_mouth(bore, j / 2, mouth_angle(bore, j / 2, line, j % 2), line, pin.radius);
  }
  const Circle rim = pin.rim(i / 2);
  return in_bore(bore, rim.point(rim_angle(rim, pin.axis(), bore, i % 2)), 0);
}

}  // namespace saltus::spatial
