// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/box.h"

#include <algorithm>
#include <numbers>

#include "saltus/shapes/spatial/reading.h"
#include "saltus/shapes/spatial/surface_mass.h"

namespace saltus::spatial {
namespace {

Vec3 half_core(const Box& shape) { return (vec3(shape.size) / 2).array() - shape.radius; }

}  // namespace

void check_fields(const Box& shape, const Value& table, std::string_view what) {
  demand_three(shape.size, "size", table, what);
  const double smallest = *std::min_element(shape.size.begin(), shape.size.end());
  if (2 * shape.radius < smallest) return;
  const Value* radius = find(table, "radius");
  throw ModelError(radius != nullptr ? radius->where : table.where,
                   "'radius' of " + std::string(what) +
                       " must be less than half of the smallest size, " + to_text(smallest / 2));
}

void prepare(Box& shape) {
  const Vec3 half = half_core(shape);
  std::vector<Vec3> vertices;
  for (int k = 0; k < 8; ++k) {
    const Vec3 sign((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1);
    vertices.emplace_back(sign.cwiseProduct(half));
  }
  const Loops loops{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  shape.core = surface_core(vertices, loops, shape.radius);
}

MassProperties<3> mass_properties(const Box& shape) {
  // The core box, slabs on its faces, quarters of cylinders on its edges, eighths of a ball on its
  // corners; by symmetry only the moments ∫ xᵢ² are needed.
  constexpr double pi = std::numbers::pi;
  const Vec3 a = half_core(shape);
  const double r = shape.radius;
  const double core = 8 * a.prod();
  const double ball = 4 * pi / 3 * r * r * r;
  double volume = core + ball;
  Vec3 moment = core / 3 * a.cwiseProduct(a);
  // ∫ x² of the eight parts of the ball, each shifted by a; their centres are 3r/8 off the cuts.
  moment += ball * (a.cwiseProduct(a).array() + 0.75 * r * a.array() + r * r / 5).matrix();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const double slab = 2 * r * 4 * a[j] * a[k];  // both slabs along i
    volume += slab;
    const double outer = a[i] + r;
    moment[i] += 4 * a[j] * a[k] * 2 * (outer * outer * outer - a[i] * a[i] * a[i]) / 3;
    moment[j] += slab * a[j] * a[j] / 3;
    moment[k] += slab * a[k] * a[k] / 3;
    const double tube = pi * r * r * 2 * a[i];  // the four quarters of a cylinder along i
    volume += tube;
    moment[i] += tube * a[i] * a[i] / 3;
    const double centre = 4 * r / (3 * pi);  // of a quarter disc off its cuts
    moment[j] += tube * (a[j] * a[j] + 2 * a[j] * centre + r * r / 4);
    moment[k] += tube * (a[k] * a[k] + 2 * a[k] * centre + r * r / 4);
  }
  return {volume, Vec3::Zero(), inertia_of_moments(moment.asDiagonal())};
}

}  // namespace saltus::spatial
