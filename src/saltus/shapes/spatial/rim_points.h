// SPDX-License-Identifier: Apache-2.0
// The points by which a rim stands on a face.
#pragma once

#include <cmath>
#include <cstdint>

#include "saltus/shapes/spatial/circle.h"

namespace saltus::spatial {

/// By number.
enum class RimPoint : std::int32_t {
  lowest = 0,       // wherever it is
  first_fixed = 1,  // four that carry what stands
  first_held = 5,   // the one that was lowest when it was found, for as long as it is named
};

/// The rim's centre where it has no lowest point. n: up from the face.
[[nodiscard]] Vec3 rim_point(const Circle&, const Vec3& n, RimPoint);

/// The name of the point that is lowest now.
[[nodiscard]] RimPoint held_point(const Circle&, const Vec3& n);

/// A rim point's number in a feature, with the end that it is of.
[[nodiscard]] inline int rim_code(int end, RimPoint point) {
  return 2 * static_cast<int>(point) + end;
}
[[nodiscard]] inline RimPoint rim_point_of(int code) { return static_cast<RimPoint>(code / 2); }

inline constexpr double flush = 1e-3;  // sine of the tilt
[[nodiscard]] inline double tilt_of(const Circle& rim, const Vec3& n) {
  return std::hypot(rim.u.dot(n), rim.v.dot(n));
}

/// Calls found(point) for those that carry the rim on the face. Where the rim is nearly flush, the
/// lowest point runs around it faster than steps can follow (at 1e-3, a rolling coin of 4 cm goes
/// round 150 times per second), and at rest it is one of rounding's: no law at a step's end would
/// be about the point that it was about at the start. There the point that was lowest is held.
template <class Found>
void for_each_rim_point(const Circle& rim, const Vec3& n, bool stands, Found&& found) {
  constexpr double level = 1e-11;  // lower than the fixed ones by nothing
  constexpr auto first = static_cast<std::int32_t>(RimPoint::first_fixed);
  constexpr auto last = static_cast<std::int32_t>(RimPoint::first_held);
  const double sine = tilt_of(rim, n);
  if (sine > flush)
    found(RimPoint::lowest);
  else if (sine > level)
    found(held_point(rim, n));
  if (!stands) return;
  for (std::int32_t k = first; k < last; ++k) found(static_cast<RimPoint>(k));
}

/// Whether the rim is still carried by a point of that name. Where it is not, another point has
/// been named in its place.
[[nodiscard]] inline bool is_named_still(const Circle& rim, const Vec3& n, RimPoint point) {
  return point == RimPoint::lowest ? tilt_of(rim, n) > flush : point < RimPoint::first_held;
}

}  // namespace saltus::spatial
