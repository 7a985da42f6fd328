// SPDX-License-Identifier: Apache-2.0
// Where a body with mass stands at a position q of the model, as numbers.
#pragma once

#include <cmath>

#include "saltus/base/rotation.h"
#include "saltus/model/model.h"

namespace saltus {

/// Of the centre of mass and the body's axes.
template <int D>
[[nodiscard]] inline Pose<D> body_pose(const Body& body, const Vec& q) {
  Pose<D> pose;
  if (body.motion == BodyMotion::fixed) {
    pose.position = body.start.position.head<D>();
    pose.rotation = body.start.rotation.topLeftCorner<D, D>();
    return pose;
  }
  const double* x = q.data() + body.position;
  for (int i = 0; i < D; ++i) pose.position[i] = x[i];
  if constexpr (D == 2) {
    if (body.motion == BodyMotion::planar) {
      const double c = std::cos(x[2]);
      const double s = std::sin(x[2]);
      pose.rotation << c, -s, s, c;
    }
  } else {
    if (body.motion == BodyMotion::rigid) pose.rotation = rotation_matrix(x + 3);
  }
  return pose;
}

/// Where a shape stands that is carried by the body.
template <int D>
[[nodiscard]] inline Pose<D> carried(const Pose<D>& body, const Pose<D>& in_body) {
  Pose<D> pose;
  pose.position = body.to_world(in_body.position);
  pose.rotation = body.rotation * in_body.rotation;
  return pose;
}

}  // namespace saltus
