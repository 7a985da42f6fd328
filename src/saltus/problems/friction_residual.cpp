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

/// W p + b from term(W_ij, p_j) and term(b_i, 1): the terms themselves, or their sizes.
template <std::size_t D, class Term>
void velocities(const FrictionProblem& problem, std::span<const double> p, std::span<double> u,
                Term&& term) {
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    Rows<D> sum;
    for (std::size_t i = 0; i < D; ++i) sum[i] = term(problem.b[a * D + i], 1.0);
    for (auto k = at(problem.W.start[a]); k < at(problem.W.start[a + 1]); ++k) {
      const double* W = problem.W.value.data() + k * D * D;
      const double* p_b = p.data() + at(problem.W.column[k]) * D;
      for (std::size_t i = 0; i < D; ++i)
        for (std::size_t j = 0; j < D; ++j) sum[i] += term(W[i * D + j], p_b[j]);
    }
    std::copy(sum.begin(), sum.end(), u.begin() + static_cast<std::ptrdiff_t>(a * D));
  }
}

template <class Term>
void sum_terms(const FrictionProblem& problem, std::span<const double> p, std::span<double> u,
               Term&& term) {
  if (problem.dim() == 2)
    velocities<2>(problem, p, u, term);
  else
    velocities<3>(problem, p, u, term);
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

/// What the two residuals are divided by.
struct Scales {
  double q;
  double nat;
};

Scales scales(std::size_t dim, std::span<const double> rho, std::span<const double> b,
              std::span<const double> p) {
  double p2 = 0;
  double b2 = 0;
  double b2_plain = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    p2 += p[i] * p[i] / rho[i / dim];
    b2 += b[i] * b[i] * rho[i / dim];
    b2_plain += b[i] * b[i];
  }
  const double rho_b = std::sqrt(b2);
  const double s = std::max(rho_b, std::min(std::sqrt(p2), 1e4 * rho_b));
  const double q = std::sqrt(b2_plain);
  return {q < std::numeric_limits<double>::epsilon() ? 1 : q, s > 0 ? s : 1};
}

/// One contact after the other: f(a, ρ_a, u_a, p_a).
template <std::size_t D, class F>
void for_each_contact(std::span<const double> rho, std::span<const double> p,
                      std::span<const double> u, F&& f) {
  for (std::size_t a = 0; a < rho.size(); ++a) {
    Rows<D> u_a;
    std::copy_n(u.begin() + static_cast<std::ptrdiff_t>(a * D), D, u_a.begin());
    f(a, rho[a], u_a, p.data() + a * D);
  }
}

struct Asked {
  std::span<const double> rho, mu, b, p, u;
};

template <Law L>
Residual judge(const Asked& x) {
  constexpr std::size_t D = L::dimension;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double q_map = 0;
  double map = 0;
  double poison = 0;  // NaN as soon as some u or p is not finite
  for (std::size_t i = 0; i < x.u.size(); ++i) poison += x.u[i] * 0 + x.p[i] * 0;
  if (!(poison == 0)) return {infinity, infinity};
  for_each_contact<D>(x.rho, x.p, x.u, [&](std::size_t a, double rho, const Rows<D>& u_a, auto* p) {
    q_map += squared_map<L>(x.mu[a], u_a, p, 1.0);
    map += squared_map<L>(x.mu[a], u_a, p, rho) / rho;
  });
  const Scales s = scales(D, x.rho, x.b, x.p);
  const Residual r{std::sqrt(q_map) / s.q, std::sqrt(map) / s.nat};
  // A scale that overflows would make any map look small.
  const bool finite = std::isfinite(s.q + s.nat) && std::isfinite(r.err_q + r.nat_scaled);
  return finite ? r : Residual{infinity, infinity};
}

/// p − ρ û lies in K.
template <Law L>
bool inside(double mu, const Rows<L::dimension>& u, const double* p, double rho) {
  const Rows<L::dimension> u_hat = L::de_saxce(mu, u);
  Rows<L::dimension> z;
  for (std::size_t i = 0; i < L::dimension; ++i) z[i] = p[i] - rho * u_hat[i];
  return L::project(mu, z) == z;
}

/// size: |W||p| + |b|, row by row.
template <Law L>
Residual noise(const Asked& x, std::span<const double> size) {
  constexpr std::size_t D = L::dimension;
  constexpr double epsilon = std::numeric_limits<double>::epsilon() / 2;
  double q = 0;
  double nat = 0;
  for_each_contact<D>(x.rho, x.p, x.u, [&](std::size_t a, double rho, const Rows<D>& u_a, auto* p) {
    double of_u = 0;
    double of_p = 0;
    for (std::size_t i = 0; i < D; ++i) {
      of_u = std::hypot(of_u, size[a * D + i]);
      of_p = std::hypot(of_p, p[i]);
    }
    const double of_q = of_u + (inside<L>(x.mu[a], u_a, p, 1.0) ? 0 : of_p);
    const double of_nat = rho * of_u + (inside<L>(x.mu[a], u_a, p, rho) ? 0 : of_p);
    q += of_q * of_q;
    nat += of_nat * of_nat / rho;
  });
  const Scales s = scales(D, x.rho, x.b, x.p);
  return {epsilon * std::sqrt(q) / s.q, epsilon * std::sqrt(nat) / s.nat};
}

std::vector<double> rho_of(const BodyProblem& problem) {
  std::vector<double> means(problem.contacts());
  for (std::size_t a = 0; a < means.size(); ++a) means[a] = mean_diagonal(problem, a);
  return rho_of(std::move(means));
}

struct BodyVelocities {
  std::vector<double> b, u;

  BodyVelocities(const BodyProblem& problem, std::span<const double> p)
      : b(problem.w.size()), u(problem.w.size()) {
    std::vector<double> v(problem.v_free.size());
    contact_velocity(problem, problem.v_free, b);
    body_velocity(problem, p, v);
    contact_velocity(problem, v, u);
  }
};

void make_absolute(std::vector<double>& values) {
  for (double& x : values) x = std::abs(x);
}

std::vector<double> absolute(std::span<const double> values) {
  std::vector<double> sizes(values.begin(), values.end());
  make_absolute(sizes);
  return sizes;
}

}  // namespace

std::vector<double> contact_rho(const FrictionProblem& problem) {
  return rho_of(mean_diagonals(problem));
}

double FrictionProblem::diagonal(std::size_t a, std::int32_t row) const {
  const auto first = W.column.begin();
  const auto place =
      std::lower_bound(first + W.start[a], first + W.start[a + 1], static_cast<std::int32_t>(a));
  return W.value[at(static_cast<std::int32_t>(place - first) * W.dim * W.dim + row * (W.dim + 1))];
}

void velocity(const FrictionProblem& problem, std::span<const double> p, std::span<double> u) {
  sum_terms(problem, p, u, [](double w, double x) { return w * x; });
}

Residual residual(const FrictionProblem& problem, std::span<const double> p) {
  std::vector<double> u(problem.b.size());
  velocity(problem, p, u);
  const std::vector<double> rho = contact_rho(problem);
  const Asked asked{rho, problem.mu, problem.b, p, u};
  return problem.dim() == 2 ? judge<Coulomb2>(asked) : judge<Coulomb3>(asked);
}

Residual round_off(const FrictionProblem& problem, std::span<const double> p) {
  std::vector<double> u(problem.b.size());
  velocity(problem, p, u);
  std::vector<double> size(u.size());
  sum_terms(problem, p, size, [](double w, double x) { return std::abs(w * x); });
  const std::vector<double> rho = contact_rho(problem);
  const Asked asked{rho, problem.mu, problem.b, p, u};
  return problem.dim() == 2 ? noise<Coulomb2>(asked, size) : noise<Coulomb3>(asked, size);
}

Residual residual(const BodyProblem& problem, std::span<const double> p) {
  const BodyVelocities x(problem, p);
  const std::vector<double> rho = rho_of(problem);
  const Asked asked{rho, problem.mu, x.b, p, x.u};
  return problem.dim == 2 ? judge<Coulomb2>(asked) : judge<Coulomb3>(asked);
}

Residual round_off(const BodyProblem& problem, std::span<const double> p) {
  const BodyVelocities x(problem, p);
  BodyProblem sizes = problem;
  make_absolute(sizes.H);
  make_absolute(sizes.Y);
  make_absolute(sizes.v_free);
  make_absolute(sizes.w);
  const std::vector<double> size = BodyVelocities(sizes, absolute(p)).u;
  const std::vector<double> rho = rho_of(problem);
  const Asked asked{rho, problem.mu, x.b, p, x.u};
  return problem.dim == 2 ? noise<Coulomb2>(asked, size) : noise<Coulomb3>(asked, size);
}

}  // namespace saltus
