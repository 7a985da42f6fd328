// SPDX-License-Identifier: Apache-2.0
// Points, planar bodies and rigid bodies: Newton's and Euler's equations as nodes.
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <fmt/format.h>

#include "saltus/base/rotation.h"
#include "saltus/model/solids.h"

namespace saltus {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using formula::Expression;
using formula::Vector;

std::string called(const SolidDescription& d) { return "body '" + d.name + "'"; }

/// Two numbers in the plane, three in space; none: zero.
Vector3d vector_of(const std::vector<double>& x, int dimension, const Location& where,
                   const std::string& what) {
  if (x.empty()) return Vector3d::Zero();
  if (x.size() != static_cast<std::size_t>(dimension)) {
    throw ModelError(where,
                     fmt::format("{} must be {} numbers in this {} model, has {}", what, dimension,
                                 dimension == 2 ? "planar" : "spatial", x.size()));
  }
  return {x[0], x[1], dimension == 3 ? x[2] : 0.0};
}

Matrix3d turn_in_plane(double angle) {
  Matrix3d R = Matrix3d::Identity();
  R.topLeftCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return R;
}

/// The inertia tensor in space; a single number in the plane.
Matrix3d inertia_of(const SolidDescription& d) {
  const ReadContext context = read_context(d.parameters);
  const std::string what = "'inertia' of " + called(d);
  if (!d.inertia)
    throw ModelError(d.where, called(d) + " needs 'inertia', or shapes and 'density'");
  const auto* list = std::get_if<Array>(&d.inertia->data);
  if (d.kind == SolidKind::planar) {
    if (list != nullptr) throw ModelError(d.inertia->where, what + " is one number in the plane");
    return read_number(*d.inertia, context, what, positive()) * Matrix3d::Identity();
  }
  if (list == nullptr || (list->size() != 3 && list->size() != 6)) {
    throw ModelError(d.inertia->where,
                     what +
                         " must be three principal values or the six entries xx, yy, zz, xy, "
                         "xz, yz of the tensor");
  }
  std::vector<double> x;
  for (const Value& v : *list) x.push_back(read_number(v, context, "an element of " + what, {}));
  if (x.size() == 3) x.resize(6, 0.0);
  Matrix3d J;
  J << x[0], x[3], x[4], x[3], x[1], x[5], x[4], x[5], x[2];
  const Vector3d p = Eigen::SelfAdjointEigenSolver<Matrix3d>(J).eigenvalues();
  if (!(p[0] > 0)) {
    throw ModelError(d.inertia->where,
                     fmt::format("{} must be positive definite; its principal values are {:.6g}, "
                                 "{:.6g}, {:.6g}",
                                 what, p[0], p[1], p[2]));
  }
  if (p[2] > (p[0] + p[1]) * (1 + 1e-9)) {
    throw ModelError(
        d.inertia->where,
        fmt::format(
            "{} belongs to no body: its principal values {:.6g}, {:.6g}, {:.6g} violate the "
            "triangle inequality (the largest may not exceed the sum of the others)",
            what, p[0], p[1], p[2]));
  }
  return J;
}

struct Builder {
  Compiler& c;
  const SolidDescription& d;
  BodyNodes& nodes;
  Body& body;

  [[nodiscard]] Expression number(double x) const { return {c.graph, x}; }

  Expression position(const char* name, double start) const {
    nodes.q.push_back(c.graph.symbol());
    nodes.q0.push_back(start);
    body.coordinates.emplace_back(name);
    return {c.graph, nodes.q.back()};
  }
  Expression velocity(const char* name, double start) const {
    nodes.v.push_back(c.graph.symbol());
    nodes.a.push_back(c.graph.symbol());
    nodes.v0.push_back(start);
    nodes.force.push_back(c.graph.constant(0));
    nodes.gyroscopic.push_back(c.graph.constant(0));
    nodes.directions.emplace_back();
    body.rates.emplace_back(name);
    return {c.graph, nodes.v.back()};
  }

  /// x, y (, z) of the centre of mass.
  void translate(PoseNodes& pose) const {
    static constexpr std::array x{"x", "y", "z"};
    static constexpr std::array v{"vx", "vy", "vz"};
    const Vector3d v0 = vector_of(d.velocity, c.dimension, d.where, "'velocity' of " + called(d));
    for (int i = 0; i < c.dimension; ++i) {
      const auto k = static_cast<std::size_t>(i);
      pose.position[k] = position(x.at(k), pose.position_0[i]);
      pose.velocity[k] = velocity(v.at(k), v0[i]);
      nodes.directions[k].parts.push_back({nodes.q[k], c.graph.constant(1)});
    }
  }

  void turn(PoseNodes& pose) const {
    pose.angle = position("angle", d.angle.value_or(0));
    const Expression spin = velocity("spin", d.spin.value_or(0));
    nodes.directions.back().parts.push_back({nodes.q.back(), c.graph.constant(1)});
    const Expression s = sin(pose.angle);
    const Expression k = cos(pose.angle);
    const Expression zero = number(0);
    pose.rotation = {Vector{k, -s, zero}, Vector{s, k, zero}, Vector{zero, zero, number(1)}};
    pose.omega = {zero, zero, spin};
  }

  /// The unit quaternion and ω in body axes: q̇ = ½ q ⊗ (0, ω). Returns ω.
  [[nodiscard]] Vector turn_in_space(PoseNodes& pose, const Eigen::Vector4d& q0) const {
    const Vector3d w0 =
        d.angular_velocity.empty()
            ? Vector3d::Zero()
            : vector_of(d.angular_velocity, 3, d.where, "'angular_velocity' of " + called(d));
    const Expression w = position("qw", q0[0]);
    const Expression x = position("qx", q0[1]);
    const Expression y = position("qy", q0[2]);
    const Expression z = position("qz", q0[3]);
    const Vector omega{velocity("wx", w0[0]), velocity("wy", w0[1]), velocity("wz", w0[2])};
    const std::array<std::array<Expression, 4>, 3> rates{
        {{-x, w, z, -y}, {-y, -z, w, x}, {-z, y, -x, w}}};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 4; ++j)
        nodes.directions[3 + i].parts.push_back({nodes.q[3 + j], (0.5 * rates[i][j]).node()});
    }
    pose.rotation = {
        Vector{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
        Vector{2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
        Vector{2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}};
    pose.omega = pose.rotation * omega;
    return omega;
  }

  /// T, V of gravity and the gyroscopic torque.
  void set_energies(const PoseNodes& pose, double mass, const Matrix3d& J,
                    const std::optional<Vector>& omega) const {
    Expression T = 0.5 * mass * dot(pose.velocity, pose.velocity);
    if (d.kind == SolidKind::planar) T = T + 0.5 * J(0, 0) * pose.omega[2] * pose.omega[2];
    if (omega) {
      Vector momentum;
      for (int i = 0; i < 3; ++i) {
        momentum[static_cast<std::size_t>(i)] =
            dot(formula::vector(c.graph, J.row(i).transpose()), *omega);
      }
      T = T + 0.5 * dot(*omega, momentum);
      const Vector torque = cross(momentum, *omega);  // −ω × Jω
      for (std::size_t i = 0; i < 3; ++i) nodes.gyroscopic[3 + i] = torque[i].node();
    }
    nodes.kinetic = T.node();
    const std::vector<double> g = c.description.gravity.value_or(std::vector<double>{});
    Vector3d weight = Vector3d::Zero();
    for (std::size_t i = 0; i < g.size(); ++i) weight[static_cast<Eigen::Index>(i)] = mass * g[i];
    nodes.potential = (-dot(formula::vector(c.graph, weight), pose.position)).node();
  }
};

void check_mass(const SolidDescription& d) {
  if (d.density && (d.mass || d.inertia || !d.com.empty())) {
    throw ModelError(d.where, called(d) +
                                  " has 'density', which gives its mass, inertia and centre of "
                                  "mass: leave 'mass', 'inertia' and 'com' out");
  }
  if (!d.mass && !d.density) {
    throw ModelError(d.where,
                     called(d) + " needs 'mass', or shapes and 'density' (or fixed = true)");
  }
}

/// The pose at the start, as constants.
PoseNodes start_pose(Compiler& c, const SolidDescription& d, const Eigen::Vector4d& q0,
                     const std::optional<ShapeMass>& of_shapes) {
  const std::string what = called(d);
  PoseNodes pose;
  pose.description = &d;
  pose.rotation_0 =
      c.dimension == 2 ? turn_in_plane(d.angle.value_or(0)) : rotation_matrix(q0.data());
  pose.com = vector_of(d.com, c.dimension, d.where, "'com' of " + what);
  if (of_shapes) pose.com = of_shapes->com;
  pose.position_0 = vector_of(d.position, c.dimension, d.where, "'position' of " + what) +
                    pose.rotation_0 * pose.com;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    pose.position[i] = Expression(c.graph, pose.position_0[k]);
    pose.velocity[i] = pose.omega[i] = Expression(c.graph, 0.0);
    pose.rotation[i] = formula::vector(c.graph, pose.rotation_0.row(k).transpose());
  }
  pose.angle = Expression(c.graph, d.angle.value_or(0));
  return pose;
}

/// Coordinates, energies and gyroscopic torque of a body that moves.
void set_free(const Builder& build, const Eigen::Vector4d& q0,
              const std::optional<ShapeMass>& of_shapes, PoseNodes& pose) {
  const SolidDescription& d = build.d;
  check_mass(d);
  build.translate(pose);
  std::optional<Vector> omega;
  if (d.kind == SolidKind::planar) build.turn(pose);
  if (d.kind == SolidKind::rigid) omega = build.turn_in_space(pose, q0);
  Matrix3d J = Matrix3d::Identity();
  if (of_shapes) {
    J = of_shapes->inertia;
  } else if (d.kind != SolidKind::point) {
    J = inertia_of(d);
  }
  build.set_energies(pose, of_shapes ? of_shapes->mass : *d.mass, J, omega);
  constexpr std::array motions{BodyMotion::point, BodyMotion::planar, BodyMotion::rigid};
  build.body.motion = motions.at(static_cast<std::size_t>(d.kind));
}

void compile_solid(Compiler& c, const SolidDescription& d) {
  BodyNodes nodes;
  Body body;
  body.name = d.name;
  body.where = body.kinetic = body.potential = d.where;
  body.motion = BodyMotion::fixed;
  nodes.kinetic = nodes.potential = c.graph.constant(0);
  Eigen::Vector4d q0(1, 0, 0, 0);
  if (d.rotation) q0 = quaternion_of(*d.rotation);
  read_shapes(c, d);
  std::optional<ShapeMass> of_shapes;
  if (d.density) of_shapes = mass_of_shapes(c, d);
  PoseNodes pose = start_pose(c, d, q0, of_shapes);
  for (const auto& [name, frame] : d.frame_list) {  // also those that nobody uses
    static_cast<void>(vector_of(frame.position, c.dimension, frame.where,
                                "'position' of frame '" + name + "' of " + called(d)));
  }
  centre_shapes(c, pose.com);
  if (!d.fixed) set_free({c, d, nodes, body}, q0, of_shapes, pose);
  body.start = {pose.position_0, pose.rotation_0};
  nodes.pose = std::move(pose);
  c.nodes.push_back(std::move(nodes));
  c.model.bodies.push_back(std::move(body));
}

/// 2 or 3: as gravity says, else as the bodies do.
int world_dimension(const Description& description) {
  int dimension = description.gravity ? static_cast<int>(description.gravity->size()) : 0;
  for (const SolidDescription& d : description.solids) {
    int own = static_cast<int>(d.position.size());
    if (!d.fixed && d.kind == SolidKind::planar) own = 2;
    if (!d.fixed && d.kind == SolidKind::rigid) own = 3;
    if (dimension == 0) dimension = own;
    if (own != 0 && dimension != 0 && own != dimension) {
      throw ModelError(d.where, fmt::format("{} is {}, but the model is {} (as 'gravity' of "
                                            "[world] or the bodies before say)",
                                            called(d), own == 2 ? "planar" : "spatial",
                                            dimension == 2 ? "planar" : "spatial"));
    }
  }
  return dimension == 0 ? 2 : dimension;
}

std::size_t find_solid(const Compiler& c, const std::string& name, const Location& where,
                       const std::string& what) {
  std::vector<std::string> names;
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    const std::string& there = c.model.bodies[b].name;
    if (there == name && c.nodes[b].pose) return b;
    if (there == name)
      throw ModelError(where, what + ": body '" + name +
                                  "' is written as formulas and has no frames; use a joint of type "
                                  "formula");
    names.push_back(there);
  }
  throw ModelError(where, what + ": there is no body '" + name + "'" + did_you_mean(name, names));
}

}  // namespace

void check_fields(const RotationDescription& d, const Value& table, std::string_view what) {
  const auto refuse = [&](const char* key, const std::string& why) {
    const Value* value = find(table, key);
    throw ModelError(value != nullptr ? value->where : table.where,
                     fmt::format("{} {}; give either {{ axis = [x, y, z], angle = … }} or {{ "
                                 "quaternion = [w, x, y, z] }}",
                                 what, why));
  };
  const bool has_axis = find(table, "axis") != nullptr;
  if (find(table, "quaternion") == nullptr) {
    if (!has_axis && !d.angle) refuse("", "says nothing");
    if (!has_axis) refuse("angle", "has 'angle', but no 'axis'");
    if (!d.angle) refuse("axis", "has 'axis', but no 'angle'");
    if (d.axis.size() != 3)
      refuse("axis", fmt::format("has an 'axis' of {} numbers", d.axis.size()));
    const double norm = Vector3d(d.axis[0], d.axis[1], d.axis[2]).stableNorm();
    if (!(norm > 0) || !std::isfinite(norm)) refuse("axis", "has an 'axis' without direction");
    return;
  }
  if (has_axis || d.angle) refuse("quaternion", "has 'quaternion', and 'axis' or 'angle' besides");
  if (d.quaternion.size() != 4)
    refuse("quaternion", fmt::format("has a 'quaternion' of {} numbers", d.quaternion.size()));
  const double norm = Eigen::Vector4d(d.quaternion.data()).stableNorm();
  if (!(std::abs(norm - 1) <= 1e-9)) {
    throw ModelError(find(table, "quaternion")->where,
                     fmt::format("'quaternion' of {} has length {:.10g}, must be 1 within 1e-9; "
                                 "divide its entries by that length",
                                 what, norm));
  }
}

Eigen::Vector4d quaternion_of(const RotationDescription& d) {
  if (!d.quaternion.empty()) return Eigen::Vector4d(d.quaternion.data()).normalized();
  const Vector3d axis = Vector3d(d.axis[0], d.axis[1], d.axis[2]).stableNormalized();
  const double half = 0.5 * d.angle.value_or(0);
  const Vector3d part = std::sin(half) * axis;
  return {std::cos(half), part[0], part[1], part[2]};
}

void compile_solids(Compiler& c) {
  if (c.description.solids.empty()) return;
  c.dimension = world_dimension(c.description);
  if (!c.description.gravity) {
    throw ModelError(c.description.solids.front().where,
                     "a model with bodies of mass needs [world] with 'gravity': two numbers, three "
                     "numbers or \"none\"");
  }
  for (const SolidDescription& d : c.description.solids) compile_solid(c, d);
}

namespace {

/// What may be written instead.
std::string listed(const std::vector<std::string>& frames) {
  if (frames.empty()) return "; it has none: write the body's name alone, or give it 'frames'";
  std::string text = "\n  its frames: ";
  for (const std::string& frame : frames) text += (&frame == frames.data() ? "" : ", ") + frame;
  return text;
}

}  // namespace

FrameNodes frame_at(Compiler& c, const std::string& name, const Location& where,
                    const std::string& what) {
  const std::size_t dot = name.find('.');
  FrameNodes frame;
  frame.body = find_solid(c, name.substr(0, dot), where, what);
  const PoseNodes& pose = *c.nodes[frame.body].pose;
  Vector3d local = -pose.com;
  if (dot != std::string::npos) {
    const std::string wanted = name.substr(dot + 1);
    const FrameDescription* found = nullptr;
    std::vector<std::string> names;
    for (const auto& [key, d] : pose.description->frame_list) {
      names.push_back(key);
      if (key == wanted) found = &d;
    }
    if (found == nullptr) {
      throw ModelError(where, what + ": body '" + name.substr(0, dot) + "' has no frame '" +
                                  wanted + "'" + did_you_mean(wanted, names) + listed(names));
    }
    local += vector_of(found->position, c.dimension, found->where, "'position' of '" + name + "'");
  }
  frame.arm = pose.rotation * local;
  frame.origin = pose.position + frame.arm;
  frame.origin_0 = pose.position_0 + pose.rotation_0 * local;
  return frame;
}

Vector carried(Compiler& c, std::size_t body, const Vector3d& world) {
  const PoseNodes& pose = *c.nodes[body].pose;
  return pose.rotation * Vector3d(pose.rotation_0.transpose() * world);
}

Vector velocity_at(Compiler& c, std::size_t body, const Vector& arm) {
  const PoseNodes& pose = *c.nodes[body].pose;
  return pose.velocity + cross(pose.omega, arm);
}

void add_force(Compiler& c, std::size_t body, const Vector& force, const Vector& arm) {
  BodyNodes& nodes = c.nodes[body];
  if (nodes.v.empty()) return;  // fixed
  for (std::size_t i = 0; i < static_cast<std::size_t>(c.dimension); ++i)
    nodes.force[i] = c.graph.make(formula::Op::add, nodes.force[i], force[i].node());
  add_torque(c, body, cross(arm, force));
}

void add_torque(Compiler& c, std::size_t body, const Vector& torque) {
  BodyNodes& nodes = c.nodes[body];
  const auto add = [&](std::size_t dof, const Expression& part) {
    nodes.force[dof] = c.graph.make(formula::Op::add, nodes.force[dof], part.node());
  };
  if (nodes.v.size() == 3 && c.dimension == 2) add(2, torque[2]);
  if (nodes.v.size() != 6) return;
  const Vector in_body = transposed_times(nodes.pose->rotation, torque);
  for (std::size_t i = 0; i < 3; ++i) add(3 + i, in_body[i]);
}

formula::Scope force_scope(Compiler& c) {
  formula::Scope scope = c.common;
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    const Body& body = c.model.bodies[b];
    for (std::size_t i = 0; i < body.coordinates.size(); ++i)
      scope.insert_or_assign(body.name + "." + body.coordinates[i], c.nodes[b].q[i]);
    for (std::size_t i = 0; i < body.rates.size(); ++i)
      scope.insert_or_assign(body.name + "." + body.rates[i], c.nodes[b].v[i]);
  }
  return scope;
}

}  // namespace saltus
