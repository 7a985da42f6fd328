// SPDX-License-Identifier: Apache-2.0
// What the user says, as named values. Names are resolved and formulas are parsed by compile().
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/base/fields.h"
#include "saltus/base/value.h"
#include "saltus/formula/parameters.h"
#include "saltus/model/mechanism.h"

namespace saltus {

struct FormulaBodyDescription {
  std::string name;
  Location where;
  std::vector<std::string> coordinates;
  FormulaText kinetic;
  std::optional<FormulaText> potential;
  FormulaTable force;
  FormulaTable initial;           // all coordinates must be given
  FormulaTable initial_velocity;  // keys end in _dot; missing ones are 0
};

struct FormulaJointDescription {
  std::string name;
  Location where;
  std::optional<std::string> body;     // whose coordinates may be written without its name
  std::vector<FormulaText> equations;  // = 0
};

struct FormulaContactDescription {
  std::string name;
  Location where;
  std::optional<std::string> body;
  FormulaText gap;                     // >= 0
  std::optional<FormulaText> tangent;  // displacement whose rate is the sliding velocity
  double restitution = 0;
  double tangential_restitution = 0;
  double friction = 0;
};

enum class OnFailure { stop, go_on };

struct SimulationDescription {
  Location where;
  std::optional<Value> scheme;  // a name; the schemes' list knows which there are
  double step = 0;
  double end = 0;
  std::vector<double> breakpoints;
  Value scheme_options;  // a table, read by the scheme's own field list
  Value solver;          // a table: `name`, and the fields of the solver of that name
  OnFailure on_failure = OnFailure::stop;
  bool assemble = false;
};

/// A group of results.h5.
enum class Recorded { states, contacts, constraints, energy, solver };

/// At which times results are handed out, 0: at every accepted state; and what is recorded of them.
struct OutputDescription {
  Location where;
  double every = 0;
  std::vector<Recorded> record = {Recorded::states, Recorded::contacts, Recorded::constraints,
                                  Recorded::energy, Recorded::solver};
};

struct DrawCircleDescription {
  Location where;
  std::string at;
  double radius = 0;
};

/// Where a contact of formulas is seen, and along which directions its impulses act.
struct DrawContactDescription {
  Location where;
  std::string contact;
  std::string at;
  Value normal;
  std::optional<Value> tangent;
};

struct DrawPortraitDescription {
  Location where;
  std::string title;
  FormulaText x, y;
  std::string x_label = "x";
  std::string y_label = "y";
};

/// Marks and curves for the report, as formulas of the coordinates. They change nothing in a run.
struct DrawDescription {
  Location where;
  std::optional<std::string> body;                 // whose coordinates go without its name
  Value points{Table{}, {}};                       // name -> [x, y] or [x, y, z]
  std::vector<std::vector<std::string>> lines;     // through points
  std::vector<std::vector<std::string>> polygons;  // closed
  std::vector<DrawCircleDescription> circles;
  std::vector<DrawContactDescription> contacts;
  std::vector<DrawPortraitDescription> portraits;
};

enum class ExactKind { linear_impact };

/// Says that the motion is known in closed form, for studies of convergence.
struct ExactDescription {
  Location where;
  ExactKind type = ExactKind::linear_impact;
};

struct Description {
  std::string name;  // of the file, without its ending
  std::string file;
  std::string title;
  formula::Parameters parameters;
  SimulationDescription simulation;
  std::optional<OutputDescription> output;
  std::optional<std::vector<double>> gravity;  // empty: "none"
  std::vector<FormulaBodyDescription> bodies;
  std::vector<SolidDescription> solids;
  std::vector<FormulaJointDescription> joints;
  std::vector<JointDescription> frame_joints;
  std::vector<ForceDescription> forces;
  std::vector<FormulaContactDescription> contacts;
  std::vector<ShapeContactDescription> shape_contacts;
  std::optional<ExactDescription> exact;
  std::optional<DrawDescription> draw;
};

/// Reads numbers as formulas of the parameters, which must outlive it.
[[nodiscard]] ReadContext read_context(const formula::Parameters& parameters);

template <>
struct Fields<FormulaBodyDescription> {
  using B = FormulaBodyDescription;
  static constexpr auto list = std::tuple{
      required("name", &B::name, "names the body in formulas and outputs"),
      required("coordinates", &B::coordinates, "names of the coordinates; x_dot is the rate of x"),
      required("kinetic", &B::kinetic, "kinetic energy in J, quadratic in the velocities"),
      field("potential", &B::potential, "potential energy in J"),
      field("force", &B::force, "generalised forces by coordinate; may use t"),
      required("initial", &B::initial, "coordinates at the start"),
      field("initial_velocity", &B::initial_velocity,
            "velocities at the start; missing ones are 0")};
};

template <>
struct Fields<FormulaJointDescription> {
  using J = FormulaJointDescription;
  static constexpr auto list = std::tuple{
      field("name", &J::name, "names the joint in outputs"),
      field("body", &J::body, "the body whose coordinates may be written without its name"),
      required("equations", &J::equations, "formulas that are 0; may use t")};
};

template <>
struct Fields<FormulaContactDescription> {
  using C = FormulaContactDescription;
  static constexpr auto list = std::tuple_cat(
      std::tuple{
          field("name", &C::name, "names the contact in outputs"),
          field("body", &C::body, "the body whose coordinates may be written without its name"),
          required("gap", &C::gap, "distance in m, >= 0; may use t"),
          field("tangent", &C::tangent, "displacement in m whose rate is the sliding velocity")},
      law_fields<C>());
};

template <>
struct EnumNames<OnFailure> {
  static constexpr std::array list{
      EnumName{"stop", OnFailure::stop, "end the run, keep what was computed"},
      EnumName{"continue", OnFailure::go_on, "record the failure in the certificate and go on"}};
};

template <>
struct Fields<DrawCircleDescription> {
  using C = DrawCircleDescription;
  static constexpr auto list = std::tuple{required("at", &C::at, "the point in its middle"),
                                          required("radius", &C::radius, "in m", non_negative())};
};

template <>
struct Fields<DrawContactDescription> {
  using C = DrawContactDescription;
  static constexpr auto list = std::tuple{
      required("contact", &C::contact, "its name"), required("at", &C::at, "the point where it is"),
      required("normal", &C::normal, "direction of the normal impulse, [x, y] or [x, y, z]"),
      field("tangent", &C::tangent, "direction of the tangential impulse")};
};

template <>
struct Fields<DrawPortraitDescription> {
  using P = DrawPortraitDescription;
  static constexpr auto list =
      std::tuple{required("title", &P::title, "one line"),
                 required("x", &P::x, "formula of coordinates, velocities and t"),
                 required("y", &P::y, "the same"), field("x_label", &P::x_label, "at the axis"),
                 field("y_label", &P::y_label, "at the axis")};
};

template <>
struct Fields<DrawDescription> {
  using D = DrawDescription;
  static constexpr auto list = std::tuple{
      field("body", &D::body, "the body whose coordinates may be written without its name"),
      field("points", &D::points, "name = [x, y] or [x, y, z], formulas of coordinates and t"),
      field("lines", &D::lines, "each a list of points"),
      field("polygons", &D::polygons, "each a list of points; closed and filled"),
      field("circles", &D::circles, "{ at = point, radius }"),
      field("contacts", &D::contacts, "{ contact, at = point, normal, tangent }"),
      field("portraits", &D::portraits, "curves in a plane of their own: { title, x, y }")};
};

template <>
struct EnumNames<ExactKind> {
  static constexpr std::array list{
      EnumName{"linear-impact", ExactKind::linear_impact,
               "m q'' + c q' + k q = f with one rigid stop, all constant, no friction"}};
};

template <>
struct Fields<ExactDescription> {
  static constexpr auto list =
      std::tuple{required("type", &ExactDescription::type, "which closed form")};
};

template <>
struct Fields<SimulationDescription> {
  using S = SimulationDescription;
  static constexpr auto list = std::tuple{
      field("scheme", &S::scheme, "time-stepping scheme: `saltus list schemes`"),
      required("step", &S::step, "time step in s", positive()),
      required("end", &S::end, "end time in s", positive()),
      field("breakpoints", &S::breakpoints, "times in s at which forces or gaps may jump or bend",
            positive()),
      field("scheme_options", &S::scheme_options, "options of the scheme"),
      field("solver", &S::solver, "name and options of the solver: `saltus list solvers`"),
      field("on_failure", &S::on_failure, "what to do when a step fails"),
      field("assemble", &S::assemble, "close open joints and end overlaps at the start")};
};

template <>
struct EnumNames<Recorded> {
  static constexpr std::array list{
      EnumName{"states", Recorded::states, "positions and velocities"},
      EnumName{"contacts", Recorded::contacts, "gaps, velocities, impulses, points"},
      EnumName{"constraints", Recorded::constraints, "errors and impulses of joints"},
      EnumName{"energy", Recorded::energy, "energies and works"},
      EnumName{"solver", Recorded::solver, "lengths, iterations and residuals of steps"}};
};

template <>
struct Fields<OutputDescription> {
  static constexpr auto list =
      std::tuple{field("every", &OutputDescription::every, "time in s between results", positive()),
                 field("record", &OutputDescription::record, "what results.h5 holds")};
};

}  // namespace saltus
