// SPDX-License-Identifier: Apache-2.0
// Nonsmooth generalized-α with constraints at position and velocity level ([000]); equations:
// docs/theory/generalized_alpha.md.
#pragma once

#include <optional>

#include "saltus/base/fields.h"
#include "saltus/schemes/alpha_work.h"

namespace saltus {

enum class AlphaSolve : std::uint8_t { sequential, monolithic };
enum class AlphaConstraints : std::uint8_t { position_velocity, velocity, modified_lcp };

struct GeneralizedAlpha {
  static constexpr std::string_view name = "generalized-alpha";
  static constexpr std::string_view summary =
      "nonsmooth generalized-alpha: second order in flight, no drift and no penetration";
  static constexpr Multipliers multipliers{.position = "nu", .smooth = true};
  using Work = AlphaWork;

  double rho_inf = 0.8;
  std::optional<double> alpha_m;  // all four, or none
  std::optional<double> alpha_f;
  std::optional<double> gamma;
  std::optional<double> beta;
  AlphaSolve solve = AlphaSolve::sequential;
  AlphaConstraints constraints = AlphaConstraints::position_velocity;
  double newton_tolerance = 1e-12;
  int newton_iterations = 50;
  double projection_tolerance = 1e-12;
};

[[nodiscard]] std::string refusal(const GeneralizedAlpha& scheme, const Model& model);

[[nodiscard]] AlphaCoefficients coefficients(const GeneralizedAlpha& scheme);

/// The spectral radius and the coefficients exclude each other. Throws ModelError.
void check_fields(const GeneralizedAlpha& scheme, const Value& table, std::string_view what);

/// Accelerations and joint forces that belong to the initial data.
[[nodiscard]] StepStatus start(const GeneralizedAlpha& scheme, const Model& model,
                               const Solver& solver, double h, const ConstraintRows& rows, State& x,
                               AlphaWork& w);

[[nodiscard]] StepReport step(const GeneralizedAlpha& scheme, const Model& model,
                              const Solver& solver, double h, const ConstraintRows& start,
                              const State& x, State& next, AlphaWork& w);

template <>
struct EnumNames<AlphaSolve> {
  static constexpr std::array list{
      EnumName{"sequential", AlphaSolve::sequential, "motion, positions, velocities in turn"},
      EnumName{"monolithic", AlphaSolve::monolithic, "semi-smooth Newton on all at once"}};
};
template <>
struct EnumNames<AlphaConstraints> {
  static constexpr std::array list{
      EnumName{"position-velocity", AlphaConstraints::position_velocity,
               "g >= 0 with nu, and the impact law with Lambda"},
      EnumName{"velocity", AlphaConstraints::velocity, "the impact law alone; positions drift"},
      EnumName{"modified-lcp", AlphaConstraints::modified_lcp,
               "g >= 0 with nu - h Lambda; chatters"}};
};

template <>
struct Fields<GeneralizedAlpha> {
  using S = GeneralizedAlpha;
  static constexpr auto list = std::tuple{
      field("rho_inf", &S::rho_inf, "spectral radius at infinite frequency", in_range(0, 1)),
      field("alpha_m", &S::alpha_m, "of the accelerations; in place of rho_inf", below(1)),
      field("alpha_f", &S::alpha_f, "of the forces; in place of rho_inf", below(1)),
      field("gamma", &S::gamma, "of the velocities; in place of rho_inf", positive()),
      field("beta", &S::beta, "of the positions; in place of rho_inf", non_negative()),
      field("solve", &S::solve, "how the step's equations are solved"),
      field("constraints", &S::constraints, "levels at which joints and contacts are held"),
      field("newton_tolerance", &S::newton_tolerance,
            "of the velocity, relative, in the norm of diag(M)", positive()),
      field("newton_iterations", &S::newton_iterations, "at most, per step", at_least(1)),
      field("projection_tolerance", &S::projection_tolerance,
            "of joints and gaps at position level, in m", positive())};
};

}  // namespace saltus
