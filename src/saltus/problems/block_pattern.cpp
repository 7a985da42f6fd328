// SPDX-License-Identifier: Apache-2.0
// Unions of ascending lists, one block row after the other.
#include "saltus/problems/block_pattern.h"

#include <iterator>

#include <fmt/format.h>

namespace saltus {
namespace {

constexpr std::size_t most_values = std::size_t{1} << 29U;  // 4 GB

/// The clusters of each contact.
Lists touched_by(const Clusters& clusters, std::size_t contacts) {
  return lists_from(contacts, [&](auto&& add) {
    for (std::size_t c = 0; c < clusters.contacts.size(); ++c) {
      for (const std::int32_t a : clusters.contacts[c])
        add(static_cast<std::size_t>(a), static_cast<std::int32_t>(c));
    }
  });
}

}  // namespace

BlockMatrix block_pattern(std::int32_t dim, const Lists& own, const Clusters* clusters,
                          const std::string& what) {
  const std::size_t contacts = own.size();
  const Lists touched = clusters == nullptr ? Lists{} : touched_by(*clusters, contacts);
  const auto block = static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim);
  BlockMatrix W;
  W.dim = dim;
  std::vector<std::int32_t> columns, merged;
  for (std::size_t a = 0; a < contacts; ++a) {
    columns.assign(own[a].begin(), own[a].end());
    if (clusters != nullptr) {
      for (const std::int32_t c : touched[a]) {
        merged.clear();
        const std::span<const std::int32_t> others =
            clusters->contacts[static_cast<std::size_t>(c)];
        std::set_union(columns.begin(), columns.end(), others.begin(), others.end(),
                       std::back_inserter(merged));
        columns.swap(merged);
      }
    }
    W.column.insert(W.column.end(), columns.begin(), columns.end());
    if (W.column.size() * block > most_values) {
      throw WTooLarge(fmt::format(
          "{}: too many of the {} contacts act on the same bodies: W would take more than {} GB",
          what, contacts, most_values * sizeof(double) >> 30U));
    }
    W.start.push_back(static_cast<std::int32_t>(W.column.size()));
  }
  W.value.assign(W.column.size() * block, 0.0);
  return W;
}

}  // namespace saltus
