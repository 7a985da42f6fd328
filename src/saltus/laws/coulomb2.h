// SPDX-License-Identifier: Apache-2.0
// Planar Coulomb friction, rows (N, T): K = {|p_T| ≤ μ p_N}, û = u + μ|u_T| n.
#pragma once

#include <cmath>

#include "saltus/laws/law.h"

namespace saltus {

struct Coulomb2 {
  static constexpr LawKind kind = LawKind::coulomb2;
  static constexpr std::string_view name = "coulomb2";
  static constexpr std::string_view summary =
      "unilateral contact with Coulomb friction in the plane, |p_T| <= mu p_N";
  static constexpr std::size_t dimension = 2;

  [[nodiscard]] static Rows<2> project(double mu, const Rows<2>& z) {
    const double t = std::abs(z[1]);
    if (mu * t <= -z[0]) return {0, 0};
    if (t <= mu * z[0]) return z;
    const double n = (mu * t + z[0]) / (1 + mu * mu);
    return {n, std::copysign(mu * n, z[1])};
  }

  [[nodiscard]] static Rows<2> de_saxce(double mu, const Rows<2>& u) {
    return {u[0] + mu * std::abs(u[1]), u[1]};
  }

  [[nodiscard]] static Rows<2> local_solve(const SquareRows<2>& W, const Rows<2>& b, double mu);

  /// 1e-9: width of the cone's edge; a reaction this close to it with u_T against p_T slides.
  [[nodiscard]] static ContactStatus status(const Rows<2>& u, const Rows<2>& p, double mu) {
    if (!(p[0] > 0)) return ContactStatus::open;
    const bool on_edge = std::abs(p[1]) >= mu * p[0] * (1 - 1e-9);
    const bool against = mu > 0 ? u[1] * p[1] < 0 : u[1] != 0;
    return on_edge && against ? ContactStatus::sliding : ContactStatus::sticking;
  }

 private:
  /// ‖p − P_K(p − û/W_NN)‖, to choose among candidates that round-off puts just outside the law.
  [[nodiscard]] static double violation(const SquareRows<2>& W, const Rows<2>& b, double mu,
                                        const Rows<2>& p) {
    const Rows<2> u_hat =
        de_saxce(mu, {W[0] * p[0] + W[1] * p[1] + b[0], W[2] * p[0] + W[3] * p[1] + b[1]});
    const Rows<2> z = project(mu, {p[0] - u_hat[0] / W[0], p[1] - u_hat[1] / W[0]});
    return std::hypot(p[0] - z[0], p[1] - z[1]);
  }

  /// u = 0. Where W_aa is singular: the least p with u_N = 0; u_T is left to the caller's test.
  [[nodiscard]] static Rows<2> stick(const SquareRows<2>& W, const Rows<2>& b) {
    const double det = W[0] * W[3] - W[1] * W[2];
    if (std::abs(det) > 1e-14 * std::abs(W[0] * W[3]))
      return {(W[1] * b[1] - W[3] * b[0]) / det, (W[2] * b[0] - W[0] * b[1]) / det};
    const double k = -b[0] / (W[0] * W[0] + W[1] * W[1]);
    return {k * W[0], k * W[1]};
  }
};

/// Enumeration: take-off (p = 0), stick (u = 0), slip s = ±1 (u_N = 0, p_T = −s μ p_N, s u_T ≥ 0).
inline Rows<2> Coulomb2::local_solve(const SquareRows<2>& W, const Rows<2>& b, double mu) {
  if (b[0] >= 0 || !(W[0] > 0)) return {0, 0};

  const Rows<2> p_stick = stick(W, b);
  const bool in_cone = p_stick[0] >= 0 && std::abs(p_stick[1]) <= mu * p_stick[0];
  if (in_cone) {
    const double u_T = W[2] * p_stick[0] + W[3] * p_stick[1] + b[1];
    const double size = std::abs(W[2] * p_stick[0]) + std::abs(W[3] * p_stick[1]) + std::abs(b[1]);
    if (std::abs(u_T) <= 1e-13 * size) return p_stick;
  }

  const auto slip = [&](double s) -> Rows<2> {
    const double p_N = -b[0] / (W[0] - s * mu * W[1]);
    return {p_N, -s * mu * p_N};
  };
  for (const double s : {1.0, -1.0}) {
    const Rows<2> p = slip(s);
    if (p[0] > 0 && s * (W[2] * p[0] + W[3] * p[1] + b[1]) >= 0) return p;
  }

  // No case holds to the last digit: the one that is nearest to holding.
  Rows<2> best = {-b[0] / W[0], 0};
  double best_violation = violation(W, b, mu, best);
  for (const Rows<2>& p : {project(mu, p_stick), project(mu, slip(1)), project(mu, slip(-1))}) {
    const double v = violation(W, b, mu, p);
    if (v < best_violation) best = p, best_violation = v;
  }
  return best;
}
static_assert(Law<Coulomb2>);

}  // namespace saltus
