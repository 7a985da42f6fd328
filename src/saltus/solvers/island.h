// SPDX-License-Identifier: Apache-2.0
// Contacts that share no body, even through others, do not know of each other: each island of
// contacts is a problem of its own, in units of its own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "saltus/problems/friction_problem.h"
#include "saltus/solvers/friction_solver.h"
#include "saltus/solvers/meter.h"

namespace saltus {

/// u = W p + b in scaled variables: with S_a = 1/√mean(diag W_aa) and β = ‖S b‖ of the island,
///   W ← S W S,  b ← S b / β,  p ← p / (β S),  u ← S u / β.
/// A scalar per contact leaves its cone as it is; now mean(diag W_aa) = 1 and ‖b‖ = 1. Where
/// mu = 0, the tangential rows and columns of W are the identity and b_T = 0: p_T stays 0.
template <int D>
struct Island {
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  std::vector<std::int32_t> contacts;       // of the whole problem
  std::vector<std::int32_t> start, column;  // symmetric pattern, every diagonal block in it
  std::vector<std::int32_t> diagonal;       // index of W_aa
  std::vector<Block> W;
  std::vector<Rows> b;
  std::vector<double> mu;
  std::vector<double> S;
  double beta = 1;

  [[nodiscard]] std::size_t size() const { return mu.size(); }
};

/// The whole problem's islands, largest last; those with b_N ≥ 0 everywhere are left out: their
/// solution is p = 0.
template <int D>
[[nodiscard]] std::vector<Island<D>> split_into_islands(const FrictionProblem& problem);

template <int D>
using RowsOf = std::vector<Eigen::Matrix<double, D, 1>>;

/// Nanoseconds of the next function.
template <int D>
[[nodiscard]] double velocity_cost(const Island<D>& island) {
  return Rates<D>::block_times_rows * static_cast<double>(island.column.size());
}

/// u ← W p + b.
template <int D>
void velocity(const Island<D>& island, const RowsOf<D>& p, RowsOf<D>& u);

/// The part of the whole problem's residuals that is this island's, over its fair share √(n_a/n) of
/// the contacts: if it is below the tolerance on every island, the judge's sum is too.
struct IslandScale {
  double q = 1;  // 1 / (‖b‖₂ √share) of the whole problem
  double nat = 1;  // 1 / (‖ρb‖_ρ √share); the island's own ‖p‖_ρ/√2 may make it smaller
};
template <int D>
[[nodiscard]] Residual island_residual(const Island<D>& island, const IslandScale& scale,
                                       const RowsOf<D>& p, const RowsOf<D>& u);

/// What a solver of one island is asked for: the tolerance met as verdict.h says.
struct IslandGoal {
  IslandScale scale;
  double tolerance = 1e-8;
  Measure measure = Measure::err_q;
  Meter* meter = nullptr;  // of all islands together

  [[nodiscard]] bool late() const { return meter->late(); }
};

/// The best iterate so far, by the goal's measure; solvers offer theirs.
template <int D>
struct Best {
  RowsOf<D> p;
  double excess;  // its measure over the tolerance: ≤ 1 where the goal is met
  double last;    // excess of the last candidate

  explicit Best(std::size_t size)
      : p(size, Eigen::Matrix<double, D, 1>::Zero()),
        excess(std::numeric_limits<double>::infinity()),
        last(excess),
        trial_(size),
        u_(size) {}

  [[nodiscard]] bool met() const { return excess <= 1; }

  /// Projects the candidate on K and keeps it if it is better. True where the goal is met.
  bool offer(const Island<D>& island, const IslandGoal& goal, const RowsOf<D>& candidate);

 private:
  RowsOf<D> trial_, u_;
};

}  // namespace saltus
