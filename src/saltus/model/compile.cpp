// SPDX-License-Identifier: Apache-2.0
// All formulas of a model share one graph while it is compiled; the tapes outlive it.
#include "saltus/model/compile.h"

#include <algorithm>
#include <set>

#include "saltus/formula/derivative.h"
#include "saltus/formula/parse.h"

namespace saltus {
namespace {

using formula::Graph;
using formula::Node;
using formula::Scope;

struct Compiler {
  const Description& description;
  Graph graph;
  formula::Differentiator derivative{graph};
  Node t = graph.symbol();
  Scope common;                          // parameters, constants, t
  std::vector<FormulaBodyNodes> bodies;  // by cluster
  Model model;
};

/// Parses, and turns a FormulaError into the location and the marked formula.
Node parse_at(Graph& graph, const FormulaText& text, const Scope& scope, const std::string& what) {
  try {
    return formula::parse(graph, text.text, scope);
  } catch (const formula::FormulaError& error) {
    throw ModelError(text.where,
                     what + ": " + error.what() + "\n" + formula::marked(text.text, error));
  }
}

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
  const Node node = parse_at(c.graph, text, c.common, what);
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
FormulaBodyNodes parse_body(Compiler& c, const FormulaBodyDescription& d) {
  const std::string what = "body '" + d.name + "'";
  FormulaBodyNodes nodes{
      .t = c.t, .q = {}, .v = {}, .a = {}, .kinetic = {}, .potential = {}, .force = {}};
  Scope scope = c.common;
  for (const std::string& name : d.coordinates) {
    nodes.q.push_back(c.graph.symbol());
    nodes.v.push_back(c.graph.symbol());
    nodes.a.push_back(c.graph.symbol());
    scope.insert_or_assign(name, nodes.q.back());
    scope.insert_or_assign(name + "_dot", nodes.v.back());
  }
  nodes.kinetic = parse_at(c.graph, d.kinetic, scope, "'kinetic' of " + what);
  nodes.potential = d.potential ? parse_at(c.graph, *d.potential, scope, "'potential' of " + what)
                                : c.graph.constant(0);
  if (c.graph.depends(nodes.potential, nodes.v)) {
    throw ModelError(
        d.potential->where,
        "'potential' of " + what + " may not use velocities; put such terms into 'force'");
  }
  require_known_keys(d.force, d.coordinates, "'force' of " + what);
  for (const std::string& name : d.coordinates) {
    const FormulaText* text = find(d.force, name);
    nodes.force.push_back(
        text == nullptr ? c.graph.constant(0)
                        : parse_at(c.graph, *text, scope, "force on '" + name + "' of " + what));
  }
  if (!kinetic_is_quadratic(c.graph, nodes)) {
    throw ModelError(d.kinetic.where,
                     "'kinetic' of " + what +
                         " must be quadratic in the velocities (its second derivatives "
                         "by them may depend on positions and t only)");
  }
  return nodes;
}

void read_initial_values(Compiler& c, const FormulaBodyDescription& d, std::int32_t dof) {
  const std::string what = "body '" + d.name + "'";
  const std::vector<std::string> rates = rate_names(d);
  require_known_keys(d.initial, d.coordinates, "'initial' of " + what);
  require_known_keys(d.initial_velocity, rates, "'initial_velocity' of " + what);
  Model& m = c.model;
  m.q0.conservativeResize(m.dofs);
  m.v0.conservativeResize(m.dofs);
  for (std::size_t i = 0; i < d.coordinates.size(); ++i, ++dof) {
    const FormulaText* q = find(d.initial, d.coordinates[i]);
    const FormulaText* v = find(d.initial_velocity, rates[i]);
    if (q == nullptr) {
      throw ModelError(d.where, what + " needs an initial value of '" + d.coordinates[i] +
                                    "': initial = { " + d.coordinates[i] + " = … }");
    }
    m.q0[dof] = number_at(c, *q, "initial '" + d.coordinates[i] + "' of " + what);
    m.v0[dof] = v == nullptr ? 0.0 : number_at(c, *v, "initial '" + rates[i] + "' of " + what);
  }
}

void compile_body(Compiler& c, const FormulaBodyDescription& d) {
  FormulaBodyNodes nodes = parse_body(c, d);
  FormulaBody body = derive(c.graph, nodes);
  Model& m = c.model;
  body.name = d.name;
  body.coordinates = d.coordinates;
  body.dof = m.dofs;
  body.cluster = static_cast<std::int32_t>(m.clusters.size());
  m.clusters.push_back({body.dof, body.n, m.blocks, m.motion_data});
  m.dofs += body.n;
  m.blocks += body.n * body.n;
  m.motion_data += static_cast<std::int32_t>(body.tangent.outputs());
  m.linear = m.linear && body.linear;
  m.has_power = m.has_power || body.has_power;
  m.constant_motion = m.constant_motion && body.motion.is_constant();
  read_initial_values(c, d, body.dof);
  c.bodies.push_back(std::move(nodes));
  std::get<std::vector<FormulaBody>>(m.bodies).push_back(std::move(body));
}

/// Names in joints and contacts: body.coordinate for all bodies, and the plain names of `own`.
Scope constraint_scope(Compiler& c, const std::optional<std::string>& own, const Location& where,
                       const std::string& what) {
  Scope scope = c.common;
  std::vector<std::string> names;
  bool found = !own;
  for (std::size_t b = 0; b < c.bodies.size(); ++b) {
    const FormulaBodyDescription& d = c.description.bodies[b];
    names.push_back(d.name);
    for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
      // velocities are known here only to be refused by name
      const std::string& name = d.coordinates[i];
      scope.insert_or_assign(d.name + "." + name, c.bodies[b].q[i]);
      scope.insert_or_assign(d.name + "." + name + "_dot", c.bodies[b].v[i]);
      if (!own || d.name != *own) continue;
      scope.insert_or_assign(name, c.bodies[b].q[i]);
      scope.insert_or_assign(name + "_dot", c.bodies[b].v[i]);
    }
    found = found || d.name == *own;
  }
  if (!found) {
    throw ModelError(where, "'body' of " + what + ": there is no body '" + *own + "'" +
                                did_you_mean(*own, names));
  }
  return scope;
}

/// Functions are collected first and compiled per group of bodies in finish_functions().
struct Pending {
  std::vector<Node> functions;
  std::vector<std::vector<std::int32_t>> bodies;  // that each function uses
};

std::int32_t add_function(Compiler& c, Pending& pending, Node f, const FormulaText& text,
                          const std::string& what) {
  std::vector<std::int32_t> used;
  for (std::size_t b = 0; b < c.bodies.size(); ++b) {
    if (c.graph.depends(f, c.bodies[b].v)) {
      throw ModelError(text.where, what + " may use positions and t only, not velocities");
    }
    if (c.graph.depends(f, c.bodies[b].q)) used.push_back(static_cast<std::int32_t>(b));
  }
  if (used.empty()) throw ModelError(text.where, what + " does not depend on any coordinate");
  pending.functions.push_back(f);
  pending.bodies.push_back(std::move(used));
  return static_cast<std::int32_t>(pending.functions.size()) - 1;
}

void compile_joints(Compiler& c, Pending& pending) {
  auto& joints = std::get<std::vector<FormulaJoint>>(c.model.joints);
  for (const FormulaJointDescription& d : c.description.joints) {
    const std::string what = "joint '" + d.name + "'";
    const Scope scope = constraint_scope(c, d.body, d.where, what);
    joints.push_back({d.name, static_cast<std::int32_t>(c.model.joint_functions.size()),
                      static_cast<std::int32_t>(d.equations.size())});
    for (const FormulaText& equation : d.equations) {
      const std::string row = "an equation of " + what;
      const Node g = parse_at(c.graph, equation, scope, row);
      c.model.joint_functions.push_back(add_function(c, pending, g, equation, row));
    }
  }
}

void compile_contacts(Compiler& c, Pending& pending) {
  for (const FormulaContactDescription& d : c.description.contacts) {
    const std::string what = "contact '" + d.name + "'";
    const Scope scope = constraint_scope(c, d.body, d.where, what);
    FormulaContact contact{d.name, 0, -1, d.restitution, d.tangential_restitution, d.friction};
    contact.gap = add_function(c, pending, parse_at(c.graph, d.gap, scope, "'gap' of " + what),
                               d.gap, "'gap' of " + what);
    if (d.tangent) {
      const std::string row = "'tangent' of " + what;
      contact.tangent =
          add_function(c, pending, parse_at(c.graph, *d.tangent, scope, row), *d.tangent, row);
      // a contact's two rows stand in one group, over the bodies of both
      auto& gap = pending.bodies[static_cast<std::size_t>(contact.gap)];
      auto& tangent = pending.bodies[static_cast<std::size_t>(contact.tangent)];
      std::vector<std::int32_t> both;
      std::set_union(gap.begin(), gap.end(), tangent.begin(), tangent.end(),
                     std::back_inserter(both));
      gap = tangent = both;
    }
    c.model.contacts.push_back(std::move(contact));
  }
}

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

/// Second derivatives of a group: see FunctionGroup.
formula::Program curvature_program(Compiler& c, const std::vector<std::int32_t>& bodies,
                                   std::vector<Node> inputs, const std::vector<Node>& gradients,
                                   const std::vector<Node>& rates) {
  Graph& graph = c.graph;
  std::vector<Node> w;
  for (const std::int32_t b : bodies) {  // the velocities' symbols: φ does not use them
    const auto& v = c.bodies[static_cast<std::size_t>(b)].v;
    w.insert(w.end(), v.begin(), v.end());
  }
  const std::vector<Node> q(inputs.begin() + 1, inputs.end());
  const std::size_t D = q.size();
  const std::size_t R = rates.size();
  std::vector<Node> lambda(R);
  for (Node& l : lambda) l = graph.symbol();
  std::vector<Node> outputs(D * D, graph.constant(0));
  std::vector<Node> u(rates);
  for (std::size_t r = 0; r < R; ++r) {
    for (std::size_t i = 0; i < D; ++i) {
      const Node g = gradients[r * D + i];
      u[r] = graph.make(formula::Op::add, u[r], graph.make(formula::Op::mul, g, w[i]));
      for (std::size_t j = 0; j < D; ++j) {
        const Node term = graph.make(formula::Op::mul, lambda[r], c.derivative(g, q[j]));
        outputs[i * D + j] = graph.make(formula::Op::add, outputs[i * D + j], term);
      }
    }
  }
  for (const Node u_r : u) {
    for (const Node q_j : q) outputs.push_back(c.derivative(u_r, q_j));
  }
  for (const Node u_r : u) outputs.push_back(c.derivative(u_r, c.t));
  inputs.insert(inputs.end(), w.begin(), w.end());
  inputs.insert(inputs.end(), lambda.begin(), lambda.end());
  return {graph, inputs, outputs};
}

/// The tape of one group: φ, ∂φ/∂t, ∂φ/∂q of the functions that use exactly these bodies.
void compile_group(Compiler& c, const Pending& pending, const std::vector<std::int32_t>& bodies) {
  Model& m = c.model;
  FunctionGroup group;
  group.bodies = bodies;
  group.block = m.function_data;
  std::vector<Node> inputs{c.t};
  for (const std::int32_t b : bodies) {
    const auto& q = c.bodies[static_cast<std::size_t>(b)].q;
    inputs.insert(inputs.end(), q.begin(), q.end());
    const Cluster& cluster = m.clusters[static_cast<std::size_t>(b)];
    for (std::int32_t i = 0; i < cluster.n; ++i) group.dofs.push_back(cluster.dof + i);
  }
  std::vector<std::size_t> members;
  for (std::size_t f = 0; f < pending.functions.size(); ++f) {
    if (pending.bodies[f] == bodies) members.push_back(f);
  }
  const auto R = static_cast<std::int32_t>(members.size());
  const auto D = static_cast<std::int32_t>(group.dofs.size());
  std::vector<Node> values;
  std::vector<Node> rates;
  std::vector<Node> gradients;
  for (std::int32_t r = 0; r < R; ++r) {
    const Node f = pending.functions[members[static_cast<std::size_t>(r)]];
    FunctionPlace place{static_cast<std::int32_t>(m.groups.size()),
                        group.block + r,
                        group.block + R + r,
                        group.block + 2 * R + r * D,
                        true,
                        c.graph.depends(f, std::vector{c.t})};
    values.push_back(f);
    rates.push_back(c.derivative(f, c.t));
    for (std::size_t i = 1; i < inputs.size(); ++i) {
      gradients.push_back(c.derivative(f, inputs[i]));
      if (!c.graph.value(gradients.back())) place.constant_gradient = false;
    }
    m.functions[members[static_cast<std::size_t>(r)]] = place;
  }
  values.insert(values.end(), rates.begin(), rates.end());
  values.insert(values.end(), gradients.begin(), gradients.end());
  group.functions = R;
  for (const std::size_t f : members) group.members.push_back(static_cast<std::int32_t>(f));
  group.program = formula::Program(c.graph, inputs, values);
  m.function_data += R * (2 + D);
  group.curvature_block = m.curvature_data;
  group.curvature = curvature_program(c, bodies, inputs, gradients, rates);
  m.curvature_data += D * D + R * D + R;
  m.groups.push_back(std::move(group));
}

}  // namespace

Model compile(const Description& description) try {
  Compiler c{.description = description, .graph = {}, .common = {}, .bodies = {}, .model = {}};
  c.common = formula::constants(c.graph);
  c.common.insert_or_assign("t", c.t);
  for (const auto& [name, value] : description.parameters) {
    c.common.insert_or_assign(name, c.graph.constant(value));
  }
  c.model.name = description.name;
  c.model.title = description.title;
  c.model.breakpoints = sorted_once(description.simulation.breakpoints);
  for (const FormulaBodyDescription& body : description.bodies) compile_body(c, body);

  Pending pending;
  compile_joints(c, pending);
  compile_contacts(c, pending);
  c.model.functions.resize(pending.functions.size());
  const std::set<std::vector<std::int32_t>> groups(pending.bodies.begin(), pending.bodies.end());
  for (const auto& bodies : groups) compile_group(c, pending, bodies);
  return std::move(c.model);
} catch (const std::length_error&) {  // from the graph
  throw ModelError({description.file},
                   "the formulas and their derivatives are too large; split the model into "
                   "several bodies or simplify its formulas");
}

State initial_state(const Model& model) {
  const auto joints = static_cast<Eigen::Index>(model.joint_functions.size());
  const auto contacts = static_cast<Eigen::Index>(model.contacts.size());
  State x;
  x.q = model.q0;
  x.v = model.v0;
  x.joint_rank = static_cast<std::int32_t>(joints);
  for (Vec* p : {&x.p_joint, &x.lambda_joint, &x.tau_joint}) p->setZero(joints);
  for (Vec* p : {&x.p_normal, &x.p_tangent, &x.tau_normal}) p->setZero(contacts);
  for (Vec* y : {&x.a, &x.v_dot, &x.w, &x.v_before}) y->setZero(model.dofs);
  x.split.closed.assign(model.contacts.size(), 0);
  x.split.returns.assign(model.contacts.size(), 0);
  x.split.t_hit.assign(model.contacts.size(), 0.0);
  return x;
}

}  // namespace saltus
