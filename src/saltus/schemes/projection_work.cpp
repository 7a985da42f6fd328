// SPDX-License-Identifier: Apache-2.0
// Sizes of the projections' scratch memory.
#include "saltus/schemes/projection_work.h"

namespace saltus {

ProjectionWork::ProjectionWork(const Model& model)
    : Workspace(model), projection(model), identity(model) {
  identity.set_identity(model);
  const std::size_t rows = problem.X_at.size() + projection.problem.X_at.size();
  coupled.problem.W.reserve(rows * rows);
  coupled.problem.b.reserve(rows);
  coupled.problem.blocks.reserve(rows);
  coupled.p.reserve(rows);
  coupled.Y.resize(projection.problem.X.size());
  for (Vec* x : {&correction, &shift}) x->setZero(model.dofs);
  q_hat.setZero(model.space.positions);
}

}  // namespace saltus
