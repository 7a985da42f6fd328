// SPDX-License-Identifier: Apache-2.0
// Schur complement on the bilateral rows with a rank-revealing LU.
#include "saltus/problems/eliminate.h"

#include <cmath>

#include "saltus/base/lu.h"

namespace saltus {
namespace {

std::size_t size(std::int32_t i) { return static_cast<std::size_t>(i); }

void split_rows(const OneStepProblem& problem, Elimination& el) {
  el.E.clear();
  el.U.clear();
  el.reduced.blocks.clear();
  for (const Block& block : problem.blocks) {
    if (block.law == LawKind::bilateral) {
      el.E.push_back(block.row);
      continue;
    }
    el.reduced.blocks.push_back({block.law, static_cast<std::int32_t>(el.U.size()), block.mu});
    const auto dimension = static_cast<std::int32_t>(law_info(block.law).dimension);
    for (std::int32_t i = 0; i < dimension; ++i) el.U.push_back(block.row + i);
  }
  el.reduced.n = static_cast<std::int32_t>(el.U.size());
}

/// x ← W_EE⁺ x.
void apply_inverse(Elimination& el, std::span<double> x) {
  const RankLu lu(el.factor, el.pivots, static_cast<std::int32_t>(el.E.size()), el.rank);
  for (std::size_t i = 0; i < el.E.size(); ++i) x[i] *= el.scale[i];
  lu.solve(x);
  for (std::size_t i = 0; i < el.E.size(); ++i) x[i] *= el.scale[i];
}

void factorise(const OneStepProblem& problem, Elimination& el) {
  const std::size_t n_E = el.E.size();
  el.factor.resize(n_E * n_E);
  el.pivots.resize(2 * n_E);
  el.scale.resize(n_E);
  for (std::size_t i = 0; i < n_E; ++i) {
    const double d = std::abs(problem.w(el.E[i], el.E[i]));
    el.scale[i] = d > 0 ? 1 / std::sqrt(d) : 1;
  }
  for (std::size_t i = 0; i < n_E; ++i) {
    const double* W_i = problem.W.data() + size(el.E[i]) * size(problem.n);
    for (std::size_t j = 0; j < n_E; ++j)
      el.factor[i * n_E + j] = el.scale[i] * W_i[el.E[j]] * el.scale[j];
  }
  el.rank =
      RankLu(el.factor, el.pivots, static_cast<std::int32_t>(n_E), joint_rank_tolerance).rank();
  el.redundant = static_cast<std::int32_t>(n_E) - el.rank;
}

void form_reduced(const OneStepProblem& problem, Elimination& el) {
  const std::size_t n_E = el.E.size();
  const std::size_t n_U = el.U.size();
  el.reduced.W.resize(n_U * n_U);
  el.reduced.b.resize(n_U);
  el.X.resize(n_U * n_E);
  for (std::size_t j = 0; j < n_U; ++j) {
    const std::span<double> x(el.X.data() + j * n_E, n_E);
    for (std::size_t i = 0; i < n_E; ++i) x[i] = problem.w(el.E[i], el.U[j]);
    apply_inverse(el, x);
  }
  for (std::size_t i = 0; i < n_U; ++i) {
    const double* W_i = problem.W.data() + size(el.U[i]) * size(problem.n);
    double b = problem.b[size(el.U[i])];
    for (std::size_t k = 0; k < n_E; ++k) b -= W_i[el.E[k]] * el.y[k];
    el.reduced.b[i] = b;
    for (std::size_t j = 0; j < n_U; ++j) {
      double w = W_i[el.U[j]];
      for (std::size_t k = 0; k < n_E; ++k) w -= W_i[el.E[k]] * el.X[j * n_E + k];
      el.reduced.W[i * n_U + j] = w;
    }
  }
}

}  // namespace

void eliminate_bilateral(const OneStepProblem& problem, Elimination& el) {
  split_rows(problem, el);
  factorise(problem, el);
  el.y.resize(el.E.size());
  el.scratch.resize(el.E.size());
  for (std::size_t i = 0; i < el.E.size(); ++i) el.y[i] = problem.b[size(el.E[i])];
  apply_inverse(el, el.y);
  form_reduced(problem, el);
}

void recover_bilateral(const OneStepProblem& problem, Elimination& el, std::span<const double> p_U,
                       std::span<double> p) {
  const std::size_t n_E = el.E.size();
  for (std::size_t j = 0; j < el.U.size(); ++j) p[size(el.U[j])] = p_U[j];
  for (std::size_t i = 0; i < n_E; ++i) {
    double sum = el.y[i];
    for (std::size_t j = 0; j < el.U.size(); ++j) sum += el.X[j * n_E + i] * p_U[j];
    p[size(el.E[i])] = -sum;
  }
  if (el.U.empty()) return;
  for (std::size_t i = 0; i < n_E; ++i) {
    const double* W_i = problem.W.data() + size(el.E[i]) * size(problem.n);
    double u = 0;
    for (std::size_t j = 0; j < size(problem.n); ++j) u += W_i[j] * p[j];
    el.scratch[i] = u + problem.b[size(el.E[i])];
  }
  apply_inverse(el, el.scratch);
  for (std::size_t i = 0; i < n_E; ++i) p[size(el.E[i])] -= el.scratch[i];
}

}  // namespace saltus
