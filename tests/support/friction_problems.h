// SPDX-License-Identifier: Apache-2.0
// Random friction problems that have a solution, of every kind that is known to be hard.
#pragma once

#include <cstdint>

#include "support/body_contacts.h"

namespace saltus::test {

/// Bodies at random places that move towards each other; b = H v_free with w = 0, so p exists.
/// More rows than degrees of freedom (contacts · dim > bodies · dofs) make W singular.
struct FrictionDraw {
  std::int32_t dim = 3;
  std::int32_t bodies = 6;
  std::int32_t contacts = 8;
  double mu_min = 0, mu_max = 1;
  double frictionless = 0;      // share of contacts with mu = 0
  double fixed = 0.3;           // share of contacts with something that does not move
  std::int32_t duplicates = 0;  // of these contacts, how many are copies of others
  double mass_ratio = 1;        // the first body, which the first contact shares with the second
  double scale_W = 1;           // units: W · scale_W
  double scale_b = 1;           // units: b · scale_b
};

[[nodiscard]] BodyContacts random_bodies(const FrictionDraw& draw, std::uint64_t seed);

[[nodiscard]] inline FrictionProblem random_friction(const FrictionDraw& draw, std::uint64_t seed) {
  return reduced(random_bodies(draw, seed));
}

}  // namespace saltus::test
