// SPDX-License-Identifier: Apache-2.0
// The iteration and the balance of ρ.
#include "saltus/solvers/admm.h"

#include <algorithm>
#include <cmath>

#include "saltus/solvers/cone.h"

namespace saltus {
namespace {

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

template <int D>
bool factorise(const Island<D>& island, double rho, BlockLu<D>& lu) {
  return lu.factor([&](std::int32_t a, auto&& put) {
    for (auto k = at(island.start[at(a)]); k < at(island.start[at(a) + 1]); ++k) {
      typename Island<D>::Block block = island.W[k];
      if (island.column[k] == a) block.diagonal().array() += rho;
      put(island.column[k], block);
    }
  });
}

}  // namespace

template <int D>
std::int32_t search(const Admm& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  using Rows = typename Island<D>::Rows;
  constexpr double far = 10;  // residuals are balanced within this ratio
  const std::size_t n = island.size();
  double rho = options.rho;
  if (!factorise(island, rho, lu)) return 0;
  RowsOf<D> z = p;
  RowsOf<D> x(n);
  RowsOf<D> xi(n);
  RowsOf<D> u(n);
  // At a solution ρξ = −û: start from the velocity of the guess.
  velocity(island, p, u);
  for (std::size_t a = 0; a < n; ++a) xi[a] = -de_saxce<D>(island.mu[a], u[a]) / rho;
  std::int32_t next_balance = 20;
  for (std::int32_t k = 1; k <= options.max_iterations; ++k) {
    for (std::size_t a = 0; a < n; ++a) {
      x[a] = rho * (z[a] - xi[a]) - island.b[a];
      x[a][0] -= island.mu[a] * u[a].template tail<D - 1>().norm();
    }
    // W x is what is left of the right-hand side: no product by W is needed.
    for (std::size_t a = 0; a < n; ++a) u[a] = x[a] + island.b[a];
    lu.solve(x);
    double primal = 0;
    double dual = 0;
    for (std::size_t a = 0; a < n; ++a) {
      u[a] -= rho * x[a];
      const Rows relaxed = options.relaxation * x[a] + (1 - options.relaxation) * z[a];
      const Rows next = project<D>(island.mu[a], relaxed + xi[a]);
      xi[a] += relaxed - next;
      primal += (x[a] - next).squaredNorm();
      dual += (next - z[a]).squaredNorm();
      z[a] = next;
    }
    if (k % options.judge_every == 0) {
      if (best.offer(island, goal, z) || goal.late()) {
        p = z;
        return k;
      }
    }
    if (k < next_balance) continue;
    next_balance = k + k / 2;
    const double ratio = std::sqrt(primal) / (std::sqrt(dual) + 1e-300);
    if (ratio < far && ratio > 1 / far) continue;
    const double factor = std::clamp(std::sqrt(ratio), 0.1, 10.0);
    rho *= factor;
    for (Rows& v : xi) v /= factor;
    if (!factorise(island, rho, lu)) return k;
  }
  p = z;
  return options.max_iterations;
}

#define SALTUS_INSTANTIATE(D)                                                                    \
  template std::int32_t search<D>(const Admm&, const Island<D>&, const IslandGoal&, BlockLu<D>&, \
                                  RowsOf<D>&, Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
