// SPDX-License-Identifier: Apache-2.0
// The factorisation of large systems: its order is cheaper than minimum degree, its solution exact.
#include <random>

#include <Eigen/LU>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>

#include "saltus/solvers/block_lu.h"

namespace saltus::test_block_lu {
namespace {

/// A cubic lattice of side³ blocks, each with its neighbours along the axes.
struct Lattice {
  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> column;

  explicit Lattice(std::int32_t side) {
    const std::int32_t layer = side * side;
    for (std::int32_t i = 0; i < side * layer; ++i) {
      const std::int32_t x = i % side;
      const std::int32_t y = i / side % side;
      const std::int32_t z = i / layer;
      if (z > 0) column.push_back(i - layer);
      if (y > 0) column.push_back(i - side);
      if (x > 0) column.push_back(i - 1);
      column.push_back(i);
      if (x < side - 1) column.push_back(i + 1);
      if (y < side - 1) column.push_back(i + side);
      if (z < side - 1) column.push_back(i + layer);
      start.push_back(static_cast<std::int32_t>(column.size()));
    }
  }
  [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(start.size()) - 1; }
};

/// Block products of a factorisation in the order of Eigen's minimum degree, from its factor.
double operations_of_minimum_degree(const Lattice& lattice) {
  Eigen::SparseMatrix<double> A(lattice.size(), lattice.size());
  for (std::int32_t i = 0; i < lattice.size(); ++i)
    for (std::int32_t k = lattice.start[at(i)]; k < lattice.start[at(i) + 1]; ++k)
      A.coeffRef(i, lattice.column[at(k)]) = lattice.column[at(k)] == i ? 7 : -1;
  const Eigen::SimplicialLLT<Eigen::SparseMatrix<double>, Eigen::Lower,
                             Eigen::AMDOrdering<std::int32_t>>
      llt(A);
  const Eigen::SparseMatrix<double> L = llt.matrixL();
  double operations = 0;
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    const auto below = static_cast<double>(L.col(j).nonZeros() - 1);
    operations += below * (below + 1);
  }
  return operations;
}

TEST(BlockLu, OrdersALargeLatticeWithAThirdLessWorkThanMinimumDegree) {
  const Lattice lattice(14);
  BlockOrder order;
  order.analyse(lattice.start, lattice.column);
  EXPECT_GT(order.operations, 1e6);  // where the other order is tried at all
  EXPECT_LT(order.operations, 0.67 * operations_of_minimum_degree(lattice));
}

TEST(BlockLu, SolvesALargeSystemInThatOrder) {
  const Lattice lattice(14);
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<> random(-1, 1);
  std::vector<Eigen::Matrix3d> A(lattice.column.size());
  for (Eigen::Matrix3d& block : A)
    block = Eigen::Matrix3d::NullaryExpr([&](auto, auto) { return random(engine); });
  std::vector<Eigen::Vector3d> x(at(lattice.size()));
  for (Eigen::Vector3d& rows : x)
    rows = Eigen::Vector3d::NullaryExpr([&](auto, auto) { return random(engine); });
  std::vector<Eigen::Vector3d> b(x.size(), Eigen::Vector3d::Zero());
  for (std::int32_t i = 0; i < lattice.size(); ++i)
    for (std::int32_t k = lattice.start[at(i)]; k < lattice.start[at(i) + 1]; ++k) {
      const std::int32_t j = lattice.column[at(k)];
      if (i == j) A[at(k)] += 20 * Eigen::Matrix3d::Identity();  // no pivoting is needed
      b[at(i)] += A[at(k)] * x[at(j)];
    }
  BlockLu<3> lu;
  lu.analyse(lattice.start, lattice.column);
  ASSERT_TRUE(lu.factor([&](std::int32_t i, auto&& put) {
    for (std::int32_t k = lattice.start[at(i)]; k < lattice.start[at(i) + 1]; ++k)
      put(lattice.column[at(k)], A[at(k)]);
  }));
  lu.solve(b);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LE((b[i] - x[i]).norm(), 1e-13) << i;
}

/// Blocks at random places, more or less dense, here and there in several pieces.
template <int D>
struct RandomMatrix {
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  std::vector<std::int32_t> start = {0};
  std::vector<std::int32_t> column;
  Eigen::MatrixXd A;

  RandomMatrix(std::int32_t n, double density, std::mt19937_64& engine)
      : A(Eigen::MatrixXd::Zero(n * D, n * D)) {
    std::bernoulli_distribution is_there(density);
    Eigen::MatrixXi there = Eigen::MatrixXi::Identity(n, n);
    for (std::int32_t i = 0; i < n; ++i)
      for (std::int32_t j = 0; j < i; ++j) there(i, j) = there(j, i) = is_there(engine) ? 1 : 0;
    std::uniform_real_distribution<> random(-1, 1);
    for (std::int32_t i = 0; i < n; ++i) {
      for (std::int32_t j = 0; j < n; ++j) {
        if (there(i, j) == 0) continue;
        column.push_back(j);
        block(i, j) = Block::NullaryExpr([&](auto, auto) { return random(engine); });
      }
      block(i, i) += 3 * n * Block::Identity();  // no pivoting is needed
      start.push_back(static_cast<std::int32_t>(column.size()));
    }
  }

  auto block(std::int32_t i, std::int32_t j) { return A.template block<D, D>(i * D, j * D); }

  bool factor(BlockLu<D>& lu) {
    return lu.factor([&](std::int32_t i, auto&& put) {
      for (std::int32_t k = start[at(i)]; k < start[at(i) + 1]; ++k)
        put(column[at(k)], Block(block(i, column[at(k)])));
    });
  }
};

template <int D>
void expect_the_solution_of_a_dense_solver(std::int32_t n, double density,
                                           std::mt19937_64& engine) {
  RandomMatrix<D> matrix(n, density, engine);
  BlockLu<D> lu;
  lu.analyse(matrix.start, matrix.column);
  const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(n * D, -1, 2);
  const Eigen::VectorXd expected = matrix.A.fullPivLu().solve(b);
  std::vector<Eigen::Matrix<double, D, 1>> x(at(n));
  for (int again = 0; again < 2; ++again) {  // a factorisation leaves nothing behind
    ASSERT_TRUE(matrix.factor(lu));
    EXPECT_GT(lu.least_pivot(), 0.1);
  }
  for (std::int32_t i = 0; i < n; ++i) x[at(i)] = b.segment<D>(i * D);
  lu.solve(x);
  for (std::int32_t i = 0; i < n; ++i)
    ASSERT_LE((x[at(i)] - expected.segment<D>(i * D)).norm(), 1e-13) << n << ", " << density;
  matrix.A.topRows(D).setZero();
  EXPECT_FALSE(matrix.factor(lu)) << "singular";
}

TEST(BlockLu, SolvesWhatADenseSolverSolvesForAnyPatternAndSaysWhatIsSingular) {
  std::mt19937_64 engine(1);
  for (const std::int32_t n : {1, 2, 3, 5, 8, 13, 30, 60})
    for (const double density : {0.0, 0.03, 0.1, 0.3, 1.0}) {
      expect_the_solution_of_a_dense_solver<2>(n, density, engine);
      expect_the_solution_of_a_dense_solver<3>(n, density, engine);
    }
}

}  // namespace
}  // namespace saltus::test_block_lu
