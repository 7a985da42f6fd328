// SPDX-License-Identifier: Apache-2.0
// Expressions as one graph of shared nodes: an equal sub-expression is one node, whoever wrote it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace saltus::formula {

/// A node of a Graph. Children always have smaller ids than their parents.
enum class Node : std::int32_t {};

// clang-format off
enum class Op : std::uint8_t {
  constant, symbol,
  add, sub, mul, div, neg, pow,
  sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, exp, log, sqrt, abs, sign, min, max,
  less, less_equal, equal, not_equal,      // 1 or 0; > and >= are written with swapped arguments
  select                                   // a != 0 ? b : c
};
// clang-format on

/// Owns all nodes. Building a node simplifies (constants folded, x*1, x+0, x*0, x^0, x^1 …) and
/// returns the existing one where there is one. A constant piece that is not finite (1/0) is never
/// folded: it stays an operation on constants.
class Graph {
 public:
  struct Entry {
    Op op;
    Node a, b, c;  // arguments, as many as the op has
    double value;  // constant
  };

  /// More nodes than this throw std::length_error.
  static constexpr std::size_t max_size = 4'000'000;

  Node constant(double value);
  Node symbol();  // a new independent variable
  Node make(Op op, Node a, Node b = {}, Node c = {});

  [[nodiscard]] const Entry& entry(Node n) const { return entries_[static_cast<std::size_t>(n)]; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::optional<double> value(Node n) const;  // where the node is a constant
  [[nodiscard]] bool depends(Node f, std::span<const Node> symbols) const;
  /// Never false where f depends on the symbol x; seldom true where it does not. O(1).
  [[nodiscard]] bool may_depend(Node f, Node x) const {
    return (marks_[static_cast<std::size_t>(f)] & marks_[static_cast<std::size_t>(x)]) != 0;
  }

 private:
  /// n = factor * rest, where rest carries no constant factor itself.
  struct Scaled {
    double factor;
    Node rest;
  };

  [[nodiscard]] bool is(Node n, double value) const;
  [[nodiscard]] bool is(Node n, Op op) const { return entry(n).op == op; }
  [[nodiscard]] Scaled scaled(Node n);
  [[nodiscard]] std::optional<Node> fold(Op op, Node a, Node b, Node c);
  Node scale(double factor, Node n);
  Node add(Node a, Node b);
  Node sub(Node a, Node b);
  Node mul(Node a, Node b);
  Node div(Node a, Node b);
  Node neg(Node a);
  Node pow(Node a, Node b);
  Node select(Node condition, Node a, Node b);
  Node unary(Op op, Node a);

  Node intern(const Entry& entry);
  Node intern(Op op, Node a, Node b = {}, Node c = {});
  Node append(const Entry& entry, std::uint64_t mark);
  void rehash(std::size_t slots);

  std::vector<Entry> entries_;
  std::vector<std::uint64_t> marks_;  // per node: the set of its symbols, folded to 64 bits
  std::vector<std::int32_t> slots_;   // open-addressing index over entries_; −1 = free
  std::size_t symbols_ = 0;
};

}  // namespace saltus::formula
