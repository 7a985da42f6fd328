// SPDX-License-Identifier: Apache-2.0
// Sizes of the scratch memory.
#include "saltus/schemes/workspace.h"

namespace saltus {

Workspace::Workspace(const Model& model)
    : bodies(make_body_work(model)),
      row_tapes(make_row_work(model)),
      problem(model),
      force_point(make_dynamics(model)),
      mass_point(make_dynamics(model)),
      factor(model),
      law(make_rows(model)),
      reaction(make_rows(model)) {
  for (Vec* x : {&v_new, &change, &v_mean, &v_theta, &increment, &f_start}) {
    x->setZero(model.dofs);
  }
  q_theta.setZero(model.space.positions);
}

void Workspace::meet(const Model& model) {
  problem.meet(model);
  resize_rows(model, law);
  resize_rows(model, reaction);
}

}  // namespace saltus
