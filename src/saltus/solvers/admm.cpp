// SPDX-License-Identifier: Apache-2.0
// The iteration and the balance of ρ.
#include "saltus/solvers/admm.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/base/index.h"
#include "saltus/solvers/cone.h"

namespace saltus {
namespace {

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

/// z is the iterate in K, ξ the scaled dual: at a solution ρξ = −û.
template <int D>
class Iterate {
 public:
  using Rows = typename Island<D>::Rows;

  Iterate(const Island<D>& island, const RowsOf<D>& p, double rho)
      : island_(island), z_(p), x_(p.size()), xi_(p.size()), u_(p.size()), rho_(rho) {
    velocity(island, p, u_);
    for (std::size_t a = 0; a < p.size(); ++a) xi_[a] = -de_saxce<D>(island.mu[a], u_[a]) / rho;
  }

  [[nodiscard]] const RowsOf<D>& z() const { return z_; }
  [[nodiscard]] double rho() const { return rho_; }

  /// ‖x − z‖ / ‖change of z‖ after one step.
  double step(double relaxation, BlockLu<D>& lu) {
    const std::size_t n = z_.size();
    for (std::size_t a = 0; a < n; ++a) {
      x_[a] = rho_ * (z_[a] - xi_[a]) - island_.b[a];
      x_[a][0] -= island_.mu[a] * u_[a].template tail<D - 1>().norm();
      u_[a] = x_[a] + island_.b[a];
    }
    lu.solve(x_);
    double primal = 0;
    double dual = 0;
    for (std::size_t a = 0; a < n; ++a) {
      // W x + b is what is left of the right-hand side: no product by W is needed. (u_N is off by
      // the shift of s, which nobody asks for.)
      u_[a] -= rho_ * x_[a];
      const Rows relaxed = relaxation * x_[a] + (1 - relaxation) * z_[a];
      const Rows next = project<D>(island_.mu[a], relaxed + xi_[a]);
      xi_[a] += relaxed - next;
      primal += (x_[a] - next).squaredNorm();
      dual += (next - z_[a]).squaredNorm();
      z_[a] = next;
    }
    return std::sqrt(primal) / (std::sqrt(dual) + std::numeric_limits<double>::min());
  }

  void multiply_rho(double factor) {
    rho_ *= factor;
    for (Rows& xi : xi_) xi /= factor;
  }

 private:
  const Island<D>& island_;
  RowsOf<D> z_, x_, xi_, u_;
  double rho_;
};

}  // namespace

template <int D>
std::int32_t search(const Admm& options, const Island<D>& island, const IslandGoal& goal,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  constexpr double far = 10;  // residuals are balanced within this ratio
  Iterate<D> iterate(island, p, options.rho);
  goal.meter->charge(lu.factor_cost());
  if (!factorise(island, iterate.rho(), lu)) return 0;
  const double step_cost = lu.solve_cost() + Rates<D>::contact * static_cast<double>(island.size());
  std::int32_t next_balance = 20;
  std::int32_t k = 1;
  for (; k < options.max_iterations; ++k) {
    goal.meter->charge(step_cost);
    const double ratio = iterate.step(options.relaxation, lu);
    if (k % options.judge_every == 0 && (best.offer(island, goal, iterate.z()) || goal.late()))
      break;
    if (k < next_balance) continue;
    next_balance = k + k / 2;
    if (ratio < far && ratio > 1 / far) continue;
    iterate.multiply_rho(std::clamp(std::sqrt(ratio), 0.1, 10.0));
    goal.meter->charge(lu.factor_cost());
    if (!factorise(island, iterate.rho(), lu)) break;
  }
  p = iterate.z();
  return k;
}

#define SALTUS_INSTANTIATE(D)                                                                    \
  template std::int32_t search<D>(const Admm&, const Island<D>&, const IslandGoal&, BlockLu<D>&, \
                                  RowsOf<D>&, Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
