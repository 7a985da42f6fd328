// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/polyhedron.h"

#include <algorithm>

#include "saltus/shapes/spatial/hull.h"
#include "saltus/shapes/spatial/reading.h"
#include "saltus/shapes/spatial/surface_mass.h"
#include "saltus/shapes/triangle_files.h"

namespace saltus::spatial {
namespace {

// Of the size. Files often hold numbers of single precision, six digits.
constexpr double given_tolerance = 1e-9;
constexpr double file_tolerance = 2e-6;

/// A face of the file that is not on the hull: the body in the file is not convex.
bool is_on_hull(const Core& core, const std::vector<int>& face, const std::vector<Vec3>& vertices) {
  Vec3 middle = Vec3::Zero();
  for (const int k : face) {
    middle += vertices[static_cast<std::size_t>(k)] / static_cast<double>(face.size());
  }
  return std::any_of(core.faces.begin(), core.faces.end(), [&](const Core::Face& f) {
    return std::abs(f.normal.dot(middle) - f.offset) <= 2 * file_tolerance * core.size;
  });
}

}  // namespace

void check_fields(const Polyhedron& shape, const Value& table, std::string_view what) {
  if (shape.vertices.empty() == shape.file.empty()) {
    throw ModelError(table.where, std::string(what) + " needs either 'vertices' or 'file'");
  }
  for (const std::vector<double>& x : shape.vertices) demand_three(x, "vertices", table, what);
}

void prepare(Polyhedron& shape) {
  Surface surface;
  for (const std::vector<double>& x : shape.vertices) surface.vertices.push_back(vec3(x));
  const bool is_file = !shape.file.empty();
  const auto path = beside(shape.where, shape.file);
  if (is_file) surface = read_surface(path);
  Location where = shape.where;
  if (is_file) where = Location{path.string(), 0, 0};

  Hull hull = convex_hull(surface.vertices, is_file ? file_tolerance : given_tolerance);
  const auto demand = [&](const std::string& fault) {
    if (!fault.empty())
      throw ModelError(where, (is_file ? "" : "'vertices' of a polyhedron: ") + fault);
  };
  demand(hull.fault);
  demand(surface_fault(surface.vertices, hull.faces));
  demand(surface_fault(surface.vertices, surface.faces));
  const std::string open = opening(surface.faces);
  if (!open.empty()) demand("is not closed: " + open);
  shape.core = surface_core(surface.vertices, hull.faces, shape.radius);
  for (std::size_t k = 0; k < surface.faces.size(); ++k) {
    if (is_on_hull(shape.core, surface.faces[k], surface.vertices)) continue;
    throw ModelError(where, "face " + std::to_string(k + 1) +
                                " lies inside the convex hull: the body is not convex; use a mesh");
  }
  shape.faces = std::move(hull.faces);
}

std::optional<MassProperties<3>> mass_properties(const Polyhedron& shape) {
  if (shape.radius > 0) return std::nullopt;
  std::vector<Vec3> vertices;
  for (const Core::Corner& c : shape.core.corners) vertices.push_back(c.position);
  return surface_mass(vertices, shape.faces);
}

}  // namespace saltus::spatial
