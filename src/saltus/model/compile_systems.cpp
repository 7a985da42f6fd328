// SPDX-License-Identifier: Apache-2.0
// Bodies whose forces depend on each other share a system; all others stay alone.
#include <algorithm>
#include <array>
#include <numeric>

#include "saltus/formula/visit.h"
#include "saltus/model/compiler.h"

namespace saltus {
namespace {

using formula::Node;
using formula::Op;

std::size_t root_of(std::vector<std::size_t>& parent, std::size_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/// By body: the first body of its system.
std::vector<std::size_t> coupled_bodies(const Compiler& c) {
  std::vector<std::size_t> parent(c.nodes.size());
  std::iota(parent.begin(), parent.end(), std::size_t{0});
  const auto join = [&](std::size_t i, std::size_t j) {
    const std::size_t a = root_of(parent, i);
    const std::size_t b = root_of(parent, j);
    parent[std::max(a, b)] = std::min(a, b);
  };
  const auto join_all = [&](std::size_t i, Node f) {
    const Dependence on = dependence(c, f);
    for (const auto* bodies : {&on.positions, &on.velocities})
      for (const std::size_t j : *bodies) join(i, j);
  };
  for (std::size_t i = 0; i < c.nodes.size(); ++i) {
    join_all(i, c.nodes[i].potential);
    for (const Node f : c.nodes[i].force) join_all(i, f);
  }
  for (const TurnNodes& turn : c.turns) {
    if (c.nodes[turn.first.body].v.empty() || c.nodes[turn.second.body].v.empty()) continue;
    join(turn.first.body, turn.second.body);
  }
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root_of(parent, i);
  return parent;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Gives the body its places, and its parts to the nodes of its system. A body with more positions
/// than velocities has a quaternion, turned by its last three degrees of freedom.
void add_body(Compiler& c, std::size_t i, SystemNodes& system) {
  Model& m = c.model;
  BodyNodes& nodes = c.nodes[i];
  Body& body = m.bodies[i];
  body.position = m.space.positions;
  body.dof = m.space.dofs;
  body.cluster = static_cast<std::int32_t>(m.clusters.size());
  const auto n = static_cast<std::int32_t>(nodes.v.size());
  const std::int32_t flat = nodes.q.size() > nodes.v.size() ? n - 3 : n;
  m.space.flat.push_back({body.position, body.dof, flat});
  for (std::int32_t k = 0; k < n; ++k)
    m.space.position_of.push_back(k < flat ? body.position + k : -1);
  if (flat < n) {
    m.space.curved = true;
    m.space.attitudes.push_back({body.position + flat, body.dof + flat});
  }
  for (const double q : nodes.q0) m.q0[m.space.positions++] = q;
  for (const double v : nodes.v0) m.v0[m.space.dofs++] = v;
  append(system.q, nodes.q);
  append(system.v, nodes.v);
  append(system.a, nodes.a);
  append(system.directions, nodes.directions);
  append(system.force, nodes.force);
  append(system.gyroscopic, nodes.gyroscopic);
  system.kinetic = c.graph.make(Op::add, system.kinetic, nodes.kinetic);
  system.potential = c.graph.make(Op::add, system.potential, nodes.potential);
}

/// Of a body that stands: its axes are the world's.
Space::Turn::Side turn_side(const Compiler& c, const TurnNodes::Side& side) {
  if (c.nodes[side.body].v.empty())
    return {-1, -1, c.nodes[side.body].pose->rotation_0 * side.axes};
  const Body& body = c.model.bodies[side.body];
  return {body.position + 3, body.dof + 3, side.axes};  // after the three of its place
}

void place_turns(Compiler& c) {
  for (const TurnNodes& turn : c.turns) {
    const std::int32_t first = c.model.bodies[turn.owner].position;
    c.model.space.turns.push_back({first + static_cast<std::int32_t>(turn.position),
                                   turn_side(c, turn.first), turn_side(c, turn.second)});
  }
}

}  // namespace

Dependence dependence(const Compiler& c, Node f) {
  Dependence on;
  formula::visit_down(c.graph, std::array{f}, [&](Node n) {
    const auto body = c.body_of.find(n);
    if (body == c.body_of.end()) return true;
    const std::vector<Node>& q = c.nodes[body->second].q;
    const bool is_position = std::find(q.begin(), q.end(), n) != q.end();
    (is_position ? on.positions : on.velocities).push_back(body->second);
    return false;
  });
  for (auto* bodies : {&on.positions, &on.velocities}) {
    std::sort(bodies->begin(), bodies->end());
    bodies->erase(std::unique(bodies->begin(), bodies->end()), bodies->end());
  }
  return on;
}

void compile_systems(Compiler& c) {
  Model& m = c.model;
  for (std::size_t b = 0; b < c.nodes.size(); ++b)
    for (const auto* symbols : {&c.nodes[b].q, &c.nodes[b].v})
      for (const Node symbol : *symbols) c.body_of.emplace(symbol, b);
  std::size_t positions = 0;
  std::size_t dofs = 0;
  for (const BodyNodes& nodes : c.nodes) {
    positions += nodes.q0.size();
    dofs += nodes.v0.size();
  }
  m.q0.setZero(static_cast<Eigen::Index>(positions));
  m.v0.setZero(static_cast<Eigen::Index>(dofs));
  const std::vector<std::size_t> first = coupled_bodies(c);
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] != i || c.nodes[i].v.empty()) continue;
    const std::int32_t position = m.space.positions;
    const std::int32_t dof = m.space.dofs;
    SystemNodes nodes{.t = c.t,
                      .q = {},
                      .v = {},
                      .a = {},
                      .directions = {},
                      .kinetic = c.graph.constant(0),
                      .potential = c.graph.constant(0),
                      .force = {},
                      .gyroscopic = {}};
    for (std::size_t j = i; j < first.size(); ++j) {
      if (first[j] == i) add_body(c, j, nodes);
    }
    System system = derive(c.graph, nodes);
    system.position = position;
    system.dof = dof;
    m.clusters.push_back({dof, system.n, m.blocks, m.motion_data});
    m.blocks += system.n * system.n;
    m.motion_data += static_cast<std::int32_t>(system.tangent.outputs());
    m.linear = m.linear && system.linear;
    m.has_power = m.has_power || system.has_power;
    m.constant_mass = m.constant_mass && system.constant_mass;
    m.constant_motion = m.constant_motion && system.motion.is_constant();
    m.systems.push_back(std::move(system));
  }
  m.dofs = m.space.dofs;
  place_turns(c);
}

}  // namespace saltus
