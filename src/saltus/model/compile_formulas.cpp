// SPDX-License-Identifier: Apache-2.0
// Bodies, joints and contacts that the user writes as formulas.
#include <algorithm>

#include "saltus/model/compiler.h"

namespace saltus {
namespace {

using formula::Node;
using formula::Scope;

void require_known_keys(const FormulaTable& table, const std::vector<std::string>& accepted,
                        const std::string& what) {
  for (const auto& [key, text] : table) {
    if (std::find(accepted.begin(), accepted.end(), key) != accepted.end()) continue;
    std::string list;
    for (const std::string& name : accepted) list += (list.empty() ? "" : ", ") + name;
    throw ModelError(text.where, what + " has no '" + key + "'" + did_you_mean(key, accepted) +
                                     " (accepted: " + list + ")");
  }
}

const FormulaText* find(const FormulaTable& table, const std::string& key) {
  for (const auto& [name, text] : table) {
    if (name == key) return &text;
  }
  return nullptr;
}

double number_at(Compiler& c, const FormulaText& text, const std::string& what) {
  const Node node = parse_at(c, text, c.common, what);
  const auto value = c.graph.value(node);
  if (!value) {
    throw ModelError(text.where,
                     what + " must be a number or a formula of [parameters], and may not use t");
  }
  return *value;
}

std::vector<std::string> rate_names(const FormulaBodyDescription& d) {
  std::vector<std::string> names;
  for (const std::string& name : d.coordinates) names.push_back(name + "_dot");
  return names;
}

/// The body's formulas over new symbols q, v, a.
BodyNodes parse_body(Compiler& c, const FormulaBodyDescription& d) {
  const std::string what = "body '" + d.name + "'";
  BodyNodes nodes;
  Scope scope = c.common;
  for (const std::string& name : d.coordinates) {
    nodes.q.push_back(c.graph.symbol());
    nodes.v.push_back(c.graph.symbol());
    nodes.a.push_back(c.graph.symbol());
    nodes.directions.push_back({{{nodes.q.back(), c.graph.constant(1)}}});
    nodes.gyroscopic.push_back(c.graph.constant(0));
    scope.insert_or_assign(name, nodes.q.back());
    scope.insert_or_assign(name + "_dot", nodes.v.back());
  }
  nodes.kinetic = parse_at(c, d.kinetic, scope, "'kinetic' of " + what);
  nodes.potential = d.potential ? parse_at(c, *d.potential, scope, "'potential' of " + what)
                                : c.graph.constant(0);
  if (c.graph.depends(nodes.potential, nodes.v)) {
    throw ModelError(
        d.potential->where,
        "'potential' of " + what + " may not use velocities; put such terms into 'force'");
  }
  require_known_keys(d.force, d.coordinates, "'force' of " + what);
  for (const std::string& name : d.coordinates) {
    const FormulaText* text = find(d.force, name);
    nodes.force.push_back(text == nullptr
                              ? c.graph.constant(0)
                              : parse_at(c, *text, scope, "force on '" + name + "' of " + what));
  }
  if (!kinetic_is_quadratic(c.graph, nodes.kinetic, nodes.v)) {
    throw ModelError(d.kinetic.where,
                     "'kinetic' of " + what +
                         " must be quadratic in the velocities (its second derivatives "
                         "by them may depend on positions and t only)");
  }
  return nodes;
}

void read_initial_values(Compiler& c, const FormulaBodyDescription& d, BodyNodes& nodes) {
  const std::string what = "body '" + d.name + "'";
  const std::vector<std::string> rates = rate_names(d);
  require_known_keys(d.initial, d.coordinates, "'initial' of " + what);
  require_known_keys(d.initial_velocity, rates, "'initial_velocity' of " + what);
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
    const FormulaText* q = find(d.initial, d.coordinates[i]);
    const FormulaText* v = find(d.initial_velocity, rates[i]);
    if (q == nullptr) {
      throw ModelError(d.where, what + " needs an initial value of '" + d.coordinates[i] +
                                    "': initial = { " + d.coordinates[i] + " = … }");
    }
    nodes.q0.push_back(number_at(c, *q, "initial '" + d.coordinates[i] + "' of " + what));
    nodes.v0.push_back(v == nullptr ? 0.0
                                    : number_at(c, *v, "initial '" + rates[i] + "' of " + what));
  }
}

/// Names in joints and contacts: body.coordinate for all bodies, and the plain names of `own`.
Scope constraint_scope(Compiler& c, const std::optional<std::string>& own, const Location& where,
                       const std::string& what) {
  Scope scope = c.common;
  std::vector<std::string> names;
  bool found = !own;
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    const Body& body = c.model.bodies[b];
    const bool is_own = own && body.name == *own;
    names.push_back(body.name);
    // velocities are known here only to be refused by name
    const auto insert = [&](const std::vector<std::string>& words, const std::vector<Node>& x) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        scope.insert_or_assign(body.name + "." + words[i], x[i]);
        if (is_own) scope.insert_or_assign(words[i], x[i]);
      }
    };
    insert(body.coordinates, c.nodes[b].q);
    insert(body.rates, c.nodes[b].v);
    found = found || is_own;
  }
  if (!found) {
    throw ModelError(where, "'body' of " + what + ": there is no body '" + *own + "'" +
                                did_you_mean(*own, names));
  }
  return scope;
}

}  // namespace

void compile_formula_bodies(Compiler& c) {
  for (const FormulaBodyDescription& d : c.description.bodies) {
    BodyNodes nodes = parse_body(c, d);
    read_initial_values(c, d, nodes);
    c.nodes.push_back(std::move(nodes));
    Body body;
    body.name = d.name;
    body.coordinates = d.coordinates;
    body.rates = rate_names(d);
    body.where = d.where;
    body.kinetic = d.kinetic.where;
    body.potential = d.potential ? d.potential->where : d.where;
    c.model.bodies.push_back(std::move(body));
  }
}

void compile_formula_joints(Compiler& c) {
  for (const FormulaJointDescription& d : c.description.joints) {
    const std::string what = "joint '" + d.name + "'";
    const Scope scope = constraint_scope(c, d.body, d.where, what);
    c.model.joints.push_back({d.name, static_cast<std::int32_t>(c.model.joint_functions.size()),
                              static_cast<std::int32_t>(d.equations.size())});
    for (const FormulaText& equation : d.equations) {
      const std::string row = "an equation of " + what;
      const Node g = parse_at(c, equation, scope, row);
      c.model.joint_functions.push_back(add_function(c, g, {equation.where, row}));
    }
  }
}

void compile_formula_contacts(Compiler& c) {
  for (const FormulaContactDescription& d : c.description.contacts) {
    const std::string what = " of contact '" + d.name + "'";
    const Scope scope = constraint_scope(c, d.body, d.where, "contact '" + d.name + "'");
    Contact contact;
    contact.name = d.name;
    contact.e = d.restitution;
    contact.e_t = d.tangential_restitution;
    contact.mu = d.friction;
    contact.gap =
        add_function(c, parse_at(c, d.gap, scope, "'gap'" + what), {d.gap.where, "the gap" + what});
    if (d.tangent) {
      contact.tangent = add_function(c, parse_at(c, *d.tangent, scope, "'tangent'" + what),
                                     {d.tangent->where, "the tangent" + what});
      join_rows(c, {contact.gap, contact.tangent});
    }
    c.model.contacts.push_back(std::move(contact));
  }
}

}  // namespace saltus
