// SPDX-License-Identifier: Apache-2.0
// Union–find over the entries of the matrix; lists by counting.
#include "saltus/problems/clusters.h"

#include <algorithm>
#include <numeric>

namespace saltus {
namespace {

using Integers = std::vector<std::int32_t>;

constexpr std::size_t small = 12;  // unknowns: two rigid bodies

std::int32_t root(Integers& parent, std::int32_t i) {
  while (parent[static_cast<std::size_t>(i)] != i) {
    std::int32_t& up = parent[static_cast<std::size_t>(i)];
    up = parent[static_cast<std::size_t>(up)];
    i = up;
  }
  return i;
}

/// Unknown → cluster, numbered by their first unknowns; returns their number.
std::int32_t connect(const SparseMatrix& K, Integers& cluster) {
  Integers parent(static_cast<std::size_t>(K.columns));
  std::iota(parent.begin(), parent.end(), 0);
  for (std::int32_t j = 0; j < K.columns; ++j) {
    K.for_column(j, [&](std::int32_t i, double x) {
      if (x == 0 || i == j) return;
      const std::int32_t a = root(parent, i);
      const std::int32_t b = root(parent, j);
      parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    });
  }
  std::int32_t count = 0;
  cluster.resize(parent.size());
  for (std::int32_t i = 0; i < K.columns; ++i) {
    const std::int32_t r = root(parent, i);  // r ≤ i has its number already, unless r = i
    cluster[static_cast<std::size_t>(i)] = r == i ? count++ : cluster[static_cast<std::size_t>(r)];
  }
  return count;
}

/// The members of each class, ascending.
Lists members(const Integers& of, std::size_t classes) {
  return lists_from(classes, [&](auto&& add) {
    for (std::size_t i = 0; i < of.size(); ++i)
      add(static_cast<std::size_t>(of[i]), static_cast<std::int32_t>(i));
  });
}

/// f(cluster, contact), once for each pair that touch, contacts ascending.
template <class F>
void for_touching(const SparseMatrix& H, std::int32_t dim, const Integers& of, std::size_t clusters,
                  F&& f) {
  Integers last(clusters, -1);
  for (std::int32_t column = 0; column < H.columns; ++column) {
    const std::int32_t contact = column / dim;
    H.for_column(column, [&](std::int32_t i, double x) {
      const auto c = static_cast<std::size_t>(of[static_cast<std::size_t>(i)]);
      if (x == 0 || last[c] == contact) return;
      last[c] = contact;
      f(c, contact);
    });
  }
}

Lists touching(const SparseMatrix& H, std::int32_t dim, const Integers& of, std::size_t clusters) {
  return lists_from(clusters, [&](auto&& add) { for_touching(H, dim, of, clusters, add); });
}

/// Renumbers `of` so that neighbours that may be one are one; returns how many are left.
std::size_t merge(const Lists& unknowns, const Lists& contacts, Integers& of) {
  Integers merged(unknowns.size());
  std::int32_t last = -1;
  std::size_t size = 0;
  for (std::size_t c = 0; c < unknowns.size(); ++c) {
    const bool joins = c > 0 && !contacts[c].empty() && size + unknowns[c].size() <= small &&
                       std::equal(contacts[c].begin(), contacts[c].end(), contacts[c - 1].begin(),
                                  contacts[c - 1].end());
    if (!joins) ++last, size = 0;
    size += unknowns[c].size();
    merged[c] = last;
  }
  for (std::int32_t& c : of) c = merged[static_cast<std::size_t>(c)];
  return static_cast<std::size_t>(last) + 1;
}

}  // namespace

Clusters clusters_of(const SparseMatrix& K, const SparseMatrix& H, std::int32_t dim) {
  Clusters clusters;
  auto count = static_cast<std::size_t>(connect(K, clusters.of));
  count = merge(members(clusters.of, count), touching(H, dim, clusters.of, count), clusters.of);
  clusters.unknowns = members(clusters.of, count);
  clusters.contacts = touching(H, dim, clusters.of, count);
  clusters.place.resize(clusters.of.size());
  for (std::size_t c = 0; c < count; ++c) {
    std::int32_t place = 0;
    for (const std::int32_t i : clusters.unknowns[c])
      clusters.place[static_cast<std::size_t>(i)] = place++;
  }
  return clusters;
}

}  // namespace saltus
