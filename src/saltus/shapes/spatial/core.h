// SPDX-License-Identifier: Apache-2.0
// The core of a shape in space: corners, straight edges and flat faces, all around them a radius.
//
// A point is one corner, a segment two corners and an edge, a half-space one face without sides, a
// convex polyhedron and a surface of triangles have all three. The pairs of such shapes are one
// algorithm (core_pair.h): distances are taken between cores, so that the gap stays smooth through
// contact wherever the radius is positive, and is a signed distance of planes or lines elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "saltus/shapes/contact_point.h"

namespace saltus::spatial {

using Vec3 = Point<3>;
using Mat3 = Eigen::Matrix3d;

struct Core {
  struct Corner {
    Vec3 position;
    Vec3 outward = Vec3::Zero();  // zero where all directions are outward: the end of no face
    int first_link = 0;           // unit vectors along the edges that leave the corner
    int links = 0;
    bool is_sharp = true;  // false: on a surface that is flat or hollow here, where nothing touches
  };
  struct Edge {
    int start = 0, end = 0;  // corners
    Vec3 origin;
    Vec3 direction;  // unit
    double length = 0;
    int faces = 0;                // 0, 1 or 2 of the next are set
    std::array<Vec3, 2> inward;   // unit, in the face, away from the edge
    Vec3 outward = Vec3::Zero();  // unit, between the normals of the faces
    bool is_sharp = true;
  };
  struct Face {
    Vec3 normal;        // unit, outward
    double offset = 0;  // normal · x = offset
    int first_side = 0;
    int sides = 0;  // none: the whole plane
  };
  struct Side {
    Vec3 outward;  // unit, in the plane of the face
    double offset = 0;
  };

  std::vector<Corner> corners;
  std::vector<Vec3> links;
  std::vector<Edge> edges;
  std::vector<Face> faces;
  std::vector<Side> sides;
  std::vector<std::array<int, 3>> triangle_edges;  // per face; of surfaces of triangles only
  double radius = 0;
  double size = 0;  // of the box around the corners: what rounding is measured by
  Vec3 lower = Vec3::Zero(), upper = Vec3::Zero();  // the box around the corners
};

[[nodiscard]] Core point_core(double radius);
[[nodiscard]] Core segment_core(const Vec3& start, const Vec3& end, double radius);
[[nodiscard]] Core half_space_core(const Vec3& normal);

using Loops =
    std::vector<std::vector<int>>;  // per face its corners, counter-clockwise from outside

/// Of a surface whose faces are flat convex polygons; `loops` must satisfy surface_fault().
[[nodiscard]] Core surface_core(const std::vector<Vec3>& vertices, const Loops& loops,
                                double radius);
/// What forbids the faces to be an oriented surface; "" if nothing does.
[[nodiscard]] std::string surface_fault(const std::vector<Vec3>& vertices, const Loops& loops);
/// The first edge that has a face on one side only; "" where the faces close.
[[nodiscard]] std::string opening(const Loops& loops);
/// Whether every edge has two faces: the surface of a solid.
[[nodiscard]] bool is_closed(const Core&);

[[nodiscard]] Bounds<3> bounds(const Core&, const Pose<3>&);

/// Whether a point in the plane of the face is in the face, or beside it by rounding only.
[[nodiscard]] inline bool is_inside(const Core& core, const Core::Face& face, const Vec3& x,
                                    double tolerance) {
  for (int k = face.first_side; k < face.first_side + face.sides; ++k) {
    const Core::Side& side = core.sides[static_cast<std::size_t>(k)];
    if (side.outward.dot(x) - side.offset > tolerance) return false;
  }
  return true;
}

/// The same of a triangle of a surface for a point `depth` behind it. Below a hollow edge a point
/// may be behind both triangles and beside both: there it belongs to either.
[[nodiscard]] inline bool is_behind(const Core& core, std::size_t f, const Vec3& x,
                                    double tolerance, double depth) {
  for (std::size_t k = 0; k < 3; ++k) {
    const Core::Edge& e = core.edges[static_cast<std::size_t>(core.triangle_edges[f].at(k))];
    const bool is_hollow = !e.is_sharp && e.inward[0].dot(e.outward) > 1e-6;
    const double allowed = is_hollow ? std::max(tolerance, depth) : tolerance;
    const Core::Side& side = core.sides[static_cast<std::size_t>(core.faces[f].first_side) + k];
    if (side.outward.dot(x) - side.offset > allowed) return false;
  }
  return true;
}

/// Whether no edge that leaves the corner falls below the plane across `up` by more than `allowed`.
[[nodiscard]] inline bool is_lowest(const Core& core, const Core::Corner& corner, const Vec3& up,
                                    double allowed) {
  for (int k = corner.first_link; k < corner.first_link + corner.links; ++k) {
    if (core.links[static_cast<std::size_t>(k)].dot(up) < -allowed) return false;
  }
  return true;
}

}  // namespace saltus::spatial
