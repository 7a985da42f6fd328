// SPDX-License-Identifier: Apache-2.0
// Discs or spheres that fall into a box and on each other: the problems of a heap that comes down,
// irregular, with contacts that open, slide and stick.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/problems/friction_problem.h"

namespace saltus::test {

/// Bodies of 7 mm to 1 cm on a loose lattice over a floor between walls, `width` (`width`² in
/// space) in a layer; they start down at 0.3 m/s, in steps of 1 ms.
struct HeapShape {
  std::int32_t dim = 3;
  std::int32_t width = 6;
  std::int32_t layers = 6;
  double mu = 0.5;
  double room = 1;  // the box is that much longer than the lattice
};

/// The problems of the given steps, which ascend. Between them impulses are those of some sweeps.
[[nodiscard]] std::vector<FrictionProblem> heap_steps(const HeapShape& shape,
                                                      const std::vector<std::int32_t>& steps);

}  // namespace saltus::test
