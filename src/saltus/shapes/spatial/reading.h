// SPDX-License-Identifier: Apache-2.0
// What the kinds of shapes share when they are read.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/base/value.h"
#include "saltus/shapes/spatial/core.h"

namespace saltus::spatial {

/// Throws ModelError unless there are three numbers.
void demand_three(const std::vector<double>& list, std::string_view key, const Value& table,
                  std::string_view what);
/// The same, and they must not all be 0.
void demand_direction(const std::vector<double>& list, std::string_view key, const Value& table,
                      std::string_view what);

[[nodiscard]] inline Vec3 vec3(const std::vector<double>& list) {
  return {list[0], list[1], list[2]};
}

/// Right-handed unit axes whose third is the given direction.
[[nodiscard]] Mat3 frame_along(const Vec3& axis);

/// A file named in a model file is looked for beside it.
[[nodiscard]] inline std::filesystem::path beside(const Location& where, const std::string& file) {
  return std::filesystem::path(where.file).parent_path() / file;
}

}  // namespace saltus::spatial
