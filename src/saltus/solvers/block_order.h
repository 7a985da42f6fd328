// SPDX-License-Identifier: Apache-2.0
// In which order a sparse matrix of blocks is factorised, and in which dense pieces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace saltus {

/// P A Pᵀ = L U, P an order of the block graph that needs few operations. Places that follow each
/// other and fill the same rows are eliminated together, in a dense matrix, their front: of these
/// places and of those below, which the elimination fills. What is left of a front is added to its
/// parent's (the multifrontal method of Duff and Reid, 1983). Children stand before their parents,
/// the last ones directly before: what is left of them is on top of a stack.
struct BlockOrder {
  std::vector<std::int32_t> row_of;    // block row of A at place i
  std::vector<std::int32_t> place_of;  // its inverse

  std::vector<std::int32_t> first;  // of front s: places first[s] … first[s + 1] − 1
  std::vector<std::int32_t> below_start, below;  // of front s, ascending
  std::vector<std::int32_t> in_parent;  // by entry of below: which row of the parent's front
  std::vector<std::int32_t> parent;     // of front s; −1: nothing is below

  std::vector<std::int32_t> slot;         // by entry of A: entries are put in the order of fronts,
  std::vector<std::int32_t> entry_start;  // slots of front s
  std::vector<std::int32_t> entry_row, entry_column;  // by slot: in the front

  double operations = 0;    // block products of L and U alone
  double work = 0;          // with the zeros that fronts take along
  std::size_t entries = 0;  // blocks of the fronts' factors

  /// start/column: the block pattern of A, symmetric, with every diagonal block.
  void analyse(std::span<const std::int32_t> A_start, std::span<const std::int32_t> A_column);

  [[nodiscard]] std::size_t fronts() const { return parent.size(); }
};

}  // namespace saltus
