// SPDX-License-Identifier: Apache-2.0
// Same equations as status_newton, without scaling, elimination and memory.
#include "saltus/solvers/small.h"

#include <algorithm>
#include <array>

#include "saltus/problems/residual.h"
#include "saltus/solvers/mode.h"

namespace saltus {
namespace {

constexpr std::size_t max_rows = small_rows;

/// One unknown per row with u = 0: p_N (which brings p_T = ratio · p_N with it) or p_T.
struct Unknown {
  std::size_t row;
  double ratio;
};

struct Small {
  std::size_t k = 0;
  std::array<Unknown, max_rows> unknowns;
  std::array<double, max_rows * max_rows> A;  // k × k
  std::array<double, max_rows> x;
  std::array<double, max_rows> p;
};

double velocity(const OneStepProblem& problem, std::size_t row, const double* p) {
  const auto n = static_cast<std::size_t>(problem.n);
  const double* W_i = problem.W.data() + row * n;
  double sum = problem.b[row];
  for (std::size_t j = 0; j < n; ++j) sum += W_i[j] * p[j];
  return sum;
}

/// The unknowns that the modes at p call for; false where a law has none.
bool guess(const OneStepProblem& problem, const double* p, Small& small) {
  small.k = 0;
  for (const Block& block : problem.blocks) {
    const auto N = static_cast<std::size_t>(block.row);
    if (block.law == LawKind::bilateral) {
      small.unknowns[small.k++] = {N, 0};
      continue;
    }
    const double rho = block_rho(problem, block);
    const double u_N = velocity(problem, N, p);
    if (block.law == LawKind::unilateral) {
      if (p[N] - rho * u_N >= 0) small.unknowns[small.k++] = {N, 0};
      continue;
    }
    if (!has_modes(block.law)) return false;
    const double u_T = velocity(problem, N + 1, p);
    const Mode mode = friction_mode(block.mu, p[N] - rho * (u_N + block.mu * std::abs(u_T)),
                                    p[N + 1] - rho * u_T);
    if (mode == Mode::open) continue;
    small.unknowns[small.k++] = {N, slip_ratio(mode, block.mu)};
    if (mode == Mode::stick) small.unknowns[small.k++] = {N + 1, 0};
  }
  return true;
}

/// Elimination without pivoting: W is positive semidefinite but for slip, and a pivot that is small
/// against its own diagonal entry (a test free of units) means redundancy. x ← A⁻¹ x.
bool eliminate(Small& small) {
  const std::size_t k = small.k;
  double* A = small.A.data();
  double* x = small.x.data();
  std::array<double, max_rows> diagonal;
  for (std::size_t i = 0; i < k; ++i) diagonal[i] = A[i * k + i];
  for (std::size_t c = 0; c < k; ++c) {
    const double pivot = A[c * k + c];
    if (!(pivot > 1e-8 * diagonal[c])) return false;
    for (std::size_t i = c + 1; i < k; ++i) {
      const double l = A[i * k + c] / pivot;
      for (std::size_t j = c + 1; j < k; ++j) A[i * k + j] -= l * A[c * k + j];
      x[i] -= l * x[c];
    }
  }
  for (std::size_t i = k; i-- > 0;) {
    double sum = x[i];
    for (std::size_t j = i + 1; j < k; ++j) sum -= A[i * k + j] * x[j];
    x[i] = sum / A[i * k + i];
  }
  return true;
}

/// p of the guess, not yet in K.
bool solve_guess(const OneStepProblem& problem, Small& small) {
  const auto n = static_cast<std::size_t>(problem.n);
  const std::size_t k = small.k;
  for (std::size_t i = 0; i < k; ++i) {
    const double* W_i = problem.W.data() + small.unknowns[i].row * n;
    small.x[i] = -problem.b[small.unknowns[i].row];
    for (std::size_t j = 0; j < k; ++j) {
      const auto [row, ratio] = small.unknowns[j];
      small.A[i * k + j] = ratio == 0 ? W_i[row] : W_i[row] + ratio * W_i[row + 1];
    }
  }
  if (!eliminate(small)) return false;
  for (std::size_t i = 0; i < n; ++i) small.p[i] = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const auto [row, ratio] = small.unknowns[i];
    small.p[row] = small.x[i];
    if (ratio != 0) small.p[row + 1] = ratio * small.x[i];
  }
  return true;
}

bool in_cones(const OneStepProblem& problem, const double* p) {
  for (const Block& block : problem.blocks) {
    const double* p_a = p + block.row;
    if (block.law != LawKind::bilateral && !(p_a[0] >= 0)) return false;
    if (block.law == LawKind::coulomb2 && !(std::abs(p_a[1]) <= block.mu * p_a[0])) return false;
  }
  return true;
}

}  // namespace

SolveReport solve_small(const OneStepProblem& problem, int steps, double tolerance,
                        std::span<double> p) {
  Small small;
  const double* from = p.data();
  for (int step = 1; step <= steps; ++step) {
    if (!guess(problem, from, small) || !solve_guess(problem, small)) break;
    from = small.p.data();
    if (!in_cones(problem, from)) continue;
    const double nat = nat_scaled(problem, {from, p.size()});
    if (nat <= tolerance) {
      std::copy_n(from, p.size(), p.begin());
      return {true, step, nat, "newton"};
    }
  }
  return {};
}

}  // namespace saltus
