// SPDX-License-Identifier: Apache-2.0
// Two outlines that need not be convex: corner by piece, piece by corner, arc by arc.
//
// A corner or arc that is inside of the other's material could leave it across several pieces; it
// is given to the nearest one, and to those that join it in a reflex corner, where both bar the
// way.
#include <algorithm>
#include <cmath>

#include "saltus/shapes/planar/detect.h"
#include "saltus/shapes/planar/region.h"

namespace saltus::planar {
namespace {

bool has_pieces(const Outline& o) { return o.size() > 1; }

/// Distance of x from piece f as it is, with its ends.
double distance_to_piece(const Outline& o, std::size_t f, const Vec2& x) {
  const Corner& start = o.corners[f];
  const Vec2& end = o.corners[o.next(f)].at;
  const double to_ends = std::sqrt(std::min((x - start.at).squaredNorm(), (x - end).squaredNorm()));
  if (!o.is_arc(f)) {
    return is_beside(start, x) ? std::abs(cross(start.along, x - start.at)) : to_ends;
  }
  const Arc& arc = o.arcs[f];
  const Vec2 d = x - arc.centre;
  const double distance = d.norm();
  if (distance == 0) return std::abs(arc.radius);
  const double sign = arc.radius < 0 ? -1 : 1;
  return has_normal(arc, sign / distance * d, distance) ? std::abs(distance - std::abs(arc.radius))
                                                        : to_ends;
}

/// Do the pieces f and g join in a reflex corner?
bool join_reflex(const Outline& o, std::size_t f, std::size_t g) {
  return (o.next(f) == g && is_reflex(o, g)) || (o.next(g) == f && is_reflex(o, f));
}

/// Height of x over piece f, continued beyond its ends; negative inside of the material.
double height_over(const Outline& o, std::size_t f, const Vec2& x) {
  if (!o.is_arc(f)) return -cross(o.corners[f].along, x - o.corners[f].at);
  const double distance = (x - o.arcs[f].centre).norm();
  return o.arcs[f].radius > 0 ? distance - o.arcs[f].radius : -o.arcs[f].radius - distance;
}

/// The outward normal of piece f, continued beyond its ends, towards x.
Vec2 normal_towards(const Outline& o, std::size_t f, const Vec2& x) {
  if (!o.is_arc(f)) return outward(o.corners[f].along);
  const Vec2 d = x - o.arcs[f].centre;
  return (o.arcs[f].radius < 0 ? -1 : 1) * d.stableNormalized();
}

/// Is piece f the one across which x, which is `depth` behind it, leaves the material? A nearer one
/// that can not touch there, as may_touch(its normal) tells, is no way out; but x must be behind it
/// as well, or it is not in the material at all.
template <class MayTouch>
bool leaves_across(const Outline& o, std::size_t f, const Vec2& x, double depth,
                   MayTouch may_touch) {
  if (o.size() == 2 && o.arcs.empty()) return false;  // a segment: behind it is over its other side
  for (std::size_t g = 0; g < o.size(); ++g) {
    if (g == f || distance_to_piece(o, g, x) >= depth * (1 - 1e-9)) continue;
    if (join_reflex(o, f, g)) continue;
    if (height_over(o, g, x) > 1e-6 * depth || may_touch(normal_towards(o, g, x))) return false;
  }
  return true;
}

/// Beyond a reflex end of piece f, x is in the material of the neighbour, or behind both. While it
/// is near the corner, it has come from where both pieces bar the way.
template <class MayTouch>
bool is_in_reflex_corner(const Outline& o, std::size_t f, const Vec2& x, MayTouch may_touch) {
  const auto is_behind = [&](std::size_t corner, std::size_t neighbour) {
    if (!is_reflex(o, corner)) return false;
    const double from_corner = (x - o.corners[corner].at).norm();
    if (from_corner > -2 * height_over(o, neighbour, x)) return false;
    const double nearest = distance_to_piece(o, neighbour, x);
    const bool is_in_region = !o.is_arc(neighbour)
                                  ? is_beside(o.corners[neighbour], x)
                                  : nearest <= -height_over(o, neighbour, x) * (1 + 1e-9);
    return (is_in_region || from_corner <= nearest * (1 + 1e-9)) &&
           leaves_across(o, neighbour, x, nearest, may_touch);
  };
  return is_behind(f, o.previous(f)) || is_behind(o.next(f), o.next(f));
}

/// A circle around piece f, larger by half, so that depth behind it counts as near.
struct Around {
  Vec2 middle;
  double reach = 0;
};
Around around(const Outline& o, std::size_t f) {
  if (!o.arcs.empty()) return {o.arcs[f].middle, 1.5 * o.arcs[f].reach};
  const Corner& line = o.corners[f];
  return {line.at + 0.5 * line.length * line.along, 0.75 * line.length};
}

/// Circle of an arc or corner of `a`, in the axes of b.
struct Circle {
  Vec2 centre;
  double radius = 0;  // of what is no core: 0 for a corner
};

/// The outline a, whose corners and convex arcs are looked at over the pieces of b.
class OneWay {
 public:
  OneWay(const Outline& a, const Outline& b, const Pose<2>& a_in_b, double margin, bool is_flipped,
         std::vector<Feature>& out)
      : a_(a),
        b_(b),
        pose_(a_in_b),
        reach_(margin + a.radius + b.radius),
        is_flipped_(is_flipped),
        out_(out) {}

  void corners_over_pieces();
  void arcs_over_pieces();
  void corners_at_corners();

 private:
  void report(bool is_piece_a, std::size_t i, bool is_piece_b, std::size_t j) {
    const Feature f = feature_of({is_piece_a, is_piece_b, i, j});
    out_.push_back(is_flipped_ ? flipped(f) : f);
  }
  [[nodiscard]] bool is_near(const Around& a, const Around& b) const {
    const double reach = a.reach + b.reach + reach_;
    return (a.middle - b.middle).squaredNorm() <= reach * reach;
  }
  /// Does a circle of a meet piece f of b within reach? faces_a(direction): has a this normal?
  template <class Faces>
  [[nodiscard]] bool meets(const Circle& circle, std::size_t f, Faces faces_a) const;

  const Outline& a_;
  const Outline& b_;
  Pose<2> pose_;
  double reach_;
  bool is_flipped_;
  std::vector<Feature>& out_;
};

template <class Faces>
bool OneWay::meets(const Circle& circle, std::size_t f, Faces faces_a) const {
  const bool is_arc = b_.is_arc(f);
  const double hollow = is_arc ? -b_.arcs[f].radius : 0;  // radius of a hollow arc
  if (circle.radius > 0 && hollow > 0 && circle.radius >= hollow) return false;
  const Vec2 normal = normal_towards(b_, f, circle.centre);
  if (normal.isZero()) return false;  // in the centre of the arc
  const double gap = height_over(b_, f, circle.centre) - circle.radius;
  const auto may_touch = [&](const Vec2& n) {
    return faces_a(Vec2(-(pose_.rotation.transpose() * n)));
  };
  if (gap > reach_ || !may_touch(normal)) return false;
  const bool is_in_region =
      is_arc ? has_normal(b_.arcs[f], normal, (circle.centre - b_.arcs[f].centre).norm())
             : is_beside(b_.corners[f], circle.centre);
  const Vec2 deepest = circle.centre - circle.radius * normal;
  if (!is_in_region) return circle.radius == 0 && is_in_reflex_corner(b_, f, deepest, may_touch);
  return gap >= 0 || leaves_across(b_, f, deepest, -gap, may_touch);
}

void OneWay::corners_over_pieces() {
  if (!has_pieces(b_)) return;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    if (is_reflex(a_, i)) continue;
    const Circle circle{pose_.to_world(a_.corners[i].at), 0};
    for (std::size_t f = 0; f < b_.size(); ++f) {
      if (!is_near({circle.centre, 0}, around(b_, f))) continue;
      const bool is_met =
          meets(circle, f, [&](const Vec2& direction) { return faces(a_, i, direction); });
      if (is_met) report(false, i, true, f);
    }
  }
}

void OneWay::arcs_over_pieces() {
  if (!has_pieces(b_)) return;
  for (std::size_t i = 0; i < a_.size(); ++i) {
    if (!a_.is_arc(i) || a_.arcs[i].radius < 0) continue;
    const Arc& arc = a_.arcs[i];
    const Circle circle{pose_.to_world(arc.centre), arc.radius};
    const Around disc{pose_.to_world(arc.middle), 1.5 * arc.reach};
    for (std::size_t f = 0; f < b_.size(); ++f) {
      // Two convex arcs are found from one side only.
      if (is_flipped_ && b_.is_arc(f) && b_.arcs[f].radius > 0) continue;
      if (!is_near(disc, around(b_, f))) continue;
      const bool is_met = meets(
          circle, f, [&](const Vec2& direction) { return has_normal(arc, direction, arc.radius); });
      if (is_met) report(true, i, true, f);
    }
  }
}

void OneWay::corners_at_corners() {
  for (std::size_t i = 0; i < a_.size(); ++i) {
    if (is_reflex(a_, i)) continue;
    const Vec2 x = pose_.to_world(a_.corners[i].at);
    for (std::size_t j = 0; j < b_.size(); ++j) {
      const Vec2 d = x - b_.corners[j].at;
      if (d.squaredNorm() > reach_ * reach_ || is_reflex(b_, j)) continue;
      if (!is_nearest_corner(b_, j, d)) continue;
      if (is_nearest_corner(a_, i, -(pose_.rotation.transpose() * d))) report(false, i, false, j);
    }
  }
}

}  // namespace

void detect_pieces(const Outline& a, const Pose<2>& pose_a, const Outline& b, const Pose<2>& pose_b,
                   double margin, std::vector<Feature>& out) {
  const Pose<2> a_in_b{pose_b.to_local(pose_a.position),
                       pose_b.rotation.transpose() * pose_a.rotation};
  const Pose<2> b_in_a{pose_a.to_local(pose_b.position), a_in_b.rotation.transpose()};
  OneWay forth(a, b, a_in_b, margin, false, out);
  OneWay back(b, a, b_in_a, margin, true, out);
  forth.corners_over_pieces();
  forth.arcs_over_pieces();
  back.corners_over_pieces();
  back.arcs_over_pieces();
  forth.corners_at_corners();
}

}  // namespace saltus::planar
