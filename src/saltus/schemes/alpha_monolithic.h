// SPDX-License-Identifier: Apache-2.0
// All unknowns of a step of generalized-α at once: residual, its tangent S_t ([000] (44)), and the
// semi-smooth Newton iteration on them.
#pragma once

#include "saltus/schemes/alpha_pass.h"

namespace saltus {

class AlphaSystem {
 public:
  explicit AlphaSystem(const Model&) {}
};

[[nodiscard]] inline StepStatus solve_at_once(const AlphaSetting&, AlphaWork&, StepReport&) {
  return StepStatus::newton_failed;
}

}  // namespace saltus
