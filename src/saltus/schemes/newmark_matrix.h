// SPDX-License-Identifier: Apache-2.0
// The iteration matrix of Newmark's scheme, whose positions depend on accelerations too.
#pragma once

#include <vector>

#include "saltus/schemes/block_factor.h"

namespace saltus {

/// (6) of docs/theory/newmark.md: G δv̇ = r − D δv,  E = G⁻¹ D,  M̂ = M_m (I + s E).
struct NewmarkMatrix {
  explicit NewmarkMatrix(const Model& model);

  BlockFactor G;          // M + g (K + S)
  std::vector<double> E;  // G⁻¹ (C + d (K + S)), in block-diagonal storage
  std::vector<double> M_hat;
  std::vector<double> column;
};

/// Forms E, and M̂ into its factor. `end` has M, S, K, C; `mass` the M along which reactions act.
/// False where G or M̂ is singular.
[[nodiscard]] bool form(const Model& model, const Dynamics& end, const Dynamics& mass, double g,
                        double d, double s, NewmarkMatrix& matrix, BlockFactor& M_hat);

/// y ← y − E x
void subtract_response(const Model& model, const NewmarkMatrix& matrix, const Vec& x, Vec& y);

}  // namespace saltus
