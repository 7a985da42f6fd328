// SPDX-License-Identifier: Apache-2.0
// Compiles bodies and joints once more: runs have no use for these formulas, and do not carry them.
#include "saltus/model/joint_touches.h"

#include <algorithm>

#include "saltus/model/solids.h"

namespace saltus {

JointTouches joint_touches(const Description& description) {
  JointTouches out;
  const auto has_contacts = [](const JointDescription& d) { return d.clearance || d.limits; };
  if (std::none_of(description.frame_joints.begin(), description.frame_joints.end(), has_contacts))
    return out;
  Compiler c{.description = description,
             .graph = {},
             .common = {},
             .nodes = {},
             .functions = {},
             .model = {}};
  compile_bodies(c);
  compile_formula_joints(c);
  compile_joints(c);
  const auto positions = static_cast<std::size_t>(c.model.q0.size());
  std::vector<formula::Node> inputs(1 + positions + static_cast<std::size_t>(c.model.v0.size()));
  std::vector<formula::Node> outputs;
  inputs[0] = c.t;
  for (std::size_t b = 0; b < c.nodes.size(); ++b) {
    const Body& body = c.model.bodies[b];
    std::copy(c.nodes[b].q.begin(), c.nodes[b].q.end(), inputs.begin() + 1 + body.position);
    std::copy(c.nodes[b].v.begin(), c.nodes[b].v.end(),
              inputs.begin() + 1 + static_cast<std::ptrdiff_t>(positions) + body.dof);
  }
  for (const TouchNodes& touch : c.touches) {
    out.contacts.push_back(touch.contact);
    for (const formula::Vector* x : {&touch.point, &touch.normal, &touch.t_1, &touch.t_2})
      for (const formula::Expression& e : *x) outputs.push_back(e.node());
  }
  out.program = formula::Program(c.graph, inputs, outputs);
  return out;
}

}  // namespace saltus
