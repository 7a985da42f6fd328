// SPDX-License-Identifier: Apache-2.0
// Names to solvers.
#include "saltus/solvers/read.h"

namespace saltus {
namespace {

template <std::size_t I = 0>
Solver read_chosen(std::size_t chosen, const Value& table, const ReadContext& context) {
  using S = std::variant_alternative_t<I, Solver>;
  if (I == chosen) {
    S solver;
    read_fields(solver, table, context, "solver '" + std::string(S::name) + "'", {"name"});
    return solver;
  }
  if constexpr (I + 1 < std::variant_size_v<Solver>) {
    return read_chosen<I + 1>(chosen, table, context);
  } else {
    return {};
  }
}

}  // namespace

Solver read_solver(const Value& table, const ReadContext& context) {
  std::vector<std::string> names;
  for (const SolverInfo& info : solver_infos) names.emplace_back(info.name);
  static_cast<void>(read_table(table, "'solver' of [simulation]"));
  const Value* name = find(table, "name");
  const std::size_t chosen =
      name == nullptr ? 0 : read_choice(*name, "'name' of the solver", names);
  return read_chosen(chosen, table, context);
}

}  // namespace saltus
