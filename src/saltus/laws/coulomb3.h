// SPDX-License-Identifier: Apache-2.0
// Spatial Coulomb friction, rows (N, T1, T2): K = {‖p_T‖ ≤ μ p_N}, û = u + μ‖u_T‖ n.
#pragma once

#include <cmath>
#include <limits>

#include "saltus/laws/law.h"

namespace saltus {

struct Coulomb3 {
  static constexpr LawKind kind = LawKind::coulomb3;
  static constexpr std::string_view name = "coulomb3";
  static constexpr std::string_view summary =
      "unilateral contact with Coulomb friction in space, ||p_T|| <= mu p_N";
  static constexpr std::size_t dimension = 3;

  [[nodiscard]] static Rows<3> project(double mu, const Rows<3>& z) {
    const double t = norm(z[1], z[2]);
    if (mu * t <= -z[0]) return {0, 0, 0};
    if (t <= mu * z[0]) return z;
    const double n = (mu * t + z[0]) / (1 + mu * mu);
    const double k = mu * n / t;
    return {n, k * z[1], k * z[2]};
  }

  [[nodiscard]] static Rows<3> de_saxce(double mu, const Rows<3>& u) {
    return {u[0] + mu * norm(u[1], u[2]), u[1], u[2]};
  }

  [[nodiscard]] static Rows<3> local_solve(const SquareRows<3>& W, const Rows<3>& b, double mu);

  /// 1e-9: width of the cone's edge; a reaction this close to it with u_T against p_T slides.
  [[nodiscard]] static ContactStatus status(const Rows<3>& u, const Rows<3>& p, double mu) {
    if (!(p[0] > 0)) return ContactStatus::open;
    const bool on_edge = norm(p[1], p[2]) >= mu * p[0] * (1 - 1e-9);
    const bool against = mu > 0 ? u[1] * p[1] + u[2] * p[2] < 0 : u[1] != 0 || u[2] != 0;
    return on_edge && against ? ContactStatus::sliding : ContactStatus::sticking;
  }

 private:
  /// p_N eliminated by u_N = 0:  p_N = p_0 − g·p_T,  u_T = S p_T + c.
  struct Tangential {
    double p_0;  // p_N without friction
    std::array<double, 2> g;
    std::array<double, 4> S;
    std::array<double, 2> c;
    double noise;  // round-off in S, generously
  };

  /// Squares where they neither overflow nor vanish: hypot costs as much as the whole local solve.
  [[nodiscard]] static double norm(double x, double y) {
    const double square = x * x + y * y;
    return square > 1e-280 && square < 1e280 ? std::sqrt(square) : std::hypot(x, y);
  }

  /// Everything but take-off and a stick that is plain to see.
  [[nodiscard]] static Rows<3> slip(const SquareRows<3>& W, const Rows<3>& b, double mu,
                                    const Tangential& t);
};

/// Take-off (p = 0), stick (u = 0), else slip: u_N = 0, u_T = −α p_T, α > 0, ‖p_T‖ = μ p_N.
inline Rows<3> Coulomb3::local_solve(const SquareRows<3>& W, const Rows<3>& b, double mu) {
  if (b[0] >= 0 || !(W[0] > 0)) return {0, 0, 0};
  Tangential t;
  t.p_0 = -b[0] / W[0];
  if (!(t.p_0 < std::numeric_limits<double>::infinity())) return {0, 0, 0};
  if (!(mu > 0)) return {t.p_0, 0, 0};

  t.g = {W[1] / W[0], W[2] / W[0]};
  t.S = {W[4] - W[3] * t.g[0], W[5] - W[3] * t.g[1], W[7] - W[6] * t.g[0], W[8] - W[6] * t.g[1]};
  t.c = {b[1] + W[3] * t.p_0, b[2] + W[6] * t.p_0};
  t.noise = 1e-14 * (W[4] > W[8] ? W[4] : W[8]);

  // S p_T = −c, the larger pivot first.
  const std::size_t i = t.S[0] >= t.S[3] ? 0 : 1, j = 1 - i;
  const double l = t.S[2 * j + i] / t.S[3 * i];
  const double pivot = t.S[3 * j] - l * t.S[2 * i + j];
  if (t.S[3 * i] > t.noise && pivot > t.noise) {
    Rows<3> p;
    p[1 + j] = (l * t.c[i] - t.c[j]) / pivot;
    p[1 + i] = -(t.c[i] + t.S[2 * i + j] * p[1 + j]) / t.S[3 * i];
    p[0] = t.p_0 - (t.g[0] * p[1] + t.g[1] * p[2]);
    if (p[0] >= 0 && p[1] * p[1] + p[2] * p[2] <= mu * mu * p[0] * p[0]) return p;
  }
  return slip(W, b, mu, t);
}
static_assert(Law<Coulomb3>);

}  // namespace saltus
