// SPDX-License-Identifier: Apache-2.0
// The order of compilation: bodies, forces, systems, then the rows of joints and contacts.
#include "saltus/model/compile.h"

#include <algorithm>

#include "saltus/model/solids.h"

namespace saltus {
namespace {

/// Rising, each once; of times that differ by round-off the last.
std::vector<double> sorted_once(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::vector<double> once;
  for (const double t : times) {
    if (!once.empty() && t - once.back() <= 1e-12 * t) once.pop_back();
    once.push_back(t);
  }
  return once;
}

}  // namespace

formula::Node parse_at(Compiler& c, const FormulaText& text, const formula::Scope& scope,
                       const std::string& what) {
  try {
    return formula::parse(c.graph, text.text, scope);
  } catch (const formula::FormulaError& error) {
    throw ModelError(text.where,
                     what + ": " + error.what() + "\n" + formula::marked(text.text, error));
  }
}

void compile_bodies(Compiler& c) {
  c.common = formula::constants(c.graph);
  c.common.insert_or_assign("t", c.t);
  for (const auto& [name, value] : c.description.parameters) {
    c.common.insert_or_assign(name, c.graph.constant(value));
  }
  c.model.name = c.description.name;
  c.model.title = c.description.title;
  c.model.breakpoints = sorted_once(c.description.simulation.breakpoints);
  compile_formula_bodies(c);
  compile_solids(c);
  compile_forces(c);
  compile_systems(c);
}

Model compile(const Description& description) try {
  Compiler c{.description = description,
             .graph = {},
             .common = {},
             .nodes = {},
             .functions = {},
             .model = {}};
  compile_bodies(c);
  compile_formula_joints(c);
  compile_joints(c);
  compile_formula_contacts(c);
  compile_meetings(c);
  compile_functions(c);
  for (const Contact& contact : c.model.contacts)
    c.model.friction_in_space = c.model.friction_in_space || contact.tangent_2 >= 0;
  c.model.own_contacts = c.model.contacts.size();
  c.model.own_functions = c.model.functions.size();
  c.model.own_row_dofs = c.model.row_dofs.size();
  c.model.own_row_clusters = c.model.row_clusters.size();
  c.model.own_function_data = c.model.function_data;
  return std::move(c.model);
} catch (const std::length_error&) {  // from the graph
  throw ModelError({description.file},
                   "the formulas and their derivatives are too large; split the model into "
                   "several bodies or simplify its formulas");
}

std::span<const Meeting> meetings(const Model& model) {
  if (const auto* planar = collision_of<2>(model.shapes)) return planar->meetings;
  if (const auto* spatial = collision_of<3>(model.shapes)) return spatial->meetings;
  return {};
}

const std::string& dof_name(const Body& body, std::size_t i) {
  const bool alike = body.coordinates.size() == body.rates.size();
  return alike ? body.coordinates[i] : body.rates[i];
}

std::string contact_name(const Model& model, std::size_t contact) {
  if (contact < model.own_contacts) return model.contacts[contact].name;
  const Candidate& candidate = model.candidates[contact - model.own_contacts];
  const auto name = [&]<int D>(const Collision<D>& collision) {
    const Meeting& meeting = collision.meetings[static_cast<std::size_t>(candidate.meeting)];
    const auto body = [&](std::int32_t shape) {
      const std::int32_t b = collision.shapes[static_cast<std::size_t>(shape)].body;
      return model.bodies[static_cast<std::size_t>(b)].name;
    };
    const std::string pair = body(candidate.first) + "|" + body(candidate.second);
    return (meeting.name.empty() ? pair : meeting.name + ":" + pair) + "#" +
           std::to_string(candidate.number);
  };
  if (const auto* planar = collision_of<2>(model.shapes)) return name(*planar);
  return name(*collision_of<3>(model.shapes));
}

std::string_view gap_unit(const Model& model) {
  const auto turns = [](const Contact& c) { return c.turns; };
  if (std::none_of(model.contacts.begin(), model.contacts.end(), turns)) return "m";
  const bool has_lengths = has_shape_contacts(model) ||
                           !std::all_of(model.contacts.begin(), model.contacts.end(), turns);
  return has_lengths ? "m or rad" : "rad";
}

State initial_state(const Model& model) {
  const auto joints = static_cast<Eigen::Index>(model.joint_functions.size());
  const auto contacts = static_cast<Eigen::Index>(model.contacts.size());
  State x;
  x.q = model.q0;
  x.v = model.v0;
  x.joint_rank = static_cast<std::int32_t>(joints);
  for (Vec* p : {&x.p_joint, &x.lambda_joint, &x.tau_joint}) p->setZero(joints);
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.p_tangent_2, &x.tau_normal}) p->setZero(contacts);
  for (Vec* y : {&x.a, &x.v_dot, &x.w, &x.v_before}) y->setZero(model.dofs);
  x.split.closed.assign(model.contacts.size(), 0);
  x.split.returns.assign(model.contacts.size(), 0);
  x.split.t_hit.assign(model.contacts.size(), 0.0);
  return x;
}

}  // namespace saltus
