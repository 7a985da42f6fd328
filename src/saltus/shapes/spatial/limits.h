// SPDX-License-Identifier: Apache-2.0
// When faces, edges and lines count as lying on each other.
#pragma once

#include <cstddef>

namespace saltus::spatial {

inline constexpr double slope = 0.3;      // sine of a tilt: faces and lines lie on each other
inline constexpr double standing = 0.95;  // cosine: ends that lie on a face
inline constexpr double parallel = 1e-7;  // sine: two lines that do not cross
inline constexpr double near_axis = 0.9;  // cosine of two normals along which much is as deep
inline constexpr double deepest = 0.1;    // of the radius: below, a rim meets no edge and no rim

[[nodiscard]] inline std::size_t at(int k) { return static_cast<std::size_t>(k); }

}  // namespace saltus::spatial
