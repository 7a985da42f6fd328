// SPDX-License-Identifier: Apache-2.0
// The equations of motion, derived symbolically.
#include "saltus/bodies/system.h"

#include <algorithm>
#include <array>
#include <map>

#include "saltus/formula/visit.h"

namespace saltus {
namespace {

using formula::Differentiator;
using formula::Graph;
using formula::Node;
using formula::Op;
using Nodes = std::vector<Node>;

/// Σ x_i y_i
Node dot(Graph& graph, const Nodes& x, const Nodes& y) {
  Node sum = graph.constant(0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum = graph.make(Op::add, sum, graph.make(Op::mul, x[i], y[i]));
  }
  return sum;
}

Nodes gradient(Differentiator& d, Node f, const Nodes& x) {
  Nodes result;
  result.reserve(x.size());
  for (const Node xi : x) result.push_back(d(f, xi));
  return result;
}

/// Q(t, q, 0): what of the forces does not come from motion. Only what may depend on v is visited:
/// a graph holds the formulas of all bodies.
Node without_velocity(Graph& graph, Node f, const Nodes& v) {
  std::vector<Node> nodes;
  formula::visit_down(graph, std::array{f}, [&](Node n) {
    const bool moves =
        std::any_of(v.begin(), v.end(), [&](Node x) { return graph.may_depend(n, x); });
    if (moves) nodes.push_back(n);
    return moves;
  });
  std::sort(nodes.begin(), nodes.end());  // arguments come first
  std::map<Node, Node> images;
  const auto image = [&](Node n) {
    const auto known = images.find(n);
    return known == images.end() ? n : known->second;
  };
  for (const Node n : nodes) {
    const Graph::Entry e = graph.entry(n);
    if (e.op == Op::symbol) {
      if (std::find(v.begin(), v.end(), n) != v.end()) images.emplace(n, graph.constant(0));
    } else if (e.op != Op::constant) {
      images.emplace(n, graph.make(e.op, image(e.a), image(e.b), image(e.c)));
    }
  }
  return image(f);
}

bool all_constant(const Graph& graph, const Nodes& nodes) {
  for (const Node n : nodes) {
    if (!graph.value(n)) return false;
  }
  return true;
}

struct Motion {
  Nodes M, f, S, K, C;
};

/// ∂f along every direction of the system.
Nodes slopes(Graph& graph, Differentiator& d, Node f, const SystemNodes& x) {
  Nodes result;
  result.reserve(x.directions.size());
  for (const Direction& direction : x.directions) result.push_back(along(graph, d, f, direction));
  return result;
}

Motion equations(Graph& graph, Differentiator& d, const SystemNodes& x) {
  const std::size_t n = x.v.size();
  const Nodes T_v = gradient(d, x.kinetic, x.v);
  const Nodes T_q = slopes(graph, d, x.kinetic, x);
  const Nodes V_q = slopes(graph, d, x.potential, x);
  Motion m;
  for (std::size_t i = 0; i < n; ++i) {
    const Nodes row = gradient(d, T_v[i], x.v);
    m.M.insert(m.M.end(), row.begin(), row.end());

    // (1)
    Node f = graph.make(Op::sub, T_q[i], dot(graph, slopes(graph, d, T_v[i], x), x.v));
    f = graph.make(Op::sub, f, d(T_v[i], x.t));
    f = graph.make(Op::sub, f, V_q[i]);
    f = graph.make(Op::add, f, x.force[i]);
    m.f.push_back(graph.make(Op::add, f, x.gyroscopic[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {  // (2)
    const Nodes row(m.M.begin() + static_cast<std::ptrdiff_t>(i * n),
                    m.M.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
    const Nodes S = slopes(graph, d, dot(graph, row, x.a), x);
    m.S.insert(m.S.end(), S.begin(), S.end());
    for (const Node K : slopes(graph, d, m.f[i], x)) m.K.push_back(graph.make(Op::neg, K));
    for (const Node C : gradient(d, m.f[i], x.v)) m.C.push_back(graph.make(Op::neg, C));
  }
  return m;
}

}  // namespace

Node along(Graph& graph, Differentiator& d, Node f, const Direction& direction) {
  Node sum = graph.constant(0);
  for (const Direction::Part& part : direction.parts) {
    const Node slope = d(f, part.position);
    sum = graph.make(Op::add, sum, graph.make(Op::mul, slope, part.rate));
  }
  return sum;
}

bool kinetic_is_quadratic(Graph& graph, Node kinetic, const Nodes& v) {
  Differentiator d(graph);
  for (const Node T_v : gradient(d, kinetic, v)) {
    for (const Node entry : gradient(d, T_v, v)) {
      if (graph.depends(entry, v)) return false;
    }
  }
  return true;
}

System derive(Graph& graph, const SystemNodes& x) {
  Differentiator d(graph);
  const Motion m = equations(graph, d, x);

  Nodes inputs{x.t};
  for (const Nodes* part : {&x.q, &x.v, &x.a})
    inputs.insert(inputs.end(), part->begin(), part->end());

  System system;
  system.positions = static_cast<std::int32_t>(x.q.size());
  system.n = static_cast<std::int32_t>(x.v.size());
  system.constant_mass = all_constant(graph, m.M);
  system.linear = system.constant_mass && all_constant(graph, m.K) && all_constant(graph, m.C);

  Nodes out = m.M;
  out.insert(out.end(), m.f.begin(), m.f.end());
  system.motion = formula::Program(graph, inputs, out);
  for (const Nodes* part : {&m.S, &m.K, &m.C}) out.insert(out.end(), part->begin(), part->end());
  system.tangent = formula::Program(graph, inputs, out);

  // With T = T2 + T1 + T0 by degree in v:  d(T + V)/dt = Q·v − ∂T/∂t + ∂V/∂t + d(T1 + 2 T0)/dt.
  // What a drive puts into a system counts as external work.
  Nodes Q0;
  for (const Node Q : x.force) Q0.push_back(without_velocity(graph, Q, x.v));
  const Node drive_power = graph.make(Op::sub, d(x.potential, x.t), d(x.kinetic, x.t));
  const Node external = graph.make(Op::add, dot(graph, Q0, x.a), drive_power);
  const Node all = graph.make(Op::add, dot(graph, x.force, x.a), drive_power);
  const Nodes powers{external, all};
  system.power = formula::Program(graph, inputs, powers);
  system.has_power = !all_constant(graph, powers);

  Nodes momentum_at_rest;
  for (const Node T_v : gradient(d, x.kinetic, x.v)) {
    momentum_at_rest.push_back(without_velocity(graph, T_v, x.v));
  }
  const Node T0 = without_velocity(graph, x.kinetic, x.v);
  const Node drive = graph.make(Op::add, dot(graph, momentum_at_rest, x.v),
                                graph.make(Op::mul, graph.constant(2), T0));
  const Nodes energies{x.kinetic, x.potential, drive};
  system.energy = formula::Program(graph, inputs, energies);
  return system;
}

}  // namespace saltus
