// SPDX-License-Identifier: Apache-2.0
// Bodies whose equations of motion are coupled, given by their energies and forces: everything the
// schemes need is derived from them.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/formula/derivative.h"
#include "saltus/formula/program.h"

namespace saltus {

/// How positions move with one degree of freedom: q̇ = Σ_i v_i (column i of T(q)). Of most
/// coordinates it is a unit vector; of a quaternion it holds half of the quaternion's entries.
struct Direction {
  struct Part {
    formula::Node position;  // symbol of an entry of q
    formula::Node rate;      // of it, per velocity of the degree of freedom
  };
  std::vector<Part> parts;
};

/// The derivative of f in the direction: Σ_j ∂f/∂q_j T_ji.
[[nodiscard]] formula::Node along(formula::Graph& graph, formula::Differentiator& d,
                                  formula::Node f, const Direction& direction);

/// The formulas of a system as nodes, and the symbols they are written in.
struct SystemNodes {
  formula::Node t;
  std::vector<formula::Node> q;       // positions
  std::vector<formula::Node> v, a;    // velocities and a second set of them, by degree of freedom
  std::vector<Direction> directions;  // by degree of freedom
  formula::Node kinetic, potential;
  std::vector<formula::Node> force;       // by degree of freedom
  std::vector<formula::Node> gyroscopic;  // the same, without power: −ω × Jω
};

/// With D_i the derivative in direction i, the equations of T(t,q,v), V(t,q), forces Q(t,q,v) and
/// gyroscopic forces G(v):
///   M = ∂²T/∂v∂v,   f_i = D_i T − Σ_j D_j(∂T/∂v_i) v_j − ∂²T/∂v_i∂t − D_i V + Q_i + G_i   (1)
///   K = −D f,       C = −∂f/∂v,     S = D(M a) for a given a                             (2)
/// all exact, compiled to tapes. In coordinates that are a vector space these are Lagrange's
/// equations; where velocities are those of a body in its own axes T does not depend on q, and they
/// are Newton's and Euler's. Inputs of every tape: t, q, v, a.
struct System {
  std::int32_t positions = 0;
  std::int32_t n = 0;         // degrees of freedom
  std::int32_t position = 0;  // the first in the model's q
  std::int32_t dof = 0;       // the first in the model's v

  bool linear = false;         // M, K, C constant: one Newton pass is exact
  bool constant_mass = false;  // M alone
  bool has_power = false;      // forces, or energies that depend on t
  formula::Program motion;     // M[n²], f[n]
  formula::Program tangent;    // M[n²], f[n], S[n²], K[n²], C[n²]
  formula::Program energy;     // T, V, and T1 + 2 T0 where T has parts linear in v or free of it
  formula::Program power;  // of the forces with v = 0 in them, and of all forces, on the velocity a
};

/// Derives (1), (2) and the energy rates. Offsets are the caller's to fill.
[[nodiscard]] System derive(formula::Graph& graph, const SystemNodes& x);

/// ∂²T/∂v_i∂v_j may depend on t and q only, or the equations of motion
/// are not M(q) dv = f dt + Hᵀ di (docs/notation.md).
[[nodiscard]] bool kinetic_is_quadratic(formula::Graph& graph, formula::Node kinetic,
                                        const std::vector<formula::Node>& v);

}  // namespace saltus
