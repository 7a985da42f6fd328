// SPDX-License-Identifier: Apache-2.0
// The list of solvers: a new solver is its file and one line here.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include "saltus/solvers/auto.h"
#include "saltus/solvers/exact.h"
#include "saltus/solvers/nsgs.h"
#include "saltus/solvers/portfolio.h"

namespace saltus {

using Solver = std::variant<  //
    Auto,                     //
    Exact,                    //
    Nsgs,                     //
    Alone<SemismoothNewton>,  //
    Alone<ProximalNewton>,    //
    Alone<InteriorPoint>,     //
    Alone<ConvexSteps>,       //
    Alone<Admm>>;

struct SolverInfo {
  std::string_view name;
  std::string_view summary;
};

/// What `saltus list solvers` prints, in the order of the variant.
inline constexpr auto solver_infos = []<class... S>(std::type_identity<std::variant<S...>>) {
  return std::array<SolverInfo, sizeof...(S)>{SolverInfo{S::name, S::summary}...};
}(std::type_identity<Solver>{});

[[nodiscard]] inline std::string_view name_of(const Solver& solver) {
  return solver_infos[solver.index()].name;
}

/// p enters as warm start and leaves as the best iterate found.
inline SolveReport solve(const Solver& solver, const OneStepProblem& problem, SolverWork& work,
                         std::span<double> p) {
  work.solves += problem.n > 0 ? 1 : 0;
  return std::visit(
      [&]<class S>(const S& options) {
        if (!problem.is_sparse) return solve(options, problem, work, p);
        double seconds = 10;
        if constexpr (requires { options.seconds; }) seconds = options.seconds;
        return solve_many(S::name, options.tolerance, seconds, problem, work, p);
      },
      solver);
}

}  // namespace saltus
