// SPDX-License-Identifier: Apache-2.0
// Reads the tables of a model file, [parameters] first because every other number may use them.
#include "saltus/io/read_model.h"

#include <array>
#include <filesystem>

#include "saltus/base/fields.h"
#include "saltus/bodies/list.h"
#include "saltus/formula/parse.h"
#include "saltus/io/names.h"
#include "saltus/io/read_mechanism.h"
#include "saltus/joints/list.h"

namespace saltus {
namespace {

/// The top level of a model file.
struct ModelFile {
  std::string title;
  Value parameters;
  Value simulation;
  std::optional<Value> output;
  std::optional<Value> world;
  Value body{Array{}, {}};
  Value joint{Array{}, {}};
  Value contact{Array{}, {}};
  Value force{Array{}, {}};
  std::optional<ExactDescription> exact;
  std::optional<Value> draw;
};

struct World {
  Value gravity;
};

}  // namespace

template <>
struct Fields<ModelFile> {
  using M = ModelFile;
  static constexpr auto list = std::tuple{
      field("title", &M::title, "one line"),
      field("parameters", &M::parameters, "names for numbers and formulas of other parameters"),
      required("simulation", &M::simulation, "scheme, step, end"),
      field("output", &M::output, "times of the results"),
      field("world", &M::world, "gravity"),
      field("body", &M::body, "the bodies, each a [[body]]"),
      field("joint", &M::joint, "between frames or coordinates, each a [[joint]]"),
      field("force", &M::force, "springs, loads, drag, each a [[force]]"),
      field("contact", &M::contact, "where bodies may touch, each a [[contact]]"),
      field("exact", &M::exact, "the closed form of the motion, for saltus converge"),
      field("draw", &M::draw, "marks and curves for the report, as formulas")};
};

template <>
struct Fields<World> {
  static constexpr auto list = std::tuple{
      required("gravity", &World::gravity, "two or three numbers in m/s^2, or \"none\"")};
};

namespace {

formula::Parameters read_parameters(const Value& value) {
  std::vector<formula::Parameter> parameters;
  for (const Entry& entry : read_table(value, "[parameters]")) {
    demand_symbol(entry.key, entry.where, "parameter");
    const FormulaText formula = read_formula(entry.value, "parameter '" + entry.key + "'");
    parameters.push_back({entry.key, formula.text, formula.where});
  }
  return formula::evaluate(parameters);
}

SimulationDescription read_simulation(const Value& value, const ReadContext& context) {
  auto simulation = read<SimulationDescription>(value, context, "[simulation]");
  for (Value* v : {&simulation.scheme_options, &simulation.solver}) {
    if (v->where.file.empty()) v->where = simulation.where;  // defaults: blame the table
  }
  return simulation;
}

std::vector<double> read_gravity(const Value& world, const ReadContext& context) {
  const Value gravity = read<World>(world, context, "[world]").gravity;
  if (const auto* text = std::get_if<std::string>(&gravity.data);
      text != nullptr && *text == "none") {
    return {};
  }
  const auto* array = std::get_if<Array>(&gravity.data);
  if (array == nullptr || (array->size() != 2 && array->size() != 3)) {
    throw ModelError(gravity.where,
                     "'gravity' of [world] must be two numbers (planar model), three numbers "
                     "(spatial model) or \"none\", is " +
                         to_text(gravity));
  }
  std::vector<double> g;
  for (const Value& v : *array) g.push_back(read_number(v, context, "an element of 'gravity'", {}));
  return g;
}

void read_formula_body(Description& model, const Value& table, const ReadContext& context,
                       const std::string& name) {
  const std::string what = "body '" + name + "'";
  FormulaBodyDescription body;
  read_fields(body, table, context, what, {"type"});
  demand_symbol(name, find(table, "name")->where, "body");
  if (body.coordinates.empty()) {
    throw ModelError(find(table, "coordinates")->where, what + " needs at least one coordinate");
  }
  demand_coordinates(read_array(*find(table, "coordinates"), what), model.parameters, what);
  demand_keys(find(table, "force"), body.coordinates, "'force' of " + what);
  demand_keys(find(table, "initial"), body.coordinates, "'initial' of " + what);
  std::vector<std::string> rates;
  for (const std::string& x : body.coordinates) {
    if (find(*find(table, "initial"), x) == nullptr) {
      throw_missing_key(find(table, "initial")->where, "'initial' of " + what, x);
    }
    rates.push_back(x + "_dot");
  }
  demand_keys(find(table, "initial_velocity"), rates, "'initial_velocity' of " + what);
  model.bodies.push_back(std::move(body));
}

void read_formula_joint(Description& model, const Value& table, const ReadContext& context,
                        const std::string& name) {
  const std::string what = "joint '" + name + "'";
  FormulaJointDescription joint;
  read_fields(joint, table, context, what, {"type"});
  joint.name = name;
  if (joint.equations.empty()) {
    throw ModelError(find(table, "equations")->where, what + " needs at least one equation");
  }
  model.joints.push_back(std::move(joint));
}

void read_formula_contact(Description& model, const Value& table, const ReadContext& context,
                          const std::string& name) {
  const std::string what = "contact '" + name + "'";
  FormulaContactDescription contact;
  read_fields(contact, table, context, what);
  contact.name = name;
  const bool slides = contact.friction > 0 || contact.tangential_restitution > 0;
  if (slides && !contact.tangent) {
    const char* key = contact.friction > 0 ? "friction" : "tangential_restitution";
    throw ModelError(find(table, key)->where,
                     what + " has " + key +
                         " > 0 and therefore needs 'tangent', the displacement "
                         "whose rate is the sliding velocity");
  }
  model.contacts.push_back(std::move(contact));
}

constexpr Kind formula_body_kind{body_list[3].name, body_list[3].summary, read_formula_body};
constexpr Kind formula_joint_kind{formula_joint.name, formula_joint.summary, read_formula_joint};
/// Between shapes of bodies, or a gap as a formula.
void read_contact(Description& model, const Value& table, const ReadContext& context,
                  const std::string& name) {
  if (find(table, "between") == nullptr) return read_formula_contact(model, table, context, name);
  auto contact = read<ShapeContactDescription>(table, context, "contact '" + name + "'");
  model.shape_contacts.push_back(std::move(contact));
}

constexpr std::array<Kind, 1> contacts{
    Kind{"", "a gap that stays >= 0, with restitution and friction", read_contact}};

constexpr Kind fixed_kind{"", "a body that does not move", read_fixed};

/// Of a single kind without a name, and of a fixed body, `type` need not be written.
const Kind& pick_kind(const Value& table, std::span<const Kind> kinds, const std::string& what) {
  if (kinds.size() == 1 && kinds.front().type.empty()) return kinds.front();
  const Value* type = find(table, "type");
  const Value* fixed = find(table, "fixed");
  if (type == nullptr && fixed != nullptr && std::get_if<bool>(&fixed->data) != nullptr &&
      std::get<bool>(fixed->data)) {
    return fixed_kind;
  }
  if (type == nullptr) throw_missing_key(table.where, what, "type");
  std::vector<std::string> names;
  for (const Kind& kind : kinds) names.emplace_back(kind.type);
  return kinds[read_choice(*type, "'type' of " + what, names)];
}

/// The table's own name, or one by its number.
std::string name_of(const Value& table, const std::string& kind, std::size_t index) {
  (void)read_table(table, kind);
  const Value* given = find(table, "name");
  if (given == nullptr) return default_name(kind, index);
  std::string name = read_string(*given, "'name' of a " + kind);
  demand_label(name, given->where, kind);
  return name;
}

/// Each element of body, joint, force or contact, by the field list of its type.
NameRegister read_elements(Description& model, const Value& elements, const std::string& kind,
                           std::span<const Kind> kinds, const ReadContext& context) {
  if (std::holds_alternative<Table>(elements.data)) {
    throw ModelError(elements.where, "each " + kind + " is written under its own [[" + kind +
                                         "]], with two brackets");
  }
  NameRegister names(kind);
  std::size_t index = 0;
  for (const Value& table : read_array(elements, "'" + kind + "' of the model")) {
    const std::string name = name_of(table, kind, index++);
    const std::string what = kind + " '" + name + "'";
    const Value* given = find(table, "name");
    const Location where = given == nullptr ? table.where : given->where;
    if (kind == "body" && find(table, "repeat") != nullptr) {
      repeat_body(model, table, pick_kind(table, kinds, what), name);
      for (const SolidDescription& body : model.solids) {
        if (body.where.line == table.where.line && body.where.column == table.where.column)
          names.add(body.name, where);
      }
      continue;
    }
    pick_kind(table, kinds, what).read(model, table, context, name);
    names.add(name, where);
  }
  return names;
}

/// `body = …` of joints and contacts names a body there is.
void demand_bodies(const Value& elements, const std::string& kind,
                   const NameRegister& bodies_there) {
  for (const Value& table : read_array(elements, kind)) {
    if (const Value* body = find(table, "body")) {
      bodies_there.demand(read_string(*body, "'body'"), body->where, "'body' of a " + kind);
    }
  }
}

}  // namespace

std::vector<Kind> body_kinds() {
  std::vector<Kind> kinds(solid_kinds().begin(), solid_kinds().end());
  kinds.push_back(formula_body_kind);
  return kinds;
}
std::vector<Kind> joint_kinds() {
  std::vector<Kind> kinds(frame_joint_kinds().begin(), frame_joint_kinds().end());
  kinds.push_back(formula_joint_kind);
  return kinds;
}

std::string default_name(std::string_view kind, std::size_t index) {
  return std::string(kind) + std::to_string(index + 1);
}

std::string model_name(const std::string& path) {
  const std::string stem = std::filesystem::path(path).stem().string();
  const bool names_a_folder = stem.empty() || stem == "." || stem == "..";
  return names_a_folder ? "model" : stem;
}

Description read_model(const Value& root, const std::string& name) {
  const ReadContext no_formulas;  // the top level holds no numbers
  const auto file = read<ModelFile>(root, no_formulas, "the model");
  Description model;
  model.name = name;
  model.file = root.where.file;
  model.title = file.title.empty() ? name : file.title;
  model.parameters = read_parameters(file.parameters);
  const ReadContext context = read_context(model.parameters);
  model.simulation = read_simulation(file.simulation, context);
  if (file.output) {
    model.output = read<OutputDescription>(*file.output, context, "[output]");
    if (find(*file.output, "every") == nullptr && find(*file.output, "record") == nullptr)
      throw ModelError(file.output->where, "[output] needs 'every' or 'record'");
  }
  if (file.world) model.gravity = read_gravity(*file.world, context);
  const NameRegister body_names = read_elements(model, file.body, "body", body_kinds(), context);
  read_elements(model, file.joint, "joint", joint_kinds(), context);
  read_elements(model, file.force, "force", force_kinds(), context);
  read_elements(model, file.contact, "contact", contacts, context);
  demand_bodies(file.joint, "joint", body_names);
  demand_bodies(file.contact, "contact", body_names);
  model.exact = file.exact;
  if (file.draw) model.draw = read<DrawDescription>(*file.draw, context, "[draw]");
  if (model.bodies.empty() && model.solids.empty())
    throw ModelError(root.where, "the model has no [[body]]");
  return model;
}

}  // namespace saltus
