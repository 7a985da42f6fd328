// SPDX-License-Identifier: Apache-2.0
#include "saltus/shapes/spatial/reading.h"

#include <cmath>

#include <Eigen/Geometry>

namespace saltus::spatial {
namespace {

const Location& place(const Value& table, std::string_view key) {
  const Value* value = find(table, key);
  return value != nullptr ? value->where : table.where;
}

}  // namespace

void demand_three(const std::vector<double>& list, std::string_view key, const Value& table,
                  std::string_view what) {
  if (list.size() == 3) return;
  throw ModelError(place(table, key), "'" + std::string(key) + "' of " + std::string(what) +
                                          " needs 3 numbers, not " + std::to_string(list.size()));
}

void demand_direction(const std::vector<double>& list, std::string_view key, const Value& table,
                      std::string_view what) {
  demand_three(list, key, table, what);
  const double norm = vec3(list).stableNorm();
  if (norm > 0 && std::isfinite(norm)) return;
  throw ModelError(place(table, key),
                   "'" + std::string(key) + "' of " + std::string(what) + " has no direction");
}

Mat3 frame_along(const Vec3& axis) {
  const Vec3 z = axis.stableNormalized();
  int smallest = 0;
  z.cwiseAbs().minCoeff(&smallest);
  const Vec3 x = Vec3::Unit(smallest).cross(z).normalized();
  Mat3 frame;
  frame << x, z.cross(x), z;
  if (z == Vec3::UnitZ()) frame.setIdentity();  // the usual axis keeps the shape's own axes
  return frame;
}

}  // namespace saltus::spatial
