// SPDX-License-Identifier: Apache-2.0
// err_q has ρ = 1: where W is large, p is small beside b, and any small p in the cones has a small
// err_q. Nothing is solved by that.
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/solvers/friction_solver.h"
#include "support/heap.h"

namespace saltus::test_verdict {
namespace {

std::vector<double> solved_velocity(const FrictionProblem& problem, std::string_view solver) {
  std::vector<double> p(problem.b.size(), 0.0);
  std::vector<double> u(problem.b.size());
  const FrictionReport report = solve_friction(problem, solver, {}, p);
  EXPECT_TRUE(report.solved) << solver;
  EXPECT_LE(residual(problem, p).nat_scaled, 1e-5) << solver;
  velocity(problem, p, u);
  return u;
}

TEST(Verdict, BodiesOfAHundredMillionthOfTheMassMoveAsTheOthersDo) {
  const test::HeapShape shape{.dim = 3, .width = 4, .layers = 4};
  const FrictionProblem heavy = test::heap_steps(shape, {150}).front();
  FrictionProblem light = heavy;
  for (double& w : light.W.value) w *= 1e8;
  for (const std::string_view solver : {"auto", "nsgs", "interior-point"}) {
    const std::vector<double> u = solved_velocity(heavy, solver);
    const std::vector<double> v = solved_velocity(light, solver);
    double most = 0;
    for (std::size_t i = 0; i < u.size(); ++i) most = std::max(most, std::abs(u[i] - v[i]));
    EXPECT_LE(most, 1e-5) << solver;  // of velocities up to 0.3 m/s
  }
}

}  // namespace
}  // namespace saltus::test_verdict
