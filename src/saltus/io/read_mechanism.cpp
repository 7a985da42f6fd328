// SPDX-License-Identifier: Apache-2.0
// Each kind accepts its own keys only: what would be ignored is an error.
#include "saltus/io/read_mechanism.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>

#include "saltus/bodies/list.h"
#include "saltus/forces/list.h"
#include "saltus/io/names.h"
#include "saltus/joints/list.h"

namespace saltus {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> list;
  for (std::string word; stream >> word;) list.push_back(word);
  return list;
}

/// Every key of the table is one of those.
void demand_only(const Value& table, std::vector<std::string> accepted, const std::string& what) {
  for (const Entry& entry : read_table(table, what)) {
    if (std::find(accepted.begin(), accepted.end(), entry.key) == accepted.end())
      throw_unknown_key(entry, what, accepted);
  }
}

void read_frames(SolidDescription& body, const ReadContext& context, const std::string& what) {
  for (const Entry& entry : read_table(body.frames, "'frames' of " + what)) {
    demand_symbol(entry.key, entry.where, "frame");
    const std::string frame = "frame '" + entry.key + "' of " + what;
    demand_only(entry.value, {"position"}, frame);  // axes of frames are used nowhere
    body.frame_list.emplace_back(entry.key, read<FrameDescription>(entry.value, context, frame));
  }
}

constexpr std::string_view place_keys = "name type fixed position frames shapes groups repeat";
constexpr std::array<std::string_view, 3> motion_keys{
    "mass density velocity", "mass density inertia com angle velocity spin",
    "mass density inertia com rotation velocity angular_velocity"};

void read_solid(Description& model, const Value& table, const ReadContext& context,
                const std::string& name, SolidKind kind) {
  const std::string what = "body '" + name + "'";
  std::vector<std::string> keys = words(place_keys);
  const Value* fixed = find(table, "fixed");
  const bool is_fixed = fixed != nullptr && read_bool(*fixed, "'fixed' of " + what);
  for (const std::string& key :
       words(is_fixed ? "angle rotation com" : motion_keys.at(static_cast<std::size_t>(kind)))) {
    keys.push_back(key);
  }
  demand_only(table, keys, what);
  SolidDescription body;
  read_fields(body, table, context, what, {"type"});
  demand_symbol(name, table.where, "body");
  body.name = name;
  body.kind = kind;
  body.parameters = model.parameters;
  read_frames(body, context, what);
  model.solids.push_back(std::move(body));
}

template <SolidKind kind>
void read_solid_of(Description& model, const Value& table, const ReadContext& context,
                   const std::string& name) {
  read_solid(model, table, context, name, kind);
}

template <std::size_t I>
void read_joint_of(Description& model, const Value& table, const ReadContext& context,
                   const std::string& name) {
  const std::string what = "joint '" + name + "'";
  std::vector<std::string> keys = words(joint_list[I].keys);
  for (const char* key : {"between", "type", "name"}) keys.insert(keys.begin(), key);
  demand_only(table, keys, what);
  JointDescription joint;
  read_fields(joint, table, context, what, {"type"});
  joint.name = name;
  joint.type = static_cast<JointType>(I);
  model.frame_joints.push_back(std::move(joint));
}

template <std::size_t I>
void read_force_of(Description& model, const Value& table, const ReadContext& context,
                   const std::string& name) {
  const std::string what = "force '" + name + "'";
  std::vector<std::string> keys = words(force_list[I].keys);
  for (const char* key : {"type", "name"}) keys.insert(keys.begin(), key);
  demand_only(table, keys, what);
  ForceDescription force;
  read_fields(force, table, context, what, {"type"});
  force.name = name;
  force.type = static_cast<ForceType>(I);
  model.forces.push_back(std::move(force));
}

template <std::size_t... I>
constexpr auto joint_table(std::index_sequence<I...> /*indices*/) {
  return std::array{Kind{joint_list[I].name, joint_list[I].summary, read_joint_of<I>}...};
}
template <std::size_t... I>
constexpr auto force_table(std::index_sequence<I...> /*indices*/) {
  return std::array{Kind{force_list[I].name, force_list[I].summary, read_force_of<I>}...};
}

struct Index {
  std::string name;
  double first, last, now;
};

/// The last index runs fastest. False after the last combination.
bool count_up(std::vector<Index>& indices) {
  for (std::size_t i = indices.size(); i-- > 0;) {
    if (indices[i].now < indices[i].last) {
      indices[i].now += 1;
      return true;
    }
    indices[i].now = indices[i].first;
  }
  return false;
}

constexpr std::array<Kind, 3> solids{
    Kind{body_list[0].name, body_list[0].summary, read_solid_of<SolidKind::point>},
    Kind{body_list[1].name, body_list[1].summary, read_solid_of<SolidKind::planar>},
    Kind{body_list[2].name, body_list[2].summary, read_solid_of<SolidKind::rigid>}};
constexpr auto joints = joint_table(std::make_index_sequence<joint_list.size()>{});
constexpr auto forces = force_table(std::make_index_sequence<force_list.size()>{});

}  // namespace

std::span<const Kind> solid_kinds() { return solids; }
std::span<const Kind> frame_joint_kinds() { return joints; }
std::span<const Kind> force_kinds() { return forces; }

void repeat_body(Description& model, const Value& table, const Kind& kind,
                 const std::string& name) {
  const std::string what = "'repeat' of body '" + name + "'";
  const Value& repeat = *find(table, "repeat");
  if (kind.type == body_list[3].name) {
    throw ModelError(repeat.where, what +
                                       ": a body written as formulas cannot be repeated, its "
                                       "formulas do not know the indices");
  }
  std::vector<Index> indices;
  std::int64_t count = 1;
  for (const Entry& entry : read_table(repeat, what)) {
    demand_symbol(entry.key, entry.where, "index");
    if (model.parameters.contains(entry.key))
      throw ModelError(entry.where, what + ": '" + entry.key + "' is a parameter already");
    std::vector<double> range;
    read_member(range, entry.value, read_context(model.parameters), what, {});
    const bool whole = range.size() == 2 && range[0] == std::round(range[0]) &&
                       range[1] == std::round(range[1]) && range[0] <= range[1];
    if (!whole) {
      throw ModelError(entry.where, what + ": " + entry.key +
                                        " = [first, last] needs two whole numbers that rise");
    }
    indices.push_back({entry.key, range[0], range[1], range[0]});
    count *= static_cast<std::int64_t>(range[1] - range[0]) + 1;
    if (count > 1'000'000) throw ModelError(entry.where, what + " asks for more than 1e6 bodies");
  }
  if (indices.empty())
    throw ModelError(repeat.where, what + " needs an index: { i = [first, last] }");
  Value single = table;
  std::erase_if(std::get<Table>(single.data), [](const Entry& e) { return e.key == "repeat"; });
  const formula::Parameters own = model.parameters;
  bool more = true;
  while (more) {
    std::string full = name;
    for (const Index& index : indices) {
      model.parameters[index.name] = index.now;
      full += "_" + to_text(index.now);
    }
    const formula::Parameters all = model.parameters;
    kind.read(model, single, read_context(all), full);
    model.parameters = own;
    more = count_up(indices);
  }
}

void read_fixed(Description& model, const Value& table, const ReadContext& context,
                const std::string& name) {
  read_solid(model, table, context, name, SolidKind::planar);
}

}  // namespace saltus
