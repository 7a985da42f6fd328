// SPDX-License-Identifier: Apache-2.0
// The hierarchical grid: levels by size, one hash table, half of the neighbours on the own level.
#include "saltus/contact/broad_phase.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace saltus {
namespace {

/// Of a cell's coordinate in the number of its row. Rows that are 2^24 cells apart share a number,
/// which costs a comparison that fails.
constexpr unsigned coordinate_bits = 24;
constexpr double largest_coordinate = 1e15;  // still exact in a double and in 64 bits

/// a and b, without a branch.
constexpr bool both(bool a, bool b) { return (int{a} & int{b}) != 0; }

std::int64_t round_down(double x) {
  const auto whole = static_cast<std::int64_t>(x);
  return whole - static_cast<std::int64_t>(x < static_cast<double>(whole));
}

/// The row of a cell, moved by −1, 0 or 1 along each axis but the last: number 0 … 3^(D−1) − 1, the
/// row itself in the middle.
template <std::size_t D>
std::uint64_t row_of(const std::array<std::int64_t, D>& cell, int level, int number) {
  auto row = static_cast<std::uint64_t>(level) + 32;
  for (std::size_t k = 0; k + 1 < D; ++k) {
    constexpr std::uint64_t mask = (std::uint64_t{1} << coordinate_bits) - 1;
    const std::int64_t x = cell[k] + number % 3 - 1;
    row = (row << coordinate_bits) | (static_cast<std::uint64_t>(x) & mask);
    number /= 3;
  }
  return row;
}

/// By insertion where they are few, as the pairs of one shape are unless it is large.
void sort_by_second(std::span<NearPair> pairs) {
  const auto before = [](const NearPair& a, const NearPair& b) { return a.second < b.second; };
  if (pairs.size() > 16) {
    std::sort(pairs.begin(), pairs.end(), before);
    return;
  }
  for (std::size_t i = 1; i < pairs.size(); ++i) {
    const NearPair p = pairs[i];
    std::size_t j = i;
    for (; j > 0 && before(p, pairs[j - 1]); --j) pairs[j] = pairs[j - 1];
    pairs[j] = p;
  }
}

template <int D>
constexpr int rows_around = D == 2 ? 3 : 9;

}  // namespace

template <int D>
typename BroadPhase<D>::Cell BroadPhase<D>::cell_of(const Entry& e, int level) const {
  Cell cell;
  const double scale = 0.5 / cell_size(level);
  for (std::size_t k = 0; k < D; ++k) {
    const auto axis = static_cast<Eigen::Index>(k);
    cell[k] = round_down((e.lower[axis] + e.upper[axis]) * scale);
  }
  return cell;
}

/// The finest level with cells of at least this size; highest_level + 1 where there is none.
template <int D>
int BroadPhase<D>::level_of(double extent) const {
  if (extent > cell_size(-1) && extent <= cell_size(0)) return 0;
  const auto found = std::lower_bound(sizes_.begin(), sizes_.end(), extent);
  return lowest_level + static_cast<int>(found - sizes_.begin());
}

template <int D>
void BroadPhase<D>::grow_boxes(std::span<const Bounds<D>> bounds, double margin) {
  unsorted_.clear();
  unbounded_.clear();
  extents_.clear();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    Entry e;
    e.lower = bounds[i].lower.array() - 0.5 * margin;
    e.upper = bounds[i].upper.array() + 0.5 * margin;
    e.shape = static_cast<std::int32_t>(i);
    const double extent = (e.upper - e.lower).maxCoeff();
    if (std::isfinite(extent) && (e.upper + e.lower).allFinite()) {
      unsorted_.push_back(e);
      extents_.push_back(extent);
    } else {
      unbounded_.push_back(e);
    }
  }
}

/// Level 0 reaches up to twice the median, so that shapes of about one size share a level.
template <int D>
void BroadPhase<D>::choose_cell_size() {
  double size = 1;
  const auto middle = extents_.begin() + static_cast<std::ptrdiff_t>(extents_.size() / 2);
  if (!extents_.empty()) std::nth_element(extents_.begin(), middle, extents_.end());
  double largest = 0;
  for (const double extent : extents_) {
    if (extent <= 2 * *middle) largest = std::max(largest, extent);
  }
  // Grown a little: two shapes that just fill their cells must be neighbours in spite of rounding.
  if (largest > 0) size = largest * (1 + 1e-9);
  for (int level = lowest_level; level <= highest_level; ++level) {
    sizes_.at(static_cast<std::size_t>(level - lowest_level)) = std::ldexp(size, level);
  }
}

template <int D>
void BroadPhase<D>::place() {
  has_level_.fill(false);
  coarsest_ = lowest_level;
  std::size_t kept = 0;
  for (Entry& e : unsorted_) {
    const double extent = (e.upper - e.lower).maxCoeff();
    const int level = level_of(extent);
    const double far = (e.upper + e.lower).template lpNorm<Eigen::Infinity>();
    if (level > highest_level || far / cell_size(level) > largest_coordinate) {
      unbounded_.push_back(e);
      continue;
    }
    e.level = level;
    const Cell cell = cell_of(e, level);
    e.row = row_of(cell, level, rows_around<D> / 2);
    e.place = cell.back();
    has_level_.at(static_cast<std::size_t>(level - lowest_level)) = true;
    coarsest_ = std::max(coarsest_, level);
    unsorted_[kept++] = e;
  }
  unsorted_.resize(kept);
}

template <int D>
void BroadPhase<D>::sort_into_table() {
  const std::size_t buckets = std::bit_ceil(2 * unsorted_.size() + 2);
  mask_ = buckets - 1;
  start_.assign(buckets + 1, 0);
  for (const Entry& e : unsorted_) ++start_[bucket_of(e.row, e.place)];
  std::uint32_t sum = 0;
  for (std::uint32_t& s : start_) {
    sum += s;
    s = sum;
  }
  entries_.resize(unsorted_.size());
  for (std::size_t i = unsorted_.size(); i-- > 0;) {
    const Entry& e = unsorted_[i];
    entries_[--start_[bucket_of(e.row, e.place)]] = e;
  }
}

/// Written always and kept if the boxes overlap: a branch would be a matter of chance, and so would
/// be one about whether b stands in the cells that are looked at, or only shares their buckets.
template <int D>
void BroadPhase<D>::test(const Entry& a, const Entry& b, bool is_in_cells) {
  tested_ += static_cast<std::size_t>(is_in_cells);
  bool overlap = is_in_cells;
  for (Eigen::Index k = 0; k < D; ++k) {
    overlap = both(overlap, both(a.lower[k] <= b.upper[k], b.lower[k] <= a.upper[k]));
  }
  found_[count_] = {std::min(a.shape, b.shape), std::max(a.shape, b.shape)};
  count_ += static_cast<std::size_t>(overlap);
}

template <int D>
void BroadPhase<D>::make_room(std::size_t tests) {
  if (count_ + tests > found_.size()) found_.resize(2 * (count_ + tests));
}

/// Those of the entries first … end − 1 that stand at place − 1, place or place + 1 of the row.
template <int D>
void BroadPhase<D>::meet_range(const Entry& e, std::size_t first, std::size_t end,
                               std::uint64_t row, std::int64_t place) {
  make_room(end - first);
  for (std::size_t j = first; j < end; ++j) {
    const Entry& other = entries_[j];
    const auto offset = static_cast<std::uint64_t>(other.place - place + 1);
    test(e, other, both(other.row == row, offset <= 2));
  }
}

template <int D>
void BroadPhase<D>::meet_row(const Entry& e, std::uint64_t row, std::int64_t place) {
  const std::size_t first = bucket_of(row, place - 1);
  const std::size_t end = std::min(first + 3, start_.size() - 1);
  meet_range(e, start_[first], start_[end], row, place);
  // Past the end of the table it goes on from its start.
  meet_range(e, 0, start_[first + 3 - end], row, place);
}

template <int D>
void BroadPhase<D>::meet_own_level(std::size_t i) {
  const Entry& e = entries_[i];
  // Of two neighbours that are opposite each other one looks, the other is seen.
  const std::size_t own = bucket_of(e.row, e.place);
  const std::size_t next = bucket_of(e.row, e.place + 1);
  make_room(start_[own + 1] - i + start_[next + 1] - start_[next]);
  for (std::size_t j = i + 1; j < start_[own + 1]; ++j) {
    test(e, entries_[j], both(entries_[j].row == e.row, entries_[j].place == e.place));
  }
  for (std::size_t j = start_[next]; j < start_[next + 1]; ++j) {
    test(e, entries_[j], both(entries_[j].row == e.row, entries_[j].place == e.place + 1));
  }
  const Cell cell = cell_of(e, e.level);
  for (int n = rows_around<D> / 2 + 1; n < rows_around<D>; ++n) {
    meet_row(e, row_of(cell, e.level, n), e.place);
  }
}

template <int D>
void BroadPhase<D>::meet_coarser_levels(std::size_t i) {
  const Entry& e = entries_[i];
  for (int level = e.level + 1; level <= coarsest_; ++level) {
    if (!has_level_.at(static_cast<std::size_t>(level - lowest_level))) continue;
    const Cell cell = cell_of(e, level);
    for (int n = 0; n < rows_around<D>; ++n) {
      meet_row(e, row_of(cell, level, n), cell.back());
    }
  }
}

template <int D>
void BroadPhase<D>::meet_unbounded() {
  for (std::size_t i = 0; i < unbounded_.size(); ++i) {
    make_room(unbounded_.size() + entries_.size());
    for (std::size_t j = i + 1; j < unbounded_.size(); ++j) {
      test(unbounded_[i], unbounded_[j], true);
    }
    for (const Entry& e : entries_) test(unbounded_[i], e, true);
  }
}

/// The allowed ones, counted by their first shape, then sorted among the few of each.
template <int D>
void BroadPhase<D>::sort_pairs(std::size_t shapes, const MeetingRules& rules) {
  std::size_t allowed = 0;
  begin_.assign(shapes + 1, 0);
  for (std::size_t k = 0; k < count_; ++k) {
    const NearPair p = found_[k];
    if (!rules.allows(static_cast<std::size_t>(p.first), static_cast<std::size_t>(p.second))) {
      continue;
    }
    ++begin_[static_cast<std::size_t>(p.first)];
    found_[allowed++] = p;
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& b : begin_) {
    sum += b;
    b = sum;
  }
  sorted_.resize(allowed);
  for (std::size_t k = 0; k < allowed; ++k) {
    sorted_[--begin_[static_cast<std::size_t>(found_[k].first)]] = found_[k];
  }
  for (std::size_t i = 0; i < shapes; ++i) {
    sort_by_second(std::span(sorted_).subspan(begin_[i], begin_[i + 1] - begin_[i]));
  }
}

template <int D>
std::span<const NearPair> BroadPhase<D>::pairs(std::span<const Bounds<D>> bounds, double margin,
                                               const MeetingRules& rules) {
  tested_ = 0;
  count_ = 0;
  grow_boxes(bounds, margin);
  choose_cell_size();
  place();
  sort_into_table();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    meet_own_level(i);
    meet_coarser_levels(i);
  }
  meet_unbounded();
  sort_pairs(bounds.size(), rules);
  return sorted_;
}

template class BroadPhase<2>;
template class BroadPhase<3>;

}  // namespace saltus
