// SPDX-License-Identifier: Apache-2.0
// Impacts at the end of a step, apart from the forces within it. Shared by the half-explicit
// schemes.
#pragma once

#include <cstdint>
#include <vector>

#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// Is the contact closed at q, as far as rounding lets one tell? `free_move` is how far the forces
/// alone would move q in a step: a body that rests at the origin has no other scale. A contact that
/// was `held` may have drifted by the rounding of many steps.
[[nodiscard]] bool is_touching(const Model& model, const ConstraintRows& rows, std::int32_t contact,
                               const Vec& q, const Vec& free_move, bool held);

/// Contacts that are closed at x. At the start of a run a closed contact may approach: it counts as
/// open, so that it meets its impact law.
void note_closed(const Model& model, const ConstraintRows& rows, const State& x,
                 const Vec& free_move, std::vector<std::uint8_t>& closed);

/// Contacts that are closed at q; true where one of them was not `before`: an impact.
[[nodiscard]] bool note_closing(const Model& model, const ConstraintRows& rows, const Vec& q,
                                const Vec& free_move, const std::vector<std::uint8_t>& before,
                                std::vector<std::uint8_t>& closed);

/// Solves w.problem, which is assembled, and counts it. v ← v + M̂⁻¹ Hᵀ p
[[nodiscard]] StepStatus solve_reactions(const Model& model, const Solver& solver,
                                         std::int32_t joint_rank, Workspace& w, Vec& v,
                                         StepReport& report);

/// v⁺ = v⁻ + M⁻¹ Hᵀ Λ with the impact laws of `closed` contacts: u⁻ = H v⁻, joints u⁺ = 0. `rows`
/// and w.factor are those of the impact's position; v is v⁻ and becomes v⁺. Impulses go into next,
/// works into the report.
[[nodiscard]] StepStatus collide(const Model& model, const Solver& solver, const State& x,
                                 ConstraintRows& rows, const std::vector<std::uint8_t>& closed,
                                 Workspace& w, State& next, StepReport& report);

/// Impulses of the step so far: zero.
void clear_impulses(State& x);
/// Impulses of w.problem times weight, added to those of the step.
void add_impulses(const Model& model, const StepProblem& s, double weight, State& x);
/// Hᵀp times weight of the contacts, and of the joints that move by themselves: their works are
/// taken once the step's velocities are known.
void add_generalised_impulses(const Model& model, const ConstraintRows& reaction,
                              const StepProblem& s, double weight, Vec& contact, Vec& drive);

}  // namespace saltus
