// SPDX-License-Identifier: Apache-2.0
// Memory of generalized-α: the three sub-problems, the iterate.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "saltus/contact/curvature.h"
#include "saltus/schemes/alpha_coefficients.h"
#include "saltus/schemes/projection.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

class AlphaSystem;

struct AlphaWork : Workspace {
  explicit AlphaWork(const Model& model);
  AlphaWork(const AlphaWork&) = delete;
  AlphaWork& operator=(const AlphaWork&) = delete;
  AlphaWork(AlphaWork&&) = delete;
  AlphaWork& operator=(AlphaWork&&) = delete;
  ~AlphaWork();
  [[nodiscard]] WorkCounts own_work() const {
    return {.masses = mass.factorisations() + systems, .rows = curvature.evaluations};
  }

  // (4) smooth motion: joints on ṽ, p = h λ̃/σ. (5) positions; (6) velocities: Workspace::problem.
  StepProblem smooth;
  Projection projection;
  BlockFactor mass;                      // M, the metric of (5) and (6)
  bool mass_is_current = false;          // it is that of the iterate
  ConstraintRows tilde;                  // rows at q̃
  const ConstraintRows* rows = nullptr;  // at the iterate q_{k+1}: tilde, law or projection.rows
  std::vector<std::int32_t> last_set;    // contacts of (6) in the pass before
  std::vector<std::uint8_t> kept;        // by contact: once in the set, it stays

  Vec a_k;       // pseudo-acceleration of the start, for this h
  Vec v_0, d_0;  // ṽ and q̃ ⊖ q_k for ṽ̇_{k+1} = 0
  Vec z, z_new;  // h ṽ̇_{k+1}/σ
  Vec v_tilde, q_tilde;
  Vec q_hat;  // where the jump or friction moves q̃ to
  Vec jump;   // W = v − ṽ
  Vec slide;  // M⁻¹ H_Tᵀ Λ_T, its part that friction makes
  Vec shift;  // U = q − q̃ of the pass before, where it depends on W
  bool has_friction = false;
  bool slides = false;  // slide is not zero
  Vec zero;
  State point;  // where an energy is asked for

  Curvature curvature;
  std::vector<double> lambda;           // by function
  std::unique_ptr<AlphaSystem> system;  // of the monolithic solve; made by start()
  std::int64_t systems = 0;             // S_t of it, factorised
};

}  // namespace saltus
