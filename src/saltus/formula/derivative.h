// SPDX-License-Identifier: Apache-2.0
// Exact derivatives, as new nodes of the same graph.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "saltus/formula/graph.h"

namespace saltus::formula {

/// Symbolic differentiation that remembers what it did, so that second derivatives and Jacobians
/// over the same sub-expressions cost little. No recursion: nodes are visited in id order.
/// Where a function has a kink (abs, min, max, if) the derivative is that of one side.
class Differentiator {
 public:
  explicit Differentiator(Graph& graph) : graph_(&graph) {}
  /// ∂f/∂x for a symbol x. Throws std::length_error where the graph grows over its limit.
  [[nodiscard]] Node operator()(Node f, Node x);

 private:
  [[nodiscard]] Node known(Node n, Node x) const;
  [[nodiscard]] Node chain(Node n, Node x);
  [[nodiscard]] Node of_power(Node n, Node x);
  [[nodiscard]] Node slope(Node n);

  Graph* graph_;
  std::unordered_map<std::uint64_t, Node> known_;  // by (symbol, node)
  Node zero_{};
};

}  // namespace saltus::formula
