// SPDX-License-Identifier: Apache-2.0
// The natural map of each block, and its two norms.
#include "saltus/problems/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/problems/natural_map.h"

namespace saltus {
namespace {

template <Law L>
double mean_diagonal(const OneStepProblem& problem, const Block& block) {
  const auto n = static_cast<std::size_t>(problem.n);
  const double* diagonal = problem.W.data() + static_cast<std::size_t>(block.row) * (n + 1);
  double sum = 0;
  for (std::size_t i = 0; i < L::dimension; ++i) sum += diagonal[i * (n + 1)];
  return sum / static_cast<double>(L::dimension);
}

double fallback_rho(const OneStepProblem& problem) {
  double sum = 0;
  double count = 0;
  for (const Block& block : problem.blocks) {
    const double d = visit_law(
        block.law, [&](auto law) { return mean_diagonal<decltype(law)>(problem, block); });
    if (d > 0) sum += d, count += 1;
  }
  return count > 0 ? count / sum : 1;
}

template <Law L>
double rho_of(const OneStepProblem& problem, const Block& block) {
  const double d = mean_diagonal<L>(problem, block);
  return d > 0 ? 1 / d : fallback_rho(problem);
}

/// Squares of the norms in metric ρ.
struct Sums {
  double poison = 0;  // NaN as soon as some u is not finite
  double map = 0, p = 0, b = 0;
};

template <Law L>
Rows<L::dimension> velocity(const OneStepProblem& problem, const Block& block, const double* p) {
  const auto n = static_cast<std::size_t>(problem.n);
  const auto row = static_cast<std::size_t>(block.row);
  Rows<L::dimension> u;
  for (std::size_t i = 0; i < L::dimension; ++i) {
    const double* W_i = problem.W.data() + (row + i) * n;
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += W_i[j] * p[j];
    u[i] = sum + problem.b[row + i];
  }
  return u;
}

template <Law L>
void add_block(const OneStepProblem& problem, const Block& block, const double* p, Sums& sums) {
  const auto row = static_cast<std::size_t>(block.row);
  const double rho = rho_of<L>(problem, block);
  const Rows<L::dimension> u = velocity<L>(problem, block, p);
  sums.map += squared_map<L>(block.mu, u, p + row, rho) / rho;
  double p2 = 0;
  double b2 = 0;
  for (std::size_t i = 0; i < L::dimension; ++i) {
    sums.poison += u[i] * 0;
    p2 += p[row + i] * p[row + i];
    b2 += problem.b[row + i] * problem.b[row + i];
  }
  sums.p += p2 / rho;
  sums.b += b2 * rho;
}

/// s of nat_scaled.
double scale(const Sums& sums) {
  const double b = std::sqrt(sums.b);
  const double s = std::max(b, std::min(std::sqrt(sums.p), 1e4 * b));
  return s > 0 ? s : 1;
}

double err_q(const OneStepProblem& problem, const double* p) {
  double map = 0;
  double b2 = 0;
  for (const Block& block : problem.blocks)
    visit_law(block.law, [&](auto law) {
      using L = decltype(law);
      map += squared_map<L>(block.mu, velocity<L>(problem, block, p), p + block.row, 1.0);
    });
  for (const double b : problem.b) b2 += b * b;
  const double b = std::sqrt(b2);
  return std::sqrt(map) / (b < std::numeric_limits<double>::epsilon() ? 1 : b);
}

}  // namespace

double block_rho(const OneStepProblem& problem, const Block& block) {
  if (problem.is_sparse)
    return problem.rho[static_cast<std::size_t>(&block - problem.blocks.data())];
  return visit_law(block.law, [&](auto law) { return rho_of<decltype(law)>(problem, block); });
}

double nat_scaled(const OneStepProblem& problem, std::span<const double> p) {
  Sums sums;
  for (const Block& block : problem.blocks)
    visit_law(block.law,
              [&](auto law) { add_block<decltype(law)>(problem, block, p.data(), sums); });
  // A projection may turn NaN into 0, so the data are asked themselves.
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(sums.poison == 0) || !(sums.p < infinity)) return infinity;
  return std::sqrt(sums.map) / scale(sums);
}

double round_off(const OneStepProblem& problem, std::span<const double> p) {
  const auto n = static_cast<std::size_t>(problem.n);
  const double epsilon = static_cast<double>(n + 8) * std::numeric_limits<double>::epsilon();
  Sums sums;
  double square = 0;
  for (const Block& block : problem.blocks) {
    visit_law(block.law,
              [&](auto law) { add_block<decltype(law)>(problem, block, p.data(), sums); });
    const double rho = block_rho(problem, block);
    for (std::size_t i = 0; i < law_info(block.law).dimension; ++i) {
      const std::size_t row = static_cast<std::size_t>(block.row) + i;
      double size = std::abs(problem.b[row]);
      for (std::size_t j = 0; j < n; ++j) size += std::abs(problem.W[row * n + j] * p[j]);
      square += rho * size * size;
    }
  }
  return epsilon * std::sqrt(square) / scale(sums);
}

Residual residual(const OneStepProblem& problem, std::span<const double> p) {
  const double nat = nat_scaled(problem, p);
  return {nat < std::numeric_limits<double>::infinity() ? err_q(problem, p.data()) : nat, nat};
}

double velocity_residual(LawKind law, double mu, std::span<const double> u_bar,
                         std::span<const double> p, double rho) {
  return visit_law(law, [&](auto l) {
    using L = decltype(l);
    Rows<L::dimension> u;
    for (std::size_t i = 0; i < L::dimension; ++i) u[i] = u_bar[i];
    return std::sqrt(squared_map<L>(mu, u, p.data(), rho)) / rho;
  });
}

}  // namespace saltus
