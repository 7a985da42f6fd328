// SPDX-License-Identifier: Apache-2.0
// Nonsmooth Newmark and HHT schemes at velocity level; equations: docs/theory/newmark.md.
#pragma once

#include <optional>

#include "saltus/base/fields.h"
#include "saltus/schemes/newmark_matrix.h"
#include "saltus/schemes/report.h"
#include "saltus/schemes/workspace.h"

namespace saltus {

/// α of HHT, γ and β of Newmark.
struct NewmarkWeights {
  double alpha = 0;
  double gamma = 0.5;
  double beta = 0.25;
};

struct NewmarkWork : Workspace {
  explicit NewmarkWork(const Model& model);
  [[nodiscard]] WorkCounts own_work() const { return {.masses = matrix.G.factorisations()}; }

  NewmarkMatrix matrix;
  Vec v_dot;   // Newton's iterate of v̇_{k+1}
  Vec a;       // (1−α) v̇_{k+1} + α v̇_k
  Vec r;       // f − M v̇ at the iterate, then G⁻¹ of it
  Vec target;  // what (2) wants v_{k+1} to be without reactions
};

struct Newmark {
  static constexpr std::string_view name = "newmark";
  static constexpr std::string_view summary =
      "nonsmooth Newmark: contact and joints at velocity level; keeps energy with 1/2, 1/4";
  using Work = NewmarkWork;

  double gamma = 0.5;
  double beta = 0.25;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;

  [[nodiscard]] NewmarkWeights weights() const { return {0, gamma, beta}; }
};

struct Hht {
  static constexpr std::string_view name = "hht";
  static constexpr std::string_view summary =
      "nonsmooth Hilber-Hughes-Taylor: Newmark that damps high frequencies, second order";
  using Work = NewmarkWork;

  double alpha = 0.05;
  std::optional<double> gamma;
  std::optional<double> beta;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;

  /// γ = ½ + α is what second order needs, β = ¼ (γ + ½)² damps high frequencies most.
  [[nodiscard]] NewmarkWeights weights() const {
    const double g = gamma.value_or(0.5 + alpha);
    return {alpha, g, beta.value_or(0.25 * (g + 0.5) * (g + 0.5))};
  }
};

/// a_0 = v̇_0 = M⁻¹ f_0: the reactions are not in it.
template <class S>
requires std::same_as<typename S::Work, NewmarkWork>
[[nodiscard]] StepStatus start(const S& scheme, const Model& model, const Solver& solver, double h,
                               const ConstraintRows& rows, State& x, NewmarkWork& w);

/// One step from x to `next`. `start` are the rows at (t_k, q_k).
template <class S>
requires std::same_as<typename S::Work, NewmarkWork>
[[nodiscard]] StepReport step(const S& scheme, const Model& model, const Solver& solver, double h,
                              const ConstraintRows& start, const State& x, State& next,
                              NewmarkWork& w);

template <>
struct Fields<Newmark> {
  static constexpr auto list = std::tuple{
      field("gamma", &Newmark::gamma, "weight of a_{k+1} in the velocity", in_range(0, 1)),
      field("beta", &Newmark::beta, "weight of a_{k+1} in the position, twice", in_range(0, 1)),
      field("newton_tolerance", &Newmark::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &Newmark::newton_iterations, "at most, per step", at_least(1))};
};
template <>
struct Fields<Hht> {
  static constexpr auto list = std::tuple{
      field("alpha", &Hht::alpha, "weight of the forces at the start of the step",
            in_range(0, 1.0 / 3)),
      field("gamma", &Hht::gamma, "as of newmark; 1/2 + alpha where not given", in_range(0, 1)),
      field("beta", &Hht::beta, "as of newmark; (gamma + 1/2)^2/4 where not given", in_range(0, 1)),
      field("newton_tolerance", &Hht::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &Hht::newton_iterations, "at most, per step", at_least(1))};
};

}  // namespace saltus
