// SPDX-License-Identifier: Apache-2.0
// The solvers for many contacts, for the one-step problems of simulations.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "saltus/problems/friction_problem.h"
#include "saltus/problems/one_step_problem.h"
#include "saltus/solvers/admm.h"
#include "saltus/solvers/convex_steps.h"
#include "saltus/solvers/interior_point.h"
#include "saltus/solvers/proximal_newton.h"
#include "saltus/solvers/semismooth_newton.h"
#include "saltus/solvers/solver.h"
#include "saltus/solvers/work.h"

namespace saltus {

/// What `auto` leaves up to this many tolerances is taken for a solution, and the certificate says
/// what it was: a run shall not end for a velocity that is off by 1e-12 of what gravity adds.
inline constexpr double near_enough = 100;

/// One of the solvers of friction_solver.h alone. It allocates: where steps are small and many,
/// `auto`, `exact` and `nsgs` are the ones to take.
template <class Method>
struct Alone {
  static constexpr std::string_view name = Method::name;
  static constexpr std::string_view summary = Method::summary;

  double tolerance = 1e-12;  // nat_scaled
  double seconds = 10;       // for one problem
};

/// The contacts of a problem without bilateral rows as blocks of one size: 3 rows where a law has
/// three, else 2; a contact without friction is one with mu = 0 and empty tangential rows.
[[nodiscard]] FrictionProblem to_friction(const OneStepProblem& local);

/// From work.start, on a prepared work, by the solver of that name; true where the tolerance was
/// met.
bool search(std::string_view solver, double tolerance, double seconds,
            const OneStepProblem& problem, SolverWork& work);

/// A problem whose contacts are many (OneStepProblem::many), by the solver of that name; `auto` in
/// place of those that know nothing of many contacts.
[[nodiscard]] SolveReport solve_many(std::string_view solver, double tolerance, double seconds,
                                     const OneStepProblem& problem, SolverWork& work,
                                     std::span<double> p);

template <class Method>
SolveReport solve(const Alone<Method>& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p) {
  if (problem.n == 0) return {true, 0, 0, "none"};
  if (!prepare(problem, p, work)) return refuse(p);
  search(Method::name, options.tolerance, options.seconds, problem, work);
  return finish(work, p);
}

}  // namespace saltus
