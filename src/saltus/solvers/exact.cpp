// SPDX-License-Identifier: Apache-2.0
// The one-step problem as a linear complementarity problem, and back.
#include "saltus/solvers/exact.h"

#include <algorithm>

#include "saltus/solvers/status_newton.h"

namespace saltus {
namespace {

/// Where the variables of block a start, and how they make p: p_row = Σ sign · z.
struct Column {
  std::size_t row;
  double sign;
};

std::size_t lcp_size(const OneStepProblem& local) {
  std::size_t n = 0;
  for (const Block& block : local.blocks) n += block.law == LawKind::coulomb2 ? 4 : 1;
  return n;
}

/// f(index of z, row of p, sign) for every z that is a reaction; f_friction(block, first index).
template <class F, class G>
void for_each_variable(const OneStepProblem& local, F&& reaction, G&& friction) {
  std::size_t k = 0;
  for (std::size_t a = 0; a < local.blocks.size(); ++a) {
    const auto N = static_cast<std::size_t>(local.blocks[a].row);
    reaction(k, Column{N, 1});
    if (local.blocks[a].law != LawKind::coulomb2) {
      ++k;
      continue;
    }
    reaction(k + 1, Column{N + 1, 1});
    reaction(k + 2, Column{N + 1, -1});
    friction(a, k);
    k += 4;
  }
}

/// M = [Dᵀ(W + εI)D  e; μ −eᵀ 0], q = (Dᵀb, 0), D the signs.
void form_lcp(SolverWork& work, double epsilon) {
  const OneStepProblem& local = work.local;
  const std::size_t m = lcp_size(local);
  const auto n = static_cast<std::size_t>(local.n);
  work.lcp_M.assign(m * m, 0.0);
  work.lcp_q.assign(m, 0.0);
  work.lcp_z.assign(m, 0.0);
  const auto ignore = [](std::size_t, std::size_t) {};
  for_each_variable(
      local,
      [&](std::size_t i, Column row) {
        work.lcp_q[i] = row.sign * local.b[row.row];
        const auto entry = [&](std::size_t j, Column column) {
          const double w =
              local.W[row.row * n + column.row] + (row.row == column.row ? epsilon : 0);
          work.lcp_M[i * m + j] = row.sign * w * column.sign;
        };
        for_each_variable(local, entry, ignore);
      },
      [&](std::size_t a, std::size_t k) {
        const std::size_t lambda = k + 3;
        work.lcp_M[lambda * m + k] = local.blocks[a].mu;
        for (const std::size_t beta : {k + 1, k + 2}) {
          work.lcp_M[lambda * m + beta] = -1;
          work.lcp_M[beta * m + lambda] = 1;
        }
      });
}

/// p_local and modes from z.
void read_solution(SolverWork& work) {
  std::fill(work.p_local.begin(), work.p_local.end(), 0.0);
  std::size_t block = 0;
  std::size_t k = 0;
  for (const Block& b : work.local.blocks) {
    const auto N = static_cast<std::size_t>(b.row);
    const double* z = work.lcp_z.data() + k;
    work.p_local[N] = z[0];
    Mode mode = z[0] > 0 ? Mode::closed : Mode::open;
    if (b.law == LawKind::coulomb2) {
      const double p_T = work.p_local[N + 1] = z[1] - z[2];
      if (mode == Mode::closed && b.mu > 0) {
        mode = Mode::stick;
        if (z[3] > 0) mode = p_T < 0 ? Mode::slip_plus : Mode::slip_minus;
      }
      k += 4;
    } else {
      k += 1;
    }
    work.modes[block++] = mode;
  }
}

bool solve_one_block(const Exact& options, const OneStepProblem& problem, SolverWork& work) {
  const OneStepProblem& local = work.local;
  visit_law(local.blocks[0].law, [&](auto law) {
    using L = decltype(law);
    SquareRows<L::dimension> W;
    Rows<L::dimension> b;
    std::copy(local.W.begin(), local.W.end(), W.begin());
    std::copy(local.b.begin(), local.b.end(), b.begin());
    const Rows<L::dimension> p = L::local_solve(W, b, local.blocks[0].mu);
    std::copy(p.begin(), p.end(), work.p_local.begin());
  });
  return offer(problem, work, work.p_local, Exact::name, options.tolerance);
}

bool pivoting(const Exact& options, const OneStepProblem& problem, SolverWork& work,
              double epsilon) {
  form_lcp(work, epsilon);
  const LemkeReport report = lemke(work.lcp_M, work.lcp_q, {options.max_iterations, options.meter},
                                   work.lemke, work.lcp_z);
  work.iterations += report.pivots;
  if (!report.solved) return false;
  read_solution(work);
  if (solve_modes(work) && offer(problem, work, work.direct, Exact::name, options.tolerance))
    return true;
  if (offer(problem, work, work.p_local, Exact::name, options.tolerance)) return true;
  constexpr int newton_steps = 8;
  return status_newton(problem, work, work.p_local, newton_steps, options.tolerance);
}

}  // namespace

bool search(const Exact& options, const OneStepProblem& problem, SolverWork& work) {
  if (work.local.n > options.max_rows) return false;
  if (work.local.blocks.empty()) {
    work.iterations = 1;  // the elimination is a direct solve
    return offer(problem, work, work.p_local, Exact::name, options.tolerance);
  }
  if (work.local.blocks.size() == 1 && solve_one_block(options, problem, work)) return true;
  const auto linear = [](const Block& block) { return has_modes(block.law); };
  if (!std::all_of(work.local.blocks.begin(), work.local.blocks.end(), linear)) return false;
  for (const double epsilon : {1e-6, 0.0, 1e-4})
    if (pivoting(options, problem, work, epsilon)) return true;
  return false;
}

SolveReport solve(const Exact& options, const OneStepProblem& problem, SolverWork& work,
                  std::span<double> p) {
  if (!prepare(problem, p, work)) return refuse(p);
  if (!search(options, problem, work)) offer(problem, work, work.start, "none", options.tolerance);
  return finish(work, p);
}

}  // namespace saltus
