// SPDX-License-Identifier: Apache-2.0
// Steps of heaps that come down, from p = 0: irregular, hyperstatic, with all statuses.
#include <vector>

#include <gtest/gtest.h>

#include "saltus/problems/contact_states.h"
#include "saltus/solvers/friction_solver.h"
#include "support/heap.h"

namespace saltus::test_heaps {
namespace {

void expect_solved(const FrictionProblem& problem, std::string_view solver, double seconds) {
  std::vector<double> p(problem.b.size(), 0.0);
  FrictionGoal goal;
  goal.seconds = seconds;
  const FrictionReport report = solve_friction(problem, solver, goal, p);
  EXPECT_TRUE(report.solved) << problem.contacts() << " contacts in " << problem.dim() << "-D";
  EXPECT_LE(residual(problem, p).err_q, 1e-8) << problem.contacts() << " contacts";
  std::vector<double> u(p.size());
  velocity(problem, p, u);
  const auto states = contact_states(problem, p, u);
  for (const ContactStatus status :
       {ContactStatus::open, ContactStatus::sliding, ContactStatus::sticking})
    EXPECT_GT(states[static_cast<std::size_t>(status)], problem.contacts() / 100);
}

TEST(Heaps, OfSpheresThatComeDownAreSolvedFromZeroInTheNominalTimeOfTwoSeconds) {
  const test::HeapShape narrow{.dim = 3, .width = 6, .layers = 12, .room = 1};
  const test::HeapShape wide{.dim = 3, .width = 6, .layers = 12, .room = 1.5};
  for (const FrictionProblem& problem : test::heap_steps(narrow, {100, 150, 200, 250}))
    expect_solved(problem, "auto", 2);
  for (const FrictionProblem& problem : test::heap_steps(wide, {150, 200, 250}))
    expect_solved(problem, "auto", 2);
}

TEST(Heaps, OfDiscsThatComeDownAreSolvedFromZeroInTheNominalTimeOfFiveSeconds) {
  const test::HeapShape narrow{.dim = 2, .width = 20, .layers = 40, .room = 1};
  const test::HeapShape wide{.dim = 2, .width = 20, .layers = 40, .room = 1.5};
  for (const FrictionProblem& problem : test::heap_steps(narrow, {150, 250}))
    expect_solved(problem, "auto", 5);
  for (const FrictionProblem& problem : test::heap_steps(wide, {150, 250, 350}))
    expect_solved(problem, "auto", 5);
}

TEST(Heaps, WhoseStatesJumpAreSolvedByProximalNewtonAlone) {
  // With tries of 15 inner steps it was at 2e-4 when its steps were over.
  const test::HeapShape wide{.dim = 2, .width = 20, .layers = 40, .room = 1.5};
  expect_solved(test::heap_steps(wide, {250}).front(), "proximal-newton", 20);
}

}  // namespace
}  // namespace saltus::test_heaps
