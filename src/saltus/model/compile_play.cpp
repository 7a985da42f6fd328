// SPDX-License-Identifier: Apache-2.0
// Stops and play of joints, as gaps with friction in closed form.
#include <cmath>
#include <numbers>

#include "saltus/model/joint_frame.h"

namespace saltus {
namespace {

using formula::Expression;
using formula::Op;
using formula::Vector;

/// A contact point of the two members: gap, tangents, and where it is, in world axes.
struct Touch {
  Expression gap;
  Vector normal;  // as the first member feels it
  Vector t_1, t_2;
  Vector point;
};

void add_contact(const JointFrame& j, const Touch& touch, const std::string& name) {
  const ClearanceDescription& d = *j.d.clearance;
  Compiler& c = j.c;
  const std::string what = " of contact '" + name + "'";
  Contact contact;
  contact.name = name;
  contact.e = d.restitution;
  contact.mu = d.friction;
  contact.gap = add_function(c, touch.gap.node(), {d.where, "the gap" + what});
  if (contact.mu > 0) {
    const Vector u = velocity_at(c, j.A.body, touch.point - j.pose_first().position) -
                     velocity_at(c, j.B.body, touch.point - j.pose_second().position);
    const FunctionOrigin origin{d.where, "the tangent" + what};
    std::vector<std::int32_t> rows{contact.gap};
    rows.push_back(contact.tangent = add_velocity_row(c, dot(u, touch.t_1).node(), origin));
    if (!j.in_plane())
      rows.push_back(contact.tangent_2 = add_velocity_row(c, dot(u, touch.t_2).node(), origin));
    join_rows(c, rows);
  }
  c.touches.push_back({c.model.contacts.size(), touch.point, touch.normal, touch.t_1, touch.t_2});
  c.model.contacts.push_back(std::move(contact));
}

Vector opposite(const Vector& x) { return {-x[0], -x[1], -x[2]}; }

/// |r|, with a slope of 0 instead of none at r = 0; elsewhere it is |r| to the last bit.
Expression length_of(const Vector& r, double play) {
  const double least = 1e-12 * play;
  return sqrt(dot(r, r) + least * least);
}

/// A pin's end in its bore: circle in circle, whose planes are at right angles to B's axis.
Touch pin_end(const JointFrame& j, const Vector& centre) {
  const ClearanceDescription& d = *j.d.clearance;
  const Vector way = centre - j.B.origin;
  const Vector r = way - dot(way, j.b) * j.b;
  const Expression distance = length_of(r, d.radial);
  const Vector outward = (distance.of(1) / distance) * r;
  return {d.radial - distance, opposite(outward), cross(j.b, outward), j.b,
          centre + distance.of(d.radius) * outward};
}

/// A ball in its socket. Friction is the same in all directions, so that its axes may jump.
Touch ball(const JointFrame& j) {
  const ClearanceDescription& d = *j.d.clearance;
  const Expression distance = length_of(j.way, d.radial);
  const Vector outward = (distance.of(1) / distance) * j.way;
  const Expression steep = outward[0].apply(Op::abs).apply(Op::less, distance.of(0.8));
  const auto choose = [&](double a, double b) {
    formula::Graph& graph = j.c.graph;
    return Expression(graph,
                      graph.make(Op::select, steep.node(), graph.constant(a), graph.constant(b)));
  };
  const Vector side = cross(outward, {choose(1, 0), choose(0, 1), distance.of(0)});
  const Vector t_1 = (distance.of(1) / length_of(side, 1e-3)) * side;
  return {d.radial - distance, opposite(outward), t_1, cross(outward, t_1),
          j.A.origin + distance.of(d.radius) * outward};
}

/// The corners of a slider at the two walls of a channel that are at right angles to `b_1`.
void add_corners(const JointFrame& j, const Vector& a_1, const Vector& a_2, const Vector& b_1,
                 const Vector& b_2, int& number) {
  const ClearanceDescription& d = *j.d.clearance;
  const Expression half = j.way[0].of(0.5 * *d.length);
  const Expression radius = j.way[0].of(d.radius);
  for (const double end : {-1.0, 1.0}) {
    for (const double side : {-1.0, 1.0}) {
      for (const double depth : {-1.0, 1.0}) {
        Vector corner = j.A.origin + (end * half) * j.a + (side * radius) * a_1;
        if (!j.in_plane()) corner = corner + (depth * radius) * a_2;
        const Expression height = dot(corner - j.B.origin, b_1);
        add_contact(j,
                    {d.radius + d.radial - side * height, radius.of(-side) * b_1, j.b, b_2, corner},
                    j.d.name + "#" + std::to_string(++number));
        if (j.in_plane()) break;
      }
    }
  }
}

/// `sign`: of the gap's growth along the axis. The stop of an angle is a torque: no force is seen.
void add_stop(const JointFrame& j, const Expression& gap, double sign, const char* which) {
  const LimitsDescription& d = *j.d.limits;
  Contact contact;
  contact.name = j.d.name + "." + which;
  contact.e = d.restitution;
  contact.gap =
      add_function(j.c, gap.node(), {d.where, "the gap of contact '" + contact.name + "'"});
  const Vector nothing = vector(j.c.graph, Eigen::Vector3d::Zero());
  contact.turns = j.d.type == JointType::revolute;
  j.c.touches.push_back({j.c.model.contacts.size(), j.A.origin,
                         contact.turns ? nothing : gap.of(sign) * j.b, nothing, nothing});
  j.c.model.contacts.push_back(std::move(contact));
}

}  // namespace

void add_limits(const JointFrame& j, const Expression& coordinate) {
  const LimitsDescription& d = *j.d.limits;
  const bool wraps = j.d.type == JointType::revolute && !j.in_plane();
  for (const auto& limit : {d.lower, d.upper}) {
    if (wraps && limit && !(std::abs(*limit) < std::numbers::pi)) {
      throw ModelError(d.where, j.what +
                                    ": limits of an angle in space must lie between -pi and "
                                    "pi, which are seen as the same");
    }
  }
  if (!d.lower && !d.upper)
    throw ModelError(d.where, "'limits' of " + j.what + " needs 'lower' or 'upper'");
  if (d.lower && d.upper && !(*d.lower < *d.upper))
    throw ModelError(d.where, "'limits' of " + j.what + ": 'lower' must be below 'upper'");
  if (d.lower) add_stop(j, coordinate - *d.lower, 1, "lower");
  if (d.upper) add_stop(j, *d.upper - coordinate, -1, "upper");
}

void add_clearance(const JointFrame& j) {
  const ClearanceDescription& d = *j.d.clearance;
  const JointType type = j.d.type;
  if (j.d.limits || j.d.motion)
    throw ModelError(d.where, j.what + " has play, and so neither 'limits' nor 'motion'");
  const bool slides = type == JointType::prismatic;
  const bool pin = type == JointType::revolute || type == JointType::cylindrical;
  if (!slides && !pin && type != JointType::spherical) {
    throw ModelError(d.where, j.what +
                                  ": only revolute, cylindrical, spherical and prismatic "
                                  "joints may have a 'clearance'");
  }
  if ((slides || (pin && !j.in_plane())) && !d.length)
    throw ModelError(d.where, "'clearance' of " + j.what + " needs 'length'");
  if (slides && !(d.radius > 0))
    throw ModelError(d.where,
                     "'clearance' of " + j.what + " needs 'radius', half the slider's height");
  // what has no effect is refused: it would be taken for something else
  if (d.length && !slides && (type == JointType::spherical || j.in_plane()))
    throw ModelError(d.where,
                     "'length' in 'clearance' of " + j.what + " has no effect: there is one point");
  if (d.friction > 0 && !(d.radius > 0)) {
    throw ModelError(d.where, "'clearance' of " + j.what +
                                  " has friction and therefore needs 'radius', its lever");
  }
  double& least = j.c.model.least_play;
  least = least > 0 ? std::min(least, d.radial) : d.radial;
  int number = 0;
  if (slides) {
    add_corners(j, j.a_1, j.a_2, j.b_1, j.b_2, number);
    if (!j.in_plane()) add_corners(j, j.a_2, j.a_1, j.b_2, j.b_1, number);
  } else if (!pin) {
    add_contact(j, ball(j), j.d.name + "#1");
  } else if (j.in_plane()) {
    add_contact(j, pin_end(j, j.A.origin), j.d.name + "#1");
  } else {
    const Expression half = j.way[0].of(0.5 * *d.length);
    add_contact(j, pin_end(j, j.A.origin - half * j.a), j.d.name + "#1");
    add_contact(j, pin_end(j, j.A.origin + half * j.a), j.d.name + "#2");
  }
}

}  // namespace saltus
