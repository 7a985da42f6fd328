// SPDX-License-Identifier: Apache-2.0
// Which shapes are near enough to be looked at: pairs whose boxes overlap.
//
// Shapes are sorted by size into levels; each level is a grid whose cells are as large as its
// largest shapes, and all levels share one hash table. A shape stands in the one cell that holds
// its centre, so it can meet only what stands in that cell and its neighbours, on its own level and
// on coarser ones. Cells of a row along the last axis are neighbours in the table as well, so that
// three of them are one range of memory. The work is linear in the number of shapes, whatever their
// sizes and however far they spread; what has no end is compared with all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "saltus/shapes/contact_point.h"

namespace saltus {

/// Who may meet whom: shapes have a class, classes meet or do not, shapes of one body never do.
struct MeetingRules {
  std::vector<std::uint16_t> class_of;  // by shape
  std::vector<std::int32_t> body_of;    // by shape
  std::size_t classes = 0;
  std::vector<char> may_meet;  // classes × classes, symmetric

  [[nodiscard]] bool allows(std::size_t i, std::size_t j) const {
    return body_of[i] != body_of[j] && may_meet[class_of[i] * classes + class_of[j]] != 0;
  }
};

struct NearPair {
  std::int32_t first = 0;  // < second
  std::int32_t second = 0;

  friend bool operator==(const NearPair&, const NearPair&) = default;
};

/// Keeps its memory from call to call.
template <int D>
class BroadPhase {
 public:
  /// The allowed pairs whose boxes overlap when each is grown by half the margin, sorted by first,
  /// then by second. Valid until the next call.
  std::span<const NearPair> pairs(std::span<const Bounds<D>> bounds, double margin,
                                  const MeetingRules& rules);

  /// How many pairs of boxes the last call has compared: its work.
  [[nodiscard]] std::size_t tested() const { return tested_; }

 private:
  /// Level 0 holds most shapes, level k those up to 2^k times as large.
  static constexpr int lowest_level = -31;
  static constexpr int highest_level = 31;
  static constexpr std::size_t level_count = highest_level - lowest_level + 1;
  using Cell = std::array<std::int64_t, D>;

  struct Entry {
    Point<D> lower;
    Point<D> upper;
    std::uint64_t row = 0;   // of its cell: level and all coordinates but the last
    std::int64_t place = 0;  // in the row: the last coordinate
    std::int32_t shape = 0;
    std::int32_t level = 0;
  };

  void grow_boxes(std::span<const Bounds<D>> bounds, double margin);
  void choose_cell_size();
  void place();
  void sort_into_table();
  void meet_own_level(std::size_t i);
  void meet_coarser_levels(std::size_t i);
  void meet_row(const Entry& e, std::uint64_t row, std::int64_t place);
  void meet_range(const Entry& e, std::size_t first, std::size_t end, std::uint64_t row,
                  std::int64_t place);
  void meet_unbounded();
  void make_room(std::size_t tests);
  void test(const Entry& a, const Entry& b, bool is_in_cells);
  void sort_pairs(std::size_t shapes, const MeetingRules& rules);

  [[nodiscard]] int level_of(double extent) const;
  [[nodiscard]] double cell_size(int level) const {
    return sizes_[static_cast<std::size_t>(level - lowest_level)];
  }
  [[nodiscard]] Cell cell_of(const Entry& e, int level) const;
  [[nodiscard]] std::size_t bucket_of(std::uint64_t row, std::int64_t place) const {
    const std::uint64_t hash = (row * 0x9E3779B97F4A7C15U) >> 32U;
    return static_cast<std::size_t>((hash + static_cast<std::uint64_t>(place)) & mask_);
  }

  std::vector<Entry> unsorted_;
  std::vector<Entry> entries_;  // by bucket of the hash table
  std::vector<Entry> unbounded_;
  std::vector<double> extents_;
  std::vector<std::uint32_t> start_;  // by bucket: its first entry; the end of the last one
  std::vector<NearPair> found_;       // the first count_ overlap; room for more
  std::size_t count_ = 0;
  std::vector<NearPair> sorted_;
  std::vector<std::uint32_t> begin_;  // by first shape: its first pair
  std::array<bool, level_count> has_level_{};
  int coarsest_ = lowest_level;
  std::array<double, level_count> sizes_{};  // of the cells
  std::uint64_t mask_ = 0;                   // of the bits of a bucket's number
  std::size_t tested_ = 0;
};

extern template class BroadPhase<2>;
extern template class BroadPhase<3>;

}  // namespace saltus
