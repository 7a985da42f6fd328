// SPDX-License-Identifier: Apache-2.0
// Sizes of the projections' scratch memory.
#include "saltus/schemes/projection_work.h"

namespace saltus {

ProjectionWork::ProjectionWork(const Model& model)
    : Workspace(model), projection(model), identity(model) {
  identity.set_identity(model);
  for (Vec* x : {&q_hat, &correction, &shift}) x->setZero(model.dofs);
}

}  // namespace saltus
