// SPDX-License-Identifier: Apache-2.0
// Semi-smooth Newton on all unknowns of a step of generalized-α, [000] (43).
#pragma once

#include "saltus/schemes/alpha_system.h"

namespace saltus {

/// Starts from one sequential pass. Leaves what a sequential solve would leave in w and s.next.
[[nodiscard]] StepStatus solve_at_once(const AlphaSetting& s, AlphaWork& w, StepReport& report);

}  // namespace saltus
