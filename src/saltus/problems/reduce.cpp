// SPDX-License-Identifier: Apache-2.0
// Both forms as one: what has linear equations of its own is condensed.
#include "saltus/problems/reduce.h"

#include <algorithm>
#include <numeric>

#include "saltus/problems/block_pattern.h"
#include "saltus/problems/condense.h"

namespace saltus {
namespace {

/// K x = g + H r, and u = … + sign Hᵀ x.
struct Equations {
  Condensation condensation;
  std::vector<double> g;
  double sign;
};

/// R λ = −(s + Vᵀ r), so x = −λ.
Equations equations(const FclibLocal& p) {
  return {Condensation(*p.R, transposed(*p.V), p.dim, 0, p.file + ": /fclib_local/R"), p.s, -1};
}

Equations equations(const FclibGlobal& p) {
  MassSystem s = mass_system(p);
  return {Condensation(s.K, std::move(s.H), p.dim, s.dofs, s.name), std::move(s.g), 1};
}

/// Block columns of each block row that hold a nonzero, and the diagonal. W_rows = Wᵀ, whose
/// columns are the rows of W.
Lists nonzero_blocks(const SparseMatrix& W_rows, std::int32_t dim) {
  Lists lists;
  std::vector<std::int32_t> columns;
  for (std::int32_t a = 0; a * dim < W_rows.columns; ++a) {
    columns.assign(1, a);
    for (std::int32_t d = 0; d < dim; ++d) {
      W_rows.for_column(a * dim + d, [&](std::int32_t j, double x) {
        if (x != 0 && columns.back() != j / dim) columns.push_back(j / dim);
      });
    }
    std::sort(columns.begin(), columns.end());
    const auto end = std::unique(columns.begin(), columns.end());
    lists.entry.insert(lists.entry.end(), columns.begin(), end);
    lists.start.push_back(static_cast<std::int32_t>(lists.entry.size()));
  }
  return lists;
}

Lists diagonal_blocks(std::size_t contacts) {
  Lists lists;
  lists.start.resize(contacts + 1);
  lists.entry.resize(contacts);
  std::iota(lists.start.begin(), lists.start.end(), 0);
  std::iota(lists.entry.begin(), lists.entry.end(), 0);
  return lists;
}

void fill(const SparseMatrix& W_rows, BlockMatrix& W) {
  for (std::int32_t i = 0; i < W_rows.columns; ++i) {
    W_rows.for_column(i, [&](std::int32_t j, double x) {
      if (x == 0) return;
      block_at(W, i / W.dim, j / W.dim)[(i % W.dim) * W.dim + j % W.dim] = x;
    });
  }
}

FrictionProblem reduce(const FclibLocal& p) {
  const SparseMatrix W_rows = transposed(p.W);
  const Lists own = nonzero_blocks(W_rows, p.dim);
  FrictionProblem problem{{}, p.q, p.mu};
  if (!p.R) {
    problem.W = block_pattern(p.dim, own, nullptr, p.file + ": /fclib_local/W");
    fill(W_rows, problem.W);
    return problem;
  }
  const Equations e = equations(p);
  problem.W = block_pattern(p.dim, own, &e.condensation.clusters(), p.file + ": /fclib_local/V");
  fill(W_rows, problem.W);
  e.condensation.add(e.sign, e.g, problem);
  return problem;
}

FrictionProblem reduce(const FclibGlobal& p) {
  const Equations e = equations(p);
  FrictionProblem problem{{}, p.w, p.mu};
  problem.W = block_pattern(p.dim, diagonal_blocks(p.mu.size()), &e.condensation.clusters(),
                            p.file + ": /fclib_global/H");
  e.condensation.add(e.sign, e.g, problem);
  return problem;
}

void complete(const FclibLocal& p, FclibSolution& solution) {
  if (!p.R) return;
  const Equations e = equations(p);
  solution.l = e.condensation.solution(e.g, solution.r);
  for (double& l : solution.l) l = -l;
}

void complete(const FclibGlobal& p, FclibSolution& solution) {
  const Equations e = equations(p);
  solution.v = e.condensation.solution(e.g, solution.r);
  const auto dofs = static_cast<std::ptrdiff_t>(p.f.size());
  solution.l.assign(solution.v.begin() + dofs, solution.v.end());
  solution.v.resize(p.f.size());
}

}  // namespace

FrictionProblem reduce(const FclibProblem& problem) {
  return std::visit([](const auto& p) { return reduce(p); }, problem);
}

void complete(const FclibProblem& problem, FclibSolution& solution) {
  std::visit([&](const auto& p) { complete(p, solution); }, problem);
}

/// [M −G; Gᵀ 0] [v; λ] = [f; −b] + [H; 0] r.
MassSystem mass_system(const FclibGlobal& p) {
  const std::int32_t dofs = p.M.rows;
  if (!p.G) return {p.M, p.H, p.f, dofs, p.file + ": /fclib_global/M"};

  std::vector<std::int32_t> row, column;
  std::vector<double> value;
  const auto add = [&](std::int32_t i, std::int32_t j, double x) {
    row.push_back(i);
    column.push_back(j);
    value.push_back(x);
  };
  for (std::int32_t j = 0; j < p.M.columns; ++j)
    p.M.for_column(j, [&](std::int32_t i, double x) { add(i, j, x); });
  for (std::int32_t j = 0; j < p.G->columns; ++j) {
    p.G->for_column(j, [&](std::int32_t i, double x) {
      add(i, dofs + j, -x);
      add(dofs + j, i, x);
    });
  }
  const std::int32_t unknowns = dofs + p.G->columns;
  MassSystem s{from_triplets(unknowns, unknowns, row, column, value), p.H, p.f, dofs,
               p.file + ": /fclib_global/M with /fclib_global/G"};
  s.H.rows = unknowns;
  for (const double b : p.b) s.g.push_back(-b);
  return s;
}

}  // namespace saltus
