// SPDX-License-Identifier: Apache-2.0
// Lemke's method against the enumeration of all active sets.
#include <gtest/gtest.h>

#include "saltus/base/dense.h"
#include "saltus/solvers/lemke.h"
#include "solvers/random_problems.h"

namespace saltus::test_lemke {
namespace {

using test::gaussian;
using test::RowMatrix;

/// min over rows of the complementarity, and signs.
double violation(const RowMatrix& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z) {
  const Eigen::VectorXd w = M * z + q;
  double worst = 0;
  for (Eigen::Index i = 0; i < q.size(); ++i)
    worst = std::max({worst, -w[i], -z[i], std::min(std::abs(w[i]), std::abs(z[i]))});
  return worst;
}

/// w of a solution by enumeration of the 2ⁿ sets of positive z; w is unique for PSD M.
bool enumerate(const RowMatrix& M, const Eigen::VectorXd& q, Eigen::VectorXd& w) {
  const int n = static_cast<int>(q.size());
  for (int set = 0; set < 1 << n; ++set) {
    std::vector<int> S;
    for (int i = 0; i < n; ++i)
      if ((set >> i & 1) != 0) S.push_back(i);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    if (!S.empty()) {
      const Eigen::MatrixXd A = M(S, S);
      const Eigen::VectorXd b = -q(S);
      z(S) = least_norm_solution(A, b);
    }
    if (violation(M, q, z) < 1e-9) {
      w = M * z + q;
      return true;
    }
  }
  return false;
}

LemkeReport run(const RowMatrix& M, const Eigen::VectorXd& q, Eigen::VectorXd& z) {
  static LemkeWork work;
  z.resize(q.size());
  return lemke({M.data(), static_cast<std::size_t>(M.size())},
               {q.data(), static_cast<std::size_t>(q.size())}, {1000}, work,
               {z.data(), static_cast<std::size_t>(z.size())});
}

TEST(Lemke, AgreesWithEnumerationOnSemidefiniteProblemsSingularIncluded) {
  std::mt19937_64 engine(11);
  for (int k = 0; k < 2000; ++k) {
    const int n = 1 + k % 8;
    const int dofs = 1 + (k / 8) % 9;
    const RowMatrix H = gaussian(n, dofs, engine);
    const RowMatrix M = H * H.transpose();
    const Eigen::VectorXd q = H * gaussian(dofs, 1, engine);
    Eigen::VectorXd z, w;
    ASSERT_TRUE(enumerate(M, q, w)) << k;
    ASSERT_TRUE(run(M, q, z).solved) << k << " n " << n << " dofs " << dofs;
    EXPECT_LE(violation(M, q, z), 1e-9) << k;
    EXPECT_LE((M * z + q - w).norm(), 1e-7 * (1 + q.norm())) << k;
  }
}

TEST(Lemke, EndsOnDegenerateProblemsWithEqualRowsAndZeros) {
  for (int n = 1; n <= 8; ++n) {
    const RowMatrix M = RowMatrix::Ones(n, n);
    for (const double value : {-1.0, 0.0, 1.0}) {
      const Eigen::VectorXd q = Eigen::VectorXd::Constant(n, value);
      Eigen::VectorXd z;
      ASSERT_TRUE(run(M, q, z).solved);
      EXPECT_LE(violation(M, q, z), 1e-14);
    }
  }
}

TEST(Lemke, ReportsARayWhereThereIsNoSolution) {
  const RowMatrix M = RowMatrix::Zero(2, 2);
  Eigen::VectorXd z;
  EXPECT_FALSE(run(M, Eigen::VectorXd{{-1, 1}}, z).solved);
  EXPECT_FALSE(run(RowMatrix{{1, -1}, {-1, 1}}, Eigen::VectorXd{{-1, -1}}, z).solved);
}

TEST(Lemke, StopsAtItsLimit) {
  std::mt19937_64 engine(12);
  const RowMatrix H = gaussian(8, 8, engine);
  const RowMatrix M = H * H.transpose();
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(8, -1);
  LemkeWork work;
  std::vector<double> z(8);
  const LemkeReport report = lemke({M.data(), 64}, {q.data(), 8}, {2}, work, z);
  EXPECT_FALSE(report.solved);
  EXPECT_EQ(report.pivots, 2);
}

}  // namespace
}  // namespace saltus::test_lemke
