// SPDX-License-Identifier: Apache-2.0
// Where the contacts of joints, their stops and their play, are in space: for pictures of a run.
#pragma once

#include <vector>

#include "saltus/formula/program.h"
#include "saltus/model/description.h"

namespace saltus {

struct JointTouches {
  std::vector<std::size_t> contacts;  // of the model
  /// Inputs: t, q, v. Outputs by contact, in world axes: point, normal, tangents, as they act on
  /// the first member; 12 numbers.
  formula::Program program;
};

/// The description must compile.
[[nodiscard]] JointTouches joint_touches(const Description& description);

}  // namespace saltus
