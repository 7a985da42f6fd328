// SPDX-License-Identifier: Apache-2.0
// A body given by its kinetic and potential energy: everything the schemes need is derived from
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/formula/program.h"

namespace saltus {

/// Lagrange's equations of T(t,q,v), V(t,q) and generalised forces Q(t,q,v):
///   M = ∂²T/∂v∂v,   f = ∂T/∂q − (∂²T/∂v∂q) v − ∂²T/∂v∂t − ∂V/∂q + Q          (1)
///   K = −∂f/∂q,     C = −∂f/∂v,     S = ∂(M a)/∂q for a given a               (2)
/// all exact, compiled to tapes. Inputs of every tape: t, q[n], v[n], a[n].
struct FormulaBody {
  static constexpr std::string_view kind = "formula";
  static constexpr std::string_view summary =
      "any number of coordinates; kinetic, potential and force as formulas";

  std::string name;
  std::vector<std::string> coordinates;
  std::int32_t n = 0;        // degrees of freedom
  std::int32_t dof = 0;      // the first of them in the model's v
  std::int32_t cluster = 0;  // in Model::clusters

  bool linear = false;       // M, K, C constant: one Newton pass is exact
  bool has_power = false;    // forces, or energies that depend on t
  formula::Program motion;   // M[n²], f[n]
  formula::Program tangent;  // M[n²], f[n], S[n²], K[n²], C[n²]
  formula::Program energy;   // T, V, and T1 + 2 T0 where T has parts linear in v or free of it
  formula::Program power;  // of the forces with v = 0 in them, and of all forces, on the velocity a
};

/// The formulas of one body as nodes, and the symbols they are written in.
struct FormulaBodyNodes {
  formula::Node t;
  std::vector<formula::Node> q, v, a;
  formula::Node kinetic, potential;
  std::vector<formula::Node> force;
};

/// Derives (1), (2) and the energy rates. Name and offsets are the caller's to fill.
[[nodiscard]] FormulaBody derive(formula::Graph& graph, const FormulaBodyNodes& x);

/// ∂²T/∂v_i∂v_j may depend on t and q only, or the equations of motion
/// are not M(q) dv = f dt + Hᵀ di (docs/notation.md).
[[nodiscard]] bool kinetic_is_quadratic(formula::Graph& graph, const FormulaBodyNodes& nodes);

}  // namespace saltus
