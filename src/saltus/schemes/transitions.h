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

/// Where sliding had come to its end at the start of the step: the event of what the contact does
/// there, which the accepted step shows.
void note_turn(const HalfExplicitBase& base);

/// The events of the change that the accepted step ends with, and what is known of the contacts
/// from there on.
void note_transition(const HalfExplicitBase& base, double r);

}  // namespace saltus
