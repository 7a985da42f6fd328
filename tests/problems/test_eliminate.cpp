// SPDX-License-Identifier: Apache-2.0
// Elimination of joints against the full linear system, with redundant and badly scaled rows.
#include <random>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "saltus/problems/eliminate.h"

namespace saltus::test_eliminate {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMatrix gaussian(int rows, int columns, std::mt19937_64& engine) {
  RowMatrix A(rows, columns);
  for (double& a : A.reshaped()) a = std::normal_distribution<>()(engine);
  return A;
}

OneStepProblem problem_of(const RowMatrix& H, const Eigen::VectorXd& v, std::vector<Block> blocks) {
  const RowMatrix W = H * H.transpose();
  const Eigen::VectorXd b = H * v;
  return {static_cast<std::int32_t>(b.size()),
          {W.data(), W.data() + W.size()},
          {b.data(), b.data() + b.size()},
          std::move(blocks)};
}

Eigen::VectorXd velocity(const OneStepProblem& problem, const std::vector<double>& p) {
  return Eigen::Map<const RowMatrix>(problem.W.data(), problem.n, problem.n) *
             Eigen::Map<const Eigen::VectorXd>(p.data(), problem.n) +
         Eigen::Map<const Eigen::VectorXd>(problem.b.data(), problem.n);
}

std::vector<Block> mixed_blocks() {
  return {{LawKind::bilateral, 0, 0},
          {LawKind::coulomb2, 1, 0.3},
          {LawKind::bilateral, 3, 0},
          {LawKind::unilateral, 4, 0},
          {LawKind::bilateral, 5, 0}};
}

/// Whatever p_U: u_E = 0, and u_U is that of the reduced problem.
void expect_equivalent(const OneStepProblem& problem, Elimination& elimination,
                       std::mt19937_64& engine, double tolerance) {
  const RowMatrix r = gaussian(elimination.reduced.n, 1, engine);
  const std::vector<double> p_U(r.data(), r.data() + r.size());
  std::vector<double> p(static_cast<std::size_t>(problem.n));
  recover_bilateral(problem, elimination, p_U, p);
  const Eigen::VectorXd u = velocity(problem, p);
  const Eigen::VectorXd u_U = velocity(elimination.reduced, p_U);
  for (const std::int32_t i : elimination.E) EXPECT_NEAR(u[i], 0, tolerance);
  for (std::size_t i = 0; i < elimination.U.size(); ++i)
    EXPECT_NEAR(u[elimination.U[i]], u_U[static_cast<Eigen::Index>(i)], tolerance);
}

TEST(Eliminate, ReducedProblemIsEquivalentToTheWholeOne) {
  std::mt19937_64 engine(3);
  Elimination elimination;
  for (int k = 0; k < 200; ++k) {
    const auto problem = problem_of(gaussian(6, 8, engine), gaussian(8, 1, engine), mixed_blocks());
    eliminate_bilateral(problem, elimination);
    EXPECT_EQ(elimination.rank, 3);
    ASSERT_EQ(elimination.reduced.blocks.size(), 2U);
    EXPECT_EQ(elimination.reduced.blocks[1].row, 2);
    EXPECT_EQ(elimination.reduced.blocks[0].mu, 0.3);
    expect_equivalent(problem, elimination, engine, 1e-8);
  }
}

TEST(Eliminate, JointStatedTwiceOrScaledIsCountedAndItsCopyCarriesNothing) {
  std::mt19937_64 engine(4);
  Elimination elimination;
  for (const double factor : {1.0, -1.0, 1e8, 1e-8}) {
    RowMatrix H = gaussian(6, 8, engine);
    H.row(5) = factor * H.row(0);
    const auto problem = problem_of(H, gaussian(8, 1, engine), mixed_blocks());
    eliminate_bilateral(problem, elimination);
    EXPECT_EQ(elimination.rank, 2);
    EXPECT_EQ(elimination.redundant, 1);
    expect_equivalent(problem, elimination, engine, 1e-8 * std::max(1.0, std::abs(factor)));
    std::vector<double> p(6), p_U(3, 0.5);
    recover_bilateral(problem, elimination, p_U, p);
    EXPECT_EQ((p[0] == 0) + (p[5] == 0), 1);
  }
}

TEST(Eliminate, AllRowsBilateralLeavesNothingAndSolves) {
  std::mt19937_64 engine(5);
  Elimination elimination;
  const auto problem = problem_of(gaussian(2, 5, engine), gaussian(5, 1, engine),
                                  {{LawKind::bilateral, 0, 0}, {LawKind::bilateral, 1, 0}});
  eliminate_bilateral(problem, elimination);
  EXPECT_EQ(elimination.reduced.n, 0);
  std::vector<double> p(2);
  recover_bilateral(problem, elimination, {}, p);
  EXPECT_LE(velocity(problem, p).norm(), 1e-14);
}

}  // namespace
}  // namespace saltus::test_eliminate
