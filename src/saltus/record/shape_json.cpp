// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/shape_json.h"

#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/index.h"
#include "saltus/base/json.h"

namespace saltus {
namespace {

using planar::Vec2;
using spatial::Vec3;

std::string number(double x) { return json_number(x); }

std::string triple(const Vec3& x) { return json_list(std::array{x.x(), x.y(), x.z()}); }

std::string quaternion(const Eigen::Matrix3d& rotation) {
  return json_list(quaternion_of(rotation));
}

std::string closed(const std::vector<Vec2>& points) {
  std::vector<std::string> pieces;
  for (const Vec2& p : points) pieces.push_back(json_list(std::array{p.x(), p.y()}));
  return fmt::format(R"("type":"outline","points":{})", json_list(pieces));
}

/// Points of an arc about a centre, from one direction counter-clockwise by an angle; `steps` + 1.
void add_arc(const Vec2& centre, const Vec2& radius, double angle, std::vector<Vec2>& out) {
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(angle) / 0.1)));
  for (int k = 0; k <= steps; ++k)
    out.emplace_back(centre + Eigen::Rotation2Dd(angle * k / steps) * radius);
}

double turn(const Vec2& from, const Vec2& to) {
  return std::atan2(planar::cross(from, to), from.dot(to));
}

/// The boundary of a core that is grown by a radius, or of lines and arcs.
std::vector<Vec2> boundary(const planar::Outline& o) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < o.size(); ++i) {
    const planar::Corner& corner = o.corners[i];
    if (o.arcs.empty() && o.radius > 0) {
      const Vec2 normal = planar::outward(o.arriving(i));
      add_arc(corner.at, o.radius * normal, turn(o.arriving(i), corner.along), points);
    } else if (o.is_arc(i)) {
      const planar::Arc& arc = o.arcs[i];
      const Vec2 start = corner.at - arc.centre;
      Vec2 end = o.corners[o.next(i)].at - arc.centre;
      if (o.size() == 1) end = start;
      double angle = turn(start, end);
      const bool anticlockwise = arc.radius > 0;
      if (anticlockwise && angle <= 0) angle += 2 * std::numbers::pi;
      if (!anticlockwise && angle >= 0) angle -= 2 * std::numbers::pi;
      add_arc(arc.centre, start, angle, points);
    } else {
      points.push_back(corner.at);
    }
  }
  return points;
}

// Each kind's own keys; planar ones first.

std::string keys(const planar::Particle& /*shape*/) { return R"("type":"point")"; }
std::string keys(const planar::Disc& s) {
  return fmt::format(R"("type":"disc","radius":{})", number(s.radius));
}
std::string keys(const planar::Capsule& s) {
  return fmt::format(R"("type":"capsule","radius":{},"length":{})", number(s.radius),
                     number(s.length));
}
std::string keys(const planar::Box& s) { return closed(boundary(outline(s))); }
std::string keys(const planar::Polygon& s) { return closed(boundary(outline(s))); }
std::string keys(const planar::Profile& s) { return closed(boundary(outline(s))); }
std::string keys(const planar::Plane& s) {
  return fmt::format(R"("type":"plane","normal":[{},{},0])", number(s.normal[0]),
                     number(s.normal[1]));
}
std::string keys(const planar::Ring& s) {
  return fmt::format(R"("type":"ring","radius":{},"thickness":{})", number(s.radius),
                     number(s.thickness));
}

/// Triangles over corners, as arrays.
template <class Corners>
std::string surface(const Corners& corners, const std::vector<std::uint32_t>& triangles,
                    const std::string& name, ReportData& data) {
  std::vector<float> vertices;
  for (const auto& corner : corners)
    for (const double x : corner.position) vertices.push_back(static_cast<float>(x));
  data.add(name + ".vertices", vertices, {0, 3});
  data.add(name + ".triangles", triangles, {0, 3});
  return fmt::format(R"("type":"mesh","vertices":{},"triangles":{})", json_text(name + ".vertices"),
                     json_text(name + ".triangles"));
}

struct SpatialKeys {
  const std::string& name;
  ReportData& data;

  std::string operator()(const spatial::PointShape& /*shape*/) const { return R"("type":"point")"; }
  std::string operator()(const spatial::Sphere& s) const {
    return fmt::format(R"("type":"sphere","radius":{})", number(s.radius));
  }
  std::string operator()(const spatial::Capsule& s) const {
    return fmt::format(R"("type":"capsule","radius":{},"length":{})", number(s.radius),
                       number(s.length));
  }
  std::string operator()(const spatial::Box& s) const {
    return fmt::format(R"("type":"box","size":{})", json_list(s.size));
  }
  std::string operator()(const spatial::Cylinder& s) const {
    return fmt::format(R"("type":"cylinder","radius":{},"length":{})", number(s.radius),
                       number(s.length));
  }
  std::string operator()(const spatial::Disc& s) const {
    return fmt::format(R"("type":"disc","radius":{},"axis":{})", number(s.radius),
                       json_list(s.axis));
  }
  std::string operator()(const spatial::Plane& s) const {
    return fmt::format(R"("type":"plane","normal":{})", json_list(s.normal));
  }
  std::string operator()(const spatial::Ring& s) const {
    return fmt::format(R"("type":"ring","radius":{},"thickness":{},"axis":{}{})", number(s.radius),
                       number(s.thickness), json_list(s.axis),
                       s.length ? ",\"length\":" + number(*s.length) : "");
  }
  std::string operator()(const spatial::Polyhedron& s) const {
    std::vector<std::uint32_t> triangles;
    for (const std::vector<int>& face : s.faces) {
      for (std::size_t k = 2; k < face.size(); ++k)
        for (const std::size_t corner : {std::size_t{0}, k - 1, k})
          triangles.push_back(static_cast<std::uint32_t>(face[corner]));
    }
    return surface(s.core.corners, triangles, name, data);
  }
  std::string operator()(const spatial::Mesh& s) const { return terrain(s.terrain); }
  std::string operator()(const spatial::Heightfield& s) const { return terrain(s.terrain); }

  [[nodiscard]] std::string terrain(const spatial::Terrain& t) const {
    std::vector<std::uint32_t> triangles;
    for (const spatial::Terrain::Triangle& triangle : t.triangles)
      for (const int corner : triangle.corners)
        triangles.push_back(static_cast<std::uint32_t>(corner));
    return surface(t.core.corners, triangles, name, data);
  }
};

std::string at_place(const std::string& keys, const Vec3& position,
                     const Eigen::Matrix3d& rotation) {
  std::string text = "{" + keys;
  if (!position.isZero(0)) text += ",\"position\":" + triple(position);
  if (!rotation.isIdentity(0)) text += ",\"rotation\":" + quaternion(rotation);
  return text + "}";
}

}  // namespace

std::vector<Vec2> boundary_of(const planar::Shape& shape, double endless) {
  std::vector<Vec2> points;
  if (const auto* plane = std::get_if<planar::Plane>(&shape)) {
    const Vec2 along = Vec2(-plane->normal[1], plane->normal[0]).normalized();
    return {-endless * along, endless * along};
  }
  if (const auto* disc = std::get_if<planar::Disc>(&shape)) {
    add_arc(Vec2::Zero(), Vec2(disc->radius, 0), 2 * std::numbers::pi, points);
  } else if (const auto* ring = std::get_if<planar::Ring>(&shape)) {
    add_arc(Vec2::Zero(), Vec2(ring->radius, 0), 2 * std::numbers::pi, points);
  } else {
    std::visit([&](const auto& s) { points = boundary(outline(s)); }, shape);
  }
  return points;
}

std::array<double, 4> quaternion_of(const Eigen::Matrix3d& rotation) {
  const Eigen::Quaterniond q(rotation);
  return {q.w(), q.x(), q.y(), q.z()};
}

std::string shape_json(const PlacedShape<2>& placed, const std::string& /*name*/,
                       ReportData& /*data*/) {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  rotation.topLeftCorner<2, 2>() = placed.in_body.rotation;
  const Vec2& at = placed.in_body.position;
  return at_place(std::visit([](const auto& s) { return keys(s); }, placed.shape),
                  Vec3(at.x(), at.y(), 0), rotation);
}

std::string shape_json(const PlacedShape<3>& placed, const std::string& name, ReportData& data) {
  return at_place(std::visit(SpatialKeys{name, data}, placed.shape), placed.in_body.position,
                  placed.in_body.rotation);
}

}  // namespace saltus
