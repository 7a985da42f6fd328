// SPDX-License-Identifier: Apache-2.0
// Shapes as the report draws them (viewer/FORMAT.md).
#pragma once

#include <string>

#include "saltus/model/collision.h"
#include "saltus/record/report_data.h"

namespace saltus {

/// The shape with its place in the body; what is a surface of triangles stands in arrays of `data`
/// that begin with `name`.
[[nodiscard]] std::string shape_json(const PlacedShape<2>& placed, const std::string& name,
                                     ReportData& data);
[[nodiscard]] std::string shape_json(const PlacedShape<3>& placed, const std::string& name,
                                     ReportData& data);

/// The closed boundary of a planar shape; of a half-plane its edge, so many m to both sides.
[[nodiscard]] std::vector<planar::Vec2> boundary_of(const planar::Shape& shape, double endless);

/// w, x, y, z
[[nodiscard]] std::array<double, 4> quaternion_of(const Eigen::Matrix3d& rotation);

}  // namespace saltus
