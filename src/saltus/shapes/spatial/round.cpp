// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/round.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus::spatial {
namespace {

/// Unit vector from the axis to the point, and the distance.
struct Radial {
  Vec3 direction;
  double distance = 0;

  Radial(const PlacedRound& r, const Vec3& x) {
    const Vec3 w = x - r.centre;
    const Vec3 across = w - r.axis().dot(w) * r.axis();
    distance = across.norm();
    direction = distance > 0 ? Vec3(across / distance) : Vec3(r.axes.col(0));
  }
};

}  // namespace

Bounds<3> bounds(const Round& shape, const Pose<3>& pose) {
  const PlacedRound r(shape, pose);
  const Eigen::Array3d a = r.axis().array().abs();
  // A circle reaches r √(1 − aᵢ²) along i.
  const Vec3 reach = r.half * a + r.radius * (1 - a * a).max(0).sqrt();
  return {r.centre - reach, r.centre + reach};
}

RoundPart nearest_part(const PlacedRound& r, const Vec3& x) {
  const double z = r.axis().dot(x - r.centre);
  const double beyond_end = std::abs(z) - r.half;
  const double beyond_side = Radial(r, x).distance - r.radius;
  const bool is_lower = z < 0;
  if (beyond_end > 0 && beyond_side > 0) return is_lower ? RoundPart::rim_1 : RoundPart::rim_0;
  if (beyond_end > beyond_side || r.half == 0) {
    if (beyond_side > 0) return is_lower ? RoundPart::rim_1 : RoundPart::rim_0;
    return is_lower ? RoundPart::end_1 : RoundPart::end_0;
  }
  return RoundPart::side;
}

ContactPoint<3> part_from_point(const PlacedRound& r, RoundPart part, const Vec3& x) {
  const Radial radial(r, x);
  if (part == RoundPart::side) {
    const double distance = radial.distance - r.radius;
    return {distance, -radial.direction, x - distance * radial.direction, x};
  }
  const int end = part == RoundPart::end_1 || part == RoundPart::rim_1 ? 1 : 0;
  const Vec3 out = PlacedRound::side(end) * r.axis();
  const double beyond_end = out.dot(x - r.centre) - r.half;
  if (part == RoundPart::end_0 || part == RoundPart::end_1) {
    return {beyond_end, -out, x - beyond_end * out, x};
  }
  const double beyond_side = radial.distance - r.radius;
  double distance = std::hypot(beyond_end, beyond_side);
  if (beyond_end + beyond_side < 0) distance = -distance;
  Vec3 normal = -radial.direction;
  if (distance != 0) {
    normal = -(beyond_side / distance * radial.direction + beyond_end / distance * out);
  }
  return {distance, normal, x + distance * normal, x};
}

bool passes_beside(const PlacedRound& r, const Line& edge) {
  const Line axis{r.centre, r.axis()};
  double sine = 0;
  const Vec3 x = axis.at(nearest_parameter(axis, edge, sine));
  return (x - edge.foot(x)).norm() > r.radius;
}

double separation_of_ends(const PlacedRound& r, const Core& core, const Pose<3>& at_core) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double lowest = core.corners.empty() ? -infinity : infinity;
  double highest = -lowest;
  for (const Core::Corner& c : core.corners) {
    const double height = r.axis().dot(at_core.to_world(c.position) - r.centre);
    lowest = std::min(lowest, height);
    highest = std::max(highest, height);
  }
  return std::max(lowest, -highest) - r.half;
}

}  // namespace saltus::spatial
