// SPDX-License-Identifier: Apache-2.0
// What a step tells about itself. The run decides what to do with it.
#pragma once

#include <cstdint>

namespace saltus {

enum class StepStatus : std::uint8_t {
  ok,
  not_finite,         // a formula gave NaN or infinity
  singular,           // the iteration matrix is singular
  newton_failed,      // no convergence within the allowed iterations
  joints_contradict,  // a row that the others implied moves on its own (set by the run)
  solver_failed,      // the one-step problem was not solved to its tolerance
  step_too_small,     // an error control asks for steps that lead nowhere
};

/// Is there a state, perhaps not to the tolerance? A run may be told to go on with it.
[[nodiscard]] constexpr bool is_usable(StepStatus status) {
  return status == StepStatus::ok || status == StepStatus::newton_failed ||
         status == StepStatus::solver_failed;
}

struct StepReport {
  StepStatus status = StepStatus::ok;
  double covered = -1;        // s: how far a scheme that splits its steps came; −1: all the way
  std::int32_t rejected = 0;  // trial steps, by an error control
  bool coarse = false;        // less accurate than asked, since no shorter step is taken
  std::int32_t hits = -1;     // impacts located in the step; −1: the scheme locates none
  std::int32_t newton = 0;    // iterations
  std::int32_t projection = 0;
  std::int32_t activation = 1;             // passes over the index set
  std::int32_t joint_row = -1;             // of joints_contradict
  std::int32_t active = 0;                 // contacts in the index set
  bool impulsive = false;                  // of schemes that tell impacts from forces
  std::int32_t solves = 0;                 // of the one-step problem
  std::int32_t solver_iterations = 0;      // over all solves
  std::int32_t solver_iterations_max = 0;  // of one solve
  std::int32_t unsolved = 0;               // of these solves
  double solver_residual = 0;              // nat_scaled of the last solve: the accepted one
  double work_external = 0;                // over the step, by the scheme's own quadrature, in J
  double work_damping = 0;
  double work_contact = 0;
};

}  // namespace saltus
