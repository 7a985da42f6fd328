// SPDX-License-Identifier: Apache-2.0
// Springs, torques, loads and drag as potentials and generalised forces.
#include <fmt/format.h>

#include "saltus/model/joint_frame.h"

namespace saltus {
namespace {

using formula::Expression;
using formula::Op;
using formula::Vector;

std::string called(const ForceDescription& d) { return "force '" + d.name + "'"; }

void add_potential(Compiler& c, std::size_t body, const Expression& V) {
  c.nodes[body].potential = c.graph.make(Op::add, c.nodes[body].potential, V.node());
}

/// A force on what does not move would be lost without a word.
void demand_moving(const Compiler& c, const ForceDescription& d, std::size_t body) {
  if (c.nodes[body].v.empty())
    throw ModelError(d.where, called(d) + " acts on body '" + c.model.bodies[body].name +
                                  "', which is fixed; name a body that moves");
}

/// A point does not turn.
void demand_turning(const Compiler& c, const ForceDescription& d, std::size_t body) {
  if (c.model.bodies[body].motion == BodyMotion::point)
    throw ModelError(d.where, called(d) + " turns body '" + c.model.bodies[body].name +
                                  "', which is a point and cannot; make it planar or rigid");
}

void demand_effect(const ForceDescription& d) {
  if (d.stiffness == 0 && d.damping == 0 && d.preload == 0)
    throw ModelError(d.where,
                     called(d) + " does nothing: give 'stiffness', 'damping' or 'preload'");
}

/// The two members, first and second.
std::pair<FrameNodes, FrameNodes> members(Compiler& c, const ForceDescription& d) {
  if (d.between.size() != 2)
    throw ModelError(d.where, called(d) + " needs 'between' with two bodies or frames");
  std::pair pair{frame_at(c, d.between[0], d.where, called(d)),
                 frame_at(c, d.between[1], d.where, called(d))};
  if (pair.first.body == pair.second.body)
    throw ModelError(d.where, called(d) + " is between a body and itself");
  demand_effect(d);
  return pair;
}

/// V = ½ k (l − l_0)² + preload (l − l_0), damping c l̇ along the line between the members.
void add_spring(Compiler& c, const ForceDescription& d) {
  const auto [A, B] = members(c, d);
  const Vector way = A.origin - B.origin;
  const Expression square = dot(way, way);
  const double start = (A.origin_0 - B.origin_0).norm();
  const double free = d.length.value_or(start);
  if (free < 0) throw ModelError(d.where, "'length' of " + called(d) + " must be >= 0");
  const std::size_t moving = c.nodes[A.body].v.empty() ? B.body : A.body;
  if (c.nodes[moving].v.empty())
    throw ModelError(d.where, called(d) + " is between two bodies that do not move");
  if (free == 0 && d.preload == 0 && d.damping == 0) {  // smooth also at length 0
    add_potential(c, moving, 0.5 * d.stiffness * square);
    return;
  }
  if (!(start > 0)) {
    throw ModelError(d.where, called(d) +
                                  ": its ends coincide at the start, where its direction is "
                                  "not known; use length = 0 without preload and damping, "
                                  "or move the ends apart");
  }
  const Expression length = sqrt(square);
  const Expression stretch = length - free;
  add_potential(c, moving, 0.5 * d.stiffness * stretch * stretch + d.preload * stretch);
  if (d.damping == 0) return;
  const Vector direction = (length.of(1) / length) * way;
  const Vector u = velocity_at(c, A.body, A.arm) - velocity_at(c, B.body, B.arm);
  const Expression force = -d.damping * dot(u, direction);
  add_force(c, A.body, force * direction, A.arm);
  add_force(c, B.body, (-force) * direction, B.arm);
}

/// The turn of the first member about the axis, relative to the second. In space it is a position
/// of its own, with the derivatives of the angle: an angle of attitudes is known up to whole turns.
Expression turn_between(Compiler& c, const ForceDescription& d, const JointFrame& j) {
  if (j.in_plane()) return j.angle();
  const formula::Node angle = j.angle().node();
  const formula::Node turn = c.graph.symbol();
  for (const std::size_t body : {j.A.body, j.B.body}) {
    for (Direction& direction : c.nodes[body].directions) {
      const formula::Node rate = along(c.graph, c.derivative, angle, direction);
      if (c.graph.value(rate) != 0.0) direction.parts.push_back({turn, rate});
    }
  }
  const auto side = [&](std::size_t body) {
    const Eigen::Matrix3d& R = c.nodes[body].pose->rotation_0;
    return TurnNodes::Side{body, R.transpose() * j.axes_0};
  };
  const std::size_t owner = c.nodes[j.A.body].v.empty() ? j.B.body : j.A.body;
  c.turns.push_back({owner, c.nodes[owner].q.size(), side(j.A.body), side(j.B.body)});
  c.nodes[owner].q.push_back(turn);
  c.nodes[owner].q0.push_back(0);
  c.model.bodies[owner].coordinates.push_back(d.name + "_angle");
  return {c.graph, turn};
}

/// The same for the angle of the first member about the axis, relative to the second.
void add_torsion(Compiler& c, const ForceDescription& d) {
  demand_effect(d);
  JointDescription joint;
  joint.type = JointType::revolute;
  joint.name = d.name;
  joint.where = d.where;
  joint.between = d.between;
  joint.axis = d.axis;
  const JointFrame j = joint_frame(c, joint, called(d));
  for (const std::size_t body : {j.A.body, j.B.body}) demand_turning(c, d, body);
  if (d.stiffness != 0 || d.preload != 0) {
    const Expression turn = turn_between(c, d, j) - d.length.value_or(0);
    const std::size_t moving = c.nodes[j.A.body].v.empty() ? j.B.body : j.A.body;
    add_potential(c, moving, 0.5 * d.stiffness * turn * turn + d.preload * turn);
  }
  if (d.damping == 0) return;
  const Expression rate = dot(j.pose_first().omega - j.pose_second().omega, j.b);
  const Vector torque = (-d.damping * rate) * j.b;
  add_torque(c, j.A.body, torque);
  add_torque(c, j.B.body, torque[0].of(-1) * torque);
}

/// Formulas as a vector: two or three numbers or formulas, of t and of all bodies.
Vector formulas(Compiler& c, const Value& value, const ForceDescription& d, const char* key) {
  const std::string what = fmt::format("'{}' of {}", key, called(d));
  const formula::Scope scope = force_scope(c);
  const Array& list = read_array(value, what);
  if (list.size() != static_cast<std::size_t>(c.dimension))
    throw ModelError(value.where,
                     fmt::format("{} must be {} formulas, has {}", what, c.dimension, list.size()));
  const Expression zero(c.graph, 0.0);
  Vector result{zero, zero, zero};
  for (std::size_t i = 0; i < list.size(); ++i) {
    const FormulaText text = read_formula(list[i], "an element of " + what);
    result[i] = Expression(c.graph, parse_at(c, text, scope, what));
  }
  return result;
}

/// A torque: one formula in the plane, three in space.
Vector torque_of(Compiler& c, const Value& value, const ForceDescription& d, const char* key) {
  if (c.dimension == 3) return formulas(c, value, d, key);
  const std::string what = fmt::format("'{}' of {}", key, called(d));
  const Expression zero(c.graph, 0.0);
  const FormulaText text = read_formula(value, what);
  return {zero, zero, Expression(c.graph, parse_at(c, text, force_scope(c), what))};
}

bool is_given(const Value& value) { return !value.where.file.empty(); }

Vector in_world(const Compiler& c, const ForceDescription& d, std::size_t body, const Vector& x) {
  return d.body_axes ? c.nodes[body].pose->rotation * x : x;
}

void add_load(Compiler& c, const ForceDescription& d) {
  const bool is_torque = d.type == ForceType::torque;
  const std::optional<std::string>& member = is_torque ? d.body : d.at;
  if (!member) {
    throw ModelError(d.where, called(d) + (is_torque ? " needs 'body'"
                                                     : " needs 'at', a body or a "
                                                       "frame"));
  }
  const FrameNodes at = frame_at(c, *member, d.where, called(d));
  demand_moving(c, d, at.body);
  if (is_torque) {
    demand_turning(c, d, at.body);
    if (!is_given(d.value)) throw ModelError(d.where, called(d) + " needs 'value'");
    add_torque(c, at.body, in_world(c, d, at.body, torque_of(c, d.value, d, "value")));
    return;
  }
  if (!is_given(d.force) && !is_given(d.torque))
    throw ModelError(d.where, called(d) + " needs 'force' or 'torque'");
  if (is_given(d.force))
    add_force(c, at.body, in_world(c, d, at.body, formulas(c, d.force, d, "force")), at.arm);
  if (is_given(d.torque)) demand_turning(c, d, at.body);
  if (is_given(d.torque))
    add_torque(c, at.body, in_world(c, d, at.body, torque_of(c, d.torque, d, "torque")));
}

/// −(linear + quadratic |v|) v at the centre of mass, −angular ω.
void add_drag(Compiler& c, const ForceDescription& d) {
  if (!d.body) throw ModelError(d.where, called(d) + " needs 'body'");
  const FrameNodes at = frame_at(c, *d.body, d.where, called(d));
  demand_moving(c, d, at.body);
  if (d.linear == 0 && d.quadratic == 0 && d.angular == 0)
    throw ModelError(d.where, called(d) + " does nothing: give 'linear', 'quadratic' or 'angular'");
  if (d.angular > 0) demand_turning(c, d, at.body);
  const PoseNodes& pose = *c.nodes[at.body].pose;
  const Expression zero(c.graph, 0.0);
  // |v| with a slope of 0 at rest; elsewhere it is |v| to the last bit
  const Expression speed = sqrt(dot(pose.velocity, pose.velocity) + 1e-200);
  const Expression factor = -(zero + d.linear + d.quadratic * speed);
  add_force(c, at.body, factor * pose.velocity, {zero, zero, zero});
  add_torque(c, at.body, zero.of(-d.angular) * pose.omega);
}

}  // namespace

void compile_forces(Compiler& c) {
  for (const ForceDescription& d : c.description.forces) {
    switch (d.type) {
      case ForceType::spring:
        add_spring(c, d);
        break;
      case ForceType::torsion:
        add_torsion(c, d);
        break;
      case ForceType::torque:
      case ForceType::load:
        add_load(c, d);
        break;
      case ForceType::drag:
        add_drag(c, d);
        break;
    }
  }
}

}  // namespace saltus
