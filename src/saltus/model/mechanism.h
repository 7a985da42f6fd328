// SPDX-License-Identifier: Apache-2.0
// What the user says of bodies with mass, and of joints and forces between frames on them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/base/fields.h"
#include "saltus/base/value.h"
#include "saltus/formula/parameters.h"

namespace saltus {

/// An attitude in space: axis and angle, or a unit quaternion.
struct RotationDescription {
  Location where;
  std::vector<double> axis;
  std::optional<double> angle;
  std::vector<double> quaternion;  // w, x, y, z
};
/// Either axis and angle, both, or a unit quaternion.
void check_fields(const RotationDescription&, const Value& table, std::string_view what);

/// A place on a body, in the body's own axes.
struct FrameDescription {
  Location where;
  std::vector<double> position;
  std::optional<double> angle;                  // in the plane
  std::optional<RotationDescription> rotation;  // in space
};

enum class SolidKind { point, planar, rigid };

struct SolidDescription {
  SolidKind kind = SolidKind::planar;
  std::string name;
  Location where;
  bool fixed = false;
  std::optional<double> mass;
  std::optional<double> density;
  std::optional<Value> inertia;  // one number, three principal values or six entries of the tensor
  std::vector<double> com;       // in body axes; empty: the origin
  std::vector<double> position;  // of the body's origin
  std::optional<double> angle;
  std::optional<RotationDescription> rotation;
  std::vector<double> velocity;          // of the centre of mass
  std::optional<double> spin;            // in the plane
  std::vector<double> angular_velocity;  // in space, in body axes
  Value frames{Table{}, {}};
  std::vector<Value> shapes;
  std::vector<std::string> groups;

  std::vector<std::pair<std::string, FrameDescription>> frame_list;  // of `frames`
  formula::Parameters parameters;  // the model's, and the indices of `repeat`
};

struct LimitsDescription {
  Location where;
  std::optional<double> lower;
  std::optional<double> upper;
  double restitution = 0;
};

struct ClearanceDescription {
  Location where;
  double radial = 0;
  double radius = 0;
  std::optional<double> length;
  double restitution = 0;
  double friction = 0;
};

enum class JointType {
  fixed,
  revolute,
  prismatic,
  cylindrical,
  spherical,
  universal,
  planar,
  distance,
  screw,
  gear
};

struct JointDescription {
  JointType type = JointType::fixed;
  std::string name;
  Location where;
  std::vector<std::string> between;
  std::vector<double> axis;    // in world axes at the start
  std::vector<double> axis_2;  // of the second member: universal, gear
  std::optional<double> length;
  std::optional<double> pitch;
  std::optional<double> ratio;
  std::optional<LimitsDescription> limits;
  std::optional<FormulaText> motion;
  std::optional<ClearanceDescription> clearance;
};

enum class ForceType { spring, torsion, torque, load, drag };

struct ForceDescription {
  ForceType type = ForceType::spring;
  std::string name;
  Location where;
  std::vector<std::string> between;  // spring, torsion
  std::optional<std::string> body;   // torque, drag
  std::optional<std::string> at;     // load: a body or a frame
  std::vector<double> axis;          // torsion in space
  double stiffness = 0;
  double damping = 0;
  std::optional<double> length;  // free length, or free angle; without it: as at the start
  double preload = 0;            // force or torque at the free length, pulling together
  Value value;                   // torque: a formula, or three
  Value force;                   // load: formulas
  Value torque;
  bool body_axes = false;
  double linear = 0;  // drag
  double quadratic = 0;
  double angular = 0;
};

struct ShapeContactDescription {
  std::string name;  // empty: by the bodies
  Location where;
  std::vector<std::string> between;  // bodies or groups
  double restitution = 0;
  double tangential_restitution = 0;
  double friction = 0;
};

template <>
struct Fields<RotationDescription> {
  using R = RotationDescription;
  static constexpr auto list =
      std::tuple{field("axis", &R::axis, "axis of the rotation, three numbers"),
                 field("angle", &R::angle, "angle about the axis in rad"),
                 field("quaternion", &R::quaternion, "unit quaternion w, x, y, z")};
};

template <>
struct Fields<FrameDescription> {
  using F = FrameDescription;
  static constexpr auto list =
      std::tuple{field("position", &F::position, "in the body's axes"),
                 field("angle", &F::angle, "in the plane: of the frame's axes, in rad"),
                 field("rotation", &F::rotation, "in space: of the frame's axes")};
};

template <>
struct Fields<SolidDescription> {
  using S = SolidDescription;
  static constexpr auto list = std::tuple{
      required("name", &S::name, "names the body in joints, contacts and outputs"),
      field("fixed", &S::fixed, "does not move"),
      field("mass", &S::mass, "in kg; or give density", positive()),
      field("density", &S::density, "of the shapes, in kg/m^3 (plane: kg/m^2)", positive()),
      field("inertia", &S::inertia,
            "about the centre of mass, in kg m^2: one number in the plane; in space three "
            "principal values or six entries xx, yy, zz, xy, xz, yz"),
      field("com", &S::com, "centre of mass in the body's axes; the origin without it"),
      field("position", &S::position, "of the body's origin"),
      field("angle", &S::angle, "planar: attitude in rad"),
      field("rotation", &S::rotation, "rigid: { axis, angle } or { quaternion }"),
      field("velocity", &S::velocity, "of the centre of mass"),
      field("spin", &S::spin, "planar: angular velocity in rad/s"),
      field("angular_velocity", &S::angular_velocity, "rigid: in body axes, in rad/s"),
      field("frames", &S::frames, "places on the body, addressed as body.frame"),
      field("shapes", &S::shapes, "for contact, and for mass and inertia with density"),
      field("groups", &S::groups, "names under which contacts address several bodies")};
};

/// The laws that every [[contact]] states.
template <class C>
constexpr auto law_fields() {
  return std::tuple{required("restitution", &C::restitution, "of the normal velocity, Newton's e",
                             in_range(0, 1)),
                    field("tangential_restitution", &C::tangential_restitution,
                          "of the sliding velocity", in_range(0, 1)),
                    required("friction", &C::friction, "Coulomb's coefficient", non_negative())};
}

template <>
struct Fields<ShapeContactDescription> {
  using C = ShapeContactDescription;
  static constexpr auto list = std::tuple_cat(
      std::tuple{field("name", &C::name, "names the contact in outputs"),
                 required("between", &C::between,
                          "two bodies or groups; the normal points from the second to the first")},
      law_fields<C>());
};

template <>
struct Fields<LimitsDescription> {
  using L = LimitsDescription;
  static constexpr auto list =
      std::tuple{field("lower", &L::lower, "of the angle or displacement"),
                 field("upper", &L::upper, "of the angle or displacement"),
                 required("restitution", &L::restitution, "at the stops", in_range(0, 1))};
};

template <>
struct Fields<ClearanceDescription> {
  using C = ClearanceDescription;
  static constexpr auto list = std::tuple{
      required("radial", &C::radial, "play in m: radius of the bore less that of the pin",
               positive()),
      field("radius", &C::radius, "of the pin in m: the lever of friction", non_negative()),
      field("length", &C::length, "of the bearing or the slider in m", positive()),
      required("restitution", &C::restitution, "of the normal velocity", in_range(0, 1)),
      required("friction", &C::friction, "Coulomb's coefficient", non_negative())};
};

template <>
struct Fields<JointDescription> {
  using J = JointDescription;
  static constexpr auto list = std::tuple{
      field("name", &J::name, "names the joint in outputs"),
      required("between", &J::between, R"(two bodies or frames: "crank.pin", "rod.bore")"),
      field("axis", &J::axis, "in world axes at the start"),
      field("axis_2", &J::axis_2, "the second member's, in world axes at the start"),
      field("length", &J::length, "distance: in m; as at the start without it", positive()),
      field("pitch", &J::pitch, "screw: advance in m per turn"),
      field("ratio", &J::ratio, "gear: turns of the second member per turn of the first"),
      field("limits", &J::limits, "stops: { lower, upper, restitution }"),
      field("motion", &J::motion, "angle or displacement as a formula of t"),
      field("clearance", &J::clearance, "play: { radial, radius, length, restitution, friction }")};
};

template <>
struct Fields<ForceDescription> {
  using F = ForceDescription;
  static constexpr auto list = std::tuple{
      field("name", &F::name, "names the force in messages"),
      field("between", &F::between, "spring, torsion: two bodies or frames"),
      field("body", &F::body, "torque, drag: on which body"),
      field("at", &F::at, "load: a body or a frame"),
      field("axis", &F::axis, "torsion in space: in world axes at the start"),
      field("stiffness", &F::stiffness, "in N/m or N m/rad", non_negative()),
      field("damping", &F::damping, "in N s/m or N m s/rad", non_negative()),
      field("length", &F::length, "free length in m or free angle in rad; as at the start without"),
      field("preload", &F::preload, "force or torque at the free length"),
      field("value", &F::value, "torque: a formula of t and coordinates; in space three of them"),
      field("force", &F::force, "load: formulas of t and coordinates"),
      field("torque", &F::torque, "load: the same"),
      field("body_axes", &F::body_axes, "forces and torques are given in the body's axes"),
      field("linear", &F::linear, "drag: force per speed, in N s/m", non_negative()),
      field("quadratic", &F::quadratic, "drag: force per speed squared, in N s^2/m^2",
            non_negative()),
      field("angular", &F::angular, "drag: torque per angular velocity, in N m s", non_negative())};
};

}  // namespace saltus
