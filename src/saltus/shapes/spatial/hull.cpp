// SPDX-License-Identifier: Apache-2.0
// Gift wrapping: from each edge of a known face, turn to the next plane with all points below it
// and take all points on it. Slower than incremental hulls, but coplanar points need no special
// care.
#include "saltus/shapes/spatial/hull.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <set>
#include <utility>

#include <Eigen/Geometry>

namespace saltus::spatial {
namespace {

struct Wrapping {
  const std::vector<Vec3>& points;
  double tolerance = 0;  // length

  [[nodiscard]] const Vec3& at(int k) const { return points[static_cast<std::size_t>(k)]; }
  [[nodiscard]] int count() const { return static_cast<int>(points.size()); }

  /// The normal of the plane through three points; zero where they lie on a line.
  [[nodiscard]] Vec3 normal(int a, int b, int c) const {
    const Vec3 n = (at(b) - at(a)).cross(at(c) - at(a));
    const double scale = (at(b) - at(a)).norm();
    return n.norm() > tolerance * scale ? n.normalized() : Vec3::Zero();
  }

  [[nodiscard]] bool is_below_all(const Vec3& n, int through) const {
    return std::all_of(points.begin(), points.end(),
                       [&](const Vec3& x) { return n.dot(x - at(through)) <= tolerance; });
  }

  /// All points of the plane, counter-clockwise from outside.
  [[nodiscard]] std::vector<int> face(const Vec3& n, int through) const {
    std::vector<int> members;
    Vec3 centre = Vec3::Zero();
    for (int k = 0; k < count(); ++k) {
      if (std::abs(n.dot(at(k) - at(through))) > tolerance) continue;
      members.push_back(k);
      centre += at(k);
    }
    centre /= static_cast<double>(members.size());
    const Vec3 u = (at(members.front()) - centre).normalized();
    const Vec3 v = n.cross(u);
    const auto angle = [&](int k) {
      const Vec3 r = at(k) - centre;
      return std::atan2(v.dot(r), u.dot(r));
    };
    std::sort(members.begin(), members.end(), [&](int a, int b) { return angle(a) < angle(b); });
    return members;
  }

  /// A first face, through the point that is lowest along z.
  [[nodiscard]] std::vector<int> first_face() const {
    int i = 0;
    const auto key = [&](int k) { return std::tuple{at(k)[2], at(k)[1], at(k)[0]}; };
    for (int k = 1; k < count(); ++k) {
      if (key(k) < key(i)) i = k;
    }
    for (int j = 0; j < count(); ++j) {
      for (int k = 0; k < count(); ++k) {
        if (j == i || k == i || j == k) continue;
        const Vec3 n = normal(i, j, k);
        if (!n.isZero(0) && is_below_all(n, i)) return face(n, i);
      }
    }
    return {};
  }

  /// The face on the other side of the edge a→b of a known one; empty where there is none.
  [[nodiscard]] std::vector<int> next_face(int a, int b) const {
    int best = -1;
    Vec3 n = Vec3::Zero();
    for (int c = 0; c < count(); ++c) {
      if (c == a || c == b) continue;
      if (best >= 0 && n.dot(at(c) - at(a)) <= tolerance) continue;
      const Vec3 m = normal(b, a, c);
      if (m.isZero(0)) continue;
      best = c;
      n = m;
    }
    if (best < 0 || !is_below_all(n, a)) return {};
    return face(n, a);
  }
};

std::string vertex_text(const Vec3& x, int k) {
  return "vertex " + std::to_string(k + 1) + " [" + std::to_string(x[0]) + ", " +
         std::to_string(x[1]) + ", " + std::to_string(x[2]) + "]";
}

/// Which vertex is there twice; "" if none is.
std::string double_corner(const std::vector<Vec3>& points) {
  for (auto k = points.begin(); k != points.end(); ++k) {
    const auto same = std::find(points.begin(), k, *k);
    if (same == k) continue;
    return vertex_text(*k, static_cast<int>(k - points.begin())) + " is the same as vertex " +
           std::to_string(same - points.begin() + 1) + "; leave it out";
  }
  return "";
}

std::string missing_corner(const std::vector<Vec3>& points, const Loops& faces) {
  std::vector<int> uses(points.size(), 0);
  for (const auto& loop : faces) {
    for (const int k : loop) ++uses[static_cast<std::size_t>(k)];
  }
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (uses[k] >= 3) continue;  // less: inside, or in the middle of a face or an edge
    return vertex_text(points[k], static_cast<int>(k)) +
           " is no corner of the convex hull of the vertices; leave it out, or use a mesh if the "
           "body is not convex";
  }
  return "";
}

}  // namespace

Hull convex_hull(const std::vector<Vec3>& points, double tolerance) {
  if (points.size() < 4) return {{}, "a polyhedron needs at least 4 vertices"};
  if (std::string fault = double_corner(points); !fault.empty()) return {{}, std::move(fault)};
  Vec3 lower = points.front();
  Vec3 upper = points.front();
  for (const Vec3& x : points) {
    lower = lower.cwiseMin(x);
    upper = upper.cwiseMax(x);
  }
  const Wrapping wrapping{points, tolerance * (upper - lower).norm()};
  Hull hull;
  std::vector<int> first = wrapping.first_face();
  if (first.size() == points.size() || first.empty()) {
    return {{}, "the vertices lie in a plane: the body has no volume"};
  }
  std::set<std::pair<int, int>> wrapped;
  std::deque<std::pair<int, int>> edges;
  const auto add = [&](std::vector<int> loop) {
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::pair edge{loop[k], loop[(k + 1) % loop.size()]};
      if (!wrapped.insert(edge).second) return false;
      edges.push_back(edge);
    }
    hull.faces.push_back(std::move(loop));
    return true;
  };
  bool is_good = add(std::move(first));
  while (is_good && !edges.empty()) {
    const auto [a, b] = edges.front();
    edges.pop_front();
    if (wrapped.contains({b, a})) continue;
    std::vector<int> loop = wrapping.next_face(a, b);
    is_good = !loop.empty() && add(std::move(loop));
  }
  hull.fault = missing_corner(points, hull.faces);
  if (!is_good && hull.fault.empty()) {
    hull.fault = "the vertices are too close to each other or to a common plane for a convex body";
  }
  return hull;
}

}  // namespace saltus::spatial
