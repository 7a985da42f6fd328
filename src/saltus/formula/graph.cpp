// SPDX-License-Identifier: Apache-2.0
// Storage of the nodes and the index that finds an equal one.
#include "saltus/formula/graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "saltus/formula/operations.h"
#include "saltus/formula/visit.h"

namespace saltus::formula {

namespace {

std::uint64_t mix(std::uint64_t x) {  // the finaliser of splitmix64
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

std::uint64_t hash(const Graph::Entry& e) {
  std::uint64_t h = mix(std::bit_cast<std::uint64_t>(e.value) + static_cast<std::uint64_t>(e.op));
  h = mix(h + static_cast<std::uint64_t>(e.a));
  h = mix(h + static_cast<std::uint64_t>(e.b));
  return mix(h + static_cast<std::uint64_t>(e.c));
}

bool same(const Graph::Entry& x, const Graph::Entry& y) {
  return x.op == y.op && x.a == y.a && x.b == y.b && x.c == y.c &&
         std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(y.value);
}

}  // namespace

Node Graph::constant(double value) {
  // One zero: −0 would be a second node of equal value.
  return intern({Op::constant, {}, {}, {}, value == 0 ? 0.0 : value});
}

Node Graph::symbol() {
  const std::uint64_t mark = std::uint64_t{1} << (symbols_ % 64);
  ++symbols_;
  return append({Op::symbol, {}, {}, {}, 0}, mark);
}

std::optional<double> Graph::value(Node n) const {
  if (entry(n).op != Op::constant) return std::nullopt;
  return entry(n).value;
}

bool Graph::depends(Node f, std::span<const Node> symbols) const {
  std::uint64_t wanted = 0;
  for (const Node x : symbols) wanted |= marks_[static_cast<std::size_t>(x)];
  bool found = false;
  const std::array root{f};
  visit_down(*this, root, [&](Node n) {
    if (found || (marks_[static_cast<std::size_t>(n)] & wanted) == 0) return false;
    if (entry(n).op == Op::symbol)
      found = std::find(symbols.begin(), symbols.end(), n) != symbols.end();
    return !found;
  });
  return found;
}

Node Graph::intern(Op op, Node a, Node b, Node c) { return intern({op, a, b, c, 0}); }

Node Graph::intern(const Entry& e) {
  if (2 * (entries_.size() + 1) > slots_.size()) {
    rehash(std::max<std::size_t>(64, 4 * entries_.size()));
  }
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash(e) & mask;
  for (; slots_[slot] >= 0; slot = (slot + 1) & mask) {
    const auto n = static_cast<Node>(slots_[slot]);
    if (same(entry(n), e)) return n;
  }
  std::uint64_t mark = 0;
  const int arguments = arity(e.op);
  if (arguments > 0) mark |= marks_[static_cast<std::size_t>(e.a)];
  if (arguments > 1) mark |= marks_[static_cast<std::size_t>(e.b)];
  if (arguments > 2) mark |= marks_[static_cast<std::size_t>(e.c)];
  const Node n = append(e, mark);
  slots_[slot] = static_cast<std::int32_t>(n);
  return n;
}

Node Graph::append(const Entry& e, std::uint64_t mark) {
  if (entries_.size() >= max_size) throw std::length_error("the formulas are too large");
  entries_.push_back(e);
  marks_.push_back(mark);
  return static_cast<Node>(entries_.size() - 1);
}

void Graph::rehash(std::size_t slots) {
  slots_.assign(std::bit_ceil(slots), -1);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].op == Op::symbol) continue;
    std::size_t slot = hash(entries_[i]) & mask;
    while (slots_[slot] >= 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<std::int32_t>(i);
  }
}

}  // namespace saltus::formula
