// SPDX-License-Identifier: Apache-2.0
// A box, whose edges and corners may be rounded off.
#pragma once

#include <string_view>
#include <tuple>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

struct Box {
  static constexpr std::string_view kind = "box";
  static constexpr std::string_view summary = "a box around the origin of the shape";

  std::vector<double> size;
  double radius = 0;

  Core core;
};

void check_fields(const Box&, const Value& table, std::string_view what);
void prepare(Box&);
[[nodiscard]] MassProperties<3> mass_properties(const Box&);

}  // namespace saltus::spatial

namespace saltus {

template <>
struct Fields<spatial::Box> {
  static constexpr auto list = std::tuple{
      required("size", &spatial::Box::size, "full lengths along x, y, z in m", positive()),
      field("radius", &spatial::Box::radius, "of the rounded edges, within the size, in m",
            non_negative())};
};

}  // namespace saltus
