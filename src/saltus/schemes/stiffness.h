// SPDX-License-Identifier: Apache-2.0
// How fast the smooth motion is at a state.
#pragma once

#include "saltus/schemes/splitting.h"

namespace saltus {

/// An estimate of the largest |λ| of the smooth motion, linearised at (t, q, v) with the
/// acceleration a, without reactions: √ρ(M⁻¹(K + S)) or ρ(M⁻¹C), whichever is larger, each by a few
/// power iterations. In 1/s.
[[nodiscard]] double fastest_rate(const SplitStep& step, double t, const Vec& q, const Vec& v,
                                  const Vec& a);

}  // namespace saltus
