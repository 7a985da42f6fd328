// SPDX-License-Identifier: Apache-2.0
// The boundary of a planar shape: corners joined by lines and arcs, material on the left, grown by
// a radius.
//
// Every kind of planar shape has one: a point and a disc are a single corner, a capsule is two
// corners and the line there and back, a box and a polygon are corners and lines, a plane is one
// line without end, a ring is one hollow arc, a profile is all of it. So one function evaluates the
// gap of any two of them, and distances are taken between cores, which stay apart in contact
// wherever a radius is positive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "saltus/shapes/contact_point.h"

namespace saltus::planar {

using Vec2 = Point<2>;

[[nodiscard]] inline double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}
/// A quarter turn clockwise: of a direction along the boundary, the normal that leaves the
/// material.
[[nodiscard]] inline Vec2 outward(const Vec2& along) { return {along.y(), -along.x()}; }

/// Corner i, and piece i of the boundary, which leads from it to corner i + 1.
struct Corner {
  Vec2 at = Vec2::Zero();
  Vec2 along = Vec2::UnitX();  // unit, the direction of piece i where it starts
  double length = 0;           // of piece i, where it is a line
};

/// What piece i has besides where it is an arc; a line has radius 0.
struct Arc {
  Vec2 centre = Vec2::Zero();
  double radius = 0;               // < 0: hollow, the material is outside of the circle
  Vec2 first = Vec2::UnitX();      // the normals of the arc run counter-clockwise from here …
  Vec2 last = Vec2::UnitX();       // … to here
  bool is_wide = false;            // over more than half a turn
  Vec2 end_along = Vec2::UnitX();  // the piece's direction where it ends, also of a line
  Vec2 middle = Vec2::Zero();      // the piece lies within `reach` of `middle`
  double reach = 0;
};

struct Outline {
  std::span<const Corner> corners;
  std::span<const Arc> arcs;  // as many as corners, or none: then all is lines and convex
  double radius = 0;          // by which corners and lines, the core, are grown

  [[nodiscard]] std::size_t size() const { return corners.size(); }
  [[nodiscard]] std::size_t next(std::size_t i) const { return i + 1 == size() ? 0 : i + 1; }
  [[nodiscard]] std::size_t previous(std::size_t i) const { return (i == 0 ? size() : i) - 1; }
  [[nodiscard]] bool is_arc(std::size_t i) const { return !arcs.empty() && arcs[i].radius != 0; }
  /// The direction in which the boundary arrives at corner i.
  [[nodiscard]] const Vec2& arriving(std::size_t i) const {
    const std::size_t p = previous(i);
    return arcs.empty() ? corners[p].along : arcs[p].end_along;
  }
};

/// Below this sine of the turn a corner counts as smooth.
inline constexpr double smooth_turn = 1e-9;

[[nodiscard]] inline bool is_reflex(const Outline& o, std::size_t i) {
  return !o.arcs.empty() && cross(o.arriving(i), o.corners[i].along) < -smooth_turn;
}

// --- features -----------------------------------------------------------------------------------

/// Which corner or piece of the first meets which of the second.
struct Meeting {
  bool first_is_piece = false;
  bool second_is_piece = false;
  std::size_t first = 0;
  std::size_t second = 0;
};

[[nodiscard]] constexpr Feature feature_of(const Meeting& m) {
  return static_cast<Feature>(
      (std::uint64_t{m.first_is_piece} << 63U) | (std::uint64_t{m.second_is_piece} << 62U) |
      (static_cast<std::uint64_t>(m.first) << 31U) | static_cast<std::uint64_t>(m.second));
}
[[nodiscard]] constexpr Meeting meeting_of(Feature feature) {
  const auto bits = static_cast<std::uint64_t>(feature);
  constexpr std::uint64_t index = (std::uint64_t{1} << 31U) - 1;
  return {(bits >> 63U) != 0, ((bits >> 62U) & 1U) != 0,
          static_cast<std::size_t>((bits >> 31U) & index), static_cast<std::size_t>(bits & index)};
}
/// The same feature as seen from the other shape.
[[nodiscard]] constexpr Feature flipped(Feature feature) {
  const Meeting m = meeting_of(feature);
  return feature_of({m.second_is_piece, m.first_is_piece, m.second, m.first});
}

/// The contact of one feature, for all pairs of planar shapes. Two hollow arcs, or a hollow arc and
/// a line, or two lines never are a feature.
[[nodiscard]] ContactPoint<2> evaluate(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                                       const Pose<2>& pose_b, Feature feature);

}  // namespace saltus::planar
