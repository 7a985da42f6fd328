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

constexpr std::int32_t none = std::numeric_limits<std::int32_t>::max();

/// Which blocks act on a cluster, ascending, and `none` behind the last; the lists of all clusters
/// stand in one piece. Returns how many blocks W has at most: those of contacts that share two
/// bodies are counted twice, but for the diagonal.
std::size_t list_acting(const Model& model, StepProblem& s) {
  const std::size_t clusters = model.clusters.size();
  s.acting_start.assign(clusters + 1, 0);
  std::size_t own_twice = 0;
  for (const Block& block : s.problem.blocks) {
    const auto touched = clusters_of(model, s, block);
    for (const std::int32_t k : touched) ++s.acting_start[at(k)];
    if (touched.size() > 1) own_twice += touched.size() - 1;
  }
  std::size_t most = 0;
  std::uint32_t sum = 0;
  for (std::uint32_t& start : s.acting_start) {
    const std::uint32_t count = start;
    start = sum;
    most += std::size_t{count} * count;
    sum += count + 1;
  }
  s.acting.resize(sum);
  for (std::size_t a = 0; a < s.problem.blocks.size(); ++a) {
    std::int32_t place = 0;
    for (const std::int32_t k : clusters_of(model, s, s.problem.blocks[a])) {
      s.acting[s.acting_start[at(k)]++] = {static_cast<std::int32_t>(a), place};
      place += model.clusters[at(k)].n;
    }
  }
  for (std::size_t k = 0; k < clusters; ++k) s.acting[s.acting_start[k]] = {none, 0};
  return most - own_twice;
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

/// The rows of a contact with friction over a rigid body, as nearly all are in space.
struct RigidRows {
  std::array<const double*, 3> row;
};

/// The same of two of these: nine sums side by side. `is_first`: value holds nothing yet.
[[gnu::always_inline]] inline void add_rigid_product(const RigidRows& H, const RigidRows& X,
                                                     bool is_first, double* value) {
  std::array<double, 9> sum{};
#pragma GCC unroll 6
  for (std::size_t l = 0; l < 6; ++l) {
#pragma GCC unroll 3
    for (std::size_t i = 0; i < 3; ++i) {
#pragma GCC unroll 3
      for (std::size_t j = 0; j < 3; ++j) sum[3 * i + j] += H.row[i][l] * X.row[j][l];
    }
  }
  if (is_first) {
#pragma GCC unroll 9
    for (std::size_t k = 0; k < 9; ++k) value[k] = sum[k];
  } else {
#pragma GCC unroll 9
    for (std::size_t k = 0; k < 9; ++k) value[k] += sum[k];
  }
}

/// The next block of one row of W: what acts on a cluster of it.
struct Cursor {
  const StepProblem::Acting* now = nullptr;
  std::int32_t at = 0;  // of the cluster, in the rows
  std::int32_t n = 0;
  bool is_rigid = false;  // and the row's contact has friction
  RigidRows H{};
};

/// The part of a block that comes from one cluster.
[[gnu::always_inline]] inline void add_shared(const StepProblem& s, const Block& block,
                                              const Cursor& cursor, const Block& other,
                                              std::size_t dim, bool is_first, double* value) {
  if (cursor.is_rigid && rows_of(other) == 3) {
    const double* from = s.X.data() + cursor.now->at;
    const std::int32_t* X_at = s.X_at.data() + other.row;
    add_rigid_product(cursor.H, {{from + X_at[0], from + X_at[1], from + X_at[2]}}, is_first,
                      value);
    return;
  }
  if (is_first) std::fill_n(value, dim * dim, 0.0);
  add_product(s, block, cursor.at, other, cursor.now->at, cursor.n, dim, value);
}

/// n × n. Inline: n is known to the compiler where it is 3.
inline void transpose(const double* from, std::size_t n, double* to) {
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) to[i * n + j] = from[j * n + i];
}

/// W_ac = W_caᵀ, from row c, which is complete. Rows ask for their columns in the same order, so
/// that of each row the next block above the diagonal is the one that is asked for.
[[gnu::always_inline]] inline void copy_transposed(std::size_t c, std::vector<std::int32_t>& above,
                                                   BlockMatrix& W, double* value) {
  const std::size_t dim = at(W.dim);
  const double* from = W.value.data() + at(above[c]++) * dim * dim;
  if (dim == 3)
    transpose(from, 3, value);
  else
    transpose(from, dim, value);
}

/// Where the lists of a row's clusters begin.
void set_cursors(const Model& model, const StepProblem& s, const Block& block,
                 std::vector<Cursor>& cursors) {
  cursors.clear();
  std::int32_t place = 0;
  for (const std::int32_t k : clusters_of(model, s, block)) {
    Cursor cursor;
    cursor.now = s.acting.data() + (k == 0 ? 0 : s.acting_start[at(k) - 1] + 1);
    cursor.at = place;
    cursor.n = model.clusters[at(k)].n;
    cursor.is_rigid = cursor.n == 6 && rows_of(block) == 3;
    for (std::size_t i = 0; cursor.is_rigid && i < 3; ++i)
      cursor.H.row[i] = s.law[at(block.row) + i].entries + place;
    place += cursor.n;
    cursors.push_back(cursor);
  }
}

/// ρ_a, from W_aa.
double rho_of(const Block& block, std::size_t dim, const double* W_aa) {
  const std::size_t rows = rows_of(block);
  double sum = 0;
  for (std::size_t i = 0; i < rows; ++i) sum += W_aa[i * (dim + 1)];
  return sum > 0 ? static_cast<double>(rows) / sum : 1;
}

/// One row of blocks from the place `next` on, columns ascending: the lists of its clusters,
/// merged. Returns where the next row begins.
std::size_t add_block_row(const Model& model, StepProblem& s, std::size_t a, std::size_t next,
                          std::vector<Cursor>& cursors, std::vector<std::int32_t>& above) {
  BlockMatrix& W = s.problem.many.W;
  const std::size_t dim = at(W.dim);
  const Block& block = s.problem.blocks[a];
  set_cursors(model, s, block, cursors);
  for (;;) {
    std::int32_t column = none;
    for (const Cursor& cursor : cursors) column = std::min(column, cursor.now->block);
    if (column == none) return next;
    W.column[next] = column;
    double* value = W.value.data() + next++ * dim * dim;
    if (!above.empty() && at(column) < a) {
      copy_transposed(at(column), above, W, value);
      for (Cursor& cursor : cursors)
        if (cursor.now->block == column) ++cursor.now;
      continue;
    }
    const Block& other = s.problem.blocks[at(column)];
    bool is_first = true;
    for (Cursor& cursor : cursors) {
      if (cursor.now->block != column) continue;
      add_shared(s, block, cursor, other, dim, is_first, value);
      is_first = false;
      ++cursor.now;
    }
    if (at(column) != a) continue;
    s.problem.rho[a] = rho_of(block, dim, value);
    if (!above.empty()) above[a] = static_cast<std::int32_t>(next);
  }
}

}  // namespace

void assemble_many(const Model& model, bool is_symmetric, StepProblem& s) {
  OneStepProblem& from = s.problem;
  FrictionProblem& to = s.problem.many;
  std::size_t dim = 2;
  for (const Block& block : from.blocks) dim = std::max(dim, rows_of(block));
  to.W.dim = static_cast<std::int32_t>(dim);
  const std::size_t most_blocks = list_acting(model, s);
  to.W.start.assign(1, 0);
  to.W.column.resize(most_blocks);
  to.W.value.resize(to.W.column.size() * dim * dim);
  to.mu.clear();
  std::size_t next = 0;
  std::vector<Cursor> cursors;
  std::vector<std::int32_t> above;  // by row: its next block above the diagonal
  if (is_symmetric) above.resize(from.blocks.size());
  from.rho.resize(from.blocks.size());
  for (std::size_t a = 0; a < from.blocks.size(); ++a) {
    to.mu.push_back(rows_of(from.blocks[a]) > 1 ? from.blocks[a].mu : 0.0);
    next = add_block_row(model, s, a, next, cursors, above);
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
