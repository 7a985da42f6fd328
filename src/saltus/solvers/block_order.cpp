// SPDX-License-Identifier: Apache-2.0
// The order, by approximate minimum degree or nested dissection; its fronts, by the elimination
// tree.
#include "saltus/solvers/block_order.h"

#include <metis.h>

#include <algorithm>
#include <numeric>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include "saltus/base/index.h"

namespace saltus {
namespace {

using Ids = std::vector<std::int32_t>;

/// The block pattern of A.
struct Pattern {
  std::span<const std::int32_t> start, column;
  [[nodiscard]] std::size_t size() const { return start.size() - 1; }
};

/// row_of; matrices of a few blocks keep their order.
Ids minimum_degree(const Pattern& A) {
  const auto n = static_cast<std::int32_t>(A.size());
  Ids row_of(at(n));
  std::iota(row_of.begin(), row_of.end(), 0);
  constexpr std::int32_t few = 4;
  if (n <= few) return row_of;
  // The order is asked of the pattern alone; Eigen's routine wants values too.
  const std::vector<double> ones(A.column.size(), 1.0);
  const Eigen::Map<const Eigen::SparseMatrix<double>> matrix(
      n, n, static_cast<Eigen::Index>(A.column.size()), A.start.data(), A.column.data(),
      ones.data());
  Eigen::AMDOrdering<std::int32_t>::PermutationType P;
  const Eigen::SparseMatrix<double> copy = matrix;
  Eigen::AMDOrdering<std::int32_t>()(copy, P);
  for (std::int32_t i = 0; i < n; ++i) row_of[at(i)] = P.indices()[i];
  return row_of;
}

/// The same by METIS; empty where it gives up.
Ids nested_dissection(const Pattern& A) {
  auto n = static_cast<idx_t>(A.size());
  std::vector<idx_t> start = {0};
  std::vector<idx_t> neighbour;
  neighbour.reserve(A.column.size());
  for (std::int32_t i = 0; i < n; ++i) {
    for (auto k = at(A.start[at(i)]); k < at(A.start[at(i) + 1]); ++k)
      if (A.column[k] != i) neighbour.push_back(A.column[k]);
    start.push_back(static_cast<idx_t>(neighbour.size()));
  }
  std::vector<idx_t> row_of(at(n));
  std::vector<idx_t> place_of(at(n));
  if (METIS_NodeND(&n, start.data(), neighbour.data(), nullptr, nullptr, row_of.data(),
                   place_of.data()) != METIS_OK)
    return {};
  return {row_of.begin(), row_of.end()};
}

Ids inverse(const Ids& row_of) {
  Ids place_of(row_of.size());
  for (std::size_t i = 0; i < row_of.size(); ++i)
    place_of[at(row_of[i])] = static_cast<std::int32_t>(i);
  return place_of;
}

/// The elimination tree, and how many blocks every column of L has below the diagonal: those of
/// row i are on the paths in the tree from the columns of A's row up to i.
void find_tree(const Pattern& A, const Ids& row_of, Ids& parent, Ids& below) {
  const std::size_t n = A.size();
  const Ids place_of = inverse(row_of);
  parent.assign(n, -1);
  Ids seen(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const auto me = static_cast<std::int32_t>(i);
    seen[i] = me;
    for (auto k = at(A.start[at(row_of[i])]); k < at(A.start[at(row_of[i]) + 1]); ++k)
      for (std::int32_t j = place_of[at(A.column[k])]; j < me && seen[at(j)] != me;
           j = parent[at(j)]) {
        if (parent[at(j)] < 0) parent[at(j)] = me;
        seen[at(j)] = me;
        ++below[at(j)];
      }
  }
}

/// Every node after its children, and these directly before it: the same fill, subtrees in one
/// piece. Of several children the largest is last: it may be merged with its parent.
Ids post_order(const Ids& parent, const Ids& below) {
  const std::size_t n = parent.size();
  Ids child(n + 1, -1);  // of n: the roots
  Ids sibling(n, -1);
  Ids by_size(n);
  std::iota(by_size.begin(), by_size.end(), 0);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [&](std::int32_t a, std::int32_t b) { return below[at(a)] > below[at(b)]; });
  for (const std::int32_t i : by_size) {  // the smallest becomes the first
    const std::size_t p = parent[at(i)] < 0 ? n : at(parent[at(i)]);
    sibling[at(i)] = child[p];
    child[p] = i;
  }
  Ids order;
  order.reserve(n);
  Ids stack;
  for (std::int32_t root = child[n]; root >= 0; root = sibling[at(root)]) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::int32_t i = stack.back();
      if (child[at(i)] >= 0) {
        stack.push_back(child[at(i)]);
        child[at(i)] = -1;  // its siblings follow when it is done
        continue;
      }
      stack.pop_back();
      order.push_back(i);
      if (!stack.empty() && sibling[at(i)] >= 0) stack.push_back(sibling[at(i)]);
    }
  }
  return order;
}

/// Places that are eliminated together, and how many rows are below.
struct Piece {
  std::int32_t first, last, below;
  double zeros = 0;  // blocks that are not in L and U
};

double blocks(const Piece& s) {
  const double w = s.last - s.first + 1;
  return w * (w + 2 * s.below);
}

/// Fronts grow as long as the zeros that they take along are few: a dense matrix costs less per
/// block the larger it is.
bool merge(Piece& s, const Piece& child) {
  Piece both{child.first, s.last, s.below};
  both.zeros = s.zeros + child.zeros + blocks(both) - blocks(s) - blocks(child);
  constexpr std::int32_t narrow = 4;
  const double most = both.last - both.first < narrow ? 0.4 : 0.1;
  if (both.zeros > most * blocks(both)) return false;
  s = both;
  return true;
}

std::vector<Piece> pieces_of(const Ids& parent, const Ids& below) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    const auto me = static_cast<std::int32_t>(i);
    Piece s{me, me, below[i]};
    while (!pieces.empty() && parent[at(pieces.back().last)] == s.first && merge(s, pieces.back()))
      pieces.pop_back();
    pieces.push_back(s);
  }
  return pieces;
}

/// An order with its subtrees in one piece each, the elimination tree in it, and how many blocks
/// every column of L has below the diagonal.
struct Tree {
  Ids row_of, parent, below;
  double operations = 0;
};

Tree tree_of(const Pattern& A, const Ids& row_of) {
  Ids parent;
  Ids below(A.size(), 0);
  find_tree(A, row_of, parent, below);
  const Ids post = post_order(parent, below);
  const Ids place = inverse(post);
  Tree tree;
  for (const std::int32_t i : post) {
    tree.row_of.push_back(row_of[at(i)]);
    tree.parent.push_back(parent[at(i)] < 0 ? -1 : place[at(parent[at(i)])]);
    tree.below.push_back(below[at(i)]);
    tree.operations += static_cast<double>(below[at(i)]) * (below[at(i)] + 1);
  }
  return tree;
}

/// The rows below of every front, from those of its children and A's; and which the parents are.
void find_rows(const Pattern& A, BlockOrder& order) {
  const std::size_t fronts = order.first.size() - 1;
  Ids front_of(A.size());
  for (std::size_t s = 0; s < fronts; ++s)
    for (std::int32_t i = order.first[s]; i < order.first[s + 1]; ++i)
      front_of[at(i)] = static_cast<std::int32_t>(s);
  Ids seen(A.size(), -1);  // by place: the last front that it is below of
  Ids child(fronts, -1);
  Ids sibling(fronts, -1);
  order.below_start.assign(1, 0);
  order.parent.assign(fronts, -1);
  for (std::size_t s = 0; s < fronts; ++s) {
    const auto add = [&](std::int32_t place) {
      if (place < order.first[s + 1] || seen[at(place)] == static_cast<std::int32_t>(s)) return;
      seen[at(place)] = static_cast<std::int32_t>(s);
      order.below.push_back(place);
    };
    for (std::int32_t i = order.first[s]; i < order.first[s + 1]; ++i)
      for (auto k = at(A.start[at(order.row_of[at(i)])]);
           k < at(A.start[at(order.row_of[at(i)]) + 1]); ++k)
        add(order.place_of[at(A.column[k])]);
    for (std::int32_t c = child[s]; c >= 0; c = sibling[at(c)])
      for (auto k = at(order.below_start[at(c)]); k < at(order.below_start[at(c) + 1]); ++k)
        add(order.below[k]);
    const auto from = order.below.begin() + order.below_start[s];
    order.below_start.push_back(static_cast<std::int32_t>(order.below.size()));
    if (from == order.below.end()) continue;
    std::sort(from, order.below.end());
    const std::int32_t p = order.parent[s] = front_of[at(*from)];
    sibling[s] = child[at(p)];
    child[at(p)] = static_cast<std::int32_t>(s);
  }
}

/// Where what is left of a front is added to its parent's.
void place_children(BlockOrder& order) {
  order.in_parent.resize(order.below.size());
  for (std::size_t s = 0; s < order.fronts(); ++s) {
    if (order.parent[s] < 0) continue;
    const std::size_t p = at(order.parent[s]);
    const std::int32_t width = order.first[p + 1] - order.first[p];
    std::size_t row = at(order.below_start[p]);  // both lists ascend
    for (auto k = at(order.below_start[s]); k < at(order.below_start[s + 1]); ++k) {
      const std::int32_t place = order.below[k];
      if (place < order.first[p + 1]) {
        order.in_parent[k] = place - order.first[p];
        continue;
      }
      while (order.below[row] != place) ++row;
      order.in_parent[k] = width + static_cast<std::int32_t>(row) - order.below_start[p];
    }
  }
}

/// An entry of A belongs to the front in which the first of its two places is eliminated.
void place_entries(const Pattern& A, BlockOrder& order) {
  const std::size_t n = A.size();
  Ids front_of(n);
  for (std::size_t s = 0; s < order.fronts(); ++s)
    for (std::int32_t i = order.first[s]; i < order.first[s + 1]; ++i)
      front_of[at(i)] = static_cast<std::int32_t>(s);
  const std::size_t entries = A.column.size();
  order.slot.resize(entries);
  order.entry_start.assign(order.fronts() + 1, 0);
  const auto front = [&](std::size_t a, std::size_t k) {
    return at(front_of[at(std::min(order.place_of[a], order.place_of[at(A.column[k])]))]);
  };
  for (std::size_t a = 0; a < n; ++a)
    for (auto k = at(A.start[a]); k < at(A.start[a + 1]); ++k) ++order.entry_start[front(a, k) + 1];
  std::partial_sum(order.entry_start.begin(), order.entry_start.end(), order.entry_start.begin());
  Ids next(order.entry_start.begin(), order.entry_start.end() - 1);
  order.entry_row.resize(entries);
  order.entry_column.resize(entries);
  for (std::size_t a = 0; a < n; ++a)
    for (auto k = at(A.start[a]); k < at(A.start[a + 1]); ++k) {
      const std::size_t s = front(a, k);
      const auto row_in_front = [&](std::int32_t place) {
        const std::int32_t width = order.first[s + 1] - order.first[s];
        if (place < order.first[s + 1]) return place - order.first[s];
        const auto from = order.below.begin() + order.below_start[s];
        const auto to = order.below.begin() + order.below_start[s + 1];
        return width + static_cast<std::int32_t>(std::lower_bound(from, to, place) - from);
      };
      const std::size_t slot = at(order.slot[k] = next[s]++);
      order.entry_row[slot] = row_in_front(order.place_of[a]);
      order.entry_column[slot] = row_in_front(order.place_of[at(A.column[k])]);
    }
}

}  // namespace

/// In space dissection saves a third of the operations, in the plane little; it takes longer.
void BlockOrder::analyse(std::span<const std::int32_t> A_start,
                         std::span<const std::int32_t> A_column) {
  constexpr double many_operations = 1e6;
  const Pattern A{A_start, A_column};
  Tree tree = tree_of(A, minimum_degree(A));
  if (tree.operations >= many_operations) {
    const Ids dissected = nested_dissection(A);
    if (!dissected.empty()) {
      Tree other = tree_of(A, dissected);
      if (other.operations < tree.operations) tree = std::move(other);
    }
  }
  *this = {};
  operations = tree.operations;
  row_of = std::move(tree.row_of);
  place_of = inverse(row_of);
  first.assign(1, 0);
  for (const Piece& piece : pieces_of(tree.parent, tree.below)) {
    first.push_back(piece.last + 1);
    entries += static_cast<std::size_t>(blocks(piece));
    const std::int32_t size = piece.last - piece.first + 1 + piece.below;
    for (std::int32_t k = size; k > piece.below; --k) work += static_cast<double>(k) * (k - 1);
  }
  find_rows(A, *this);
  place_children(*this);
  place_entries(A, *this);
}

}  // namespace saltus
