// SPDX-License-Identifier: Apache-2.0
// Description to Model: names resolved, formulas parsed, differentiated and compiled to tapes.
#pragma once

#include "saltus/model/description.h"
#include "saltus/model/model.h"

namespace saltus {

/// Throws ModelError: undefined symbols, formulas that do not parse, a kinetic energy that is not
/// quadratic in the velocities, missing initial values.
[[nodiscard]] Model compile(const Description& description);

}  // namespace saltus
