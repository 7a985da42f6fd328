// SPDX-License-Identifier: Apache-2.0
// `[simulation] assemble = true`: joints that are a little open and bodies that overlap a little at
// the start are moved where the model means them to be.
#pragma once

#include "saltus/run/simulate.h"

namespace saltus {

/// q0 ← the nearest position in the metric of M(q0), as far as Newton's method on the constraints
/// finds it, with closed joints and no negative gap. What could not be mended is left for the check
/// of the start. Bodies that moved, in the model's order.
std::vector<Moved> assemble_start(Model& model);

}  // namespace saltus
