// SPDX-License-Identifier: Apache-2.0
// Which corners, edges and faces of two cores meet.
//
// Every reported pair has its nearest points inside both features (so its distance is one between
// points of the two bodies) and is the lowest there, up to a slope: the upper corners of a plate
// that lies almost flat are reported, those of its top are not.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "saltus/shapes/spatial/core_pair.h"
#include "saltus/shapes/spatial/limits.h"

namespace saltus::spatial {
namespace {

/// Whether the edge is lowest along `up`: its faces rise from it, up to a slope.
bool is_lowest(const Core::Edge& e, const Vec3& up, double allowed) {
  for (int k = 0; k < e.faces; ++k) {
    if (e.inward[at(k)].dot(up) < -allowed) return false;
  }
  return true;
}

/// Where two lines are nearest to each other.
struct Crossing {
  double s = 0, t = 0;  // along the first and the second
  double distance = 0;  // signed, along the normal
  Vec3 normal;
};

/// The second line by origin and direction; false where they are parallel.
bool cross(const Core::Edge& a, const Core::Edge& b, const Vec3& origin, const Vec3& direction,
           const Vec3& outward, Crossing& crossing) {
  const Vec3 c = a.direction.cross(direction);
  const double cc = c.squaredNorm();
  if (cc < parallel * parallel) return false;
  const Vec3 r = origin - a.origin;
  crossing.s = r.cross(direction).dot(c) / cc;
  crossing.t = r.cross(a.direction).dot(c) / cc;
  const Vec3 apart = (a.origin + crossing.s * a.direction) - (origin + crossing.t * direction);
  const Vec3& side = a.faces == 0 && b.faces == 0 ? apart : outward;
  crossing.normal = c / (c.dot(side) < 0 ? -std::sqrt(cc) : std::sqrt(cc));
  crossing.distance = crossing.normal.dot(apart);
  return true;
}

/// The axis along which the cores are farthest apart, and what meets along it.
struct Axis {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 direction = Vec3::Zero();  // from the second to the first
  Feature meeting{};
};

/// Faces of the second against corners of the first, and the other way round: `own` has the faces,
/// `other` lies at `pose` in its axes. False where the cores are farther apart than the margin.
bool separate_by_faces(const Core& own, const Core& other, const Mat3& to_own, const Vec3& position,
                       bool own_is_first, double margin, Axis& best) {
  if (other.corners.empty()) return true;
  for (std::size_t f = 0; f < own.faces.size(); ++f) {
    const Core::Face& face = own.faces[f];
    const Vec3 n = to_own.transpose() * face.normal;
    double lowest = std::numeric_limits<double>::infinity();
    std::size_t which = 0;
    for (std::size_t k = 0; k < other.corners.size(); ++k) {
      const double height = n.dot(other.corners[k].position);
      if (height < lowest) {
        lowest = height;
        which = k;
      }
    }
    const double separation = lowest + face.normal.dot(position) - face.offset;
    if (separation > margin) return false;
    if (separation > best.separation) {
      best.separation = separation;
      best.direction = face.normal;
      best.meeting =
          own_is_first
              ? feature(Meeting::face_corner, static_cast<int>(f), static_cast<int>(which))
              : feature(Meeting::corner_face, static_cast<int>(which), static_cast<int>(f));
    }
  }
  return true;
}

/// Whether `c` or `−c` is a normal of both edges, as the faces of the first rise along it and those
/// of the second fall; returns +1, −1, or 0 for neither.
int common_normal(const Core::Edge& a, const Vec3& c, const Core::Edge& b,
                  const std::array<Vec3, 2>& b_inward) {
  bool plus = true;
  bool minus = true;
  for (int k = 0; k < a.faces; ++k) {
    const double rise = a.inward[at(k)].dot(c);
    plus = plus && rise >= 0;
    minus = minus && rise <= 0;
  }
  for (int k = 0; k < b.faces; ++k) {
    const double rise = b_inward[at(k)].dot(c);
    plus = plus && rise <= 0;
    minus = minus && rise >= 0;
  }
  if (plus) return 1;
  return minus ? -1 : 0;
}

/// Pairs of edges whose cross product is a normal of both: the remaining axes of separation.
bool separate_by_edges(const Scan& scan, Axis& best) {
  const Core& first = scan.first;
  const Core& second = scan.second;
  for (std::size_t j = 0; j < second.edges.size(); ++j) {
    const Core::Edge& b = second.edges[j];
    const Vec3 direction = scan.pose.rotation * b.direction;
    const Vec3 origin = scan.pose.rotation * b.origin + scan.pose.position;
    const std::array<Vec3, 2> inward{scan.pose.rotation * b.inward[0],
                                     scan.pose.rotation * b.inward[1]};
    for (std::size_t i = 0; i < first.edges.size(); ++i) {
      const Core::Edge& a = first.edges[i];
      const Vec3 c = a.direction.cross(direction);
      const int sign = common_normal(a, c, b, inward);
      if (sign == 0) continue;
      const double norm = c.norm();
      if (norm < parallel) continue;
      const double separation = sign * c.dot(a.origin - origin) / norm;
      if (separation > scan.margin) return false;
      // Faces are preferred: where a face lies on a face the crossing edges have the same axis.
      if (separation > best.separation + scan.tolerance) {
        best.separation = separation;
        best.direction = sign * c / norm;
        best.meeting = feature(Meeting::edge_edge, static_cast<int>(i), static_cast<int>(j));
      }
    }
  }
  return true;
}

/// False where the cores are farther apart than the margin.
bool find_axis(const Scan& scan, Axis& best) {
  if (!separate_by_faces(scan.first, scan.second, scan.pose.rotation, scan.pose.position, true,
                         scan.margin, best)) {
    return false;
  }
  best.direction = -best.direction;
  const double before = best.separation;
  const Mat3 back = scan.pose.rotation.transpose();
  if (!separate_by_faces(scan.second, scan.first, back, -(back * scan.pose.position), false,
                         scan.margin, best)) {
    return false;
  }
  if (best.separation > before) best.direction = scan.pose.rotation * best.direction;
  return separate_by_edges(scan, best);
}

}  // namespace

Relative relative(const Pose<3>& first, const Pose<3>& second) {
  return {first.rotation.transpose() * second.rotation, first.to_local(second.position)};
}

bool Scan::is_along_axis(const Vec3& normal) const {
  return !has_axis || normal.dot(axis) > near_axis;
}

void Scan::found(Meeting meeting, std::size_t first_part, std::size_t second_part,
                 double distance) {
  out->push_back(feature(meeting, static_cast<int>(first_part), static_cast<int>(second_part)));
  nearest = std::min(nearest, distance);
}

void Scan::all() {
  for (std::size_t f = 0; f < second.faces.size(); ++f) face(static_cast<int>(f));
  for (std::size_t j = 0; j < second.corners.size(); ++j) corner(static_cast<int>(j));
  for (std::size_t e = 0; e < second.edges.size(); ++e) edge(static_cast<int>(e));
}

void Scan::face(int f) {
  const Core::Face& face = second.faces[at(f)];
  const Vec3 n = pose.rotation * face.normal;
  if (!is_along_axis(n)) return;
  const double offset = face.offset + n.dot(pose.position);
  for (std::size_t i = 0; i < first.corners.size(); ++i) {
    const Core::Corner& c = first.corners[i];
    const double distance = n.dot(c.position) - offset;
    if (distance > margin || distance < least || !spatial::is_lowest(first, c, n, slope)) continue;
    const Vec3 x = pose.rotation.transpose() * (c.position - pose.position);
    const bool is_over = distance < 0 && !second.triangle_edges.empty() && !has_axis
                             ? is_behind(second, at(f), x, tolerance, -distance)
                             : is_inside(second, face, x, tolerance);
    if (!is_over) continue;
    found(Meeting::corner_face, i, at(f), distance);
  }
}

void Scan::corner(int j) {
  if (!second.corners[at(j)].is_sharp) return;
  const Vec3 x = pose.rotation * second.corners[at(j)].position + pose.position;
  corner_with_faces(j, x);
  if (has_axis) return;
  corner_with_edges(j, x);
  corner_with_corners(j, x);
}

void Scan::corner_with_faces(int j, const Vec3& x) {
  for (std::size_t f = 0; f < first.faces.size(); ++f) {
    const Core::Face& face = first.faces[f];
    const double distance = face.normal.dot(x) - face.offset;
    if (distance > margin || distance < least || !is_along_axis(-face.normal)) continue;
    const Vec3 up = pose.rotation.transpose() * face.normal;
    if (!spatial::is_lowest(second, second.corners[at(j)], up, slope)) continue;
    if (!is_inside(first, face, x, tolerance)) continue;
    found(Meeting::face_corner, f, at(j), distance);
  }
}

void Scan::corner_with_edges(int j, const Vec3& x) {
  const Vec3 b_outward = pose.rotation * second.corners[at(j)].outward;
  for (std::size_t i = 0; i < first.edges.size(); ++i) {
    const Core::Edge& a = first.edges[i];
    const double s = a.direction.dot(x - a.origin);
    if (s < -tolerance || s > a.length + tolerance) continue;
    const Vec3 w = x - a.origin - s * a.direction;  // from the first to the second
    const double distance = w.norm();
    if (distance > margin || distance == 0 || w.dot(b_outward - a.outward) > 0) continue;
    if (!is_lowest(a, -w, tolerance)) continue;
    const Vec3 up = pose.rotation.transpose() * w / distance;
    if (!spatial::is_lowest(second, second.corners[at(j)], up, slope)) continue;
    found(Meeting::edge_corner, i, at(j), distance);
  }
}

void Scan::corner_with_corners(int j, const Vec3& x) {
  const Core::Corner& b = second.corners[at(j)];
  const Vec3 b_outward = pose.rotation * b.outward;
  for (std::size_t i = 0; i < first.corners.size(); ++i) {
    const Core::Corner& a = first.corners[i];
    const Vec3 w = a.position - x;
    const double squared = w.squaredNorm();
    if (squared > margin * margin) continue;
    if (!spatial::is_lowest(first, a, w, tolerance)) continue;
    const Vec3 v = pose.rotation.transpose() * w;  // in the axes of the second
    if (!spatial::is_lowest(second, b, -v, tolerance)) continue;
    if (w.dot(b_outward - a.outward) < 0) continue;
    found(Meeting::corner_corner, i, at(j), std::sqrt(squared));
  }
}

void Scan::edge(int e) {
  const Core::Edge& b = second.edges[at(e)];
  if (!b.is_sharp) return;
  const Vec3 origin = pose.rotation * b.origin + pose.position;
  const Vec3 direction = pose.rotation * b.direction;
  const Vec3 end = origin + b.length * direction;
  const double reach = std::max(margin, -least) + tolerance;
  if (((origin.cwiseMin(end) - first.upper).array() > reach).any()) return;
  if (((first.lower - origin.cwiseMax(end)).array() > reach).any()) return;
  if (!has_axis) edge_with_corners(e, origin, direction);
  edge_with_edges(e, origin, direction);
}

void Scan::edge_with_corners(int e, const Vec3& origin, const Vec3& direction) {
  const Core::Edge& b = second.edges[at(e)];
  const Vec3 b_outward = pose.rotation * b.outward;
  for (std::size_t i = 0; i < first.corners.size(); ++i) {
    const Core::Corner& a = first.corners[i];
    const double t = direction.dot(a.position - origin);
    if (t < -tolerance || t > b.length + tolerance) continue;
    const Vec3 w = a.position - origin - t * direction;
    const double distance = w.norm();
    if (distance > margin || distance == 0 || w.dot(b_outward - a.outward) < 0) continue;
    if (!spatial::is_lowest(first, a, w / distance, slope)) continue;
    if (!is_lowest(b, -(pose.rotation.transpose() * w), tolerance)) continue;
    found(Meeting::corner_edge, i, at(e), distance);
  }
}

void Scan::edge_with_edges(int e, const Vec3& origin, const Vec3& direction) {
  const Core::Edge& b = second.edges[at(e)];
  const Vec3 b_outward = pose.rotation * b.outward;
  Crossing crossing;
  for (std::size_t i = 0; i < first.edges.size(); ++i) {
    const Core::Edge& a = first.edges[i];
    if (!cross(a, b, origin, direction, b_outward - a.outward, crossing)) continue;
    if (crossing.s < -tolerance || crossing.s > a.length + tolerance) continue;
    if (crossing.t < -tolerance || crossing.t > b.length + tolerance) continue;
    const Vec3& n = crossing.normal;
    if (crossing.distance > margin || crossing.distance < least || !is_along_axis(n)) continue;
    if (!is_lowest(a, n, slope)) continue;
    const Vec3 down = -(pose.rotation.transpose() * n);
    if (!is_lowest(b, down, slope)) continue;
    found(Meeting::edge_edge, i, at(e), crossing.distance);
  }
}

void detect_cores(const Core& first, const Pose<3>& at_first, const Core& second,
                  const Pose<3>& at_second, double margin, std::vector<Feature>& out) {
  const double tolerance = 1e-12 * std::max(first.size, second.size);
  Scan scan{.first = first,
            .second = second,
            .pose = relative(at_first, at_second),
            .margin = margin + first.radius + second.radius,
            .least = -tolerance,
            .tolerance = tolerance,
            .out = &out};
  Axis best;
  const std::size_t before = out.size();
  if (!first.faces.empty() || !second.faces.empty()) {
    if (!find_axis(scan, best)) return;
    scan.has_axis = true;
    scan.axis = best.direction;
    // Along the axis n no two points are nearer than its separation s, so for a normal m near n
    // gap (m · n) ≥ s: nothing is deeper than s / near_axis.
    scan.least = best.separation / (best.separation > 0 ? 1 : near_axis) - tolerance;
  }
  scan.all();
  // Where the cores are as near to each other as along the axis, what meets aside of it says
  // nothing more: the corners of boxes that lie flush have normals in all directions. Else corners
  // and edges meet aside of the axis.
  if (best.separation > 0 && !(scan.nearest <= best.separation + tolerance)) {
    out.resize(before);
    scan.has_axis = false;
    scan.least = -tolerance;
    scan.all();
  }
  // Deep inside each other no feature need lie inside its partner.
  if (scan.has_axis && out.size() == before) out.push_back(best.meeting);
}

}  // namespace saltus::spatial
