// SPDX-License-Identifier: Apache-2.0
// The two members of a joint as nodes, and what its equations are made of.
#pragma once

#include <string>

#include "saltus/model/solids.h"

namespace saltus {

/// First member A, second member B. All vectors in world axes; b_1, b_2, b turn with B and are
/// orthonormal, b along the joint's axis; a_1, a turn with A and agree with them at the start.
struct JointFrame {
  Compiler& c;
  const JointDescription& d;
  std::string what;  // in messages: "joint 'pin'"
  FrameNodes A, B;
  formula::Vector a, a_1, a_2, b, b_1, b_2;
  formula::Vector way;                                   // from B's origin to A's
  double along_0 = 0;                                    // way · b at the start
  Eigen::Matrix3d axes_0 = Eigen::Matrix3d::Identity();  // b_1, b_2, b at the start, as columns

  [[nodiscard]] const PoseNodes& pose_first() const { return *c.nodes[A.body].pose; }
  [[nodiscard]] const PoseNodes& pose_second() const { return *c.nodes[B.body].pose; }
  [[nodiscard]] bool in_plane() const { return c.dimension == 2; }

  /// A's displacement along the axis, and its angle about it, both 0 at the start.
  [[nodiscard]] formula::Expression displacement() const { return dot(way, b) - along_0; }
  [[nodiscard]] formula::Expression cosine() const { return dot(a_1, b_1); }
  [[nodiscard]] formula::Expression sine() const { return dot(a_1, b_2); }
  /// Unbounded in the plane; in (−π, π] in space.
  [[nodiscard]] formula::Expression angle() const;
};

/// Throws ModelError: unknown bodies, a body and itself, an axis that is missing or has no length.
[[nodiscard]] JointFrame joint_frame(Compiler& c, const JointDescription& d,
                                     const std::string& what);

/// A unit vector at right angles to n: with n and n × it, a frame that is the same for the same n.
[[nodiscard]] Eigen::Vector3d perpendicular(const Eigen::Vector3d& n);

/// Stops and play: contacts instead of equations.
void add_limits(const JointFrame& joint, const formula::Expression& coordinate);
void add_clearance(const JointFrame& joint);

}  // namespace saltus
