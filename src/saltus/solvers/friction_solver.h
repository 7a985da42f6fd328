// SPDX-License-Identifier: Apache-2.0
// Solving a friction-contact problem of many contacts: by one named solver, or by `auto`.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "saltus/problems/friction_problem.h"
#include "saltus/problems/residual.h"

namespace saltus {

/// Which of the judge's two residuals the tolerance is on.
enum class Measure : std::uint8_t { err_q, nat_scaled };

struct FrictionGoal {
  double tolerance = 1e-8;
  Measure measure = Measure::err_q;  // what the tolerance is on
  double seconds = 60;               // nominal (meter.h): no attempt starts after it
  double enough = 0;                 // what the rounds leave up to this, nobody wanders on for
  bool warm = false;                 // p is a guess; else it is taken as 0
};

/// One solver's try, judged by problems/residual like all others.
struct Attempt {
  std::string_view solver;
  std::int32_t iterations = 0;
  double seconds = 0;
  Residual residual{};
  bool solved = false;
};

/// Behind the others; to the last one if that is of the same solver.
void note_attempt(const Attempt& attempt, std::vector<Attempt>& tried);

struct FrictionReport {
  bool solved = false;
  Measure measure = Measure::err_q;  // the residual that was held against the tolerance
  std::string_view solver;           // what gave p
  std::int32_t iterations = 0;       // of that solver
  double seconds = 0;                // of all attempts together
  Residual residual{};
  bool lacked_time = false;    // with more of it more would have been tried
  std::vector<Attempt> tried;  // in order; one after the other by the same solver are one
};

/// p enters as warm start and leaves as the best iterate met. Never throws, never loops without
/// bound. Names: `friction_solver_names()`; the first is "auto".
[[nodiscard]] FrictionReport solve_friction(const FrictionProblem& problem, std::string_view solver,
                                            const FrictionGoal& goal, std::span<double> p);

[[nodiscard]] std::span<const std::string_view> friction_solver_names();

}  // namespace saltus
