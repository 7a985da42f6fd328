// SPDX-License-Identifier: Apache-2.0
// The two factorisations against known solutions and known ranks.
#include <random>
#include <vector>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "saltus/base/lu.h"

namespace saltus::test_lu {
namespace {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMatrix random_matrix(int rows, int columns, std::mt19937_64& engine) {
  RowMatrix A(rows, columns);
  for (double& a : A.reshaped()) a = std::normal_distribution<>()(engine);
  return A;
}

std::span<double> span_of(RowMatrix& A) { return {A.data(), static_cast<std::size_t>(A.size())}; }
std::span<double> span_of(Eigen::VectorXd& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

TEST(LuFactor, SolvesOneAndManyRightHandSides) {
  std::mt19937_64 engine(1);
  for (const int n : {1, 2, 3, 4, 10, 60}) {
    const RowMatrix A = random_matrix(n, n, engine);
    const RowMatrix X = random_matrix(n, 3, engine);
    RowMatrix LU = A, B = A * X;
    Eigen::VectorXd b = B.col(1);
    std::vector<std::int32_t> pivots(static_cast<std::size_t>(n));
    const LuFactor lu(span_of(LU), pivots, n);
    ASSERT_TRUE(lu.ok());
    lu.solve(span_of(B), 3);
    lu.solve(span_of(b));
    EXPECT_LE((B - X).norm(), 1e-10 * X.norm()) << n;
    EXPECT_LE((b - X.col(1)).norm(), 1e-10 * X.norm()) << n;
  }
}

TEST(LuFactor, NeedsAndUsesPivoting) {
  RowMatrix A{{0, 1}, {2, 3}};
  Eigen::VectorXd b{{5, 19}};
  std::vector<std::int32_t> pivots(2);
  const LuFactor lu(span_of(A), pivots, 2);
  ASSERT_TRUE(lu.ok());
  lu.solve(span_of(b));
  EXPECT_EQ(b, (Eigen::VectorXd{{2, 5}}));
}

TEST(LuFactor, RefusesASingularMatrixAndNan) {
  std::vector<std::int32_t> pivots(2);
  RowMatrix A{{1, 2}, {2, 4}};
  EXPECT_FALSE(LuFactor(span_of(A), pivots, 2).ok());
  RowMatrix B{{1, NAN}, {2, 4}};
  EXPECT_FALSE(LuFactor(span_of(B), pivots, 2).ok());
}

TEST(RankLu, FindsTheRankAndABasicSolutionOfConsistentSystems) {
  std::mt19937_64 engine(2);
  for (const int n : {1, 2, 3, 5, 12, 40}) {
    for (int rank = 0; rank <= n; rank += std::max(1, n / 4)) {
      const RowMatrix A = random_matrix(n, rank, engine) * random_matrix(rank, n, engine);
      const Eigen::VectorXd b0 = A * random_matrix(n, 1, engine);
      RowMatrix LU = A;
      Eigen::VectorXd x = b0;
      std::vector<std::int32_t> pivots(2 * static_cast<std::size_t>(n));
      const RankLu lu(span_of(LU), pivots, n, 1e-11);
      ASSERT_EQ(lu.rank(), rank);
      EXPECT_LE(lu.solve(span_of(x)), 1e-10 * (1 + b0.norm()));
      EXPECT_LE((A * x - b0).norm(), 1e-10 * (1 + b0.norm()));
      EXPECT_LE((x.array() != 0).count(), rank);
      for (int k = 0; k < n - rank; ++k) {
        Eigen::VectorXd z(n);
        lu.null_vector(k, span_of(z));
        EXPECT_GE(z.norm(), 1);
        EXPECT_LE((A * z).norm(), 1e-10 * z.norm() * (1 + A.norm()));
      }
    }
  }
}

TEST(RankLu, SaysHowFarAnInconsistentSystemIsFromReach) {
  RowMatrix A{{1, 1}, {1, 1}};
  Eigen::VectorXd b{{1, 3}};
  std::vector<std::int32_t> pivots(4);
  EXPECT_EQ(RankLu(span_of(A), pivots, 2, 1e-12).solve(span_of(b)), 2);
}

}  // namespace
}  // namespace saltus::test_lu
