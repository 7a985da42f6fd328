// SPDX-License-Identifier: Apache-2.0
// Pieces from what is written in a file, and outlines from pieces.
#include "saltus/shapes/planar/curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "saltus/shapes/planar/area.h"

namespace saltus::planar {
namespace {

/// Relative; centres are written with fewer digits than a double has.
constexpr double centre_tolerance = 1e-6;

Vec2 left_of(const Vec2& v) { return {-v.y(), v.x()}; }

Vec2 travel(const CurvePiece& piece, const Vec2& x) {
  const Vec2 radial = (x - piece.centre).normalized();
  return piece.sweep > 0 ? left_of(radial) : outward(radial);
}

Corner corner_of(const CurvePiece& piece) {
  return {piece.from, piece.leaving(), piece.is_line() ? (piece.to - piece.from).norm() : 0};
}

Arc arc_of(const CurvePiece& piece) {
  Arc arc;
  arc.end_along = piece.arriving();
  arc.middle = 0.5 * (piece.from + piece.to);
  arc.reach = 0.5 * (piece.to - piece.from).norm();
  if (piece.is_line()) return arc;
  arc.centre = piece.centre;
  const double radius = (piece.from - piece.centre).norm();
  arc.radius = piece.sweep > 0 ? radius : -radius;
  arc.first = outward(piece.leaving());
  arc.last = outward(piece.arriving());
  if (piece.sweep < 0) std::swap(arc.first, arc.last);
  arc.is_wide = std::abs(piece.sweep) > std::numbers::pi;
  if (arc.is_wide) {
    arc.middle = piece.centre;
    arc.reach = radius;
  }
  return arc;
}

}  // namespace

Vec2 CurvePiece::leaving() const {
  return is_line() ? (to - from).normalized() : travel(*this, from);
}
Vec2 CurvePiece::arriving() const {
  return is_line() ? (to - from).normalized() : travel(*this, to);
}

CurvePiece piece_with_bulge(const Vec2& from, const Vec2& to, double bulge) {
  if (bulge == 0) return {from, to};
  const Vec2 centre = 0.5 * (from + to) + (1 - bulge * bulge) / (4 * bulge) * left_of(to - from);
  return {from, to, centre, 4 * std::atan(bulge)};
}

std::optional<CurvePiece> piece_about(const Vec2& from, const Vec2& to, const Vec2& centre,
                                      bool clockwise) {
  const Vec2 chord = to - from;
  const double length = chord.norm();
  const double aside = chord.dot(centre - 0.5 * (from + to)) / length;
  const double radius = (from - centre).norm();
  if (!(radius > 0) || !(std::abs(aside) <= centre_tolerance * radius)) return {};
  CurvePiece piece{from, to, centre - aside / length * chord, 0};
  const double angle = turn(from - piece.centre, to - piece.centre);
  constexpr double full = 2 * std::numbers::pi;
  if (clockwise) {
    piece.sweep = angle < 0 ? angle : angle - full;
  } else {
    piece.sweep = angle > 0 ? angle : angle + full;
  }
  return piece;
}

double enclosed_area(const std::vector<CurvePiece>& curve) {
  AreaSum sum;
  for (const CurvePiece& piece : curve) {
    if (piece.is_line()) {
      sum.add_line(piece.from, piece.to);
    } else {
      sum.add_arc(piece.centre, piece.from, piece.to, piece.sweep);
    }
  }
  return sum.area();
}

void make_outline(std::vector<CurvePiece> curve, std::vector<Corner>& corners,
                  std::vector<Arc>& arcs) {
  if (enclosed_area(curve) < 0) {
    std::reverse(curve.begin(), curve.end());
    for (CurvePiece& piece : curve) {
      std::swap(piece.from, piece.to);
      piece.sweep = -piece.sweep;
    }
  }
  corners.clear();
  arcs.clear();
  for (const CurvePiece& piece : curve) {
    corners.push_back(corner_of(piece));
    arcs.push_back(arc_of(piece));
  }
}

}  // namespace saltus::planar
