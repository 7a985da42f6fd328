// SPDX-License-Identifier: Apache-2.0
// A gap between two points of time as a cubic, and the first time that it falls through zero.
#pragma once

#include <limits>
#include <optional>

namespace saltus {

/// A gap at a time s, counted from the start of the step, with its velocity.
struct GapPoint {
  double s = 0;
  double g = 0;
  double u = 0;
};

/// The cubic through both points with their slopes.
[[nodiscard]] double gap_between(const GapPoint& a, const GapPoint& b, double s);

/// Goes along a gap piece by piece, in the order of time.
class GapSearch {
 public:
  /// Heights up to epsilon are round-off; `start` is where the path begins.
  GapSearch(double epsilon, const GapPoint& start)
      : epsilon_(epsilon), above_(start.g > epsilon), highest_(start) {}

  /// The first s in the piece where the gap falls through zero, to below −epsilon before it rises
  /// again, after it has been above epsilon.
  [[nodiscard]] std::optional<double> add(const GapPoint& a, const GapPoint& b);

  /// After a fall through zero: where the gap is closed behind it.
  [[nodiscard]] double closed_at() const { return closed_at_; }
  [[nodiscard]] bool was_above() const { return above_; }
  /// The highest before it was above epsilon.
  [[nodiscard]] double highest_at() const { return highest_.s; }
  /// The lowest before it was above epsilon, at the ends of pieces and where the gap turns.
  [[nodiscard]] double deepest() const { return deepest_; }
  /// Over the pieces added since forget_lowest(), at their ends and where the gap turns.
  [[nodiscard]] double lowest() const { return lowest_; }
  void forget_lowest() { lowest_ = std::numeric_limits<double>::infinity(); }

 private:
  double epsilon_;
  bool above_;
  GapPoint highest_;
  double closed_at_ = 0;
  double lowest_ = std::numeric_limits<double>::infinity();
  double deepest_ = std::numeric_limits<double>::infinity();
};

}  // namespace saltus
