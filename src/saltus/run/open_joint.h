// SPDX-License-Identifier: Apache-2.0
// Can the joints hold together? Looked for where a step failed.
#pragma once

#include "saltus/schemes/workspace.h"

namespace saltus {

/// The joint row that stays open the farthest where all are closed as far as they can be, at t,
/// from q on; −1 where all close. Allocates.
[[nodiscard]] std::int32_t open_joint_row(const Model& model, double t, const Vec& q, Workspace& w);

}  // namespace saltus
