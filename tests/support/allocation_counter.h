// SPDX-License-Identifier: Apache-2.0
// Counts heap allocations of the whole program; only for programs that link allocation_counter.cpp.
#pragma once

#include <cstddef>

namespace saltus::test {

/// Allocations so far, by all threads: operator new, malloc and its relatives. Eigen calls malloc,
/// so that counting operator new alone would miss every Eigen vector.
[[nodiscard]] std::size_t allocation_count();

/// Allocations made by `work()`.
template <typename Work>
[[nodiscard]] std::size_t allocations_in(Work&& work) {
  const std::size_t before = allocation_count();
  work();
  return allocation_count() - before;
}

}  // namespace saltus::test
