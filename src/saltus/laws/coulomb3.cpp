// SPDX-License-Identifier: Apache-2.0
// Slip in space: one equation in α, in the axes in which the symmetric part of S is diagonal.
#include "saltus/laws/coulomb3.h"

#include <algorithm>
#include <limits>

namespace saltus {
namespace {

using Vec2 = std::array<double, 2>;

constexpr double infinity = std::numeric_limits<double>::infinity();

double dot(const Vec2& x, const Vec2& y) { return x[0] * y[0] + x[1] * y[1]; }
double norm(const Vec2& x) { return std::sqrt(dot(x, x)); }

/// The tangential problem in turned axes, where S = [σ₁ ω; −ω σ₂] (ω = 0 if W is symmetric):
///   p_T(α) = −(S + αI)⁻¹ c = q / d,   q = −(α c + adj(S) c),   d = (σ₁ + α)(σ₂ + α) + ω²,
///   p_N(α) = p_0 − g·p_T = m / d.
/// Products of sums of like signs: each is exact to round-off, however σ₁ and σ₂ differ.
struct Turned {
  double cosine, sine;
  Vec2 sigma;
  double omega;
  Vec2 g, c;
  double p_0, mu;

  [[nodiscard]] Vec2 in(const Vec2& x) const {
    return {cosine * x[0] + sine * x[1], cosine * x[1] - sine * x[0]};
  }
  [[nodiscard]] Vec2 out(const Vec2& x) const {
    return {cosine * x[0] - sine * x[1], cosine * x[1] + sine * x[0]};
  }
};

/// Jacobi's rotation.
Turned turn(const std::array<double, 4>& S, const Vec2& g, const Vec2& c) {
  Turned t{};
  const double off = 0.5 * (S[1] + S[2]);
  double tangent = 0;
  if (off != 0) {
    const double tau = (S[3] - S[0]) / (2 * off);
    tangent = -std::copysign(1 / (std::abs(tau) + std::sqrt(1 + tau * tau)), tau);
  }
  t.cosine = 1 / std::sqrt(1 + tangent * tangent);
  t.sine = tangent * t.cosine;
  t.sigma = {S[0] + tangent * off, S[3] - tangent * off};
  t.omega = 0.5 * (S[1] - S[2]);
  t.g = t.in(g);
  t.c = t.in(c);
  return t;
}

/// S without what is round-off. True if that leaves an axis without stiffness.
bool clear_stiffness(Turned& t, double noise) {
  if (std::abs(t.omega) <= noise) t.omega = 0;
  for (double& sigma : t.sigma)
    if (std::abs(sigma) <= noise) sigma = 0;
  return t.sigma[0] == 0 || t.sigma[1] == 0;
}

/// c without what is round-off, its own or that of the axes, along an axis without stiffness.
Vec2 clear_motion(const Turned& t, double noise, double noise_c) {
  Vec2 c = t.c;
  for (std::size_t i = 0; i < 2; ++i) {
    if (t.sigma[i] != 0) continue;
    const double sigma_j = std::abs(t.sigma[1 - i]);
    const double tilt = sigma_j > 0 ? noise / sigma_j : 0;
    if (std::abs(t.c[i]) <= noise_c + tilt * std::abs(t.c[1 - i])) c[i] = 0;
  }
  return c;
}

Rows<3> reaction(const Turned& t, double p_N, const Vec2& p_T) {
  const Vec2 x = t.out(p_T);
  return {p_N, x[0], x[1]};
}

bool holds(double mu, const Rows<3>& p) {
  const double edge = mu * p[0];  // false also for NaN
  return p[0] >= 0 && edge < infinity && p[1] * p[1] + p[2] * p[2] <= edge * edge * (1 + 1e-14);
}

/// S singular, c without round-off: least p_T with u = 0 along the axes that have stiffness; p_N =
/// −1 where c asks for more.
Rows<3> singular_stick(const Turned& t, const Vec2& c) {
  Vec2 p_T = {0, 0};
  for (std::size_t i = 0; i < 2; ++i) {
    if (c[i] == 0) continue;
    if (t.sigma[i] == 0) return {-1, 0, 0};
    p_T[i] = -c[i] / t.sigma[i];
  }
  return reaction(t, t.p_0 - dot(t.g, p_T), p_T);
}

/// α of a slip along one axis, c along the other being 0.
double axis_alpha(const Turned& t, const Vec2& c) {
  const std::size_t i = c[1] == 0 ? 0 : 1;
  return (std::abs(c[i]) / t.mu - t.g[i] * c[i]) / t.p_0 - t.sigma[i];
}

/// Where F < 0: at 0, because stick is not in the cone; if W is not positive, at the pole of p_T;
/// or, further on, where ‖p_T‖ ≥ ‖c‖ / (σ_max + |ω| + α) says so. The last is the root itself where
/// S is a multiple of I and g = 0.
double least_alpha(const Turned& t) {
  const auto [least, most] = std::minmax(t.sigma[0], t.sigma[1]);
  double alpha = norm(t.c) / (t.mu * t.p_0) * (1 - t.mu * norm(t.g)) - most - std::abs(t.omega);
  if (least < 0) {
    const double half = 0.5 * (most - least);
    if (half > std::abs(t.omega))
      alpha = std::max(alpha, std::sqrt(half * half - t.omega * t.omega) - 0.5 * (least + most));
  }
  return std::max(alpha, 0.0);
}

struct Slide {
  Rows<3> p;
  bool converged;
};

/// The least root of F(α) = (μ p_N − ‖p_T‖) d = n − ‖q‖ from the left. n is a parabola; ‖q‖ is
/// convex, hence above its tangent: the parabola meets the tangent before it meets ‖q‖, so the
/// iterates rise to the root, quadratically.
Slide slide(const Turned& t, double alpha) {
  constexpr double round_off = 8 * std::numeric_limits<double>::epsilon();
  constexpr int max_steps = 50;  // 4 on the average, 12 at most where a root exists
  const double a = t.mu * t.p_0;
  for (int step = 0;; ++step) {
    const double s_1 = t.sigma[0] + alpha, s_2 = t.sigma[1] + alpha;
    const double d = s_1 * s_2 + t.omega * t.omega;
    const Vec2 q = {t.omega * t.c[1] - s_2 * t.c[0], -t.omega * t.c[0] - s_1 * t.c[1]};
    const double size = norm(q);
    const double friction = t.mu * dot(t.g, q);
    const double n = a * d - friction;
    const double F = n - size;
    // At α = 0 it is stick, which may lie inside the cone after all.
    const bool sticks = alpha == 0 && F > 0;
    const double terms = t.mu * (std::abs(t.g[0] * q[0]) + std::abs(t.g[1] * q[1]));
    const bool converged = sticks || std::abs(F) <= round_off * (size + a * d + terms);
    if (converged || step == max_steps) {
      const double k = (sticks ? 1 : n / size) / d;
      return {reaction(t, n / (t.mu * d), {k * q[0], k * q[1]}), converged};
    }
    const double slope = a * (s_1 + s_2) + t.mu * dot(t.g, t.c) + dot(q, t.c) / size;
    const double root = std::sqrt(slope * slope - 4 * a * F);
    alpha += slope > 0 ? -2 * F / (slope + root) : (root - slope) / (2 * a);
  }
}

/// ‖p − P_K(p − û/W_NN)‖.
double violation(const SquareRows<3>& W, const Rows<3>& b, double mu, const Rows<3>& p) {
  Rows<3> u = b;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) u[i] += W[3 * i + j] * p[j];
  const Rows<3> u_hat = Coulomb3::de_saxce(mu, u);
  const Rows<3> z = Coulomb3::project(
      mu, {p[0] - u_hat[0] / W[0], p[1] - u_hat[1] / W[0], p[2] - u_hat[2] / W[0]});
  return std::hypot(p[0] - z[0], p[1] - z[1], p[2] - z[2]);
}

/// No case holds to the last digit: the one that is nearest to holding.
Rows<3> nearest(const SquareRows<3>& W, const Rows<3>& b, const Turned& t, const Rows<3>& slid) {
  // The slip of a reaction without effect on u_T: against c.
  const double c = norm(t.c);
  const Vec2 against = c > 0 ? Vec2{-t.c[0] / c, -t.c[1] / c} : Vec2{0, 0};
  const double p_N = t.p_0 / (1 + t.mu * dot(t.g, against));
  const Rows<3> weak = reaction(t, p_N, {t.mu * p_N * against[0], t.mu * p_N * against[1]});
  const double d = t.sigma[0] * t.sigma[1] + t.omega * t.omega;
  const Vec2 stuck = {(t.omega * t.c[1] - t.sigma[1] * t.c[0]) / d,
                      (-t.omega * t.c[0] - t.sigma[0] * t.c[1]) / d};
  Rows<3> best = {t.p_0, 0, 0};
  double best_violation = violation(W, b, t.mu, best);
  for (const Rows<3>& p : {weak, slid, reaction(t, t.p_0 - dot(t.g, stuck), stuck)}) {
    if (!(std::abs(p[0]) + std::abs(p[1]) + std::abs(p[2]) < infinity)) continue;
    const Rows<3> in_K = Coulomb3::project(t.mu, p);
    const double v = violation(W, b, t.mu, in_K);
    if (v < best_violation) best = in_K, best_violation = v;
  }
  return best;
}

}  // namespace

Rows<3> Coulomb3::slip(const SquareRows<3>& W, const Rows<3>& b, double mu, const Tangential& t) {
  Turned turned = turn(t.S, t.g, t.c);
  turned.p_0 = t.p_0;
  turned.mu = mu;
  double start = 0;
  if (clear_stiffness(turned, t.noise)) {
    const double size_c =
        std::abs(b[1]) + std::abs(b[2]) + (std::abs(W[3]) + std::abs(W[6])) * t.p_0;
    const Vec2 c = clear_motion(turned, t.noise, 1e-14 * size_c);
    if (const Rows<3> p = singular_stick(turned, c); holds(mu, p)) return p;
    if (c[0] == 0 || c[1] == 0) start = axis_alpha(turned, c);
  }
  const Slide slid = slide(turned, std::max(start, least_alpha(turned)));
  return slid.converged && holds(mu, slid.p) ? slid.p : nearest(W, b, turned, slid.p);
}

}  // namespace saltus
