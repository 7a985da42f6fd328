// SPDX-License-Identifier: Apache-2.0
// Gauss–Seidel on the velocities of the bodies: for piles, where W would be too much.
#pragma once

#include <span>
#include <string_view>

#include "saltus/problems/body_problem.h"
#include "saltus/solvers/friction_solver.h"

namespace saltus {

/// Every contact is solved exactly with v = v_free + M⁻¹ H p at hand, which is updated at once.
/// Contacts are swept colour by colour (sweep_order.h): the result does not depend on the order
/// within a colour. Accelerated by Anderson's method.
struct BodySweeps {
  static constexpr std::string_view name = "body-nsgs";
  static constexpr std::string_view summary =
      "Gauss-Seidel on body velocities, coloured and accelerated: large piles, memory linear";

  std::int32_t max_iterations = 20000;  // sweeps
  std::int32_t memory = 8;              // of the acceleration; 0: none
  std::int32_t judge_every = 5;
};

/// p enters as warm start if the goal says so, and leaves as the best iterate.
[[nodiscard]] FrictionReport solve(const BodySweeps& options, const BodyProblem& problem,
                                   const FrictionGoal& goal, std::span<double> p);

}  // namespace saltus
