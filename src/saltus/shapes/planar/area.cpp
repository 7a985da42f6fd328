// SPDX-License-Identifier: Apache-2.0
// Sums over the boundary (Green), and the farthest points along the axes.
#include "saltus/shapes/planar/area.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "saltus/shapes/planar/region.h"

namespace saltus::planar {

void AreaSum::add_line(const Vec2& from, const Vec2& to) {
  const double area = 0.5 * cross(from, to);
  area_ += area;
  first_ += area / 3 * (from + to);
  polar_ += area / 6 * (from.squaredNorm() + from.dot(to) + to.squaredNorm());
}

void AreaSum::add_arc(const Vec2& centre, const Vec2& from, const Vec2& to, double sweep) {
  add_line(from, centre);
  add_line(centre, to);
  // The sector about its own centre c: area R²φ/2, ∫(x − c) = R²/3 (to − from) turned by −90°,
  // ∫|x − c|² = R⁴φ/4; then shifted to the origin.
  const double squared = (from - centre).squaredNorm();
  const double area = 0.5 * squared * sweep;
  const Vec2 first = squared / 3 * outward(to - from);
  area_ += area;
  first_ += first + area * centre;
  polar_ += 0.25 * squared * squared * sweep + 2 * centre.dot(first) + area * centre.squaredNorm();
}

MassProperties<2> AreaSum::properties() const {
  MassProperties<2> mass;
  mass.volume = area_;
  if (area_ > 0) mass.centre = first_ / area_;
  mass.inertia(0, 0) = std::max(0.0, polar_ - mass.centre.dot(first_));
  return mass;
}

double turn(const Vec2& from, const Vec2& to) { return std::atan2(cross(from, to), from.dot(to)); }

double sweep(const Arc& arc) {
  const double angle = std::abs(turn(arc.first, arc.last));
  return arc.is_wide ? 2 * std::numbers::pi - angle : angle;
}

MassProperties<2> mass_properties(const Outline& o) {
  AreaSum sum;
  if (o.size() == 1) {
    const Vec2 from = o.corners[0].at + o.radius * Vec2::UnitX();
    sum.add_arc(o.corners[0].at, from, from, 2 * std::numbers::pi);
    return sum.properties();
  }
  for (std::size_t i = 0; i < o.size(); ++i) {
    const Corner& corner = o.corners[i];
    const Vec2& to = o.corners[o.next(i)].at;
    if (o.is_arc(i)) {
      const Arc& arc = o.arcs[i];
      sum.add_arc(arc.centre, corner.at, to, arc.radius > 0 ? sweep(arc) : -sweep(arc));
      continue;
    }
    const Vec2 offset = o.radius * outward(corner.along);
    sum.add_line(corner.at + offset, to + offset);
    if (o.radius == 0) continue;
    const Vec2& arriving = o.arriving(i);
    const double angle = turn(arriving, corner.along);
    sum.add_arc(corner.at, corner.at + o.radius * outward(arriving), corner.at + offset,
                angle < 0 ? angle + 2 * std::numbers::pi : angle);
  }
  return sum.properties();
}

Bounds<2> bounds(const Outline& o, const Pose<2>& pose) {
  const Vec2 start = pose.to_world(o.corners[0].at);
  Bounds<2> box{start, start};
  const auto include = [&](const Vec2& x) {
    box.lower = box.lower.cwiseMin(x);
    box.upper = box.upper.cwiseMax(x);
  };
  for (std::size_t i = 0; i < o.size(); ++i) {
    include(pose.to_world(o.corners[i].at));
    if (!o.is_arc(i)) continue;
    const Arc& arc = o.arcs[i];
    const Vec2 centre = pose.to_world(arc.centre);
    for (const Vec2& axis : {Vec2(1, 0), Vec2(0, 1), Vec2(-1, 0), Vec2(0, -1)}) {
      const double sign = arc.radius > 0 ? 1 : -1;  // a hollow arc's normals point to its centre
      if (has_normal(arc, sign * (pose.rotation.transpose() * axis), std::abs(arc.radius))) {
        include(centre + std::abs(arc.radius) * axis);
      }
    }
  }
  box.lower.array() -= o.radius;
  box.upper.array() += o.radius;
  return box;
}

double doubled_area(std::span<const Vec2> corners) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    sum += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  }
  return sum;
}

Corner line_from(const Vec2& from, const Vec2& to) {
  const double length = (to - from).norm();
  return {from, (to - from) / length, length};
}

}  // namespace saltus::planar
