// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/terrain.h"

#include <algorithm>
#include <numeric>

#include "saltus/shapes/spatial/core_pair.h"
#include "saltus/shapes/spatial/limits.h"
#include "saltus/shapes/spatial/round_pair.h"

namespace saltus::spatial {
namespace {

constexpr int leaf_size = 4;

void set_box(const Terrain& terrain, Terrain::Node& node, int first, int count) {
  node.lower.setConstant(std::numeric_limits<double>::infinity());
  node.upper = -node.lower;
  for (int k = first; k < first + count; ++k) {
    for (const int c : terrain.triangles[at(terrain.order[at(k)])].corners) {
      const Vec3& x = terrain.core.corners[at(c)].position;
      node.lower = node.lower.cwiseMin(x);
      node.upper = node.upper.cwiseMax(x);
    }
  }
}

/// Halves by the middles of the triangles along the longest side.
void build(Terrain& terrain, std::size_t place, int first, int count) {
  set_box(terrain, terrain.nodes[place], first, count);
  if (count <= leaf_size) {
    terrain.nodes[place].first = first;
    terrain.nodes[place].count = count;
    return;
  }
  int axis = 0;
  (terrain.nodes[place].upper - terrain.nodes[place].lower).maxCoeff(&axis);
  const auto middle = [&](int t) {
    double sum = 0;
    for (const int c : terrain.triangles[at(t)].corners) {
      sum += terrain.core.corners[at(c)].position[axis];
    }
    return sum;
  };
  const auto begin = terrain.order.begin() + first;
  const int half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](int a, int b) {
    const double x = middle(a);
    const double y = middle(b);
    return x < y || (x == y && a < b);  // one order on every machine
  });
  const std::size_t child = terrain.nodes.size();
  terrain.nodes[place].first = static_cast<int>(child);
  terrain.nodes.resize(child + 2);
  build(terrain, child, first, half);
  build(terrain, child + 1, first + half, count - half);
}

/// Calls f(triangle) for the triangles whose boxes meet the box.
template <class F>
void for_each_near(const Terrain& terrain, const Vec3& lower, const Vec3& upper, const F& f) {
  std::array<int, 64> stack{};  // the tree is balanced: its depth is the logarithm of the count
  std::size_t size = 1;
  while (size > 0) {
    const Terrain::Node& node = terrain.nodes[at(stack[--size])];
    if ((node.lower.array() > upper.array()).any() || (node.upper.array() < lower.array()).any()) {
      continue;
    }
    for (int k = 0; k < node.count; ++k) f(terrain.order[at(node.first + k)]);
    if (node.count == 0) {
      stack[size++] = node.first + 1;
      stack[size++] = node.first;
    }
  }
}

/// Whether the way from x to y, a point of the surface, enters the solid before it ends: then x
/// lies in front of another part of the surface, and not behind the one at y.
bool is_screened(const Terrain& terrain, const Vec3& x, const Vec3& y) {
  const double tolerance = 1e-9 * (x - y).norm();
  const Vec3 around = Vec3::Constant(tolerance);
  bool found = false;
  for_each_near(terrain, x.cwiseMin(y) - around, x.cwiseMax(y) + around, [&](int f) {
    const Core::Face& face = terrain.core.faces[at(f)];
    const double from = face.normal.dot(x) - face.offset;
    const double to = face.normal.dot(y) - face.offset;
    if (found || from < -tolerance || to > -tolerance) return;
    const Vec3 entry = x + from / (from - to) * (y - x);
    found = is_inside(terrain.core, face, entry, tolerance);
  });
  return found;
}

/// Takes back the features from `before` on that have a body behind the back of a thin solid.
template <class Evaluate>
void drop_screened(const Terrain& terrain, const Pose<3>& at_terrain, double radius,
                   const Evaluate& evaluate, std::size_t before, std::vector<Feature>& out) {
  const auto is_false = [&](Feature f) {
    const ContactPoint<3> c = evaluate(f);
    const double distance = c.gap + radius;  // of the core
    if (distance >= -1e-12 * terrain.core.size) return false;
    return is_screened(terrain, at_terrain.to_local(c.on_second + distance * c.normal),
                       at_terrain.to_local(c.on_second));
  };
  const auto first = out.begin() + static_cast<std::ptrdiff_t>(before);
  out.erase(std::remove_if(first, out.end(), is_false), out.end());
}

}  // namespace

Terrain make_terrain(const std::vector<Vec3>& vertices, const Loops& loops) {
  Terrain terrain;
  terrain.core = surface_core(vertices, loops, 0);
  std::vector<bool> corner_seen(vertices.size());
  std::vector<bool> edge_seen(terrain.core.edges.size());
  for (std::size_t f = 0; f < loops.size(); ++f) {
    Terrain::Triangle t;
    for (std::size_t k = 0; k < 3; ++k) {
      t.corners.at(k) = loops[f][k];
      t.edges.at(k) = terrain.core.triangle_edges[f].at(k);
      const auto bit = static_cast<std::uint8_t>(1U << k);
      if (!corner_seen[at(t.corners.at(k))]) t.own_corners |= bit;
      if (!edge_seen[at(t.edges.at(k))]) t.own_edges |= bit;
      corner_seen[at(t.corners.at(k))] = true;
      edge_seen[at(t.edges.at(k))] = true;
    }
    terrain.triangles.push_back(t);
  }
  terrain.order.resize(loops.size());
  std::iota(terrain.order.begin(), terrain.order.end(), 0);
  terrain.nodes.resize(1);
  build(terrain, 0, 0, static_cast<int>(loops.size()));
  return terrain;
}

double depth_limit(const Terrain& terrain, double margin, double radius, double size) {
  return radius + 0.25 * size + std::clamp(margin, 0.0, 0.05 * terrain.core.size);
}

void detect_core_terrain(const Core& core, const Pose<3>& at_core, const Terrain& terrain,
                         const Pose<3>& at_terrain, double margin, std::vector<Feature>& out) {
  const double tolerance = 1e-12 * std::max(core.size, terrain.core.size);
  const double limit = depth_limit(terrain, margin, core.radius, core.size);
  Scan scan{.first = core,
            .second = terrain.core,
            .pose = relative(at_core, at_terrain),
            .margin = margin + core.radius,
            .least = -limit,
            .tolerance = tolerance,
            .out = &out};
  const std::size_t before = out.size();
  const Vec3 half = (core.upper - core.lower) / 2;
  const Vec3 centre = at_terrain.to_local(at_core.to_world((core.upper + core.lower) / 2));
  const Vec3 reach =
      (scan.pose.rotation.transpose().cwiseAbs() * half).array() + std::max(limit, scan.margin);
  for_each_near(terrain, centre - reach, centre + reach, [&](int f) {
    const Terrain::Triangle& t = terrain.triangles[at(f)];
    scan.face(f);
    for (unsigned k = 0; k < 3; ++k) {
      if ((t.own_corners >> k & 1U) != 0) scan.corner(t.corners.at(k));
      if ((t.own_edges >> k & 1U) != 0) scan.edge(t.edges.at(k));
    }
  });
  const auto evaluate = [&](Feature f) {
    return evaluate_cores(core, at_core, terrain.core, at_terrain, f);
  };
  drop_screened(terrain, at_terrain, core.radius, evaluate, before, out);
}

void detect_round_terrain(const Round& round, const Pose<3>& at_round, const Terrain& terrain,
                          const Pose<3>& at_terrain, double margin, std::vector<Feature>& out) {
  const double limit = depth_limit(terrain, margin, 0, round.radius + round.half);
  const Pose<3> local{at_terrain.to_local(at_round.position),
                      at_terrain.rotation.transpose() * at_round.rotation};
  const Bounds<3> box = bounds(round, local);
  const Vec3 reach = Vec3::Constant(std::max(limit, margin));
  const std::size_t before = out.size();
  for_each_near(terrain, box.lower - reach, box.upper + reach, [&](int f) {
    const Terrain::Triangle& t = terrain.triangles[at(f)];
    RoundElements elements{.face = f, .least = -limit};
    for (unsigned k = 0; k < 3; ++k) {
      if ((t.own_corners >> k & 1U) != 0) elements.corners.at(k) = t.corners.at(k);
      if ((t.own_edges >> k & 1U) != 0) elements.edges.at(k) = t.edges.at(k);
    }
    detect_round_elements(round, at_round, terrain.core, at_terrain, elements, margin, out);
  });
  const auto evaluate = [&](Feature f) {
    return evaluate_round_core(round, at_round, terrain.core, at_terrain, f);
  };
  drop_screened(terrain, at_terrain, 0, evaluate, before, out);
}

}  // namespace saltus::spatial
