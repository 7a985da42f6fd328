// SPDX-License-Identifier: Apache-2.0
// W of many contacts, block by block: W_ac = H_a M̂⁻¹ H_cᵀ where a and c share a body.
#include <algorithm>
#include <array>
#include <limits>

#include "saltus/base/index.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {
namespace {

std::span<const std::int32_t> clusters_of(const Model& model, const StepProblem& s,
                                          const Block& block) {
  return saltus::clusters_of(model, model.functions[at(s.set.functions[at(block.row)])]);
}

/// Which blocks act on a cluster, ascending.
void list_acting(const Model& model, StepProblem& s) {
  s.acting.resize(model.clusters.size());
  for (auto& list : s.acting) list.clear();
  for (std::size_t a = 0; a < s.problem.blocks.size(); ++a) {
    std::int32_t place = 0;
    for (const std::int32_t k : clusters_of(model, s, s.problem.blocks[a])) {
      s.acting[at(k)].push_back({static_cast<std::int32_t>(a), place});
      place += model.clusters[at(k)].n;
    }
  }
}

/// How many blocks W has at most: those of contacts that share two bodies are counted twice.
std::size_t most_blocks(const StepProblem& s) {
  std::size_t sum = 0;
  for (const auto& list : s.acting) sum += list.size() * list.size();
  return sum;
}

std::size_t rows_of(const Block& block) { return law_info(block.law).dimension; }

/// value += H X over one cluster of n degrees of freedom.
void add_product(const StepProblem& s, const Block& a, std::int32_t at_a, const Block& c,
                 std::int32_t at_c, std::int32_t n, std::size_t dim, double* value) {
  for (std::size_t i = 0; i < rows_of(a); ++i) {
    const double* H = s.law[at(a.row) + i].entries + at_a;
    for (std::size_t j = 0; j < rows_of(c); ++j) {
      const double* X = s.X.data() + s.X_at[at(c.row) + j] + at_c;
      double sum = 0;
      for (std::int32_t l = 0; l < n; ++l) sum += H[l] * X[l];
      value[i * dim + j] += sum;
    }
  }
}

/// The same of two contacts with friction on a rigid body, as nearly all are in space: nine sums
/// side by side.
void add_rigid_product(const StepProblem& s, const Block& a, std::int32_t at_a, const Block& c,
                       std::int32_t at_c, double* value) {
  const std::array H{s.law[at(a.row)].entries + at_a, s.law[at(a.row) + 1].entries + at_a,
                     s.law[at(a.row) + 2].entries + at_a};
  const double* from = s.X.data() + at_c;
  const std::array X{from + s.X_at[at(c.row)], from + s.X_at[at(c.row) + 1],
                     from + s.X_at[at(c.row) + 2]};
  std::array<double, 9> sum{};
#pragma GCC unroll 6
  for (std::size_t l = 0; l < 6; ++l) {
#pragma GCC unroll 3
    for (std::size_t i = 0; i < 3; ++i) {
#pragma GCC unroll 3
      for (std::size_t j = 0; j < 3; ++j) sum[3 * i + j] += H[i][l] * X[j][l];
    }
  }
#pragma GCC unroll 9
  for (std::size_t k = 0; k < 9; ++k) value[k] += sum[k];
}

/// The next block of one row of W: what acts on a cluster of it.
struct Cursor {
  const StepProblem::Acting* now = nullptr;
  const StepProblem::Acting* end = nullptr;
  std::int32_t at = 0;  // of the cluster, in the rows
  std::int32_t n = 0;
};

/// The part of a block that comes from one cluster.
void add_shared(const StepProblem& s, const Block& block, const Cursor& cursor, const Block& other,
                std::size_t dim, double* value) {
  if (cursor.n == 6 && rows_of(block) == 3 && rows_of(other) == 3) {
    add_rigid_product(s, block, cursor.at, other, cursor.now->at, value);
  } else {
    add_product(s, block, cursor.at, other, cursor.now->at, cursor.n, dim, value);
  }
}

/// n × n. Inline: n is known to the compiler where it is 3.
inline void transpose(const double* from, std::size_t n, double* to) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) to[i * n + j] = from[j * n + i];
}

/// W_ac = W_caᵀ, from row c, which is complete. Rows ask for their columns in the same order, so
/// that of each row the next block above the diagonal is the one that is asked for.
void copy_transposed(std::size_t c, std::vector<std::int32_t>& above, BlockMatrix& W,
                     double* value) {
  const std::size_t dim = at(W.dim);
  const double* from = W.value.data() + at(above[c]++) * dim * dim;
  if (dim == 3)
    transpose(from, 3, value);
  else
    transpose(from, dim, value);
}

/// One row of blocks from the place `next` on, columns ascending: the lists of its clusters,
/// merged. Returns where the next row begins.
std::size_t add_block_row(const Model& model, const StepProblem& s, std::size_t a, std::size_t next,
                          std::vector<Cursor>& cursors, std::vector<std::int32_t>& above,
                          BlockMatrix& W) {
  const std::size_t dim = at(W.dim);
  const Block& block = s.problem.blocks[a];
  cursors.clear();
  std::int32_t place = 0;
  for (const std::int32_t k : clusters_of(model, s, block)) {
    const auto& list = s.acting[at(k)];
    const std::int32_t n = model.clusters[at(k)].n;
    cursors.push_back({list.data(), list.data() + list.size(), place, n});
    place += n;
  }
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();
  for (;;) {
    std::int32_t column = none;
    for (const Cursor& cursor : cursors)
      if (cursor.now != cursor.end) column = std::min(column, cursor.now->block);
    if (column == none) return next;
    W.column[next] = column;
    double* value = W.value.data() + next++ * dim * dim;
    const Block& other = s.problem.blocks[at(column)];
    const bool known = !above.empty() && at(column) < a;
    if (known)
      copy_transposed(at(column), above, W, value);
    else
      std::fill_n(value, dim * dim, 0.0);
    for (Cursor& cursor : cursors) {
      if (cursor.now == cursor.end || cursor.now->block != column) continue;
      if (!known) add_shared(s, block, cursor, other, dim, value);
      ++cursor.now;
    }
  }
}

}  // namespace

void assemble_many(const Model& model, bool is_symmetric, StepProblem& s) {
  const OneStepProblem& from = s.problem;
  FrictionProblem& to = s.problem.many;
  std::size_t dim = 2;
  for (const Block& block : from.blocks) dim = std::max(dim, rows_of(block));
  to.W.dim = static_cast<std::int32_t>(dim);
  list_acting(model, s);
  to.W.start.assign(1, 0);
  to.W.column.resize(most_blocks(s));
  to.W.value.resize(to.W.column.size() * dim * dim);
  to.mu.clear();
  std::size_t next = 0;
  std::vector<Cursor> cursors;
  std::vector<std::int32_t> above;  // by row: its next block above the diagonal
  if (is_symmetric) above.resize(from.blocks.size());
  for (std::size_t a = 0; a < from.blocks.size(); ++a) {
    to.mu.push_back(rows_of(from.blocks[a]) > 1 ? from.blocks[a].mu : 0.0);
    next = add_block_row(model, s, a, next, cursors, above, to.W);
    if (is_symmetric) {
      const std::int32_t* column = to.W.column.data();
      above[a] = static_cast<std::int32_t>(
          std::upper_bound(column + to.W.start[a], column + next, static_cast<std::int32_t>(a)) -
          column);
    }
    to.W.start.push_back(static_cast<std::int32_t>(next));
  }
  to.W.column.resize(next);
  to.W.value.resize(next * dim * dim);
}

void copy_offsets(OneStepProblem& problem) {
  const std::size_t dim = at(problem.many.W.dim);
  problem.many.b.assign(problem.blocks.size() * dim, 0.0);
  for (std::size_t a = 0; a < problem.blocks.size(); ++a) {
    const Block& block = problem.blocks[a];
    for (std::size_t i = 0; i < law_info(block.law).dimension; ++i)
      problem.many.b[a * dim + i] = problem.b[at(block.row) + i];
  }
}

}  // namespace saltus
