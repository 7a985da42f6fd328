// SPDX-License-Identifier: Apache-2.0
// Gauss–Seidel on body velocities: the same answers as with W, few sweeps, linear memory.
#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/problems/reduce.h"
#include "saltus/solvers/body_sweeps.h"
#include "saltus/solvers/sweep_order.h"
#include "support/friction_problems.h"
#include "support/pile.h"

namespace saltus::test_body_sweeps {
namespace {

/// M v = H p + f, u = Hᵀ v + w, as a file would hold it.
FclibGlobal as_file(const test::BodyContacts& system) {
  FclibGlobal file;
  file.dim = system.dim;
  const auto dofs = static_cast<std::int32_t>(system.M.size());
  const std::int32_t per_body = system.dofs();
  std::vector<std::int32_t> row;
  std::vector<std::int32_t> column;
  std::vector<double> value;
  for (std::int32_t i = 0; i < dofs; ++i) {
    row.push_back(i);
    column.push_back(i);
    value.push_back(system.M[static_cast<std::size_t>(i)]);
  }
  file.M = from_triplets(dofs, dofs, row, column, value);
  row.clear();
  column.clear();
  value.clear();
  std::int32_t first_column = 0;
  for (const test::BodyContacts::Contact& contact : system.contacts) {
    const auto add = [&](std::int32_t body, const std::array<double, 18>& H) {
      if (body == test::BodyContacts::fixed) return;
      for (std::int32_t i = 0; i < system.dim; ++i)
        for (std::int32_t j = 0; j < per_body; ++j) {
          row.push_back(body * per_body + j);
          column.push_back(first_column + i);
          value.push_back(H[static_cast<std::size_t>(i * per_body + j)]);
        }
    };
    add(contact.first, contact.H_first);
    add(contact.second, contact.H_second);
    file.mu.push_back(contact.mu);
    first_column += system.dim;
  }
  file.H = from_triplets(dofs, first_column, row, column, value);
  file.f = system.f;
  file.w = system.w;
  return file;
}

TEST(BodyForm, HasTheVelocitiesAndTheDiagonalOfTheReducedProblem) {
  for (const std::int32_t dim : {2, 3}) {
    test::PileShape shape;
    shape.dim = dim;
    shape.width = 4;
    shape.layers = 3;
    const test::BodyContacts system = test::pile(shape);
    const FrictionProblem reduced = test::reduced(system);
    const std::optional<BodyProblem> bodies = body_form(as_file(system));
    ASSERT_TRUE(bodies.has_value());
    std::vector<double> p(reduced.b.size());
    for (std::size_t i = 0; i < p.size(); ++i) p[i] = std::sin(1.0 + static_cast<double>(i));
    std::vector<double> u(p.size());
    velocity(reduced, p, u);
    std::vector<double> v(bodies->v_free.size());
    std::vector<double> u_bodies(p.size());
    body_velocity(*bodies, p, v);
    contact_velocity(*bodies, v, u_bodies);
    for (std::size_t i = 0; i < u.size(); ++i)
      EXPECT_NEAR(u_bodies[i], u[i], 1e-12 * (1 + std::abs(u[i]))) << dim;
    const Residual by_W = residual(reduced, p);
    const Residual by_bodies = residual(*bodies, p);
    EXPECT_NEAR(by_bodies.err_q, by_W.err_q, 1e-10 * by_W.err_q);
    EXPECT_NEAR(by_bodies.nat_scaled, by_W.nat_scaled, 1e-10 * by_W.nat_scaled);
  }
}

/// Discs joined in pairs by a rigid rod: equal velocities along and across it, and of rotation.
FclibGlobal joined_in_pairs(FclibGlobal file) {
  const std::int32_t bodies = file.M.rows / 3;
  std::vector<std::int32_t> row, column;
  std::vector<double> value;
  std::int32_t rows = 0;
  for (std::int32_t body = 0; body + 1 < bodies; body += 2)
    for (std::int32_t i = 0; i < 3; ++i, ++rows)
      for (const std::int32_t side : {0, 1}) {
        row.push_back((body + side) * 3 + i);
        column.push_back(rows);
        value.push_back(side == 0 ? 1 : -1);
      }
  file.G = from_triplets(file.M.rows, rows, row, column, value);
  file.b.assign(static_cast<std::size_t>(rows), 0.0);
  return file;
}

TEST(BodyForm, EliminatesEqualityRowsAsTheReducedProblemDoes) {
  const FclibGlobal file =
      joined_in_pairs(as_file(test::pile({.dim = 2, .layers = 3, .width = 4, .mu = 0.5})));
  const std::optional<BodyProblem> bodies = body_form(file);
  ASSERT_TRUE(bodies.has_value());
  const FrictionProblem reduced = reduce(FclibProblem(file));
  std::vector<double> p(reduced.b.size());
  const FrictionReport report = solve(BodySweeps{}, *bodies, {.tolerance = 1e-9, .seconds = 5}, p);
  EXPECT_TRUE(report.solved);
  EXPECT_LE(residual(reduced, p).err_q, 2e-9);
  EXPECT_GT(*std::max_element(p.begin(), p.end()), 0);
}

TEST(BodyForm, IsRefusedWhereHundredsOfUnknownsHangTogether) {
  FclibGlobal file = as_file(test::pile({.dim = 2, .layers = 2, .width = 80}));
  std::vector<std::int32_t> row, column;
  std::vector<double> value;
  for (std::int32_t body = 0; body + 1 < file.M.rows / 3; ++body)
    for (const std::int32_t side : {0, 1}) {
      row.push_back((body + side) * 3);
      column.push_back(body);
      value.push_back(side == 0 ? 1 : -1);
    }
  file.G = from_triplets(file.M.rows, file.M.rows / 3 - 1, row, column, value);
  file.b.assign(static_cast<std::size_t>(file.M.rows / 3 - 1), 0.0);
  EXPECT_FALSE(body_form(file).has_value());
}

TEST(Colours, NoTwoContactsOfOneColourShareABody) {
  const BodyProblem problem = *body_form(as_file(test::pile({.dim = 3, .layers = 3, .width = 5})));
  const std::vector<std::int32_t> colours = colour(problem);
  std::vector<std::vector<std::int32_t>> seen(problem.v_free.size());
  for (std::size_t a = 0; a < problem.contacts(); ++a)
    for (auto k = static_cast<std::size_t>(problem.start[a]);
         k < static_cast<std::size_t>(problem.start[a + 1]); ++k) {
      std::vector<std::int32_t>& at_dof = seen[static_cast<std::size_t>(problem.dof[k])];
      EXPECT_EQ(std::count(at_dof.begin(), at_dof.end(), colours[a]), 0);
      at_dof.push_back(colours[a]);
    }
}

void expect_150_sweeps_cold_and_30_warm(const test::BodyContacts& system) {
  BodyProblem problem = *body_form(as_file(system));
  ASSERT_GT(problem.contacts(), 10000U);
  std::vector<double> p(problem.w.size(), 0.0);
  FrictionGoal goal;
  goal.measure = Measure::nat_scaled;
  const FrictionReport cold = solve(BodySweeps{}, problem, goal, p);
  EXPECT_TRUE(cold.solved);
  EXPECT_LE(cold.iterations, 150);
  EXPECT_LE(residual(problem, p).nat_scaled, 1e-8);
  // The next step of a simulation: other loads, by up to a tenth of a percent on each body.
  const auto per_body = static_cast<std::size_t>(system.dofs());
  for (std::size_t i = 0; i < problem.v_free.size(); ++i)
    problem.v_free[i] *= 1.01 + 1e-3 * std::sin(static_cast<double>(i / per_body));
  goal.warm = true;
  const FrictionReport warm = solve(BodySweeps{}, problem, goal, p);
  EXPECT_TRUE(warm.solved);
  EXPECT_LE(warm.iterations, 30);
}

TEST(BodySweeps, SolveABoxOfTenThousandContactsIn150SweepsColdAnd30Warm) {
  expect_150_sweeps_cold_and_30_warm(test::boxed_pile({.dim = 3, .layers = 14, .width = 12}));
}

TEST(BodySweeps, SolveTenThousandContactsInThePlaneIn150SweepsColdAnd30Warm) {
  expect_150_sweeps_cold_and_30_warm(test::boxed_pile({.dim = 2, .layers = 14, .width = 256}));
}

TEST(BodySweeps, FindTheirOrderWhateverTheNumbersOfTheContacts) {
  test::BodyContacts system = test::boxed_pile({.dim = 2, .layers = 14, .width = 256});
  std::shuffle(system.contacts.begin(), system.contacts.end(), std::mt19937_64(1));
  expect_150_sweeps_cold_and_30_warm(system);
}

TEST(BodyForm, NeedsMemoryInProportionToTheContactsOfOneBody) {
  // A plate on n balls: W has n² blocks, the body form 2 n shares.
  const auto numbers = [](int n) {
    test::BodyContacts system;
    const std::int32_t plate = test::add_body(system, 1, 1);
    for (int i = 0; i < n; ++i) {
      const std::int32_t ball = test::add_body(system, 0.1, 1e-3);
      test::add_contact(system, plate, ball, {0, 0, 1}, {0.1 * i, 0, 0}, {0, 0, 0.1}, 0.3);
    }
    const BodyProblem problem = *body_form(as_file(system));
    return static_cast<double>(problem.H.size() + problem.Y.size() + problem.dof.size());
  };
  EXPECT_LT(numbers(400), 2.1 * numbers(200));
}

}  // namespace
}  // namespace saltus::test_body_sweeps
