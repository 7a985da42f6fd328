// SPDX-License-Identifier: Apache-2.0
// The judge on problems of many contacts: the same two numbers, from the block-sparse W.
#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "saltus/problems/natural_map.h"
#include "saltus/problems/residual.h"

namespace saltus {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

/// u of contact a.
template <std::size_t D>
Rows<D> velocity_of(const FrictionProblem& problem, std::size_t a, const double* p) {
  Rows<D> u;
  for (std::size_t i = 0; i < D; ++i) u[i] = problem.b[a * D + i];
  for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k) {
    const double* W = problem.W.value.data() + k * D * D;
    const double* p_b = p + at(problem.W.column[k]) * D;
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = 0; j < D; ++j) u[i] += W[i * D + j] * p_b[j];
  }
  return u;
}

/// mean(diag W_aa), 0 where there is no such block.
template <std::size_t D>
double mean_diagonal(const FrictionProblem& problem, std::size_t a) {
  double sum = 0;
  for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k)
    if (at(problem.W.column[k]) == a)
      for (std::size_t i = 0; i < D; ++i) sum += problem.W.value[k * D * D + i * (D + 1)];
  return sum / static_cast<double>(D);
}

/// As in residual.cpp: where mean(diag W_aa) is not positive, 1 / the mean over the others.
template <std::size_t D>
double fallback_rho(const FrictionProblem& problem) {
  double sum = 0;
  double count = 0;
  for (std::size_t a = 0; a < problem.contacts(); ++a)
    if (const double d = mean_diagonal<D>(problem, a); d > 0) sum += d, count += 1;
  return count > 0 ? count / sum : 1;
}

template <Law L>
Residual judge(const FrictionProblem& problem, std::span<const double> p) {
  constexpr std::size_t D = L::dimension;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double fallback = fallback_rho<D>(problem);
  double q_map = 0;
  double map = 0;
  double p2 = 0;
  double b2 = 0;
  double b2_plain = 0;
  double poison = 0;  // NaN as soon as some u or p is not finite
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    const double d = mean_diagonal<D>(problem, a);
    const double rho = d > 0 ? 1 / d : fallback;
    const double* p_a = p.data() + a * D;
    const Rows<D> u = velocity_of<D>(problem, a, p.data());
    q_map += squared_map<L>(problem.mu[a], u, p_a, 1.0);
    map += squared_map<L>(problem.mu[a], u, p_a, rho) / rho;
    double b_a = 0;
    for (std::size_t i = 0; i < D; ++i) {
      poison += u[i] * 0 + p_a[i] * 0;
      p2 += p_a[i] * p_a[i] / rho;
      b_a += problem.b[a * D + i] * problem.b[a * D + i];
    }
    b2 += b_a * rho;
    b2_plain += b_a;
  }
  if (!(poison == 0) || !(p2 < infinity)) return {infinity, infinity};
  const double b = std::sqrt(b2);
  const double s = std::max(b, std::min(std::sqrt(p2), 1e4 * b));
  const double q = std::sqrt(b2_plain);
  return {std::sqrt(q_map) / (q < std::numeric_limits<double>::epsilon() ? 1 : q),
          std::sqrt(map) / (s > 0 ? s : 1)};
}

template <std::size_t D>
void velocities(const FrictionProblem& problem, std::span<const double> p, std::span<double> u) {
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    const Rows<D> u_a = velocity_of<D>(problem, a, p.data());
    std::copy(u_a.begin(), u_a.end(), u.begin() + static_cast<std::ptrdiff_t>(a * D));
  }
}

}  // namespace

void velocity(const FrictionProblem& problem, std::span<const double> p, std::span<double> u) {
  if (problem.dim() == 2)
    velocities<2>(problem, p, u);
  else
    velocities<3>(problem, p, u);
}

Residual residual(const FrictionProblem& problem, std::span<const double> p) {
  return problem.dim() == 2 ? judge<Coulomb2>(problem, p) : judge<Coulomb3>(problem, p);
}

}  // namespace saltus
