// SPDX-License-Identifier: Apache-2.0
// The bouncing linear oscillator: closed-form flights, impact times as bracketed roots.
#include "support/oscillator.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/root.h"

namespace saltus::reference {
namespace {
constexpr double never = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;
}  // namespace

OscillatorMotion::OscillatorMotion(const Oscillator& oscillator, double t_end)
    : p_(oscillator),
      delta_(oscillator.c / (2 * oscillator.m)),
      omega_(std::sqrt(oscillator.k / oscillator.m - delta_ * delta_)),
      rest_time_(never) {
  if (!(p_.m > 0 && p_.c >= 0 && omega_ > 0 && p_.q0 >= 0 && p_.e >= 0 && p_.e <= 1)) {
    throw std::invalid_argument("oscillator: needs m > 0, 0 <= c < 2 sqrt(k m), q0 >= 0");
  }
  Flight here{0, p_.q0, p_.v0, p_.v0, false};
  if (p_.q0 == 0 && p_.v0 < 0) here = {0, 0, p_.v0, -p_.e * p_.v0, true};
  while (true) {
    flights_.push_back(here);
    const bool pressed = here.q == 0 && p_.force <= 0;
    const double hop = p_.force < 0 ? 2 * here.v_after * p_.m / -p_.force : never;
    if (pressed && (here.v_after == 0 || hop < 1e-9 * here.t)) {
      flights_.back().v_after = 0;
      rest_time_ = here.t;
      return;
    }
    const double s = flight_time(here);
    if (!(here.t + s <= t_end)) return;
    const double v = fly(here, s).v_before;
    here = {here.t + s, 0, v, -p_.e * v, true};
  }
}

BounceState OscillatorMotion::at(double t) const {
  const auto next = std::upper_bound(flights_.begin(), flights_.end(), t,
                                     [](double time, const Flight& f) { return time < f.t; });
  const Flight& from = next == flights_.begin() ? *next : *(next - 1);
  if (t == from.t) return {from.q, from.v_before, from.v_after};
  if (t > rest_time_) return {0, 0, 0};
  return fly(from, t - from.t);
}

std::vector<double> OscillatorMotion::impact_times() const {
  std::vector<double> times;
  for (const Flight& f : flights_) {
    if (f.impact) times.push_back(f.t);
  }
  return times;
}

// x = q − force/k = e^{−δs} (A cos ωs + B sin ωs).
BounceState OscillatorMotion::fly(const Flight& from, double s) const {
  const double A = from.q - p_.force / p_.k;
  const double B = (from.v_after + delta_ * A) / omega_;
  const double decay = std::exp(-delta_ * s);
  const double cosine = std::cos(omega_ * s);
  const double sine = std::sin(omega_ * s);
  const double v = decay * ((B * omega_ - delta_ * A) * cosine - (A * omega_ + delta_ * B) * sine);
  // decay (A cos + B sin) + force/k without cancellation for short flights from the stop
  const double half = std::sin(0.5 * omega_ * s);
  const double sag = std::expm1(-delta_ * s) * cosine - 2 * half * half;
  return {from.q + A * sag + decay * B * sine, v, v};
}

// The turning points are a half period apart and minima rise while the motion is damped, so the
// first minimum decides, and the impact lies between the maximum before it (or the start) and it.
double OscillatorMotion::flight_time(const Flight& from) const {
  const double A = from.q - p_.force / p_.k;
  const double B = (from.v_after + delta_ * A) / omega_;
  if (from.v_after == 0 && A == 0) return never;
  double turn = std::atan2(B * omega_ - delta_ * A, A * omega_ + delta_ * B) / omega_;
  const double half_period = pi / omega_;
  while (turn > half_period) turn -= half_period;
  while (turn < 0) turn += half_period;
  const bool at_turn = from.v_after == 0;
  const bool falling = from.v_after < 0 || (at_turn && A > 0);
  if (at_turn) turn = half_period;
  const double top = falling ? 0 : (at_turn ? half_period : turn);
  const double bottom = falling ? turn : top + half_period;
  const auto gap = [&](double s) { return fly(from, s).q; };
  if (gap(bottom) >= 0) return never;
  return bracketed_root(gap, top, bottom);
}

}  // namespace saltus::reference
