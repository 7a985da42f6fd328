// SPDX-License-Identifier: Apache-2.0
// err_q has ρ = 1: where W is large, p is small beside b, and any small p in the cones has a small
// err_q. Nothing is solved by that.
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/solvers/friction_solver.h"
#include "support/body_contacts.h"
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

/// Boxes one on the other, of 1 kg and of `light` kg in turn, with two contacts at each joint;
/// a step of h at rest under g.
struct Tower {
  static constexpr double h_g = 0.0981;
  test::BodyContacts system;
  std::vector<double> weights;  // on each joint, N s

  Tower(int n, double light) {
    system.dim = 2;
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const double mass = i % 2 == 0 ? 1 : light;
      const std::int32_t body = test::add_body(system, mass, mass / 6);
      system.f[3 * static_cast<std::size_t>(body) + 1] = -mass * h_g;
      for (const double x : {-0.5, 0.5})
        test::add_contact(system, body, i == 0 ? test::BodyContacts::fixed : body - 1, {0, 1, 0},
                          {x, -0.5, 0}, {x, 0.5, 0}, 0.5);
    }
    for (int i = n; i-- > 0;) {
      sum += (i % 2 == 0 ? 1 : light) * h_g;
      weights.insert(weights.begin(), sum);
    }
  }
};

TEST(Verdict, TowersOfHeavyAndLightBoxesCarryTheirWeight) {
  for (const int n : {10, 20, 40, 80}) {
    for (const double light : {1e-6, 1e-8}) {
      const Tower tower(n, light);
      const FrictionProblem problem = test::reduced(tower.system);
      std::vector<double> p(problem.b.size(), 0.0);
      EXPECT_TRUE(solve_friction(problem, "auto", {}, p).solved) << n << ", " << light;
      for (std::size_t i = 0; i < tower.weights.size(); ++i)
        EXPECT_NEAR(p[4 * i] + p[4 * i + 2], tower.weights[i], 1e-4 * tower.weights[0])
            << n << ", " << light << ", joint " << i;
    }
  }
}

TEST(Verdict, BodyBetweenPlatesThatCloseHasNoSolution) {
  for (const double closing : {1e-6, 5e-6, 1e-4}) {
    test::BodyContacts system;
    system.dim = 2;
    const std::int32_t body = test::add_body(system, 1, 0.1);
    system.f[1] = -0.1;
    for (const double side : {-1, 1})
      test::add_contact(system, body, test::BodyContacts::fixed, {0, -side, 0}, {0, 0.5 * side, 0},
                        {}, 0.3);
    system.w = {-closing, 0, -closing, 0};
    const FrictionProblem problem = test::reduced(system);
    for (const std::string_view solver : {"auto", "nsgs", "newton", "interior-point"}) {
      std::vector<double> p(problem.b.size(), 0.0);
      EXPECT_FALSE(solve_friction(problem, solver, {.seconds = 1}, p).solved)
          << solver << ", " << closing;
    }
  }
}

TEST(Verdict, WhatNeedsNoMoreTimeDoesNotAskForIt) {
  FrictionProblem hopeless;  // u is -1, whatever p is
  hopeless.W.dim = 2;
  hopeless.W.start = {0, 1};
  hopeless.W.column = {0};
  hopeless.W.value = {0, 0, 0, 0};
  hopeless.b = {-1, 0};
  hopeless.mu = {0.5};
  std::vector<double> p(2, 0.0);
  const FrictionReport report = solve_friction(hopeless, "auto", {}, p);
  EXPECT_FALSE(report.solved);
  EXPECT_FALSE(report.lacked_time);
  for (std::size_t k = 1; k < report.tried.size(); ++k)
    EXPECT_NE(report.tried[k].solver, report.tried[k - 1].solver);
  const FrictionProblem heap = test::heap_steps({.dim = 3, .width = 6, .layers = 6}, {150}).front();
  p.assign(heap.b.size(), 0.0);
  EXPECT_TRUE(solve_friction(heap, "auto", {.tolerance = 1e-12, .seconds = 1e-3}, p).lacked_time);
}

}  // namespace
}  // namespace saltus::test_verdict
