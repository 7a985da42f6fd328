// SPDX-License-Identifier: Apache-2.0
// A pile of discs or spheres on a floor under gravity: the large problem, as big as one likes.
#pragma once

#include <cstdint>

#include "support/body_contacts.h"

namespace saltus::test {

/// Hexagonal layers, each in the hollows of the one below and one shorter: width, width − 1, …
/// discs in a row, or width², (width − 1)², … spheres in a rhombus. Every pair of neighbours is a
/// contact, or only those of different layers: a loose pile, with fewer ways to share the load.
/// Each centre is off its place, and each radius off 1 cm, by up to `disorder` of the radius.
struct PileShape {
  std::int32_t dim = 3;
  std::int32_t layers = 5;  // at most width
  std::int32_t width = 10;
  double mu = 0.3;
  double disorder = 0.02;
  bool loose = false;  // no contacts within a layer
  double step = 1e-3;  // s: f = step · gravity · mass
};

/// The first `width` (`width`² in space) contacts are those with the floor.
[[nodiscard]] BodyContacts pile(const PileShape& shape);

/// The same between four walls (two in the plane): layers of width² and (width − 1)² spheres on
/// square lattices, or width and width − 1 discs, in turns, so that the pile stands for any
/// friction.
[[nodiscard]] BodyContacts boxed_pile(const PileShape& shape);

/// 10 045 contacts of 3403 discs, 10 252 of 1905 spheres. Their sides are as steep as they can be:
/// whether they stand or slide is a close thing, and solvers find it hard.
[[nodiscard]] PileShape pile_of_ten_thousand(std::int32_t dim);

}  // namespace saltus::test
