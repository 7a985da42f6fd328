// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/surface_mass.h"

#include <Eigen/Geometry>

namespace saltus::spatial {

MassProperties<3> surface_mass(const std::vector<Vec3>& vertices, const Loops& loops) {
  const auto at = [&](int k) -> const Vec3& { return vertices[static_cast<std::size_t>(k)]; };
  Vec3 origin = Vec3::Zero();  // near the body, so that nothing cancels far from the axes' origin
  for (const Vec3& x : vertices) origin += x / static_cast<double>(vertices.size());
  double volume = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const std::vector<int>& loop : loops) {
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      const Vec3 a = at(loop[0]) - origin;
      const Vec3 b = at(loop[k]) - origin;
      const Vec3 c = at(loop[k + 1]) - origin;
      const double v = a.dot(b.cross(c)) / 6;
      const Vec3 sum = a + b + c;
      volume += v;
      first += v / 4 * sum;
      // ∫ x xᵀ over a tetrahedron with a corner at 0: V/20 (Σ xᵢxᵢᵀ + ssᵀ), s = Σ xᵢ
      second += v / 20 *
                (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
    }
  }
  const Vec3 shift = first / volume;
  const Mat3 central = second - volume * shift * shift.transpose();
  return {volume, origin + shift, inertia_of_moments(central)};
}

}  // namespace saltus::spatial
