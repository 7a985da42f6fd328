// SPDX-License-Identifier: Apache-2.0
// The only judge of a solution.
#pragma once

#include <span>

#include "saltus/problems/body_problem.h"
#include "saltus/problems/friction_problem.h"
#include "saltus/problems/one_step_problem.h"

namespace saltus {

/// With u = W p + b and û = u + μ|u_T| n, block by block:
///
///   err_q      = ‖p − P_K(p − û)‖₂ / ‖b‖₂                    (ρ = 1; not divided if ‖b‖₂
///   < 2.2e-16)
///
///   nat_scaled = ‖p − P_K(p − ρ û)‖_ρ / s,   ‖x‖_ρ² = Σ_a ‖x_a‖² / ρ_a,   ρ_a = 1 / mean(diag
///   W_aa) s = max(‖ρb‖_ρ, min(‖p‖_ρ, 1e4 ‖ρb‖_ρ)),  or 1 if that is 0
///
/// ‖·‖_ρ² is an energy, so blocks of different units add up and nat_scaled has no unit. s is ‖p‖ in
/// that metric, but never below ‖ρb‖ (else a tiny reaction beside a large sliding velocity could
/// not be judged: round-off in û is of the size of b), and never above 1e4 ‖ρb‖ (else a huge p
/// along the null space of W would pass as accurate although u is wrong). Bilateral blocks: K = ℝ,
/// so the map is ρ û itself. Infinite where W, b or p is not finite.
struct Residual {
  double err_q;
  double nat_scaled;
};

[[nodiscard]] Residual residual(const OneStepProblem& problem, std::span<const double> p);

/// Its second member alone, which is what the solvers ask at every candidate.
[[nodiscard]] double nat_scaled(const OneStepProblem& problem, std::span<const double> p);

/// The same two numbers for a problem of many contacts.
[[nodiscard]] Residual residual(const FrictionProblem& problem, std::span<const double> p);
[[nodiscard]] Residual residual(const BodyProblem& problem, std::span<const double> p);

/// What rounding alone leaves of the two: û is known to ε (|W||p| + |b|), and p − P_K(p − ρ û) to
/// ε ‖p‖ where the projection does something (inside K the map is ρ û itself).
[[nodiscard]] Residual round_off(const FrictionProblem& problem, std::span<const double> p);
[[nodiscard]] Residual round_off(const BodyProblem& problem, std::span<const double> p);

/// What rounding alone leaves of nat_scaled when u = W p + b is evaluated: (n + 8) ε (|W||p| + |b|)
/// in place of û. No p in double precision can be told from a solution below it.
[[nodiscard]] double round_off(const OneStepProblem& problem, std::span<const double> p);

/// nat_scaled ≤ tolerance, or as good as double precision can tell (and then below 1e-6).
[[nodiscard]] inline bool is_solution(const OneStepProblem& problem, std::span<const double> p,
                                      double nat, double tolerance) {
  return nat <= tolerance || (nat <= 1e-6 && nat <= round_off(problem, p));
}

/// ρ_a of one of the problem's blocks. Where mean(diag W_aa) is not positive: 1 / the mean over the
/// blocks where it is, else 1.
[[nodiscard]] double block_rho(const OneStepProblem& problem, const Block& block);

/// ‖p − P_K(p − ρ û)‖₂ / ρ of one block, in m/s; u_bar = u + e u_k, as many rows as the law has.
[[nodiscard]] double velocity_residual(LawKind law, double mu, std::span<const double> u_bar,
                                       std::span<const double> p, double rho);

}  // namespace saltus
