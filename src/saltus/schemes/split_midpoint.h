// SPDX-License-Identifier: Apache-2.0
// Implicit midpoint rule, split at impacts: second order through impacts, accumulations, friction
// and joints; equations: docs/theory/splitting.md.
#pragma once

#include "saltus/base/fields.h"
#include "saltus/schemes/splitting.h"

namespace saltus {

enum class Closure : std::uint8_t { robust, strict };

struct SplitMidpoint {
  static constexpr std::string_view name = "split-midpoint";
  static constexpr std::string_view summary =
      "implicit midpoint rule, split at impacts: second order through impacts";
  static constexpr bool locates = true;

  Closure closure = Closure::robust;
  double kappa = 0.5;
  int returns = 5;
  int max_impacts = 50;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;

  using Work = SplitWork;
};

[[nodiscard]] StepReport step(const SplitMidpoint& scheme, const Model& model, const Solver& solver,
                              double h, const ConstraintRows& start, const State& x, State& next,
                              SplitWork& w);

[[nodiscard]] StepReport part(const SplitMidpoint& scheme, const Model& model, const Solver& solver,
                              double r, const ConstraintRows& start, const State& x, State& out,
                              SplitWork& w);

template <>
struct EnumNames<Closure> {
  static constexpr std::array list{
      EnumName{"robust", Closure::robust, "positions of closed contacts are brought back to gap 0"},
      EnumName{"strict", Closure::strict, "they are not, so that no step gains energy"}};
};

/// What the splitting schemes share.
template <class S>
constexpr auto splitting_fields() {
  return std::tuple{
      field("kappa", &S::kappa, "flights shorter than kappa steps end an accumulation", positive()),
      field("returns", &S::returns, "a contact stays closed after so many short flights",
            at_least(1)),
      field("max_impacts", &S::max_impacts,
            "impacts that are followed in a step; more are captured", at_least(1))};
}

template <>
struct Fields<SplitMidpoint> {
  using S = SplitMidpoint;
  static constexpr auto list = std::tuple_cat(
      std::tuple{field("closure", &S::closure, "what holds contacts closed")},
      splitting_fields<S>(),
      std::tuple{
          field("newton_tolerance", &S::newton_tolerance,
                "of the velocity, relative, in the norm of diag(M)", positive()),
          field("newton_iterations", &S::newton_iterations, "at most, per step", at_least(1))});
};

}  // namespace saltus
