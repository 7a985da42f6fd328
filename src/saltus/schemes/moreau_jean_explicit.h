// SPDX-License-Identifier: Apache-2.0
// Explicit Moreau–Jean scheme of [002] (29)–(33); equations: docs/theory/moreau_jean.md.
#pragma once

#include "saltus/base/fields.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

struct MoreauJeanExplicit {
  static constexpr std::string_view name = "moreau-jean-explicit";
  static constexpr std::string_view summary =
      "explicit Moreau-Jean: Euler step, impulses at the end; no Newton";
  /// A step leaves the rows of all functions at the new state in Workspace::law.
  static constexpr bool rows_at_end = true;

  double gamma = 0.5;
};

[[nodiscard]] StepReport step(const MoreauJeanExplicit& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, Workspace& w);

template <>
struct Fields<MoreauJeanExplicit> {
  static constexpr auto list = std::tuple{field(
      "gamma", &MoreauJeanExplicit::gamma, "of the forecast g_k + gamma h u_k", in_range(0, 2))};
};

}  // namespace saltus
