// SPDX-License-Identifier: Apache-2.0
// What makes a list of vertices a convex polygon.
#include "saltus/shapes/planar/polygon.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "saltus/shapes/planar/area.h"

namespace saltus::planar {
namespace {

/// Sines of the turn below this are rounding in the numbers of a file.
constexpr double straight = 1e-12;

std::vector<Vec2> points_of(const std::vector<std::vector<double>>& list) {
  std::vector<Vec2> points;
  for (const std::vector<double>& p : list) points.emplace_back(p[0], p[1]);
  return points;
}

const Location& place(const Value& table, std::string_view key) {
  const Value* value = find(table, key);
  return value == nullptr ? table.where : value->where;
}

}  // namespace

std::vector<Vec2> read_points(const std::vector<std::vector<double>>& list, const Value& table,
                              std::string_view key, std::string_view what) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].size() == 2) continue;
    throw ModelError(place(table, key), "vertex " + std::to_string(i + 1) + " of " +
                                            std::string(what) + " must have two numbers, has " +
                                            std::to_string(list[i].size()));
  }
  return points_of(list);
}

void check_fields(const Box& box, const Value& table, std::string_view what) {
  if (box.size.size() == 2) return;
  throw ModelError(place(table, "size"), "'size' of " + std::string(what) +
                                             " must have two numbers, width and height, has " +
                                             std::to_string(box.size.size()));
}

void check_fields(const Polygon& polygon, const Value& table, std::string_view what) {
  const auto fail = [&](const std::string& message) {
    throw ModelError(place(table, "vertices"), std::string(what) + " " + message);
  };
  const std::vector<Vec2> points = read_points(polygon.vertices, table, "vertices", what);
  const std::size_t n = points.size();
  if (n < 3) fail("needs at least three vertices, has " + std::to_string(n));
  double size = 0;
  for (const Vec2& p : points) size = std::max(size, (p - points[0]).norm());
  const double area = doubled_area(points);
  double turned = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 arriving = points[(i + 1) % n] - points[i];
    const Vec2 leaving = points[(i + 2) % n] - points[(i + 1) % n];
    const std::string vertex = "vertex " + std::to_string((i + 1) % n + 1);
    if (arriving.norm() <= straight * size) fail("has its " + vertex + " twice");
    const double angle = turn(arriving, leaving);
    const double bend = area < 0 ? -angle : angle;
    if (bend < -straight) fail("is not convex at its " + vertex + "; use a profile");
    if (bend > std::numbers::pi - straight) fail("turns back at its " + vertex);
    turned += angle;
  }
  if (std::abs(area) <= straight * size * size) fail("has no area");
  if (std::abs(turned) > 3 * std::numbers::pi) fail("intersects itself");
}

void prepare(Box& box) {
  const double x = 0.5 * box.size[0];
  const double y = 0.5 * box.size[1];
  const std::array<Vec2, 4> at{Vec2(-x, -y), Vec2(x, -y), Vec2(x, y), Vec2(-x, y)};
  for (std::size_t i = 0; i < 4; ++i) box.corners.at(i) = line_from(at.at(i), at.at((i + 1) % 4));
}

void prepare(Polygon& polygon) {
  std::vector<Vec2> points = points_of(polygon.vertices);
  if (doubled_area(points) < 0) std::reverse(points.begin(), points.end());
  polygon.corners.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    polygon.corners.push_back(line_from(points[i], points[(i + 1) % points.size()]));
  }
}

}  // namespace saltus::planar
