// SPDX-License-Identifier: Apache-2.0
// Functions of the same systems share one tape.
#include <algorithm>
#include <map>

#include "saltus/model/compiler.h"

namespace saltus {
namespace {

using formula::Graph;
using formula::Node;
using formula::Op;

/// The symbols of the clusters' bodies, in the order of q and of v.
struct Symbols {
  std::vector<Node> q, v;
  std::vector<Direction> directions;
};

Symbols symbols_of(const Compiler& c, const std::vector<std::vector<std::size_t>>& bodies,
                   const std::vector<std::int32_t>& clusters) {
  Symbols all;
  const auto append = [](auto& to, const auto& from) {
    to.insert(to.end(), from.begin(), from.end());
  };
  for (const std::int32_t k : clusters) {
    for (const std::size_t b : bodies[static_cast<std::size_t>(k)]) {
      append(all.q, c.nodes[b].q);
      append(all.v, c.nodes[b].v);
      append(all.directions, c.nodes[b].directions);
    }
  }
  return all;
}

/// φ, ∂φ/∂t and the derivatives along all directions.
struct Row {
  Node value, rate;
  std::vector<Node> gradient;
};

Row row_of(Compiler& c, const PendingFunction& f, const Symbols& symbols) {
  Row row;
  if (f.value) {
    row.value = *f.value;
    row.rate = c.derivative(*f.value, c.t);
    for (const Direction& direction : symbols.directions)
      row.gradient.push_back(along(c.graph, c.derivative, *f.value, direction));
    return row;
  }
  row.value = row.rate = c.graph.constant(0);
  for (const Node v : symbols.v) row.gradient.push_back(c.derivative(*f.velocity, v));
  return row;
}

/// Second derivatives of a group: see FunctionGroup.
formula::Program curvature_program(Compiler& c, const Symbols& symbols, std::vector<Node> inputs,
                                   const std::vector<Row>& rows) {
  Graph& graph = c.graph;
  const std::vector<Node>& w = symbols.v;  // φ does not use them
  const std::size_t D = w.size();
  std::vector<Node> lambda(rows.size());
  for (Node& l : lambda) l = graph.symbol();
  std::vector<Node> outputs(D * D, graph.constant(0));
  std::vector<Node> u;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    u.push_back(rows[r].rate);
    for (std::size_t i = 0; i < D; ++i) {
      const Node g = rows[r].gradient[i];
      u[r] = graph.make(Op::add, u[r], graph.make(Op::mul, g, w[i]));
      for (std::size_t j = 0; j < D; ++j) {
        const Node slope = along(graph, c.derivative, g, symbols.directions[j]);
        const Node term = graph.make(Op::mul, lambda[r], slope);
        outputs[i * D + j] = graph.make(Op::add, outputs[i * D + j], term);
      }
    }
  }
  for (const Node u_r : u) {
    for (const Direction& direction : symbols.directions)
      outputs.push_back(along(graph, c.derivative, u_r, direction));
  }
  for (const Node u_r : u) outputs.push_back(c.derivative(u_r, c.t));
  inputs.insert(inputs.end(), w.begin(), w.end());
  inputs.insert(inputs.end(), lambda.begin(), lambda.end());
  return {graph, inputs, outputs};
}

/// The clusters' entries of q and v.
FunctionGroup group_over(const Model& m, const std::vector<std::int32_t>& clusters) {
  FunctionGroup group;
  for (const std::int32_t k : clusters) {
    const System& system = m.systems[static_cast<std::size_t>(k)];
    for (std::int32_t i = 0; i < system.positions; ++i)
      group.positions.push_back(system.position + i);
    for (std::int32_t i = 0; i < system.n; ++i) group.dofs.push_back(system.dof + i);
  }
  return group;
}

/// The tape of one group: φ, ∂φ/∂t, ∂φ/∂q of the functions that use exactly these clusters.
void compile_group(Compiler& c, const Symbols& symbols, const std::vector<std::int32_t>& clusters,
                   const std::vector<std::int32_t>& members) {
  Model& m = c.model;
  FunctionGroup group = group_over(m, clusters);
  group.block = m.function_data;
  group.members = members;
  group.functions = static_cast<std::int32_t>(members.size());
  const std::int32_t R = group.functions;
  const auto D = static_cast<std::int32_t>(group.dofs.size());
  std::vector<Node> inputs{c.t};
  inputs.insert(inputs.end(), symbols.q.begin(), symbols.q.end());
  std::vector<Row> rows;
  for (std::int32_t r = 0; r < R; ++r) {
    const auto member = static_cast<std::size_t>(members[static_cast<std::size_t>(r)]);
    const PendingFunction& f = c.functions[member];
    rows.push_back(row_of(c, f, symbols));
    FunctionPlace& place = m.functions[member];
    place.group = static_cast<std::int32_t>(m.groups.size());
    place.value = group.block + r;
    place.rate = group.block + R + r;
    place.gradient = group.block + 2 * R + r * D;
    place.dofs = static_cast<std::int32_t>(m.row_dofs.size());
    place.dof_count = D;
    place.clusters = static_cast<std::int32_t>(m.row_clusters.size());
    place.cluster_count = static_cast<std::int32_t>(clusters.size());
    place.constant_gradient = true;
    place.depends_on_time = c.graph.depends(f.value ? *f.value : *f.velocity, std::vector{c.t});
    for (const Node g : rows.back().gradient) {
      if (!c.graph.value(g)) place.constant_gradient = false;
    }
  }
  m.row_dofs.insert(m.row_dofs.end(), group.dofs.begin(), group.dofs.end());
  m.row_clusters.insert(m.row_clusters.end(), clusters.begin(), clusters.end());
  std::vector<Node> outputs;
  for (const Row& row : rows) outputs.push_back(row.value);
  for (const Row& row : rows) outputs.push_back(row.rate);
  for (const Row& row : rows)
    outputs.insert(outputs.end(), row.gradient.begin(), row.gradient.end());
  group.program = formula::Program(c.graph, inputs, outputs);
  m.function_data += R * (2 + D);
  group.curvature_block = m.curvature_data;
  group.curvature = curvature_program(c, symbols, inputs, rows);
  m.curvature_data += D * D + R * D + R;
  m.groups.push_back(std::move(group));
}

}  // namespace

std::int32_t add_function(Compiler& c, Node value, FunctionOrigin origin) {
  PendingFunction f{.value = value, .velocity = {}, .clusters = {}};
  const Dependence on = dependence(c, value);
  if (!on.velocities.empty())
    throw ModelError(origin.where, origin.what + " may use positions and t only, not velocities");
  for (const std::size_t b : on.positions) f.clusters.push_back(c.model.bodies[b].cluster);
  if (f.clusters.empty())
    throw ModelError(origin.where, origin.what + " does not depend on any coordinate");
  c.functions.push_back(std::move(f));
  c.model.origins.push_back(std::move(origin));
  join_rows(c, {static_cast<std::int32_t>(c.functions.size()) - 1});
  return static_cast<std::int32_t>(c.functions.size()) - 1;
}

std::int32_t add_velocity_row(Compiler& c, Node u, FunctionOrigin origin) {
  PendingFunction f{.value = {}, .velocity = u, .clusters = {}};
  const Dependence on = dependence(c, u);
  for (const auto* bodies : {&on.positions, &on.velocities})
    for (const std::size_t b : *bodies) f.clusters.push_back(c.model.bodies[b].cluster);
  c.functions.push_back(std::move(f));
  c.model.origins.push_back(std::move(origin));
  join_rows(c, {static_cast<std::int32_t>(c.functions.size()) - 1});
  return static_cast<std::int32_t>(c.functions.size()) - 1;
}

void join_rows(Compiler& c, const std::vector<std::int32_t>& functions) {
  std::vector<std::int32_t> all;
  for (const std::int32_t f : functions) {
    const auto& clusters = c.functions[static_cast<std::size_t>(f)].clusters;
    all.insert(all.end(), clusters.begin(), clusters.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  for (const std::int32_t f : functions) c.functions[static_cast<std::size_t>(f)].clusters = all;
}

void compile_functions(Compiler& c) {
  std::vector<std::vector<std::size_t>> bodies(c.model.clusters.size());
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    if (!c.nodes[b].v.empty())
      bodies[static_cast<std::size_t>(c.model.bodies[b].cluster)].push_back(b);
  }
  c.model.functions.resize(c.functions.size());
  std::map<std::vector<std::int32_t>, std::vector<std::int32_t>> groups;  // members by clusters
  for (std::size_t f = 0; f < c.functions.size(); ++f)
    groups[c.functions[f].clusters].push_back(static_cast<std::int32_t>(f));
  for (const auto& [clusters, members] : groups)
    compile_group(c, symbols_of(c, bodies, clusters), clusters, members);
}

}  // namespace saltus
