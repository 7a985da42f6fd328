// SPDX-License-Identifier: Apache-2.0
// Modes from the natural map, and the direct solve for given modes.
#include "saltus/solvers/status_newton.h"

#include <algorithm>
#include <cmath>

#include "saltus/base/lu.h"

namespace saltus {
namespace {

/// Pivots below this, in the matrix of the scaled problem, are hyperstatic.
constexpr double rank_tolerance = 1e-13;

double dot(const double* a, std::span<const double> x) {
  double sum = 0;
  for (std::size_t j = 0; j < x.size(); ++j) sum += a[j] * x[j];
  return sum;
}

const double* row_of(const OneStepProblem& local, std::size_t row) {
  return local.W.data() + row * static_cast<std::size_t>(local.n);
}

/// The rows with u = 0; each is also an unknown, p_N or p_T.
void list_equations(SolverWork& work) {
  work.equations.clear();
  for (std::size_t a = 0; a < work.modes.size(); ++a) {
    if (work.modes[a] == Mode::open) continue;
    work.equations.push_back(work.local.blocks[a].row);
    if (work.modes[a] == Mode::stick) work.equations.push_back(work.local.blocks[a].row + 1);
  }
}

/// A = rows of u = 0, columns W_N + slip_ratio · W_T (slip) or W_i.
void form_matrix(SolverWork& work) {
  const std::size_t k = work.equations.size();
  work.A.resize(std::max(work.A.size(), k * k));
  std::size_t column = 0;
  for (std::size_t a = 0; a < work.modes.size(); ++a) {
    const Mode mode = work.modes[a];
    if (mode == Mode::open) continue;
    const Block& block = work.local.blocks[a];
    const auto N = static_cast<std::size_t>(block.row);
    const double c = slip_ratio(mode, block.mu);
    for (std::size_t e = 0; e < k; ++e) {
      const double* W_e = row_of(work.local, static_cast<std::size_t>(work.equations[e]));
      work.A[e * k + column] = c == 0 ? W_e[N] : W_e[N] + c * W_e[N + 1];
      if (mode == Mode::stick) work.A[e * k + column + 1] = W_e[N + 1];
    }
    column += mode == Mode::stick ? 2 : 1;
  }
}

/// work.direct += the p that the unknowns x stand for.
void add_unknowns(SolverWork& work, const double* x) {
  for (std::size_t a = 0; a < work.modes.size(); ++a) {
    const Mode mode = work.modes[a];
    if (mode == Mode::open) continue;
    const auto N = static_cast<std::size_t>(work.local.blocks[a].row);
    work.direct[N] += *x;
    if (mode == Mode::stick)
      work.direct[N + 1] += *++x;
    else if (const double c = slip_ratio(mode, work.local.blocks[a].mu); c != 0)
      work.direct[N + 1] = c * work.direct[N];
    ++x;
  }
}

/// x ← x − N (NᵀN)⁻¹ Nᵀ x, N a basis of the null space: the least-norm solution.
void remove_null_part(const RankLu& lu, SolverWork& work, std::span<double> x) {
  const std::size_t k = x.size();
  const auto nullity = k - static_cast<std::size_t>(lu.rank());
  work.null_space.resize(std::max(work.null_space.size(), nullity * k));
  work.gram.resize(std::max(work.gram.size(), nullity * (nullity + 1)));
  double* N = work.null_space.data();
  double* gram = work.gram.data();
  const std::span<double> c(gram + nullity * nullity, nullity);
  for (std::size_t i = 0; i < nullity; ++i)
    lu.null_vector(static_cast<std::int32_t>(i), std::span(N + i * k, k));
  for (std::size_t i = 0; i < nullity; ++i) {
    c[i] = dot(N + i * k, x);
    for (std::size_t j = 0; j < nullity; ++j)
      gram[i * nullity + j] = dot(N + i * k, std::span<const double>(N + j * k, k));
  }
  const LuFactor factor(std::span(gram, nullity * nullity), std::span(work.pivots).subspan(2 * k),
                        static_cast<std::int32_t>(nullity));
  if (!factor.ok()) return;
  factor.solve(c);
  for (std::size_t i = 0; i < nullity; ++i)
    for (std::size_t j = 0; j < k; ++j) x[j] -= c[i] * N[i * k + j];
}

/// One correction: x ← solution for the right-hand side −u(direct), added to direct.
void correct(const RankLu& lu, SolverWork& work) {
  const std::size_t k = work.equations.size();
  const std::span<double> x(work.x.data(), k);
  for (std::size_t e = 0; e < k; ++e) {
    const auto row = static_cast<std::size_t>(work.equations[e]);
    x[e] = -(dot(row_of(work.local, row), work.direct) + work.local.b[row]);
  }
  lu.solve(x);
  if (static_cast<std::size_t>(lu.rank()) < k) remove_null_part(lu, work, x);
  add_unknowns(work, x.data());
}

}  // namespace

bool modes_at(std::span<const double> p, SolverWork& work) {
  for (std::size_t a = 0; a < work.modes.size(); ++a) {
    const Block& block = work.local.blocks[a];
    if (!has_modes(block.law)) return false;
    const auto N = static_cast<std::size_t>(block.row);
    const double u_N = dot(row_of(work.local, N), p) + work.local.b[N];
    if (block.law != LawKind::coulomb2) {
      work.modes[a] = p[N] - u_N >= 0 ? Mode::closed : Mode::open;
      continue;
    }
    const double u_T = dot(row_of(work.local, N + 1), p) + work.local.b[N + 1];
    work.modes[a] = friction_mode(block.mu, p[N] - u_N - block.mu * std::abs(u_T), p[N + 1] - u_T);
  }
  return true;
}

bool solve_modes(SolverWork& work) {
  list_equations(work);
  form_matrix(work);
  const std::size_t k = work.equations.size();
  work.x.resize(std::max(work.x.size(), k));
  work.pivots.resize(std::max(work.pivots.size(), 3 * k));
  work.direct.assign(static_cast<std::size_t>(work.local.n), 0.0);
  const RankLu lu(work.A, work.pivots, static_cast<std::int32_t>(k), rank_tolerance);
  correct(lu, work);
  correct(lu, work);
  return std::all_of(work.direct.begin(), work.direct.end(),
                     [](double p) { return std::isfinite(p); });
}

bool status_newton(const OneStepProblem& problem, SolverWork& work, std::span<const double> p,
                   int steps, double tolerance) {
  if (!modes_at(p, work)) return false;
  for (int step = 0; step < steps; ++step) {
    ++work.iterations;
    if (!solve_modes(work)) return false;
    if (offer(problem, work, work.direct, "newton", tolerance)) return true;
    work.previous_modes.assign(work.modes.begin(), work.modes.end());
    if (!modes_at(work.direct, work) || work.modes == work.previous_modes) return false;
  }
  return false;
}

}  // namespace saltus
