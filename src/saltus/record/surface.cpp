// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/surface.h"

#include <cmath>
#include <numbers>

#include "saltus/base/index.h"
#include "saltus/record/shape_json.h"

namespace saltus {
namespace {

using spatial::Vec3;

constexpr std::uint32_t round_parts = 24;  // of a whole turn

/// Adds in the frame of one shape.
class Modeller {
 public:
  Modeller(Surface& out, Eigen::Matrix3d rotation, Vec3 position)
      : out_(out), rotation_(std::move(rotation)), position_(std::move(position)) {}

  std::uint32_t point(const Vec3& x) {
    const Vec3 at = position_ + rotation_ * x;
    out_.points.push_back({at.x(), at.y(), at.z()});
    return static_cast<std::uint32_t>(out_.points.size() - 1);
  }
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    out_.triangles.push_back({a, b, c});
  }
  void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    triangle(a, b, c);
    triangle(a, c, d);
  }
  void loop(const std::vector<planar::Vec2>& points) {
    std::vector<std::uint32_t> line;
    for (const planar::Vec2& p : points) line.push_back(point(Vec3(p.x(), p.y(), 0)));
    out_.loops.push_back(std::move(line));
  }

  /// A surface of revolution about `axes` col 2: rings (radius, height) from top to bottom; radius
  /// 0 is a pole.
  void revolve(const std::vector<std::pair<double, double>>& rings, const Eigen::Matrix3d& axes) {
    std::vector<std::vector<std::uint32_t>> rows;
    for (const auto& [radius, height] : rings) {
      rows.emplace_back();
      const std::uint32_t count = radius > 0 ? round_parts : 1;
      for (std::uint32_t k = 0; k < count; ++k) {
        const double angle = 2 * std::numbers::pi * k / round_parts;
        rows.back().push_back(
            point(axes * Vec3(radius * std::cos(angle), radius * std::sin(angle), height)));
      }
    }
    for (std::size_t r = 1; r < rows.size(); ++r) {
      for (std::uint32_t k = 0; k < round_parts; ++k) {
        const auto at_ring = [&](const std::vector<std::uint32_t>& row, std::uint32_t i) {
          return row[i % row.size()];
        };
        const std::uint32_t a = at_ring(rows[r - 1], k), b = at_ring(rows[r - 1], k + 1);
        const std::uint32_t c = at_ring(rows[r], k), d = at_ring(rows[r], k + 1);
        if (c != d) triangle(a, c, d);
        if (a != b) triangle(a, d, b);
      }
    }
  }

 private:
  Surface& out_;
  Eigen::Matrix3d rotation_;
  Vec3 position_;
};

/// Half circles at ± half, of the radius; half = 0: a ball.
std::vector<std::pair<double, double>> capsule_rings(double radius, double half) {
  constexpr int steps = 6;  // of a quarter turn
  std::vector<std::pair<double, double>> rings;
  for (int k = 0; k <= steps; ++k) {
    const double angle = std::numbers::pi / 2 * k / steps;
    rings.emplace_back(k == 0 ? 0.0 : radius * std::sin(angle), half + radius * std::cos(angle));
  }
  for (int k = half > 0 ? steps : steps - 1; k >= 0; --k) {
    const double angle = std::numbers::pi / 2 * k / steps;
    rings.emplace_back(k == 0 ? 0.0 : radius * std::sin(angle), -half - radius * std::cos(angle));
  }
  return rings;
}

Eigen::Matrix3d along(const std::vector<double>& axis) {
  return spatial::frame_along(Vec3(axis[0], axis[1], axis[2]).normalized());
}

struct SpatialSurface {
  Modeller& m;
  double endless;

  void operator()(const spatial::PointShape& /*shape*/) const {}
  void operator()(const spatial::Sphere& s) const {
    m.revolve(capsule_rings(s.radius, 0), Eigen::Matrix3d::Identity());
  }
  void operator()(const spatial::Capsule& s) const {
    m.revolve(capsule_rings(s.radius, s.length / 2), Eigen::Matrix3d::Identity());
  }
  void operator()(const spatial::Cylinder& s) const {
    const double h = s.length / 2;
    m.revolve({{0, h}, {s.radius, h}, {s.radius, -h}, {0, -h}}, Eigen::Matrix3d::Identity());
  }
  void operator()(const spatial::Disc& s) const {
    m.revolve({{0, 0}, {s.radius, 0}}, along(s.axis));
  }
  void operator()(const spatial::Ring& s) const {
    const double h = s.length ? *s.length / 2 : s.radius / 2;
    const double outer = s.radius + s.thickness;
    m.revolve({{s.radius, -h}, {s.radius, h}, {outer, h}, {outer, -h}, {s.radius, -h}},
              along(s.axis));
  }
  void operator()(const spatial::Plane& s) const {
    const Eigen::Matrix3d axes = along(s.normal);
    std::array<std::uint32_t, 4> corner{};
    std::size_t k = 0;
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      corner[k++] = m.point(endless * (axes * Vec3(x, y, 0)));
    m.quad(corner[0], corner[1], corner[2], corner[3]);
  }
  void operator()(const spatial::Box& s) const {
    std::array<std::uint32_t, 8> corner{};
    for (std::size_t k = 0; k < 8; ++k) {
      corner[k] = m.point(Vec3((k & 1U) != 0 ? s.size[0] / 2 : -s.size[0] / 2,
                               (k & 2U) != 0 ? s.size[1] / 2 : -s.size[1] / 2,
                               (k & 4U) != 0 ? s.size[2] / 2 : -s.size[2] / 2));
    }
    for (const auto& f : {std::array{0, 2, 3, 1},
                          {4, 5, 7, 6},
                          {0, 1, 5, 4},
                          {2, 6, 7, 3},
                          {0, 4, 6, 2},
                          {1, 3, 7, 5}})
      m.quad(corner[at(f[0])], corner[at(f[1])], corner[at(f[2])], corner[at(f[3])]);
  }
  void operator()(const spatial::Polyhedron& s) const {
    const std::vector<std::uint32_t> corners = points(s.core);
    for (const std::vector<int>& face : s.faces)
      for (std::size_t k = 2; k < face.size(); ++k)
        m.triangle(corners[at(face[0])], corners[at(face[k - 1])], corners[at(face[k])]);
  }
  void operator()(const spatial::Mesh& s) const { terrain(s.terrain); }
  void operator()(const spatial::Heightfield& s) const { terrain(s.terrain); }

  void terrain(const spatial::Terrain& t) const {
    const std::vector<std::uint32_t> corners = points(t.core);
    for (const spatial::Terrain::Triangle& f : t.triangles)
      m.triangle(corners[at(f.corners[0])], corners[at(f.corners[1])], corners[at(f.corners[2])]);
  }
  [[nodiscard]] std::vector<std::uint32_t> points(const spatial::Core& core) const {
    std::vector<std::uint32_t> all;
    for (const spatial::Core::Corner& corner : core.corners)
      all.push_back(m.point(corner.position));
    return all;
  }
};

}  // namespace

Surface surface_of(const Model& model, std::size_t body, double endless) {
  Surface out;
  if (const auto* planar = collision_of<2>(model.shapes)) {
    for (const PlacedShape<2>& s : planar->shapes) {
      if (at(s.body) != body) continue;
      Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
      rotation.topLeftCorner<2, 2>() = s.in_body.rotation;
      Modeller modeller(out, rotation, Vec3(s.in_body.position.x(), s.in_body.position.y(), 0));
      const std::vector<planar::Vec2> points = boundary_of(s.shape, endless);
      if (points.size() > 1) modeller.loop(points);
    }
  }
  if (const auto* spatial = collision_of<3>(model.shapes)) {
    for (const PlacedShape<3>& s : spatial->shapes) {
      if (at(s.body) != body) continue;
      Modeller modeller(out, s.in_body.rotation, s.in_body.position);
      std::visit(SpatialSurface{modeller, endless}, s.shape);
    }
  }
  return out;
}

Placement placement(const Body& body, const Vec& q, bool in_space) {
  Placement at;
  const double* x = q.data() + body.position;
  switch (body.motion) {
    case BodyMotion::planar:
      at.position = {x[0], x[1], 0};
      at.rotation = {std::cos(x[2] / 2), 0, 0, std::sin(x[2] / 2)};
      break;
    case BodyMotion::rigid:
      at.position = {x[0], x[1], x[2]};
      at.rotation = {x[3], x[4], x[5], x[6]};
      break;
    case BodyMotion::point:
      at.position = {x[0], x[1], in_space ? x[2] : 0};
      break;
    default: {
      const Point<3>& p = body.start.position;
      at.position = {p.x(), p.y(), p.z()};
      at.rotation = quaternion_of(body.start.rotation);
    }
  }
  return at;
}

bool is_spatial(const Model& model) {
  for (const Body& body : model.bodies) {
    if (body.motion == BodyMotion::rigid) return true;
    if (body.motion == BodyMotion::point && body.coordinates.size() == 3) return true;
  }
  return false;
}

}  // namespace saltus
