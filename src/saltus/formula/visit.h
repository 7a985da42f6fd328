// SPDX-License-Identifier: Apache-2.0
// A walk over everything some expressions are made of, without recursion.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/formula/graph.h"
#include "saltus/formula/operations.h"

namespace saltus::formula {

/// Calls visit(n) once per node below the roots, in falling order of ids, hence parents before
/// children. `visit` returns whether to go on to the arguments of n.
template <class Visit>
void visit_down(const Graph& graph, std::span<const Node> roots, Visit&& visit) {
  if (roots.empty()) return;
  const auto top = static_cast<std::size_t>(*std::max_element(roots.begin(), roots.end()));
  std::vector<std::uint64_t> pending(top / 64 + 1, 0);
  const auto mark = [&](Node n) {
    const auto id = static_cast<std::size_t>(n);
    pending[id / 64] |= std::uint64_t{1} << (id % 64);
  };
  for (const Node root : roots) mark(root);
  for (std::size_t word = pending.size(); word-- > 0;) {
    while (pending[word] != 0) {
      const int bit = 63 - std::countl_zero(pending[word]);
      pending[word] &= ~(std::uint64_t{1} << bit);
      const auto n = static_cast<Node>(word * 64 + static_cast<std::size_t>(bit));
      if (!visit(n)) continue;
      const Graph::Entry& e = graph.entry(n);
      const int arguments = arity(e.op);
      if (arguments > 0) mark(e.a);
      if (arguments > 1) mark(e.b);
      if (arguments > 2) mark(e.c);
    }
  }
}

}  // namespace saltus::formula
