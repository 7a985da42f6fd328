// SPDX-License-Identifier: Apache-2.0
// Closed contacts that open, stick or begin to slide within a step: the step ends there.
// docs/theory/splitting.md
#pragma once

#include "saltus/schemes/half_explicit_base.h"

namespace saltus {

/// After a trial step of `base` over r with the laws: where a contact of S changes its mode, the
/// step is redone with the modes kept, up to the change. `accuracy` is the error of velocities that
/// its time may cause. Returns the step's length; base.s.report says what went wrong.
[[nodiscard]] double locate_transition(HalfExplicitBase& base, double r, double accuracy);

/// The events of the change that the accepted step ends with.
void note_transition(const HalfExplicitBase& base, double r);

}  // namespace saltus
