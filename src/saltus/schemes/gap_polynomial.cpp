// SPDX-License-Identifier: Apache-2.0
// A cubic is cut at its extrema; on each of the at most three pieces it is monotone.
#include "saltus/schemes/gap_polynomial.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace saltus {
namespace {

/// g(a.s + h z) = g0 + z (c1 + z (c2 + z c3)), z in [0, 1]
struct Cubic {
  Cubic(const GapPoint& a, const GapPoint& b)
      : g0(a.g),
        c1((b.s - a.s) * a.u),
        c2(3 * (b.g - a.g) - 2 * c1 - (b.s - a.s) * b.u),
        c3(-2 * (b.g - a.g) + c1 + (b.s - a.s) * b.u) {}

  [[nodiscard]] double operator()(double z) const { return g0 + z * (c1 + z * (c2 + z * c3)); }

  /// The extrema within (0, 1), rising.
  [[nodiscard]] std::array<double, 2> extrema(int& count) const {
    count = 0;
    std::array<double, 2> z{};
    const double half = c2;  // of 3 c3 z² + 2 c2 z + c1
    const double root = half * half - 3 * c3 * c1;
    if (!(root >= 0)) return z;
    const double w = -(half + std::copysign(std::sqrt(root), half));
    for (const double candidate : {w / (3 * c3), c1 / w}) {
      if (candidate > 0 && candidate < 1) z[static_cast<std::size_t>(count++)] = candidate;
    }
    if (count == 2 && z[1] < z[0]) std::swap(z[0], z[1]);
    return z;
  }

  double g0, c1, c2, c3;
};

/// The root in [a, b] of a monotone piece with P(a) ≥ 0 > P(b), by bisection with Newton's steps.
double root_of(const Cubic& P, double a, double b) {
  double z = 0.5 * (a + b);
  for (int pass = 0; pass < 80 && b - a > 1e-16; ++pass) {
    const double g = P(z);
    (g >= 0 ? a : b) = z;
    const double slope = P.c1 + z * (2 * P.c2 + z * 3 * P.c3);
    const double newton = z - g / slope;
    const double next = newton > a && newton < b ? newton : 0.5 * (a + b);
    if (std::abs(next - z) <= 1e-16 * z) return next;
    z = next;
  }
  return z;
}

}  // namespace

double gap_between(const GapPoint& a, const GapPoint& b, double s) {
  const double h = b.s - a.s;
  return h > 0 ? Cubic(a, b)((s - a.s) / h) : a.g;
}

std::optional<double> GapSearch::add(const GapPoint& a, const GapPoint& b) {
  const Cubic P(a, b);
  const double h = b.s - a.s;
  int count = 0;
  const std::array<double, 2> extrema = P.extrema(count);
  double from = 0;
  double g_from = a.g;
  for (int i = 0; i <= count; ++i) {
    const bool last = i == count;
    const double to = last ? 1 : extrema[static_cast<std::size_t>(i)];
    const double g_to = last ? b.g : P(to);
    lowest_ = std::min(lowest_, g_to);
    if (!above_) deepest_ = std::min(deepest_, g_to);
    if (above_ && g_to < -epsilon_) {
      closed_at_ = a.s + h * to;
      return a.s + h * (g_from >= 0 ? root_of(P, from, to) : from);
    }
    if (g_to > highest_.g && g_to <= epsilon_) highest_ = {a.s + h * to, g_to, 0};
    above_ = above_ || g_to > epsilon_;
    from = to;
    g_from = g_to;
  }
  return std::nullopt;
}

}  // namespace saltus
