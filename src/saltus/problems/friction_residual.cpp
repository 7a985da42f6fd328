// SPDX-License-Identifier: Apache-2.0
// The judge on problems of many contacts: the same two numbers, from u and from diag W.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "saltus/base/index.h"
#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "saltus/problems/natural_map.h"
#include "saltus/problems/residual.h"

namespace saltus {
namespace {

template <std::size_t D>
void velocities(const FrictionProblem& problem, std::span<const double> p, std::span<double> u) {
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    Rows<D> sum;
    for (std::size_t i = 0; i < D; ++i) sum[i] = problem.b[a * D + i];
    for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k) {
      const double* W = problem.W.value.data() + k * D * D;
      const double* p_b = p.data() + at(problem.W.column[k]) * D;
      for (std::size_t i = 0; i < D; ++i)
        for (std::size_t j = 0; j < D; ++j) sum[i] += W[i * D + j] * p_b[j];
    }
    std::copy(sum.begin(), sum.end(), u.begin() + static_cast<std::ptrdiff_t>(a * D));
  }
}

/// mean(diag W_aa), 0 where there is no such block.
std::vector<double> mean_diagonals(const FrictionProblem& problem) {
  const std::size_t D = at(problem.dim());
  std::vector<double> means(problem.contacts(), 0.0);
  for (std::size_t a = 0; a < means.size(); ++a)
    for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k)
      if (at(problem.W.column[k]) == a)
        for (std::size_t i = 0; i < D; ++i)
          means[a] += problem.W.value[k * D * D + i * (D + 1)] / static_cast<double>(D);
  return means;
}

/// From means to ρ, in place; as in residual.cpp.
std::vector<double> rho_of(std::vector<double> means) {
  double sum = 0;
  double count = 0;
  for (const double d : means)
    if (d > 0) sum += d, count += 1;
  const double fallback = count > 0 ? count / sum : 1;
  for (double& d : means) d = d > 0 ? 1 / d : fallback;
  return means;
}

template <Law L>
Residual judge(std::span<const double> rhos, std::span<const double> mu, std::span<const double> b,
               std::span<const double> p, std::span<const double> u) {
  constexpr std::size_t D = L::dimension;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double q_map = 0;
  double map = 0;
  double p2 = 0;
  double b2 = 0;
  double b2_plain = 0;
  double poison = 0;  // NaN as soon as some u or p is not finite
  for (std::size_t a = 0; a < mu.size(); ++a) {
    const double rho = rhos[a];
    const double* p_a = p.data() + a * D;
    Rows<D> u_a;
    double b_a = 0;
    for (std::size_t i = 0; i < D; ++i) {
      u_a[i] = u[a * D + i];
      poison += u_a[i] * 0 + p_a[i] * 0;
      p2 += p_a[i] * p_a[i] / rho;
      b_a += b[a * D + i] * b[a * D + i];
    }
    q_map += squared_map<L>(mu[a], u_a, p_a, 1.0);
    map += squared_map<L>(mu[a], u_a, p_a, rho) / rho;
    b2 += b_a * rho;
    b2_plain += b_a;
  }
  if (!(poison == 0) || !(p2 < infinity)) return {infinity, infinity};
  const double rho_b = std::sqrt(b2);
  const double s = std::max(rho_b, std::min(std::sqrt(p2), 1e4 * rho_b));
  const double q = std::sqrt(b2_plain);
  return {std::sqrt(q_map) / (q < std::numeric_limits<double>::epsilon() ? 1 : q),
          std::sqrt(map) / (s > 0 ? s : 1)};
}

Residual judge(std::int32_t dim, std::span<const double> rhos, std::span<const double> mu,
               std::span<const double> b, std::span<const double> p, std::span<const double> u) {
  return dim == 2 ? judge<Coulomb2>(rhos, mu, b, p, u) : judge<Coulomb3>(rhos, mu, b, p, u);
}

}  // namespace

std::vector<double> contact_rho(const FrictionProblem& problem) {
  return rho_of(mean_diagonals(problem));
}

void velocity(const FrictionProblem& problem, std::span<const double> p, std::span<double> u) {
  if (problem.dim() == 2)
    velocities<2>(problem, p, u);
  else
    velocities<3>(problem, p, u);
}

Residual residual(const FrictionProblem& problem, std::span<const double> p) {
  std::vector<double> u(problem.b.size());
  velocity(problem, p, u);
  return judge(problem.dim(), contact_rho(problem), problem.mu, problem.b, p, u);
}

Residual residual(const BodyProblem& problem, std::span<const double> p) {
  std::vector<double> v(problem.v_free.size());
  std::vector<double> b(problem.w.size());
  std::vector<double> u(problem.w.size());
  contact_velocity(problem, problem.v_free, b);
  body_velocity(problem, p, v);
  contact_velocity(problem, v, u);
  std::vector<double> means(problem.contacts());
  for (std::size_t a = 0; a < means.size(); ++a) means[a] = mean_diagonal(problem, a);
  return judge(problem.dim, rho_of(std::move(means)), problem.mu, b, p, u);
}

}  // namespace saltus
