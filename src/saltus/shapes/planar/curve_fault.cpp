// SPDX-License-Identifier: Apache-2.0
// Does a closed curve of lines and arcs cross, touch or retrace itself?
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "saltus/shapes/planar/area.h"
#include "saltus/shapes/planar/curve.h"

namespace saltus::planar {
namespace {

// Relative to the size of the curve. Where two pieces join smoothly, the crossing of their carriers
// is a double root, known to the square root of the precision.
constexpr double touching = 1e-9;
constexpr double at_join = 1e-7;

struct Crossings {
  std::array<Vec2, 2> at;
  std::size_t count = 0;
};

Crossings line_and_line(const CurvePiece& p, const CurvePiece& q) {
  const Vec2 u = p.leaving();
  const Vec2 v = q.leaving();
  const double sine = cross(u, v);
  if (sine == 0) return {};
  return {{p.from + cross(q.from - p.from, v) / sine * u, Vec2::Zero()}, 1};
}

/// Both points at ±half from the middle, along the direction.
Crossings around(const Vec2& middle, const Vec2& direction, double half_squared) {
  if (half_squared < 0) return {};
  const Vec2 half = std::sqrt(half_squared) * direction;
  return {{middle - half, middle + half}, 2};
}

Crossings line_and_circle(const CurvePiece& line, const CurvePiece& arc) {
  const Vec2 u = line.leaving();
  const Vec2 foot = line.from + u.dot(arc.centre - line.from) * u;
  return around(foot, u, (arc.from - arc.centre).squaredNorm() - (foot - arc.centre).squaredNorm());
}

Crossings circle_and_circle(const CurvePiece& p, const CurvePiece& q) {
  const Vec2 d = q.centre - p.centre;
  const double squared = d.squaredNorm();
  if (squared == 0) return {};
  const double p_squared = (p.from - p.centre).squaredNorm();
  const double q_squared = (q.from - q.centre).squaredNorm();
  const double share = 0.5 * (1 + (p_squared - q_squared) / squared);
  return around(p.centre + share * d, outward(d).normalized(), p_squared - share * share * squared);
}

Crossings crossings(const CurvePiece& p, const CurvePiece& q) {
  if (p.is_line() && q.is_line()) return line_and_line(p, q);
  if (p.is_line()) return line_and_circle(p, q);
  if (q.is_line()) return line_and_circle(q, p);
  return circle_and_circle(p, q);
}

double distance(const CurvePiece& piece, const Vec2& x) {
  const double to_ends = std::min((x - piece.from).norm(), (x - piece.to).norm());
  if (piece.is_line()) {
    const Vec2 u = piece.leaving();
    const double s = u.dot(x - piece.from);
    const bool is_beside = s >= 0 && s <= (piece.to - piece.from).norm();
    return is_beside ? std::abs(cross(u, x - piece.from)) : to_ends;
  }
  double angle = turn(piece.from - piece.centre, x - piece.centre);
  if (piece.sweep < 0) angle = -angle;
  if (angle < 0) angle += 2 * std::numbers::pi;
  if (angle > std::abs(piece.sweep)) return to_ends;
  return std::abs((x - piece.centre).norm() - (piece.from - piece.centre).norm());
}

bool is_join(const CurvePiece& p, const CurvePiece& q, const Vec2& x, double size) {
  for (const Vec2& end : {p.from, p.to}) {
    const bool is_shared =
        (end - q.from).norm() <= touching * size || (end - q.to).norm() <= touching * size;
    if (is_shared && (x - end).norm() <= at_join * size) return true;
  }
  return false;
}

/// Do two pieces meet elsewhere than where they join?
bool meet(const CurvePiece& p, const CurvePiece& q, double size) {
  const Crossings found = crossings(p, q);
  for (std::size_t k = 0; k < found.count; ++k) {
    const Vec2& x = found.at.at(k);
    if (is_join(p, q, x, size)) continue;
    if (distance(p, x) <= touching * size && distance(q, x) <= touching * size) return true;
  }
  for (const Vec2& end : {q.from, q.to}) {
    if (!is_join(p, q, end, size) && distance(p, end) <= touching * size) return true;
  }
  return false;
}

std::string number(std::size_t i) { return "segment " + std::to_string(i + 1); }

}  // namespace

std::string fault_of(const std::vector<CurvePiece>& curve) {
  const std::size_t n = curve.size();
  if (n < 2) return "needs at least two segments, has " + std::to_string(n);
  double size = 0;
  for (const CurvePiece& piece : curve) {
    size = std::max(size, (piece.from - curve[0].from).norm());
    if (!piece.is_line()) size = std::max(size, 2 * (piece.from - piece.centre).norm());
  }
  for (std::size_t i = 0; i < n; ++i) {
    const CurvePiece& piece = curve[i];
    const CurvePiece& next = curve[(i + 1) % n];
    if ((piece.to - piece.from).norm() <= touching * size) return "has no length in " + number(i);
    const bool turns_back = piece.arriving().dot(next.leaving()) < 0 &&
                            std::abs(cross(piece.arriving(), next.leaving())) <= smooth_turn;
    if (turns_back) return "turns back at the end of " + number(i);
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i == j || !meet(curve[i], curve[j], size)) continue;
      return "intersects itself: " + number(i) + " meets " + number(j);
    }
  }
  if (std::abs(enclosed_area(curve)) <= touching * size * size) return "has no area";
  return {};
}

}  // namespace saltus::planar
