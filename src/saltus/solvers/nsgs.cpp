// SPDX-License-Identifier: Apache-2.0
// The sweep, and when the judge is asked.
#include "saltus/solvers/nsgs.h"

#include <algorithm>

#include "saltus/solvers/status_newton.h"

namespace saltus {
namespace {

/// p_a ← solution of block a for u_a = W_aa p_a + (b_a + Σ_{c≠a} W_ac p_c).
template <Law L>
void relax(const OneStepProblem& local, const Block& block, std::span<double> p) {
  const auto n = static_cast<std::size_t>(local.n);
  const auto row = static_cast<std::size_t>(block.row);
  SquareRows<L::dimension> W;
  Rows<L::dimension> b;
  for (std::size_t i = 0; i < L::dimension; ++i) {
    const double* W_i = local.W.data() + (row + i) * n;
    double sum = local.b[row + i];
    for (std::size_t j = 0; j < row; ++j) sum += W_i[j] * p[j];
    for (std::size_t j = row + L::dimension; j < n; ++j) sum += W_i[j] * p[j];
    for (std::size_t j = 0; j < L::dimension; ++j) W[i * L::dimension + j] = W_i[row + j];
    b[i] = sum;
  }
  const Rows<L::dimension> p_a = L::local_solve(W, b, block.mu);
  for (std::size_t i = 0; i < L::dimension; ++i) p[row + i] = p_a[i];
}

void sweep(const OneStepProblem& local, std::span<double> p) {
  for (const Block& block : local.blocks)
    visit_law(block.law, [&](auto law) { relax<decltype(law)>(local, block, p); });
}

}  // namespace

bool search(const Nsgs& options, const OneStepProblem& problem, SolverWork& work) {
  std::copy(work.start.begin(), work.start.end(), work.p_local.begin());
  if (work.local.blocks.empty()) {
    work.iterations = 1;  // the elimination is a direct solve
    return offer(problem, work, work.p_local, Nsgs::name, options.tolerance);
  }
  const std::int32_t period = std::max(1, options.polish_every);
  for (std::int32_t k = 1; k <= options.max_iterations; ++k) {
    sweep(work.local, work.p_local);
    ++work.iterations;
    if (k % period != 0 && k != options.max_iterations) continue;
    if (offer(problem, work, work.p_local, Nsgs::name, options.tolerance)) return true;
    if (options.polish_every <= 0) continue;
    if (modes_at(work.p_local, work) && solve_modes(work) &&
        offer(problem, work, work.direct, Nsgs::name, options.tolerance))
      return true;
  }
  return false;
}

SolveReport solve(const Nsgs& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p) {
  if (!prepare(problem, p, work)) return refuse(p);
  if (!search(options, problem, work)) offer(problem, work, work.start, "none", options.tolerance);
  return finish(work, p);
}

}  // namespace saltus
