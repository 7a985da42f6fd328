// SPDX-License-Identifier: Apache-2.0
// The rows of problems at position level, in memory that is made once.
#include "saltus/schemes/position_level.h"

#include <algorithm>

namespace saltus {

PositionWork::PositionWork(const Model& model)
    : Workspace(model), z(Vec::Zero(model.dofs)), joined(model.contacts.size(), 0) {
  std::size_t rows = model.joint_functions.size();
  for (const Contact& c : model.contacts) rows += static_cast<std::size_t>(c.rows());
  scale.reserve(rows);
}

void begin(const Model& model, double joint_scale, PositionWork& w) {
  begin(model, w.problem);
  w.scale.assign(model.joint_functions.size(), joint_scale);
  std::fill(w.joined.begin(), w.joined.end(), std::uint8_t{0});
}

void join(const Model& model, const ConstraintRows& start, std::int32_t contact, double scale,
          const State& x, PositionWork& w) {
  add_contact(model, start, contact, w.problem);
  w.joined[static_cast<std::size_t>(contact)] = 1;
  w.scale.push_back(scale);
  w.problem.p.push_back(x.p_normal[contact]);
  const std::int32_t rows = model.contacts[static_cast<std::size_t>(contact)].rows();
  for (std::int32_t r = 1; r < rows; ++r) {
    w.scale.push_back(0);
    w.problem.p.push_back(r == 1 ? x.p_tangent[contact] : x.p_tangent_2[contact]);
  }
}

void set_offsets(const Model& model, const Vec& v, PositionWork& w) {
  for (std::size_t j = 0; j < w.scale.size(); ++j) {
    const std::int32_t f = w.problem.set.functions[j];
    const double change = velocity(model, w.law, f, w.v_new) - velocity(model, w.law, f, w.z);
    const double g = w.law.value(model.functions[static_cast<std::size_t>(f)]);
    const bool at_position = w.scale[j] > 0;
    w.problem.problem.b[j] = (at_position ? w.scale[j] * g : velocity(model, w.law, f, v)) + change;
  }
}

}  // namespace saltus
