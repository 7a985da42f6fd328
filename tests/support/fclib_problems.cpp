// SPDX-License-Identifier: Apache-2.0
// Dense matrices first, then their nonzeros.
#include "support/fclib_problems.h"

namespace saltus {
namespace {

/// `columns` columns, each acting on the dofs of two bodies.
Mat acting_on_pairs(std::mt19937& random, const BodiesOptions& o, int groups, int width) {
  Mat A = Mat::Zero(o.bodies * o.body_dofs, groups * width);
  for (int k = 0; k < groups; ++k) {
    const auto any = [&] { return static_cast<int>(random() % static_cast<unsigned>(o.bodies)); };
    for (const int body : {any(), any()}) {
      A.block(body * o.body_dofs, k * width, o.body_dofs, width) =
          random_matrix(random, o.body_dofs, width);
    }
  }
  return A;
}

std::vector<double> random_values(std::mt19937& random, Eigen::Index n) {
  const Mat x = random_matrix(random, n, 1);
  return {x.data(), x.data() + n};
}

}  // namespace

SparseMatrix sparse(const Mat& A) {
  std::vector<std::int32_t> row, column;
  std::vector<double> value;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < A.cols(); ++j) {
      if (A(i, j) == 0) continue;
      row.push_back(static_cast<std::int32_t>(i));
      column.push_back(static_cast<std::int32_t>(j));
      value.push_back(A(i, j));
    }
  }
  return from_triplets(static_cast<std::int32_t>(A.rows()), static_cast<std::int32_t>(A.cols()),
                       row, column, value);
}

Mat dense(const SparseMatrix& A) {
  Mat D = Mat::Zero(A.rows, A.columns);
  for (std::int32_t j = 0; j < A.columns; ++j)
    A.for_column(j, [&](std::int32_t i, double x) { D(i, j) += x; });
  return D;
}

Mat dense(const BlockMatrix& W) {
  const Eigen::Index n = Eigen::Index{W.block_rows()} * W.dim;
  Mat D = Mat::Zero(n, n);
  for (std::int32_t a = 0; a < W.block_rows(); ++a) {
    const auto row = static_cast<std::size_t>(a);
    for (std::int32_t k = W.start[row]; k < W.start[row + 1]; ++k) {
      const auto block = static_cast<std::size_t>(k);
      D.block(a * W.dim, W.column[block] * W.dim, W.dim, W.dim) += Eigen::Map<const RowMat>(
          W.value.data() + block * static_cast<std::size_t>(W.dim * W.dim), W.dim, W.dim);
    }
  }
  return D;
}

Vec vector(const std::vector<double>& x) {
  return Eigen::Map<const Vec>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Mat random_matrix(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
  std::uniform_real_distribution<double> entry(-1, 1);
  return Mat::NullaryExpr(rows, columns, [&] { return entry(random); });
}

FclibLocal two_contacts() {
  Mat W = Mat::Identity(6, 6) * 2;
  for (Eigen::Index i = 0; i < 3; ++i) W(i, i + 3) = W(i + 3, i) = -1;
  FclibLocal problem;
  problem.W = sparse(W);
  problem.q = {-1, 0.25, 0, -2, 0, 0.5};
  problem.mu = {0.5, 0.25};
  return problem;
}

FclibGlobal random_bodies(std::mt19937& random, const BodiesOptions& o) {
  const Eigen::Index dofs = Eigen::Index{o.bodies} * o.body_dofs;
  Mat M = Mat::Zero(dofs, dofs);
  for (int body = 0; body < o.bodies; ++body) {
    const Mat A = random_matrix(random, o.body_dofs, o.body_dofs);
    M.block(body * o.body_dofs, body * o.body_dofs, o.body_dofs, o.body_dofs) =
        A * A.transpose() + Mat::Identity(o.body_dofs, o.body_dofs) +
        o.asymmetry * random_matrix(random, o.body_dofs, o.body_dofs);
  }
  FclibGlobal problem;
  problem.dim = o.dim;
  problem.M = sparse(M);
  problem.H = sparse(acting_on_pairs(random, o, o.contacts, o.dim));
  problem.f = random_values(random, dofs);
  problem.w = random_values(random, Eigen::Index{o.contacts} * o.dim);
  problem.mu.assign(static_cast<std::size_t>(o.contacts), 0.5);
  if (o.equalities > 0) {
    problem.G = sparse(acting_on_pairs(random, o, o.equalities, 1));
    problem.b = random_values(random, o.equalities);
  }
  return problem;
}

}  // namespace saltus
