// SPDX-License-Identifier: Apache-2.0
// Bodies whose forces depend on each other share a system; all others stay alone.
#include <numeric>

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
  const auto join = [&](std::size_t i, Node f) {
    for (std::size_t j = 0; j < c.nodes.size(); ++j) {
      if (root_of(parent, i) == root_of(parent, j)) continue;
      if (!depends_on(c.graph, f, c.nodes[j].q) && !depends_on(c.graph, f, c.nodes[j].v)) continue;
      const std::size_t a = root_of(parent, i);
      const std::size_t b = root_of(parent, j);
      parent[std::max(a, b)] = std::min(a, b);
    }
  };
  for (std::size_t i = 0; i < c.nodes.size(); ++i) {
    join(i, c.nodes[i].potential);
    for (const Node f : c.nodes[i].force) join(i, f);
  }
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root_of(parent, i);
  return parent;
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// Gives the body its places, and its parts to the nodes of its system. A body with more positions
/// than velocities ends in a quaternion, turned by its last three degrees of freedom.
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

}  // namespace

bool depends_on(const formula::Graph& graph, Node f, const std::vector<Node>& symbols) {
  for (const Node x : symbols) {
    if (graph.may_depend(f, x)) return graph.depends(f, symbols);
  }
  return false;
}

void compile_systems(Compiler& c) {
  Model& m = c.model;
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
    m.constant_motion = m.constant_motion && system.motion.is_constant();
    m.systems.push_back(std::move(system));
  }
  m.dofs = m.space.dofs;
}

}  // namespace saltus
