// SPDX-License-Identifier: Apache-2.0
// Scalar functions φ(t, q) with their exact derivatives along the degrees of freedom: what gaps,
// tangents and joint equations are made of. "∂φ/∂q" below is this derivative, by degree of freedom.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "saltus/base/error.h"
#include "saltus/formula/program.h"

namespace saltus {

/// Functions of the same bodies share one tape and so their sub-expressions.
/// Output block of a group with R functions over D degrees of freedom: φ[R], ∂φ/∂t[R], ∂φ/∂q[R ×
/// D].
struct FunctionGroup {
  std::vector<std::int32_t> positions;  // all entries of q of these clusters
  std::vector<std::int32_t> dofs;       // all degrees of freedom of these clusters
  std::int32_t functions = 0;
  std::vector<std::int32_t> members;  // their ids
  std::int32_t block = 0;             // where its output block starts
  formula::Program program;           // inputs: t, q[positions]

  /// Second derivatives. With u = ∂φ/∂q w + ∂φ/∂t: Σ_r λ_r ∂²φ_r/∂q² [D × D], ∂u/∂q [R × D],
  /// ∂u/∂t [R].
  std::int32_t curvature_block = 0;
  formula::Program curvature;  // inputs: t, q[positions], w[dofs], λ[functions]
};

/// Where a function stands in the evaluated data.
struct FunctionPlace {
  std::int32_t group = 0;  // what is evaluated together: of formulas Model::groups, then candidates
  std::int32_t value = 0;  // index of φ
  std::int32_t rate = 0;   // index of ∂φ/∂t
  std::int32_t gradient = 0;  // first index of ∂φ/∂q, over these degrees of freedom:
  std::int32_t dofs = 0;      //   where they are listed in Model::row_dofs,
  std::int32_t dof_count = 0;
  std::int32_t clusters = 0;  //   and their clusters in Model::row_clusters
  std::int32_t cluster_count = 0;
  bool constant_gradient = false;
  bool depends_on_time = false;
};

/// Where in the model file a function comes from, for messages.
struct FunctionOrigin {
  Location where;
  std::string what;  // "the gap of contact 'floor'"
};

}  // namespace saltus
