// SPDX-License-Identifier: Apache-2.0
// Half-explicit time-stepping at velocity level, [002] §4 and appendices A, B; equations:
// docs/theory/half_explicit.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/base/fields.h"
#include "saltus/schemes/half_explicit_stages.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

enum class ClosedAt : std::uint8_t { start, prediction };

struct HalfExplicit {
  static constexpr std::string_view name = "half-explicit";
  static constexpr std::string_view summary =
      "half-explicit Runge-Kutta, laws at velocity level; impacts at the end of the step";

  int stages = 2;
  std::optional<ClosedAt> closed_at;  // default: see closed_at_of()
  double impact_step = 0;

  struct Work;
};

struct HalfExplicit::Work : Workspace, HalfExplicitStages {
  explicit Work(const Model& model);

  std::vector<std::uint8_t> closed;      // by contact: g(q_k) ≤ 0
  std::vector<std::uint8_t> closed_end;  // g(q_{k+1}) ≤ 0
  Vec free_move;                         // h² M⁻¹ f at the start
  Vec contact_impulse;                   // Σ Hᵀ p over the stages, of the contacts
  Vec drive_impulse;                     //   and of the joints that move by themselves
};

/// At the prediction with two stages, which reproduces the paper's tables; more stages keep their
/// order through closed contacts only with the set of the start.
[[nodiscard]] inline ClosedAt closed_at_of(const HalfExplicit& scheme) {
  return scheme.closed_at.value_or(scheme.stages == 2 ? ClosedAt::prediction : ClosedAt::start);
}

/// There are coefficients for some numbers of stages only. Throws ModelError.
void check_fields(const HalfExplicit& scheme, const Value& table, std::string_view what);

[[nodiscard]] StepReport step(const HalfExplicit& scheme, const Model& model, const Solver& solver,
                              double h, const ConstraintRows& start, const State& x, State& next,
                              HalfExplicit::Work& w);

template <>
struct EnumNames<ClosedAt> {
  static constexpr std::array list{
      EnumName{"start", ClosedAt::start, "g(q_k) <= 0"},
      EnumName{"prediction", ClosedAt::prediction, "g at the stage's predicted position <= 0"}};
};

template <>
struct Fields<HalfExplicit> {
  using S = HalfExplicit;
  static constexpr auto list = std::tuple{
      field("stages", &S::stages, "2, 3 or 5: order 2, 3 or 4 between impacts", in_range(2, 5)),
      field("closed_at", &S::closed_at, "which contacts press in the stages before the last"),
      field("impact_step", &S::impact_step,
            "s; steps with an impact are repeated with this step; 0: they are not",
            non_negative())};
};

}  // namespace saltus
