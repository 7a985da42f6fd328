// SPDX-License-Identifier: Apache-2.0
// What cylinders and thin discs are in a pair: a disc swept along its axis.
#pragma once

#include <algorithm>
#include <cmath>

#include "saltus/shapes/contact_point.h"
#include "saltus/shapes/spatial/circle.h"
#include "saltus/shapes/spatial/core.h"
#include "saltus/shapes/spatial/line.h"

namespace saltus::spatial {

struct Round {
  Mat3 frame = Mat3::Identity();  // in the shape's axes; the third is the axis
  double radius = 0;
  double half = 0;  // of the length; 0: a disc
};

/// A round body where it stands.
struct PlacedRound {
  Vec3 centre;
  Mat3 axes;
  double radius = 0;
  double half = 0;

  PlacedRound(const Round& r, const Pose<3>& pose)
      : centre(pose.position), axes(pose.rotation * r.frame), radius(r.radius), half(r.half) {}

  [[nodiscard]] Vec3 axis() const { return axes.col(2); }
  /// The rim of the upper (0) or the lower (1) end.
  [[nodiscard]] Circle rim(int end) const {
    return {centre + side(end) * half * axis(), axes.col(0), axes.col(1), radius};
  }
  /// From the centre, along a unit vector.
  [[nodiscard]] double reach_along(const Vec3& n) const {
    const double along = n.dot(axis());
    return half * std::abs(along) + radius * std::sqrt(std::max(0.0, 1 - along * along));
  }
  [[nodiscard]] static double side(int end) { return end == 0 ? 1 : -1; }
  [[nodiscard]] int ends() const { return half > 0 ? 2 : 1; }
};

[[nodiscard]] Bounds<3> bounds(const Round&, const Pose<3>&);

/// A point against the round body: on the outer side, an end or a rim, whichever is nearest. A
/// point inside has the side or end that it is nearest to.
enum class RoundPart : std::uint8_t { side, end_0, end_1, rim_0, rim_1 };
[[nodiscard]] RoundPart nearest_part(const PlacedRound&, const Vec3& x);
/// Signed distance of the body from the point to that part, with the normal from the point to the
/// body, and the point of the body: {distance, normal, on_first, on_second = x}.
[[nodiscard]] ContactPoint<3> part_from_point(const PlacedRound&, RoundPart, const Vec3& x);

/// Whether the line leaves out the cylinder, or the disc's axis by more than the radius.
[[nodiscard]] bool passes_beside(const PlacedRound&, const Line&);

/// How far a core is from the plane of the nearer end; −∞ of one without corners.
[[nodiscard]] double separation_of_ends(const PlacedRound&, const Core&, const Pose<3>& at_core);

}  // namespace saltus::spatial
