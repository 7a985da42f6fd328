// SPDX-License-Identifier: Apache-2.0
// Joints between frames as equations g(t, q) = 0, exact at every configuration.
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/model/joint_frame.h"

namespace saltus {
namespace {

using Eigen::Vector3d;
using formula::Expression;
using formula::Vector;

Vector3d read_axis(const std::vector<double>& x, const Location& where, const std::string& what,
                   int dimension) {
  if (x.size() != static_cast<std::size_t>(dimension)) {
    throw ModelError(where,
                     fmt::format("{} must be {} numbers, has {}", what, dimension, x.size()));
  }
  const Vector3d axis(x[0], x[1], dimension == 3 ? x[2] : 0);
  if (!(axis.norm() > 0)) throw ModelError(where, what + " has no length");
  return axis.normalized();
}

bool has_axis(JointType type) {
  return type != JointType::fixed && type != JointType::spherical && type != JointType::distance;
}

/// In the plane rotations are about z, and a prismatic joint needs its direction.
Vector3d axis_of(const Compiler& c, const JointDescription& d, const std::string& what) {
  const bool slides_in_plane = c.dimension == 2 && d.type == JointType::prismatic;
  if (!d.axis.empty()) {
    if (c.dimension == 2 && !slides_in_plane) {
      throw ModelError(d.where, what + ": in the plane only prismatic joints have an 'axis'");
    }
    return read_axis(d.axis, d.where, "'axis' of " + what, c.dimension);
  }
  if ((c.dimension == 3 && has_axis(d.type)) || slides_in_plane) {
    throw ModelError(d.where, what + " needs 'axis', in world axes at the start");
  }
  return Vector3d::UnitZ();
}

/// The equations of one joint, collected.
class Rows {
 public:
  Rows(Compiler& c, const JointDescription& d) : c_(c), d_(d) {
    first_ = static_cast<std::int32_t>(c.model.joint_functions.size());
  }

  /// = 0. What holds whatever the bodies do (z = 0 in the plane) is left out.
  void add(const Expression& g, const char* what = "an equation") {
    if (const auto value = c_.graph.value(g.node()); value && std::abs(*value) <= 1e-9) return;
    c_.model.joint_functions.push_back(
        add_function(c_, g.node(), {d_.where, what + (" of joint '" + d_.name) + "'"}));
  }
  void add(const Vector& g) {
    for (const Expression& x : g) add(x);
  }
  void finish() {
    const auto end = static_cast<std::int32_t>(c_.model.joint_functions.size());
    c_.model.joints.push_back({d_.name, first_, end - first_});
  }

 private:
  Compiler& c_;
  const JointDescription& d_;
  std::int32_t first_;
};

/// The two equations that keep the axes of both members parallel.
void add_parallel(const JointFrame& j, Rows& rows) {
  rows.add(dot(j.a, j.b_1));
  rows.add(dot(j.a, j.b_2));
}

/// A's origin stays on B's axis.
void add_on_axis(const JointFrame& j, Rows& rows) {
  rows.add(dot(j.way, j.b_1));
  rows.add(dot(j.way, j.b_2));
}

/// No turn about the axis, or the turn `m`.
void add_turn(const JointFrame& j, const Expression& m, Rows& rows) {
  if (j.in_plane()) {
    rows.add(j.angle() - m);
  } else {
    rows.add(j.sine() * cos(m) - j.cosine() * sin(m), "the sine of the angle");
  }
}

/// A screw's advance: sin(2π s/p − θ) is zero where s = p θ/2π, at any number of turns.
void add_screw(const JointFrame& j, Rows& rows) {
  const double per_length = 2 * std::numbers::pi / *j.d.pitch;
  const Expression turn = per_length * j.displacement();
  rows.add((sin(turn) * j.cosine() - cos(turn) * j.sine()) / per_length);
}

struct Ratio {
  int p = 0, q = 0;
};

/// ratio = p/q with the smallest q up to 1000: what toothed wheels can do.
Ratio teeth(const JointDescription& d) {
  for (int q = 1; q <= 1000; ++q) {
    const double p = std::round(*d.ratio * q);
    if (std::abs(p / q - *d.ratio) <= 1e-12 * std::abs(*d.ratio)) return {static_cast<int>(p), q};
  }
  throw ModelError(d.where, fmt::format("'ratio' of joint '{}' must be a ratio of whole numbers of "
                                        "teeth up to 1000, is {}",
                                        d.name, to_text(*d.ratio)));
}

struct Complex {
  Expression re, im;
};
Complex operator*(const Complex& x, const Complex& y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}
Complex power(Complex x, int n) {
  Complex result{x.re.of(1), x.re.of(0)};
  if (n < 0) x.im = -x.im, n = -n;
  for (; n > 0; n /= 2, x = x * x) {
    if (n % 2 == 1) result = result * x;
  }
  return result;
}

/// The body's turn about a world axis as a complex number of length 1.
Complex turn_of(Compiler& c, std::size_t body, const Vector3d& axis) {
  const Vector3d e_1 = perpendicular(axis);
  const Vector a_1 = carried(c, body, e_1);
  return {dot(a_1, formula::vector(c.graph, e_1)),
          dot(a_1, formula::vector(c.graph, axis.cross(e_1)))};
}

/// θ_2 = ratio θ_1. In space: the imaginary part of e^{i(q θ_2 − p θ_1)}, at any number of turns.
void add_gear(const JointFrame& j, Rows& rows) {
  Compiler& c = j.c;
  if (j.in_plane()) {
    const double start = j.pose_second().description->angle.value_or(0) -
                         *j.d.ratio * j.pose_first().description->angle.value_or(0);
    rows.add(j.pose_second().angle - *j.d.ratio * j.pose_first().angle - start);
    return;
  }
  const auto [p, q] = teeth(j.d);
  const Vector3d axis = axis_of(c, j.d, j.what);
  const Vector3d axis_2 =
      j.d.axis_2.empty() ? axis : read_axis(j.d.axis_2, j.d.where, "'axis_2' of " + j.what, 3);
  const Complex second = power(turn_of(c, j.B.body, axis_2), q);
  rows.add((second * power(turn_of(c, j.A.body, axis), -p)).im / q);
}

void add_distance(const JointFrame& j, const std::optional<Expression>& m, Rows& rows) {
  const double start = (j.A.origin_0 - j.B.origin_0).norm();
  const double length = j.d.length.value_or(start);
  if (!(start > 0) || !(length > 0)) {
    throw ModelError(j.d.where, j.what + ": the members of a distance joint must be apart");
  }
  rows.add(sqrt(dot(j.way, j.way)) - (m ? *m : Expression(j.c.graph, length)));
}

Vector3d second_axis(const JointFrame& j, const Vector3d& axis) {
  if (j.d.axis_2.empty())
    throw ModelError(j.d.where, j.what + " needs 'axis_2', of its second member");
  Vector3d axis_2 = read_axis(j.d.axis_2, j.d.where, "'axis_2' of " + j.what, 3);
  if (std::abs(axis.dot(axis_2)) > 1e-9)
    throw ModelError(j.d.where, j.what + ": its two axes must be at right angles");
  return axis_2;
}

void add_equations(const JointFrame& j, Rows& rows) {
  Compiler& c = j.c;
  std::optional<Expression> motion;
  if (j.d.motion) {
    const formula::Node m = parse_at(c, *j.d.motion, c.common, "'motion' of " + j.what);
    motion = Expression(c.graph, m);
  }
  const Expression zero(c.graph, 0.0);
  switch (j.d.type) {
    case JointType::fixed:
      rows.add(j.way);
      if (!j.in_plane()) add_parallel(j, rows);
      add_turn(j, zero, rows);
      break;
    case JointType::revolute:
      rows.add(j.way);
      if (!j.in_plane()) add_parallel(j, rows);
      if (motion) add_turn(j, *motion, rows);
      break;
    case JointType::prismatic:
      add_on_axis(j, rows);
      if (!j.in_plane()) add_parallel(j, rows);
      add_turn(j, zero, rows);
      if (motion) rows.add(j.displacement() - *motion);
      break;
    case JointType::cylindrical:
    case JointType::screw:
      add_on_axis(j, rows);
      add_parallel(j, rows);
      if (j.d.type == JointType::screw) add_screw(j, rows);
      break;
    case JointType::spherical:
      rows.add(j.way);
      break;
    case JointType::universal: {
      const Vector3d axis = axis_of(c, j.d, j.what);
      rows.add(j.way);
      rows.add(dot(j.a, carried(c, j.B.body, second_axis(j, axis))));
      break;
    }
    case JointType::planar:
      rows.add(dot(j.way, j.b));
      add_parallel(j, rows);
      break;
    case JointType::distance:
      add_distance(j, motion, rows);
      break;
    case JointType::gear:
      add_gear(j, rows);
      break;
  }
}

void check_type(const Compiler& c, const JointDescription& d) {
  const std::string what = "joint '" + d.name + "'";
  const bool spatial_only = d.type == JointType::cylindrical || d.type == JointType::spherical ||
                            d.type == JointType::universal || d.type == JointType::planar ||
                            d.type == JointType::screw;
  if (spatial_only && c.dimension == 2) {
    throw ModelError(d.where, what +
                                  " is of a type for models in space; in the plane there are "
                                  "fixed, revolute, prismatic, distance and gear");
  }
  if (d.type == JointType::screw && (!d.pitch || *d.pitch == 0))
    throw ModelError(d.where, what + " needs 'pitch', the advance in m per turn, not 0");
  if (d.type == JointType::gear && (!d.ratio || *d.ratio == 0))
    throw ModelError(d.where, what +
                                  " needs 'ratio', turns of the second member per turn of the "
                                  "first, not 0");
}

}  // namespace

Vector3d perpendicular(const Vector3d& n) {
  Eigen::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  return n.cross(Vector3d::Unit(least)).normalized();
}

Expression JointFrame::angle() const {
  if (!in_plane()) return atan2(sine(), cosine());
  const double start =
      pose_first().description->angle.value_or(0) - pose_second().description->angle.value_or(0);
  return pose_first().angle - pose_second().angle - start;
}

JointFrame joint_frame(Compiler& c, const JointDescription& d, const std::string& what) {
  if (d.between.size() != 2)
    throw ModelError(d.where, "'between' of " + what + " must name two bodies or frames");
  JointFrame j{c,
               d,
               what,
               frame_at(c, d.between[0], d.where, what),
               frame_at(c, d.between[1], d.where, what),
               {},
               {},
               {},
               {},
               {},
               {},
               {}};
  if (j.A.body == j.B.body)
    throw ModelError(d.where,
                     what + " is between body '" + c.model.bodies[j.A.body].name + "' and itself");
  if (c.nodes[j.A.body].v.empty() && c.nodes[j.B.body].v.empty())
    throw ModelError(d.where, what + " is between two bodies that do not move");
  const Vector3d axis = axis_of(c, d, what);
  // in the plane b_1 of a prismatic joint's axis lies in the plane, and b_2 along z
  const Vector3d e_1 = c.dimension == 2 && d.type == JointType::prismatic
                           ? Vector3d(Vector3d::UnitZ().cross(axis))
                           : perpendicular(axis);
  const Vector3d e_2 = axis.cross(e_1);
  j.axes_0 << e_1, e_2, axis;
  j.a = carried(c, j.A.body, axis);
  j.a_1 = carried(c, j.A.body, e_1);
  j.a_2 = carried(c, j.A.body, e_2);
  j.b = carried(c, j.B.body, axis);
  j.b_1 = carried(c, j.B.body, e_1);
  j.b_2 = carried(c, j.B.body, e_2);
  j.way = j.A.origin - j.B.origin;
  j.along_0 = (j.A.origin_0 - j.B.origin_0).dot(axis);
  return j;
}

void compile_joints(Compiler& c) {
  for (const JointDescription& d : c.description.frame_joints) {
    check_type(c, d);
    const JointFrame j = joint_frame(c, d, "joint '" + d.name + "'");
    if (d.clearance) {
      add_clearance(j);
      continue;
    }
    Rows rows(c, d);
    add_equations(j, rows);
    rows.finish();
    if (!d.limits) continue;
    const bool turns = d.type == JointType::revolute;
    if (!turns && d.type != JointType::prismatic && d.type != JointType::cylindrical) {
      throw ModelError(d.limits->where,
                       j.what + ": only revolute, prismatic and cylindrical joints have limits");
    }
    add_limits(j, turns ? j.angle() : j.displacement());
  }
}

}  // namespace saltus
