// SPDX-License-Identifier: Apache-2.0
// Random one-step problems u = H M⁻¹ Hᵀ p + b, and the law checked row by row.
#pragma once

#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include "saltus/problems/one_step_problem.h"

namespace saltus::test {

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline RowMatrix gaussian(int rows, int columns, std::mt19937_64& engine) {
  RowMatrix A(rows, columns);
  for (double& a : A.reshaped()) a = std::normal_distribution<>()(engine);
  return A;
}

inline OneStepProblem make_problem(const RowMatrix& W, const Eigen::VectorXd& b,
                                   std::vector<Block> blocks) {
  return {static_cast<std::int32_t>(b.size()),
          {W.data(), W.data() + W.size()},
          {b.data(), b.data() + b.size()},
          std::move(blocks)};
}

/// b = H v_free is in the range of W: a solution exists also where W is singular.
inline OneStepProblem random_problem(std::vector<Block> blocks, int rows, int dofs,
                                     std::mt19937_64& engine) {
  const RowMatrix H = gaussian(rows, dofs, engine);
  const Eigen::VectorXd v = gaussian(dofs, 1, engine);
  return make_problem(H * H.transpose(), H * v, std::move(blocks));
}

inline std::vector<Block> contacts(int count, double mu) {
  std::vector<Block> blocks;
  for (int a = 0; a < count; ++a) blocks.push_back({LawKind::coulomb2, 2 * a, mu});
  return blocks;
}

inline std::vector<Block> rows_of(LawKind law, int count) {
  std::vector<Block> blocks;
  for (int a = 0; a < count; ++a) blocks.push_back({law, a, 0});
  return blocks;
}

inline Eigen::VectorXd velocity(const OneStepProblem& problem, std::span<const double> p) {
  const Eigen::Map<const RowMatrix> W(problem.W.data(), problem.n, problem.n);
  const Eigen::Map<const Eigen::VectorXd> b(problem.b.data(), problem.n);
  return W * Eigen::Map<const Eigen::VectorXd>(p.data(), problem.n) + b;
}

/// The largest violation of the laws' own words, without projections: signs, products, cones.
inline double law_violation(const OneStepProblem& problem, std::span<const double> p) {
  const Eigen::VectorXd u = velocity(problem, p);
  double worst = 0;
  for (const Block& block : problem.blocks) {
    const auto i = static_cast<std::size_t>(block.row);
    const double u_N = u[block.row], p_N = p[i];
    if (block.law == LawKind::bilateral) {
      worst = std::max(worst, std::abs(u_N));
      continue;
    }
    worst = std::max({worst, -u_N, -p_N, std::min(std::abs(u_N), std::abs(p_N))});
    if (block.law != LawKind::coulomb2) continue;
    const double u_T = u[block.row + 1], p_T = p[i + 1];
    const double edge = block.mu * p_N - std::abs(p_T);
    worst = std::max({worst, -edge, std::min(std::abs(u_T), std::abs(edge))});
    if (p_T * u_T > 0) worst = std::max(worst, std::min(std::abs(p_T), std::abs(u_T)));
  }
  return worst;
}

}  // namespace saltus::test
