// SPDX-License-Identifier: Apache-2.0
// The smooth step of `split-midpoint`; (n) = equation n of docs/theory/splitting.md.
#pragma once

#include <cstddef>

#include "saltus/schemes/contact_modes.h"
#include "saltus/schemes/splitting.h"

namespace saltus {

/// Implicit midpoint rule with joints and closed contacts: a θ-step of Moreau–Jean with θ = ½, the
/// index set S and no restitution.
struct MidpointBase {
  SplitStep& s;
  MoreauJean scheme;
  double length = 0;            // of the last smooth step
  std::ptrdiff_t stopped = -1;  // the contact whose sliding ends with it

  /// (9) from x over r into next
  [[nodiscard]] StepStatus smooth(double r);
  /// (16) the same, or only up to where a contact that slides stops; what it covers
  [[nodiscard]] double smooth_to_stop(double r);
  /// Such an end, where nothing hits before
  void note_stop() const;
  /// q(s) = q_k + s v_k + s²/2 (v_{k+1} − v_k)/r
  void at(double t, Vec& q, Vec& v) const;
  /// (10) the step redone with secants on its length, within a bracket, until the gap is zero
  [[nodiscard]] double land(const Hit& hit, double r);

  [[nodiscard]] ContactMode mode(std::size_t contact) const;
  [[nodiscard]] std::ptrdiff_t stopping() const;
  [[nodiscard]] double slide(std::size_t contact) const;
  [[nodiscard]] double locate_stop(std::size_t contact, double r);
  void note_what_follows() const;
};

}  // namespace saltus
