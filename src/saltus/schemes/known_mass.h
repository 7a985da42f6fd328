// SPDX-License-Identifier: Apache-2.0
// M where the splitting schemes need it beside their stages, and where it is known from before. For
// the files of these schemes only.
#pragma once

#include "saltus/schemes/splitting.h"

namespace saltus {

/// Factorises the M of `at` in w.mass, unless it is constant and known. False where singular.
[[nodiscard]] bool factor_mass_of(const SplitStep& step, const Dynamics& at);

/// The same with M at (t, q, v); w.mass keeps where it belongs to.
[[nodiscard]] bool factor_mass_at(const SplitStep& step, double t, const Vec& q, const Vec& v);

/// Is w.mass the factorised M at the start of the step, as after an impact there?
[[nodiscard]] bool knows_start_mass(const SplitStep& step);

}  // namespace saltus
