// SPDX-License-Identifier: Apache-2.0
// The rims of two cylinders or discs.
#pragma once

#include "saltus/shapes/contact_point.h"
#include "saltus/shapes/spatial/round.h"

namespace saltus::spatial {

inline constexpr int rim_sectors = 16;

struct RimsPoint {
  ContactPoint<3> contact;
  double within = -1;  // the normal lies inside the normal cones of both rims: a sine, if positive
  int sector = 0;      // of the first rim
};

/// Where the rims of `end` and `b_end` meet or would meet. Several pairs of points have a line that
/// is across both circles; taken is the one with the largest gap of those whose normal lies inside
/// the cones of both. A sector keeps to the pair found there before.
[[nodiscard]] RimsPoint rims_point(const PlacedRound& a, int end, const PlacedRound& b, int b_end,
                                   int sector = -1);

/// Whether the circles may be nearer to each other than that.
[[nodiscard]] bool are_rims_near(const PlacedRound& a, int end, const PlacedRound& b, int b_end,
                                 double distance);

}  // namespace saltus::spatial
