// SPDX-License-Identifier: Apache-2.0
// Two formulas give every gap: circle and circle, circle and line.
#include "saltus/shapes/planar/outline.h"

namespace saltus::planar {
namespace {

/// A corner or an arc as a circle, or a line, in world axes.
struct Element {
  Vec2 at;            // centre; of a line: one of its points
  Vec2 normal;        // of a line
  double radius = 0;  // signed, hollow < 0; of a line: by how much it is grown
  bool is_line = false;
  bool is_hollow = false;
};

Element element(const Outline& o, const Pose<2>& pose, bool is_piece, std::size_t i) {
  Element e;
  if (is_piece && o.is_arc(i)) {
    e.at = pose.to_world(o.arcs[i].centre);
    e.is_hollow = o.arcs[i].radius < 0;
    e.radius = o.arcs[i].radius + o.radius;
    return e;
  }
  e.at = pose.to_world(o.corners[i].at);
  e.radius = o.radius;
  e.is_line = is_piece;
  if (is_piece) e.normal = pose.rotation * outward(o.corners[i].along);
  return e;
}

}  // namespace

ContactPoint<2> evaluate(const Outline& a, const Pose<2>& pose_a, const Outline& b,
                         const Pose<2>& pose_b, Feature feature) {
  const Meeting m = meeting_of(feature);
  const Element first = element(a, pose_a, m.first_is_piece, m.first);
  const Element second = element(b, pose_b, m.second_is_piece, m.second);
  const Vec2 d = first.at - second.at;

  // With the normal n from the second to the first: on_first = c₁ − ρ₁ n, on_second = c₂ + ρ₂ n.
  ContactPoint<2> contact;
  if (second.is_line) {
    contact.normal = second.normal;
    contact.gap = contact.normal.dot(d) - first.radius - second.radius;
    contact.on_first = first.at - first.radius * contact.normal;
    contact.on_second = contact.on_first - contact.gap * contact.normal;
  } else if (first.is_line) {
    contact.normal = -first.normal;
    contact.gap = contact.normal.dot(d) - first.radius - second.radius;
    contact.on_second = second.at + second.radius * contact.normal;
    contact.on_first = contact.on_second + contact.gap * contact.normal;
  } else {
    // gap = σ |d| − ρ₁ − ρ₂, n = σ d/|d|, σ = −1 where one circle is inside of the other.
    const double sign = first.is_hollow || second.is_hollow ? -1 : 1;
    const double distance = d.norm();
    contact.normal =
        distance > 0 ? Vec2(sign / distance * d) : Vec2::UnitX();  // any, if concentric
    contact.gap = sign * distance - first.radius - second.radius;
    contact.on_first = first.at - first.radius * contact.normal;
    contact.on_second = second.at + second.radius * contact.normal;
  }
  return contact;
}

}  // namespace saltus::planar
