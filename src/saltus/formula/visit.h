// SPDX-License-Identifier: Apache-2.0
// A walk over everything some expressions are made of, without recursion.
#pragma once

#include <optional>
#include <queue>
#include <span>
#include <vector>

#include "saltus/formula/graph.h"
#include "saltus/formula/operations.h"

namespace saltus::formula {

/// Calls visit(n) once per node below the roots, in falling order of ids, hence parents before
/// children. `visit` returns whether to go on to the arguments of n. The work depends on what is
/// visited only: a graph may hold the formulas of ten thousand bodies.
template <class Visit>
void visit_down(const Graph& graph, std::span<const Node> roots, Visit&& visit) {
  std::priority_queue<Node> pending;
  for (const Node root : roots) pending.push(root);
  std::optional<Node> last;
  while (!pending.empty()) {
    const Node n = pending.top();
    pending.pop();
    if (n == last) continue;
    last = n;
    if (!visit(n)) continue;
    const Graph::Entry& e = graph.entry(n);
    const int arguments = arity(e.op);
    if (arguments > 0) pending.push(e.a);
    if (arguments > 1) pending.push(e.b);
    if (arguments > 2) pending.push(e.c);
  }
}

}  // namespace saltus::formula
