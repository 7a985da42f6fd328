// SPDX-License-Identifier: Apache-2.0
// Gap, normal and points of one meeting. All are smooth in the poses as long as the carriers of the
// features (planes, lines, points) keep their sides.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "saltus/shapes/spatial/core_pair.h"

namespace saltus::spatial {
namespace {

/// From the points of the cores and the signed distance along the normal to the surfaces.
ContactPoint<3> with_radii(const Core& first, const Vec3& x, const Core& second, const Vec3& y,
                           double distance, const Vec3& normal) {
  return {distance - first.radius - second.radius, normal, x - first.radius * normal,
          y + second.radius * normal};
}

/// Two points whose difference is the normal; `outward` decides the sign where it has a say, so
/// that the distance goes on below zero.
ContactPoint<3> between_points(const Core& first, const Vec3& x, const Core& second, const Vec3& y,
                               const Vec3& outward) {
  const Vec3 w = x - y;
  double distance = w.norm();
  if (distance == 0) {
    const Vec3 normal = outward.isZero(0) ? Vec3::UnitZ() : outward.normalized();
    return with_radii(first, x, second, y, 0, normal);
  }
  if (w.dot(outward) < 0) distance = -distance;
  return with_radii(first, x, second, y, distance, w / distance);
}

Vec3 foot(const Vec3& origin, const Vec3& direction, const Vec3& x) {
  return origin + direction.dot(x - origin) * direction;
}

ContactPoint<3> between_edges(const Core& first, const Pose<3>& at_first, const Core::Edge& a,
                              const Core& second, const Pose<3>& at_second, const Core::Edge& b) {
  const Vec3 p = at_first.to_world(a.origin);
  const Vec3 q = at_second.to_world(b.origin);
  const Vec3 d = at_first.rotation * a.direction;
  const Vec3 e = at_second.rotation * b.direction;
  const Vec3 c = d.cross(e);
  const double cc = c.squaredNorm();
  const Vec3 r = q - p;
  const double s = cc > 0 ? r.cross(e).dot(c) / cc : 0;
  const Vec3 x = p + s * d;
  const Vec3 y = foot(q, e, x);
  if ((a.faces == 0 && b.faces == 0) || cc == 0) {
    return between_points(first, x, second, y, Vec3::Zero());
  }
  const Vec3 outward = at_second.rotation * b.outward - at_first.rotation * a.outward;
  const Vec3 normal = c / (c.dot(outward) < 0 ? -std::sqrt(cc) : std::sqrt(cc));
  const double distance = normal.dot(x - y);
  return with_radii(first, x, second, x - distance * normal, distance, normal);
}

}  // namespace

ContactPoint<3> evaluate_cores(const Core& first, const Pose<3>& at_first, const Core& second,
                               const Pose<3>& at_second, Feature f) {
  const std::size_t i = first_of(f);
  const std::size_t j = second_of(f);
  switch (meeting_of(f)) {
    case Meeting::corner_face: {
      const Core::Face& face = second.faces[j];
      const Vec3 x = at_first.to_world(first.corners[i].position);
      const Vec3 normal = at_second.rotation * face.normal;
      const double distance = normal.dot(x - at_second.position) - face.offset;
      return with_radii(first, x, second, x - distance * normal, distance, normal);
    }
    case Meeting::face_corner: {
      const Core::Face& face = first.faces[i];
      const Vec3 y = at_second.to_world(second.corners[j].position);
      const Vec3 normal = -(at_first.rotation * face.normal);
      const double distance = -normal.dot(y - at_first.position) - face.offset;
      return with_radii(first, y + distance * normal, second, y, distance, normal);
    }
    case Meeting::corner_edge: {
      const Core::Corner& a = first.corners[i];
      const Core::Edge& b = second.edges[j];
      const Vec3 x = at_first.to_world(a.position);
      const Vec3 y = foot(at_second.to_world(b.origin), at_second.rotation * b.direction, x);
      return between_points(first, x, second, y,
                            at_second.rotation * b.outward - at_first.rotation * a.outward);
    }
    case Meeting::edge_corner: {
      const Core::Edge& a = first.edges[i];
      const Core::Corner& b = second.corners[j];
      const Vec3 y = at_second.to_world(b.position);
      const Vec3 x = foot(at_first.to_world(a.origin), at_first.rotation * a.direction, y);
      return between_points(first, x, second, y,
                            at_second.rotation * b.outward - at_first.rotation * a.outward);
    }
    case Meeting::edge_edge:
      return between_edges(first, at_first, first.edges[i], second, at_second, second.edges[j]);
    case Meeting::corner_corner:
      break;
  }
  const Core::Corner& a = first.corners[i];
  const Core::Corner& b = second.corners[j];
  return between_points(first, at_first.to_world(a.position), second,
                        at_second.to_world(b.position),
                        at_second.rotation * b.outward - at_first.rotation * a.outward);
}

bool still_over_cores(const Core& first, const Pose<3>& at_first, const Core& second,
                      const Pose<3>& at_second, Feature f) {
  const double tolerance = 1e-12 * std::max(first.size, second.size);
  const auto is_over = [&](const Core& own, const Pose<3>& pose, std::size_t face,
                           const Core& other, const Pose<3>& at_other, std::size_t corner) {
    const Vec3 x = at_other.to_world(other.corners[corner].position);
    return is_inside(own, own.faces[face], pose.to_local(x), tolerance);
  };
  if (meeting_of(f) == Meeting::corner_face)
    return is_over(second, at_second, second_of(f), first, at_first, first_of(f));
  if (meeting_of(f) == Meeting::face_corner)
    return is_over(first, at_first, first_of(f), second, at_second, second_of(f));
  return false;
}

}  // namespace saltus::spatial
