// SPDX-License-Identifier: Apache-2.0
// W of many contacts, block by block: W_ac = H_a M̂⁻¹ H_cᵀ where a and c share a body.
#include <algorithm>

#include "saltus/base/index.h"
#include "saltus/schemes/step_problem.h"

namespace saltus {
namespace {

const FunctionGroup& group_of(const Model& model, const StepProblem& s, std::size_t row) {
  const auto function = at(s.set.functions[row]);
  return model.groups[at(model.functions[function].group)];
}

/// Which contacts act on a cluster.
void list_contacts(const Model& model, StepProblem& s) {
  s.contacts_of.resize(model.clusters.size());
  for (auto& list : s.contacts_of) list.clear();
  for (std::size_t a = 0; a < s.problem.blocks.size(); ++a)
    for (const std::int32_t k : group_of(model, s, at(s.problem.blocks[a].row)).clusters)
      s.contacts_of[at(k)].push_back(static_cast<std::int32_t>(a));
}

/// Block rows with their columns, ascending.
void set_pattern(const Model& model, StepProblem& s) {
  BlockMatrix& W = s.problem.many.W;
  W.start.assign(1, 0);
  W.column.clear();
  for (std::size_t a = 0; a < s.problem.blocks.size(); ++a) {
    const auto first = static_cast<std::ptrdiff_t>(W.column.size());
    for (const std::int32_t k : group_of(model, s, at(s.problem.blocks[a].row)).clusters)
      W.column.insert(W.column.end(), s.contacts_of[at(k)].begin(), s.contacts_of[at(k)].end());
    std::sort(W.column.begin() + first, W.column.end());
    W.column.erase(std::unique(W.column.begin() + first, W.column.end()), W.column.end());
    W.start.push_back(static_cast<std::int32_t>(W.column.size()));
  }
}

/// f(first entry in rows of `a`, in rows of `c`, length) for every cluster that both groups have.
template <class F>
void for_shared(const Model& model, const FunctionGroup& a, const FunctionGroup& c, F&& f) {
  std::int32_t at_a = 0;
  for (const std::int32_t k : a.clusters) {
    std::int32_t at_c = 0;
    for (const std::int32_t l : c.clusters) {
      if (k == l) f(at_a, at_c, model.clusters[at(k)].n);
      at_c += model.clusters[at(l)].n;
    }
    at_a += model.clusters[at(k)].n;
  }
}

}  // namespace

void assemble_many(const Model& model, StepProblem& s) {
  const OneStepProblem& from = s.problem;
  FrictionProblem& to = s.problem.many;
  std::size_t dim = 2;
  for (const Block& block : from.blocks) dim = std::max(dim, law_info(block.law).dimension);
  to.W.dim = static_cast<std::int32_t>(dim);
  list_contacts(model, s);
  set_pattern(model, s);
  to.W.value.assign(to.W.column.size() * dim * dim, 0.0);
  to.mu.clear();
  for (std::size_t a = 0; a < from.blocks.size(); ++a) {
    const Block& block = from.blocks[a];
    const std::size_t rows = law_info(block.law).dimension;
    const std::size_t first = at(block.row);
    const FunctionGroup& group = group_of(model, s, first);
    to.mu.push_back(rows > 1 ? block.mu : 0.0);
    for (auto k = at(to.W.start[a]); k < at(to.W.start[a + 1]); ++k) {
      const Block& other = from.blocks[at(to.W.column[k])];
      const std::size_t columns = law_info(other.law).dimension;
      const FunctionGroup& of_other = group_of(model, s, at(other.row));
      double* value = to.W.value.data() + k * dim * dim;
      for_shared(model, group, of_other, [&](std::int32_t at_a, std::int32_t at_c, std::int32_t n) {
        for (std::size_t i = 0; i < rows; ++i) {
          const double* H = s.law[first + i].entries + at_a;
          for (std::size_t j = 0; j < columns; ++j) {
            const double* X = s.X.data() + s.X_at[at(other.row) + j] + at_c;
            double sum = 0;
            for (std::int32_t l = 0; l < n; ++l) sum += H[l] * X[l];
            value[i * dim + j] += sum;
          }
        }
      });
    }
  }
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
