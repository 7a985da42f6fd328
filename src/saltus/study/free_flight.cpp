// SPDX-License-Identifier: Apache-2.0
// Impulse response of the damped oscillator in all its cases, and the fall back to zero.
#include "saltus/study/free_flight.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace saltus {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;

/// (1 − e^{−rs})/r
double decayed(double r, double s) { return r > 0 ? -std::expm1(-r * s) / r : s; }

}  // namespace

// Powers of s: exact at short times, where the closed form of I cancels.
FreeFlight::Response FreeFlight::series(double s) const {
  constexpr int terms = 28;  // (δ + √κ) s ≤ 1: the terms fall like 2^n/n!
  constexpr double nothing = 1e-19;
  Response r{0, 0, 0};
  double before = 0, term = s;  // of S, powers 0 and 1
  for (int n = 1; n < terms && std::abs(before) + std::abs(term) > nothing * s; ++n) {
    r.S += term;
    r.S_dot += n * term;
    r.I += term / (n + 1);
    const double next =
        -(2 * delta * s * n * term + kappa * s * s * before) / (static_cast<double>(n + 1) * n);
    before = term;
    term = next;
  }
  r.S_dot /= s;
  r.I *= s;
  return r;
}

FreeFlight::Response FreeFlight::response(double s) const {
  if (s <= 0) return {};
  if ((delta + std::sqrt(kappa)) * s <= 1) return series(s);
  const double discriminant = delta * delta - kappa;
  if (discriminant < 0) {
    const double omega = std::sqrt(-discriminant);
    const double decay = std::exp(-delta * s);
    const double S = decay * std::sin(omega * s) / omega;
    const double S_dot = decay * std::cos(omega * s) - delta * S;
    return {S, S_dot, (1 - S_dot - 2 * delta * S) / kappa};
  }
  const double eta = std::sqrt(discriminant);
  const double fast = delta + eta;
  const double slow = kappa / fast;
  const double S = std::exp(-slow * s) * decayed(2 * eta, s);
  const double S_dot = std::exp(-fast * s) - slow * S;
  const bool nearly_critical = eta <= 0.5 * delta;
  const double I = nearly_critical ? (1 - S_dot - 2 * delta * S) / kappa
                                   : (decayed(slow, s) - decayed(fast, s)) / (2 * eta);
  return {S, S_dot, I};
}

FreeFlight::Motion FreeFlight::at(double y0, double v0, double s) const {
  const Response r = response(s);
  const double pull = phi - kappa * y0;
  return {y0 + v0 * r.S + pull * r.I, v0 * r.S_dot + pull * r.S};
}

double FreeFlight::between_turns() const {
  const double discriminant = delta * delta - kappa;
  return discriminant < 0 ? pi / std::sqrt(-discriminant) : never;
}

// v = e^{−δs} (v0 cos ωs + (a/ω) sin ωs) with a = φ − κ y0 − δ v0; cosh, sinh where overdamped.
double FreeFlight::first_turn(double y0, double v0) const {
  if (v0 == 0) return between_turns();
  const double a = phi - kappa * y0 - delta * v0;
  const double discriminant = delta * delta - kappa;
  if (discriminant < 0) {
    const double omega = std::sqrt(-discriminant);
    return std::atan2(std::abs(v0) * omega, v0 > 0 ? -a : a) / omega;
  }
  const double eta = std::sqrt(discriminant);
  const double x = -v0 / a;  // tanh(ηs)/η
  if (!(x > 0) || eta * x >= 1) return never;
  return eta > 0 ? std::atanh(eta * x) / eta : x;
}

// Damped, the minima rise: the first of them decides, and the zero lies between the top before it
// (or the start) and it.
std::optional<double> FreeFlight::first_zero(double y0, double v0, double s_end) const {
  const double pull = phi - kappa * y0;
  if (v0 == 0 && pull == 0) return std::nullopt;  // at rest for ever
  const bool rises = v0 > 0 || (v0 == 0 && pull > 0);
  const double turn = first_turn(y0, v0);
  double above = rises ? turn : 0;
  if (above >= s_end) return std::nullopt;
  double below = std::min(s_end, rises ? turn + between_turns() : turn);
  if (at(y0, v0, below).y > 0) return std::nullopt;
  double s = 0.5 * (above + below);
  for (int pass = 0; pass < 200; ++pass) {  // Newton within the bracket, else halving
    const Motion x = at(y0, v0, s);
    if (x.y == 0) return s;
    (x.y > 0 ? above : below) = s;
    double next = s - x.y / x.v;
    if (!(next > above && next < below)) next = 0.5 * (above + below);
    if (std::abs(next - s) <= std::numeric_limits<double>::epsilon() * s) return next;
    s = next;
  }
  return s;
}

}  // namespace saltus
