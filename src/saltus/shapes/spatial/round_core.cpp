// SPDX-License-Identifier: Apache-2.0
// A cylinder or a disc with a convex core. Sides come before rims: they tell what is too deep.
#include <algorithm>
#include <cmath>
#include <optional>

#include "saltus/shapes/spatial/limits.h"
#include "saltus/shapes/spatial/line.h"
#include "saltus/shapes/spatial/rim_points.h"
#include "saltus/shapes/spatial/round_pair.h"

namespace saltus::spatial {
namespace {

enum class RoundMeeting : std::uint8_t { part_corner, rim_face, side_edge, rim_edge };

ContactPoint<3> with_radius(ContactPoint<3> c, double radius) {
  c.gap -= radius;
  c.on_second += radius * c.normal;
  return c;
}

/// A point of the round body above the plane of a face.
ContactPoint<3> above_face(const Vec3& x, const Core::Face& face, const Pose<3>& pose) {
  const Vec3 n = pose.rotation * face.normal;
  const double distance = n.dot(x - pose.position) - face.offset;
  return {distance, n, x, x - distance * n};
}

/// The point of the rim that a feature's number names, against a face.
Vec3 rim_over(const PlacedRound& r, int code, const Core::Face& face, const Pose<3>& pose) {
  return rim_point(r.rim(code % 2), pose.rotation * face.normal, rim_point_of(code));
}

ContactPoint<3> side_edge(const PlacedRound& r, const Line& edge) {
  const Line axis{r.centre, r.axis()};
  double sine = 0;
  const Vec3 x = axis.at(nearest_parameter(axis, edge, sine));
  const Vec3 y = edge.foot(x);
  const double distance = (x - y).norm();
  const Vec3 n = distance > 0 ? Vec3((x - y) / distance) : Vec3(r.axes.col(0));
  return {distance - r.radius, n, x - r.radius * n, y};
}

/// The rim near one of its points locally nearest to the edge. The normal comes from the tangents,
/// so that the gap goes on below zero; its side from the edge's faces, which a thin disc has to be
/// in front of: by itself it has two sides. A line that passes beside the round body is not in it,
/// and a segment has no inside: there the side is where the other one is.
ContactPoint<3> rim_edge(const PlacedRound& r, int end, double angle, const Line& edge,
                         const Vec3& core_outward) {
  const Circle rim = r.rim(end);
  const Vec3 x = rim.point(angle);
  const Vec3 c = edge.direction.cross(rim.tangent(angle));
  const double sine = c.norm();
  Vec3 outward = core_outward - rim.radial(angle);
  if (r.half > 0) outward -= PlacedRound::side(end) * r.axis();
  const Vec3 w = x - edge.foot(x);
  if (core_outward.isZero(0) || passes_beside(r, edge)) outward = w;
  if (sine < parallel) {
    const double distance = w.dot(outward) < 0 ? -w.norm() : w.norm();
    const Vec3 n = distance == 0 ? outward.normalized() : Vec3(w / distance);
    return {distance, n, x, x - w};
  }
  const Vec3 n = c / (c.dot(outward) < 0 ? -sine : sine);
  const double distance = n.dot(w);
  return {distance, n, x, x - distance * n};
}

/// The edge leaves the cylinder (1) or enters it (0) at this point of the rim: the name of the
/// point.
int way_of(const Circle& rim, double angle, const Line& edge) {
  return edge.direction.dot(rim.radial(angle)) > 0 ? 1 : 0;
}

/// The angle of that name; the nearest where there is none.
double angle_of(const Circle& rim, const Line& edge, int way) {
  const Extrema e = nearest_to_line(rim, edge.origin, edge.direction);
  if (e.count == 1 || way_of(rim, e.angles[0], edge) == way) return e.angles[0];
  if (way_of(rim, e.angles[1], edge) == way) return e.angles[1];
  const auto distance = [&](double angle) {
    const Vec3 x = rim.point(angle);
    return (x - edge.foot(x)).norm();
  };
  return distance(e.angles[0]) <= distance(e.angles[1]) ? e.angles[0] : e.angles[1];
}

struct RoundScan {
  const PlacedRound& round;
  const Core& core;
  const Pose<3>& pose;
  double margin;  // of the distance to the core
  double tolerance;
  bool is_convex;  // the core
  double least;    // gaps below are none, but of rims with faces of a convex core
  std::vector<Feature>& out;

  void corner(std::size_t j) const {
    const Vec3 x = pose.to_world(core.corners[j].position);
    const RoundPart part = nearest_part(round, x);
    const ContactPoint<3> c = part_from_point(round, part, x);
    if (c.gap > margin || !core.corners[j].is_sharp) return;
    const Vec3 up = -(pose.rotation.transpose() * c.normal);
    if (!is_lowest(core, core.corners[j], up, slope)) return;
    out.push_back(feature(RoundMeeting::part_corner, static_cast<int>(part), static_cast<int>(j)));
  }

  /// Whether a point of the rim belongs to the face: it lies over it, or below it nearer to it than
  /// to all other faces.
  [[nodiscard]] bool is_over(std::size_t f, const Vec3& x, double distance) const {
    const Vec3 local = pose.to_local(x);
    if (!is_convex && distance < 0)
      return distance >= least && is_behind(core, f, local, tolerance, -distance);
    if (!is_inside(core, core.faces[f], local, tolerance)) return false;
    if (distance >= 0) return true;
    for (const Core::Face& other : core.faces) {
      if (other.normal.dot(local) - other.offset > distance + tolerance) return false;
    }
    return true;
  }

  void add_if_over(int code, std::size_t f) const {
    const Vec3 x = rim_over(round, code, core.faces[f], pose);
    const ContactPoint<3> c = above_face(x, core.faces[f], pose);
    if (c.gap > margin || !is_over(f, x, c.gap)) return;
    out.push_back(feature(RoundMeeting::rim_face, code, static_cast<int>(f)));
  }

  void face(std::size_t f) const {
    const Vec3 n = pose.rotation * core.faces[f].normal;
    for (int end = 0; end < round.ends(); ++end) {
      const double facing = PlacedRound::side(end) * round.axis().dot(n);
      if (round.half > 0 && facing > slope) continue;
      for_each_rim_point(round.rim(end), n, std::abs(facing) >= standing,
                         [&](RimPoint point) { add_if_over(rim_code(end, point), f); });
    }
  }

  /// Whether the edge's faces fall along n, from the core to the round body, up to a slope.
  [[nodiscard]] bool is_highest(const Core::Edge& e, const Vec3& n, double allowed = slope) const {
    const Vec3 local = pose.rotation.transpose() * n;
    if (e.faces > 0 && local.dot(e.outward) < 0) return false;
    for (int k = 0; k < e.faces; ++k) {
      if (e.inward[at(k)].dot(local) > allowed) return false;
    }
    return true;
  }

  void edge_with_side(std::size_t j, const Line& edge) {
    const Line axis{round.centre, round.axis()};
    double sine = 0;
    const double s = nearest_parameter(axis, edge, sine);
    if (sine < parallel || std::abs(s) > round.half + tolerance) return;
    const double t = edge.along(axis.at(s));
    if (t < -tolerance || t > core.edges[j].length + tolerance) return;
    const ContactPoint<3> c = side_edge(round, edge);
    if (c.gap > margin || !is_highest(core.edges[j], c.normal)) return;
    // An edge that lies on an end is far inside the side.
    if (c.gap < 0 && -c.gap > round.half - std::abs(s) + tolerance) return;
    out.push_back(feature(RoundMeeting::side_edge, 0, static_cast<int>(j)));
    if (is_convex && core.edges[j].faces == 2 && is_highest(core.edges[j], c.normal, 0))
      least = std::max(least, least_at(c.gap));
  }

  void edge_with_rim(std::size_t j, const Line& edge, int end) const {
    const Circle rim = round.rim(end);
    const Vec3 core_outward = pose.rotation * core.edges[j].outward;
    const Extrema e = nearest_to_line(rim, edge.origin, edge.direction);
    for (int k = 0; k < e.count; ++k) {
      const double angle = e.angles[at(k)];
      const double t = edge.along(rim.point(angle));
      if (t < -tolerance || t > core.edges[j].length + tolerance) continue;
      const ContactPoint<3> c = rim_edge(round, end, angle, edge, core_outward);
      if (c.gap > margin || c.gap < std::max(least, -deepest * round.radius)) continue;
      // The end falls from the rim along −radial, the side along the axis.
      if (c.normal.dot(rim.radial(angle)) > slope) continue;
      if (round.half > 0 && PlacedRound::side(end) * c.normal.dot(round.axis()) > slope) continue;
      if (!is_highest(core.edges[j], c.normal)) continue;
      out.push_back(
          feature(RoundMeeting::rim_edge, 2 * end + way_of(rim, angle, edge), static_cast<int>(j)));
    }
  }

  /// As of two cores: apart along one axis, nothing is much deeper along others.
  [[nodiscard]] double least_at(double separation) const {
    return std::min(separation, 0.0) / near_axis - tolerance;
  }

  /// None where the edge is smooth or far away.
  [[nodiscard]] std::optional<Line> near_line(const Core::Edge& e) const {
    const Line line = line_of(e, pose);
    const double nearest = std::clamp(line.along(round.centre), 0.0, e.length);
    const double reach = std::hypot(round.radius, round.half) + std::max(margin, round.radius);
    if (!e.is_sharp || (line.at(nearest) - round.centre).norm() > reach) return std::nullopt;
    return line;
  }
  void side(std::size_t j) {
    if (round.half == 0) return;
    if (const auto line = near_line(core.edges[j])) edge_with_side(j, *line);
  }
  void rims(std::size_t j) const {
    if (const auto line = near_line(core.edges[j]))
      for (int end = 0; end < round.ends(); ++end) edge_with_rim(j, *line, end);
  }
};

}  // namespace

void detect_round_core(const Round& round, const Pose<3>& at_round, const Core& core,
                       const Pose<3>& at_core, double margin, std::vector<Feature>& out) {
  const PlacedRound placed(round, at_round);
  const double tolerance = 1e-12 * (core.size + round.radius + round.half);
  RoundScan scan{placed, core, at_core, margin + core.radius, tolerance, true, 0, out};
  // Far along the normal of any face: nothing to look for.
  double separation = separation_of_ends(placed, core, at_core);
  for (const Core::Face& face : core.faces) {
    const Vec3 n = at_core.rotation * face.normal;
    const double apart =
        n.dot(placed.centre - at_core.position) - face.offset - placed.reach_along(n);
    if (apart > scan.margin) return;
    separation = std::max(separation, apart);
  }
  scan.least = scan.least_at(separation);
  for (std::size_t j = 0; j < core.corners.size(); ++j) scan.corner(j);
  for (std::size_t f = 0; f < core.faces.size(); ++f) scan.face(f);
  for (std::size_t j = 0; j < core.edges.size(); ++j) scan.side(j);
  for (std::size_t j = 0; j < core.edges.size(); ++j) scan.rims(j);
}

void detect_round_elements(const Round& round, const Pose<3>& at_round, const Core& core,
                           const Pose<3>& at_core, const RoundElements& elements, double margin,
                           std::vector<Feature>& out) {
  const PlacedRound placed(round, at_round);
  const double tolerance = 1e-12 * (core.size + round.radius + round.half);
  RoundScan scan{placed,    core,  at_core,        margin + core.radius,
                 tolerance, false, elements.least, out};
  scan.face(at(elements.face));
  for (const int j : elements.corners) {
    if (j >= 0) scan.corner(at(j));
  }
  for (const int j : elements.edges) {
    if (j < 0) continue;
    scan.side(at(j));
    scan.rims(at(j));
  }
}

ContactPoint<3> evaluate_round_core(const Round& round, const Pose<3>& at_round, const Core& core,
                                    const Pose<3>& at_core, Feature f) {
  const PlacedRound placed(round, at_round);
  const auto i = static_cast<int>(first_of(f));
  const std::size_t j = second_of(f);
  ContactPoint<3> c{0, Vec3::UnitZ(), Vec3::Zero(), Vec3::Zero()};
  switch (meeting_of<RoundMeeting>(f)) {
    case RoundMeeting::part_corner:
      c = part_from_point(placed, static_cast<RoundPart>(i),
                          at_core.to_world(core.corners[j].position));
      break;
    case RoundMeeting::rim_face:
      c = above_face(rim_over(placed, i, core.faces[j], at_core), core.faces[j], at_core);
      break;
    case RoundMeeting::side_edge:
      c = side_edge(placed, line_of(core.edges[j], at_core));
      break;
    case RoundMeeting::rim_edge: {
      const Line edge = line_of(core.edges[j], at_core);
      c = rim_edge(placed, i / 2, angle_of(placed.rim(i / 2), edge, i % 2), edge,
                   at_core.rotation * core.edges[j].outward);
      break;
    }
  }
  return with_radius(c, core.radius);
}

bool still_over_round_core(const Round& round, const Pose<3>& at_round, const Core& core,
                           const Pose<3>& at_core, Feature f) {
  const PlacedRound placed(round, at_round);
  const double tolerance = 1e-12 * (core.size + round.radius + round.half);
  const auto i = static_cast<int>(first_of(f));
  const std::size_t j = second_of(f);
  switch (meeting_of<RoundMeeting>(f)) {
    case RoundMeeting::part_corner: {
      const auto part = static_cast<RoundPart>(i);
      const Vec3 w = at_core.to_world(core.corners[j].position) - placed.centre;
      const Vec3 across = w - placed.axis().dot(w) * placed.axis();
      return (part == RoundPart::end_0 || part == RoundPart::end_1) &&
             across.norm() <= placed.radius + tolerance;
    }
    case RoundMeeting::rim_face:
      return is_named_still(placed.rim(i % 2), at_core.rotation * core.faces[j].normal,
                            rim_point_of(i)) &&
             is_inside(core, core.faces[j],
                       at_core.to_local(rim_over(placed, i, core.faces[j], at_core)), tolerance);
    case RoundMeeting::side_edge:
    case RoundMeeting::rim_edge:
      break;
  }
  return false;
}

}  // namespace saltus::spatial
