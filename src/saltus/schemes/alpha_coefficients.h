// SPDX-License-Identifier: Apache-2.0
// Coefficients of the generalized-α formulas, by Chung and Hulbert.
#pragma once

namespace saltus {

/// α_m, α_f, γ, β, and what the step needs of them: docs/theory/generalized_alpha.md (7).
struct AlphaCoefficients {
  double alpha_m;
  double alpha_f;
  double gamma;
  double beta;

  [[nodiscard]] double inertia() const { return (1 - alpha_m) / ((1 - alpha_f) * gamma); }  // σ
  [[nodiscard]] double position() const { return beta / gamma; }
};

/// Those with the spectral radius ρ_∞ at infinite frequency, of second order.
[[nodiscard]] inline AlphaCoefficients chung_hulbert(double rho) {
  const double alpha_m = (2 * rho - 1) / (rho + 1);
  const double alpha_f = rho / (rho + 1);
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {alpha_m, alpha_f, gamma, 0.25 * (gamma + 0.5) * (gamma + 0.5)};
}

}  // namespace saltus
