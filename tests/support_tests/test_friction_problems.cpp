// SPDX-License-Identifier: Apache-2.0
// The generators of friction problems give what they promise.
#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "support/dense.h"
#include "support/friction_problems.h"
#include "support/pile.h"

namespace saltus::test::test_friction_problems {
namespace {

std::vector<double> random_vector(std::size_t n) {
  std::mt19937_64 engine(9);
  std::vector<double> x(n);
  for (double& value : x) value = std::normal_distribution<>()(engine);
  return x;
}

/// W p + b from the blocks.
std::vector<double> velocity_of_blocks(const FrictionProblem& problem,
                                       const std::vector<double>& p) {
  const auto dim = static_cast<std::size_t>(problem.dim());
  std::vector<double> u = problem.b;
  for (std::size_t a = 0; a < problem.contacts(); ++a)
    for (auto k = static_cast<std::size_t>(problem.W.start[a]);
         k < static_cast<std::size_t>(problem.W.start[a + 1]); ++k)
      for (std::size_t i = 0; i < dim; ++i)
        for (std::size_t j = 0; j < dim; ++j)
          u[a * dim + i] += problem.W.value[(k * dim + i) * dim + j] *
                            p[static_cast<std::size_t>(problem.W.column[k]) * dim + j];
  return u;
}

Eigen::MatrixXd dense(const FrictionProblem& problem) {
  const auto n = static_cast<Eigen::Index>(problem.b.size());
  FrictionProblem homogeneous = problem;
  std::fill(homogeneous.b.begin(), homogeneous.b.end(), 0.0);
  Eigen::MatrixXd W(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    std::vector<double> unit(problem.b.size(), 0.0);
    unit[static_cast<std::size_t>(j)] = 1;
    const std::vector<double> column = velocity_of_blocks(homogeneous, unit);
    for (Eigen::Index i = 0; i < n; ++i) W(i, j) = column[static_cast<std::size_t>(i)];
  }
  return W;
}

void expect_same_velocity(const BodyContacts& system) {
  const FrictionProblem problem = reduced(system);
  const std::vector<double> p = random_vector(problem.b.size());
  const std::vector<double> u = velocity_of_blocks(problem, p);
  const std::vector<double> v = contact_velocity(system, body_velocity(system, p));
  double size = 0;
  for (const double x : v) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < u.size(); ++i) ASSERT_NEAR(u[i], v[i], 1e-13 * size) << i;
}

TEST(FrictionProblems, BlockFormAndBodyFormGiveTheSameVelocities) {
  for (const std::int32_t dim : {2, 3}) {
    FrictionDraw draw{.dim = dim};
    draw.duplicates = 2;
    expect_same_velocity(random_bodies(draw, 4));
    expect_same_velocity(pile({.dim = dim, .layers = 4, .width = 5}));
    expect_same_velocity(boxed_pile({.dim = dim, .layers = 4, .width = 5}));
  }
}

Eigen::Index rank(const Eigen::MatrixXd& W) {
  const Eigen::VectorXd values = singular_values(W);
  return (values.array() > 1e-11 * values[0]).count();
}

TEST(FrictionProblems, WIsSymmetricAndItsRankIsThatOfTheBodiesOrOfTheContactsThatDiffer) {
  for (const std::int32_t dim : {2, 3}) {
    const FrictionDraw dense_draw{.dim = dim, .bodies = 4, .contacts = 20};
    const Eigen::MatrixXd W = dense(random_friction(dense_draw, 7));
    EXPECT_LE((W - W.transpose()).norm(), 1e-14 * W.norm());
    EXPECT_EQ(rank(W), 4 * (dim == 2 ? 3 : 6));
    const FrictionDraw twice{.dim = dim, .bodies = 2, .contacts = 2, .duplicates = 1};
    EXPECT_EQ(rank(dense(random_friction(twice, 7))), dim);
  }
}

TEST(FrictionProblems, MostContactsOfADrawAreClosing) {
  int closing = 0, all = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const FrictionProblem problem = random_friction({.dim = 3}, seed);
    for (std::size_t a = 0; a < problem.contacts(); ++a, ++all)
      if (problem.b[3 * a] < 0) ++closing;
  }
  EXPECT_GT(closing, 0.6 * all);
}

TEST(FrictionProblems, UnitsScaleWAndBExactlyForPowersOfTwo) {
  const FrictionProblem one = random_friction({.dim = 3}, 2);
  const FrictionProblem two = random_friction({.dim = 3, .scale_W = 8, .scale_b = 0.25}, 2);
  for (std::size_t i = 0; i < one.W.value.size(); ++i)
    ASSERT_EQ(two.W.value[i], 8 * one.W.value[i]);
  for (std::size_t i = 0; i < one.b.size(); ++i) ASSERT_EQ(two.b[i], 0.25 * one.b[i]);
}

TEST(Pile, HasTenThousandContactsWithAFloorUnderTheFirst) {
  const BodyContacts discs = pile(pile_of_ten_thousand(2));
  EXPECT_EQ(discs.bodies(), 3403U);
  EXPECT_EQ(discs.contacts.size(), 10045U);
  const BodyContacts spheres = pile(pile_of_ten_thousand(3));
  EXPECT_EQ(spheres.bodies(), 1905U);
  EXPECT_EQ(spheres.contacts.size(), 10252U);
  for (std::size_t a = 0; a < 324; ++a) ASSERT_EQ(spheres.contacts[a].second, BodyContacts::fixed);
  ASSERT_NE(spheres.contacts[324].second, BodyContacts::fixed);
}

TEST(Pile, InABoxCountsFloorWallsAndNeighbours) {
  // 2 layers, 3 and 2 discs: floor 3, walls 2, beside 2 + 1, below 4.
  EXPECT_EQ(boxed_pile({.dim = 2, .layers = 2, .width = 3}).contacts.size(), 12U);
  // 9 and 4 spheres: floor 9, walls 12, beside 12 + 4, below 16; loose: 16 less.
  EXPECT_EQ(boxed_pile({.dim = 3, .layers = 2, .width = 3}).contacts.size(), 53U);
  EXPECT_EQ(boxed_pile({.dim = 3, .layers = 2, .width = 3, .loose = true}).contacts.size(), 37U);
}

TEST(Pile, NeighboursTouchToWithinTheDisorder) {
  // Rows of u for a rotation of the first body alone have the arm, the radius, as their length.
  for (const std::int32_t dim : {2, 3}) {
    const PileShape shape{.dim = dim, .layers = 4, .width = 6};
    const BodyContacts system = pile(shape);
    const auto dofs = static_cast<std::size_t>(system.dofs());
    for (const BodyContacts::Contact& contact : system.contacts) {
      double square = 0;
      for (auto k = static_cast<std::size_t>(dim); k < dofs; ++k)
        square += contact.H_first[dofs + k] * contact.H_first[dofs + k];
      ASSERT_NEAR(std::sqrt(square), 0.01, 0.01 * shape.disorder);
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_friction_problems
