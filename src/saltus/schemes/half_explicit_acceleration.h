// SPDX-License-Identifier: Apache-2.0
// Half-explicit time-stepping at acceleration level, [002] §3; equations:
// docs/theory/half_explicit_acceleration.md.
#pragma once

#include <string>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/contact/curvature.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

struct HalfExplicitAcceleration {
  static constexpr std::string_view name = "half-explicit-acceleration";
  static constexpr std::string_view summary =
      "half-explicit trapezoid, laws at acceleration level: forces are exact, positions drift";

  double impact_step = 0;

  struct Work;
};

struct HalfExplicitAcceleration::Work : Workspace {
  explicit Work(const Model& model);
  [[nodiscard]] WorkCounts own_work() const { return {.rows = curvature.evaluations}; }

  Curvature curvature;
  std::vector<double> no_forces;  // by function: zero
  Vec push_start;                 // h times the acceleration at the start, reactions included
  Vec push_end;
  Vec free_push;                         // h M⁻¹ f at the start
  Vec v_1;                               // the Euler step
  std::vector<std::uint8_t> closed;      // by contact: g(q_k) ≤ 0
  std::vector<std::uint8_t> closed_end;  // g(q_{k+1}) ≤ 0
  Vec free_move;                         // h² M⁻¹ f at the start
  Vec contact_impulse;                   // Σ Hᵀ p over the stages, of the contacts
  Vec drive_impulse;                     //   and of the joints that move by themselves
};

/// Friction has no law at acceleration level here: names a contact that has it.
[[nodiscard]] std::string refusal(const HalfExplicitAcceleration& scheme, const Model& model);

[[nodiscard]] StepReport step(const HalfExplicitAcceleration& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, HalfExplicitAcceleration::Work& w);

template <>
struct Fields<HalfExplicitAcceleration> {
  static constexpr auto list = std::tuple{field(
      "impact_step", &HalfExplicitAcceleration::impact_step,
      "s; steps with an impact are repeated with this step; 0: they are not", non_negative())};
};

}  // namespace saltus
