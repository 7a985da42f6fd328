// SPDX-License-Identifier: Apache-2.0
// Sweeps, and their acceleration.
#include "saltus/solvers/gauss_seidel.h"

#include <algorithm>
#include <cmath>

#include "saltus/base/index.h"
#include "saltus/laws/coulomb2.h"
#include "saltus/laws/coulomb3.h"
#include "saltus/solvers/accelerated.h"

namespace saltus {
namespace {

/// p ← one sweep.
template <int D>
void sweep(const Island<D>& island, Vec& p) {
  using Rows = typename Island<D>::Rows;
  const auto p_of = [&](std::size_t a) { return Eigen::Map<Rows>(p.data() + a * D); };
  for (std::size_t a = 0; a < island.size(); ++a) {
    Rows b = island.b[a];
    const auto diagonal = at(island.diagonal[a]);
    for (auto k = at(island.start[a]); k < diagonal; ++k)
      b.noalias() += island.W[k] * p_of(at(island.column[k]));
    for (auto k = diagonal + 1; k < at(island.start[a + 1]); ++k)
      b.noalias() += island.W[k] * p_of(at(island.column[k]));
    p_of(a) = local_solve<D>(island.W[diagonal], b, island.mu[a]);
  }
}

/// At the mean rate since the first look, is the goal met within the sweeps that are left?
bool will_do(const GaussSeidel& options, std::int32_t done, double first, double now) {
  const double rate = std::log(first / now) / (done - options.judge_every);
  return rate * (options.max_iterations - done) >= std::log(now);
}

}  // namespace

template <int D>
Eigen::Matrix<double, D, 1> local_solve(const Eigen::Matrix<double, D, D>& W,
                                        const Eigen::Matrix<double, D, 1>& b, double mu) {
  using L = std::conditional_t<D == 2, Coulomb2, Coulomb3>;
  SquareRows<D> W_rows;
  Rows<D> b_rows;
  for (std::size_t i = 0; i < D; ++i) {
    b_rows[i] = b[static_cast<int>(i)];
    for (std::size_t j = 0; j < D; ++j)
      W_rows[i * D + j] = W(static_cast<int>(i), static_cast<int>(j));
  }
  const Rows<D> p = L::local_solve(W_rows, b_rows, mu);
  return Eigen::Map<const Eigen::Matrix<double, D, 1>>(p.data());
}

template <int D>
std::int32_t search(const GaussSeidel& options, const Island<D>& island, const IslandGoal& goal,
                    RowsOf<D>& p, Best<D>& best) {
  const auto rows = static_cast<Eigen::Index>(island.size() * D);
  Accelerated iteration(rows, options.memory);
  Vec x = Eigen::Map<const Vec>(p.data()->data(), rows);
  double first_excess = 0;  // at sweep judge_every
  const double sweep_cost = velocity_cost(island) +
                            Rates<D>::local_solve * static_cast<double>(island.size()) +
                            Accelerated::cost(rows, options.memory);
  for (std::int32_t k = 1; k <= options.max_iterations; ++k) {
    goal.meter->charge(sweep_cost);
    const double change = iteration.step(x, [&](Vec& y) { sweep(island, y); });
    if (k % options.judge_every != 0 && change != 0 && k != options.max_iterations) continue;
    // The plain sweep's result is what is judged: it lies in K.
    Eigen::Map<Vec>(p.data()->data(), rows) = iteration.image();
    if (best.offer(island, goal, p) || change == 0 || goal.late()) return k;
    if (k == options.judge_every) first_excess = best.last;
    if (options.forecast && k >= 20 && !will_do(options, k, first_excess, best.excess)) return k;
  }
  return options.max_iterations;
}

#define SALTUS_INSTANTIATE(D)                                                                      \
  template Eigen::Matrix<double, D, 1> local_solve<D>(const Eigen::Matrix<double, D, D>&,          \
                                                      const Eigen::Matrix<double, D, 1>&, double); \
  template std::int32_t search<D>(const GaussSeidel&, const Island<D>&, const IslandGoal&,         \
                                  RowsOf<D>&, Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
