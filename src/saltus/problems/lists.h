// SPDX-License-Identifier: Apache-2.0
// Many short lists of indices behind one another, in two vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace saltus {

struct Lists {
  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> entry;

  [[nodiscard]] std::size_t size() const { return start.size() - 1; }
  [[nodiscard]] std::span<const std::int32_t> operator[](std::size_t k) const {
    return std::span(entry).subspan(static_cast<std::size_t>(start[k]),
                                    static_cast<std::size_t>(start[k + 1] - start[k]));
  }
};

/// Lists from pairs: for_pairs(f) calls f(list, entry) for each pair, the same pairs both times
/// that it is called; the entries of a list keep their order.
template <class ForPairs>
[[nodiscard]] Lists lists_from(std::size_t lists, ForPairs&& for_pairs) {
  Lists made;
  made.start.assign(lists + 1, 0);
  for_pairs([&](std::size_t list, std::int32_t) { ++made.start[list + 1]; });
  std::partial_sum(made.start.begin(), made.start.end(), made.start.begin());
  made.entry.resize(static_cast<std::size_t>(made.start.back()));
  std::vector<std::int32_t> next = made.start;
  for_pairs([&](std::size_t list, std::int32_t entry) {
    made.entry[static_cast<std::size_t>(next[list]++)] = entry;
  });
  return made;
}

}  // namespace saltus
