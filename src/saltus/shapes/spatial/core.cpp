// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/core.h"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <Eigen/Geometry>

#include "saltus/shapes/spatial/limits.h"

namespace saltus::spatial {
namespace {

constexpr double flat = 1e-9;  // rad: two faces that meet at less are one

Vec3 loop_normal(const std::vector<Vec3>& vertices, const std::vector<int>& loop) {
  Vec3 sum = Vec3::Zero();  // Newell's: the vector area, doubled
  const Vec3& o = vertices[at(loop.front())];
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    sum += (vertices[at(loop[k])] - o).cross(vertices[at(loop[k + 1])] - o);
  }
  return sum;
}

void set_box(Core& core) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  core.lower.setConstant(infinity);
  core.upper.setConstant(-infinity);
  for (const Core::Corner& c : core.corners) {
    core.lower = core.lower.cwiseMin(c.position);
    core.upper = core.upper.cwiseMax(c.position);
  }
  core.size = core.corners.empty() ? 0 : (core.upper - core.lower).norm();
}

/// The links of all corners, from the edges.
void set_links(Core& core) {
  for (const Core::Edge& e : core.edges) {
    ++core.corners[at(e.start)].links;
    ++core.corners[at(e.end)].links;
  }
  int first = 0;
  for (Core::Corner& c : core.corners) {
    c.first_link = first;
    first += std::exchange(c.links, 0);
  }
  core.links.resize(at(first));
  const auto add = [&](int corner, const Vec3& direction) {
    Core::Corner& c = core.corners[at(corner)];
    core.links[at(c.first_link + c.links++)] = direction;
  };
  for (const Core::Edge& e : core.edges) {
    add(e.start, e.direction);
    add(e.end, -e.direction);
  }
}

Core::Edge new_edge(const std::vector<Vec3>& vertices, int start, int end) {
  Core::Edge e;
  e.start = start;
  e.end = end;
  e.origin = vertices[at(start)];
  const Vec3 d = vertices[at(end)] - e.origin;
  e.length = d.norm();
  e.direction = d / e.length;
  e.inward.fill(Vec3::Zero());
  return e;
}

void add_face_to_edge(Core::Edge& e, const Vec3& normal, bool same_direction) {
  const Vec3 along = same_direction ? e.direction : Vec3(-e.direction);
  e.inward[at(e.faces)] = normal.cross(along);
  if (e.faces == 0) {
    e.outward = normal;
  } else {
    const Vec3& first = e.outward;  // the edge runs as in its first face
    e.is_sharp = first.cross(normal).dot(e.direction) > flat;
    e.outward = (first + normal).normalized();
  }
  ++e.faces;
}

/// The mean direction out of each corner; a corner is sharp where one of its edges is.
void set_outward_corners(Core& core, const std::vector<Vec3>& face_sums) {
  for (Core::Corner& c : core.corners) c.is_sharp = false;
  for (const Core::Edge& e : core.edges) {
    core.corners[at(e.start)].is_sharp |= e.is_sharp;
    core.corners[at(e.end)].is_sharp |= e.is_sharp;
  }
  for (std::size_t k = 0; k < core.corners.size(); ++k) {
    Core::Corner& c = core.corners[k];
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < c.links; ++i) sum -= core.links[at(c.first_link + i)];
    // Every normal of a convex corner has an acute angle to minus the sum of its links; where they
    // cancel (a blunt corner) or the surface is hollow, the mean normal is the better one.
    const Vec3& mean = face_sums[k];
    c.outward = sum.norm() > 1e-2 && sum.dot(mean) > 0 ? sum : mean;
    if (c.outward.norm() > 0) c.outward.normalize();
  }
}

}  // namespace

Core point_core(double radius) {
  Core core;
  core.radius = radius;
  core.corners.push_back({.position = Vec3::Zero()});
  core.lower.setZero();
  core.upper.setZero();
  core.size = radius;
  return core;
}

Core segment_core(const Vec3& start, const Vec3& end, double radius) {
  Core core;
  core.radius = radius;
  core.corners.push_back({.position = start});
  core.corners.push_back({.position = end});
  core.edges.push_back(new_edge({start, end}, 0, 1));
  set_links(core);
  set_box(core);
  return core;
}

Core half_space_core(const Vec3& normal) {
  Core core;
  core.faces.push_back({.normal = normal.normalized()});
  constexpr double infinity = std::numeric_limits<double>::infinity();
  core.lower.setConstant(-infinity);
  core.upper.setConstant(infinity);
  return core;
}

std::string surface_fault(const std::vector<Vec3>& vertices, const Loops& loops) {
  std::map<std::pair<int, int>, int> directed;
  for (std::size_t f = 0; f < loops.size(); ++f) {
    const std::string name = "face " + std::to_string(f + 1);
    const std::vector<int>& loop = loops[f];
    if (loop.size() < 3) return name + " has fewer than 3 vertices";
    double longest = 0;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k];
      const int b = loop[(k + 1) % loop.size()];
      const double length = (vertices[at(a)] - vertices[at(b)]).norm();
      if (!(length > 0)) return name + " names the same point twice";
      longest = std::max(longest, length);
      if (++directed[{a, b}] > 1) {
        return name + " and another face run along their common edge in the same direction: the " +
               "faces must be counter-clockwise seen from outside, and at most two may meet";
      }
    }
    if (!(loop_normal(vertices, loop).norm() > 1e-12 * longest * longest)) {
      return name + " has no area";
    }
  }
  return "";
}

std::string opening(const Loops& loops) {
  std::set<std::pair<int, int>> directed;
  const auto for_each_side = [&](const auto& f) {
    for (const std::vector<int>& loop : loops)
      for (std::size_t k = 0; k < loop.size(); ++k) f(loop[k], loop[(k + 1) % loop.size()]);
  };
  for_each_side([&](int a, int b) { directed.emplace(a, b); });
  std::string text;
  for_each_side([&](int a, int b) {
    if (text.empty() && !directed.contains({b, a}))
      text = "the edge between its points " + std::to_string(a + 1) + " and " +
             std::to_string(b + 1) + " has a face on one side only";
  });
  return text;
}

Core surface_core(const std::vector<Vec3>& vertices, const Loops& loops, double radius) {
  Core core;
  core.radius = radius;
  for (const Vec3& v : vertices) core.corners.push_back({.position = v});
  std::map<std::pair<int, int>, int> edge_of;  // (smaller, larger corner): edge
  std::vector<Vec3> face_sums(vertices.size(), Vec3::Zero());
  bool all_triangles = true;
  for (const std::vector<int>& loop : loops) {
    Core::Face face;
    face.normal = loop_normal(vertices, loop).normalized();
    face.first_side = static_cast<int>(core.sides.size());
    face.sides = static_cast<int>(loop.size());
    std::array<int, 3> edges{};
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k];
      const int b = loop[(k + 1) % loop.size()];
      const Vec3& p = vertices[at(a)];
      face.offset += face.normal.dot(p) / static_cast<double>(loop.size());
      face_sums[at(a)] += face.normal;
      const auto [place, is_new] = edge_of.try_emplace({std::min(a, b), std::max(a, b)},
                                                       static_cast<int>(core.edges.size()));
      if (is_new) core.edges.push_back(new_edge(vertices, a, b));
      Core::Edge& edge = core.edges[at(place->second)];
      add_face_to_edge(edge, face.normal, edge.start == a);
      if (k < 3) edges[k] = place->second;
      const Vec3 outward = (vertices[at(b)] - p).cross(face.normal).normalized();
      core.sides.push_back({outward, outward.dot(p)});
    }
    all_triangles = all_triangles && loop.size() == 3;
    core.triangle_edges.push_back(edges);
    core.faces.push_back(face);
  }
  if (!all_triangles) core.triangle_edges.clear();
  for (Core::Edge& e : core.edges) {
    // The border of a sheet: what touches it comes from above or from the side.
    if (e.faces == 1) e.outward = (e.outward - e.inward[0]).normalized();
  }
  set_links(core);
  set_outward_corners(core, face_sums);
  set_box(core);
  return core;
}

bool is_closed(const Core& core) {
  for (const Core::Edge& e : core.edges) {
    if (e.faces != 2) return false;
  }
  return !core.faces.empty();
}

Bounds<3> bounds(const Core& core, const Pose<3>& pose) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Bounds<3> box{Vec3::Constant(infinity), Vec3::Constant(-infinity)};
  if (core.corners.empty()) {  // a half-space; it ends along an axis that its normal is parallel to
    box = {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
    const Vec3 normal = pose.rotation * core.faces.front().normal;
    const double end = normal.dot(pose.position) + core.faces.front().offset;
    for (Eigen::Index k = 0; k < 3; ++k) {
      if (normal[k] == 1) box.upper[k] = end;
      if (normal[k] == -1) box.lower[k] = -end;
    }
    return box;
  }
  if (core.corners.size() > 32) {  // the box of the box: wider, but cheap
    const Vec3 half = (core.upper - core.lower) / 2;
    const Vec3 centre = pose.to_world((core.upper + core.lower) / 2);
    const Vec3 reach = pose.rotation.cwiseAbs() * half + Vec3::Constant(core.radius);
    return {centre - reach, centre + reach};
  }
  for (const Core::Corner& c : core.corners) {
    const Vec3 x = pose.to_world(c.position);
    box.lower = box.lower.cwiseMin(x);
    box.upper = box.upper.cwiseMax(x);
  }
  box.lower.array() -= core.radius;
  box.upper.array() += core.radius;
  return box;
}

}  // namespace saltus::spatial
