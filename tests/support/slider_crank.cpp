// SPDX-License-Identifier: Apache-2.0
// Event-driven integration of the slider-crank: flights, impacts, lasting contact, turns, release.
#include "support/slider_crank.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include <Eigen/LU>

#include "support/root.h"
#include "support/runge_kutta.h"
#include "support/slider_crank_model.h"

namespace saltus::reference {
namespace {

using State = Vector<4>;  // q, v

// ∂gap/∂Y
double sign_of(Side side) { return side == Side::upper ? -1 : 1; }

class Integrator {
 public:
  Integrator(SliderCrank mechanism, const SliderCrankOptions& options)
      : p_(std::move(mechanism)), options_(options) {
    y_ << p_.q0, p_.v0;
  }

  void start();
  void advance_to(double limit);
  void close_interval() {
    if (closed_) result.closed.back().end = t_;
  }
  [[nodiscard]] SliderCrankState state() const { return {t_, y_.head<2>(), y_.tail<2>()}; }

  SliderCrankMotion result;

 private:
  [[nodiscard]] double gap(Side side, const State& y) const {
    return p_.c + sign_of(side) * slider_height(p_, y.head<2>());
  }
  [[nodiscard]] double gap_rate(Side side, const State& y) const {
    return sign_of(side) * height_gradient(p_, y.head<2>()).dot(y.tail<2>());
  }
  [[nodiscard]] double kinetic(const State& y) const {
    return 0.5 * y.tail<2>().dot(mass(p_, y.head<2>()) * y.tail<2>());
  }
  [[nodiscard]] double slide_rate(const State& y) const {
    return slide_gradient(p_, y.head<2>()).dot(y.tail<2>());
  }
  [[nodiscard]] double free_height_acceleration(const State& y) const;
  [[nodiscard]] Eigen::Vector2d reaction(const State& y) const;
  [[nodiscard]] State slope(const State& y, bool closed) const;
  [[nodiscard]] State project(const State& y, double height) const;
  [[nodiscard]] State flight(double s) const;
  [[nodiscard]] std::optional<double> impact_in_step(Side side, double h) const;
  [[nodiscard]] std::optional<double> impact_in_piece(Side side, double from, double to) const;
  void fly(double limit);
  void hold(double limit);
  void turn();
  void let_go(Side side);
  void impact(Side side);
  void hold_from_now(Side side);
  [[nodiscard]] State struck(const State& y, double height_rate) const;
  [[nodiscard]] double height_of(Side side) const {
    return side == Side::both ? 0 : -sign_of(side) * p_.c;
  }
  [[nodiscard]] RungeKutta method() const {
    const double speed = y_.tail<2>().cwiseAbs().maxCoeff();
    return {options_.tolerance, options_.largest_turn / (1 + speed)};
  }

  SliderCrank p_;
  SliderCrankOptions options_;
  double t_ = 0;
  double h_ = 1e-6;
  State y_;
  std::optional<Side> closed_;
  double slip_ = 1;               // sign of X' while closed
  std::optional<Side> released_;  // looks away from this side until blind_until_
  double blind_until_ = 0;
};

// Y'' without reactions.
double Integrator::free_height_acceleration(const State& y) const {
  const Eigen::Vector2d q = y.head<2>();
  const Eigen::Vector2d v = y.tail<2>();
  return height_gradient(p_, q).dot(mass(p_, q).inverse() * force(p_, q, v)) +
         height_bias(p_, q, v);
}

// The force of the held slider as ∂Y/∂q λ + ∂X/∂q λ_t, with Y'' = 0 and λ_t = −μ |λ| sign X'.
Eigen::Vector2d Integrator::reaction(const State& y) const {
  const Eigen::Vector2d q = y.head<2>();
  Eigen::Vector2d along = height_gradient(p_, q);
  if (p_.mu > 0) along -= p_.mu * slip_ * sign_of(*closed_) * slide_gradient(p_, q);
  const double W = height_gradient(p_, q).dot(mass(p_, q).inverse() * along);
  if (!(W > 0)) throw std::runtime_error("slider-crank: jammed by friction");
  return -along * (free_height_acceleration(y) / W);
}

// M v' = f + reaction.
State Integrator::slope(const State& y, bool closed) const {
  const Eigen::Vector2d q = y.head<2>();
  const Eigen::Vector2d v = y.tail<2>();
  Eigen::Vector2d f = force(p_, q, v);
  if (closed) f += reaction(y);
  State result_slope;
  result_slope << v, mass(p_, q).inverse() * f;
  return result_slope;
}

// Where free flight leads from now in the time s.
State Integrator::flight(double s) const {
  const auto f = [this](double, const State& y) { return slope(y, false); };
  return s == 0 ? y_ : trial_step<4>(f, t_, y_, s).y;
}

// Nearest state in the mass metric with Y = height and Y' = 0: the stabilisation of the held phase.
State Integrator::project(const State& y, double height) const {
  Eigen::Vector2d q = y.head<2>();
  Eigen::Vector2d v = y.tail<2>();
  for (int pass = 0; pass < 3; ++pass) {
    const Eigen::Vector2d H = height_gradient(p_, q);
    const Eigen::Vector2d MH = mass(p_, q).inverse() * H;
    q -= MH * ((slider_height(p_, q) - height) / H.dot(MH));
  }
  const Eigen::Vector2d H = height_gradient(p_, q);
  const Eigen::Vector2d MH = mass(p_, q).inverse() * H;
  v -= MH * (H.dot(v) / H.dot(MH));
  State projected;
  projected << q, v;
  return projected;
}

void Integrator::start() {
  if (p_.c == 0) {
    const bool on_axis = std::abs(gap(Side::upper, y_)) < 1e-12;
    const bool along = std::abs(gap_rate(Side::upper, y_)) < 1e-9;
    if (p_.mu > 0) throw std::invalid_argument("slider-crank: c = 0 with friction");
    if (!on_axis || !along) throw std::invalid_argument("slider-crank: c = 0, slider off its axis");
    return hold_from_now(Side::both);
  }
  for (const Side side : {Side::upper, Side::lower}) {
    const double g = gap(side, y_);
    if (g < -1e-15) throw std::invalid_argument("slider-crank: starts outside the channel");
    if (g <= 1e-15 && gap_rate(side, y_) <= 0) impact(side);
  }
}

void Integrator::advance_to(double limit) {
  while (t_ < limit) {
    if (closed_) {
      hold(limit);
    } else {
      fly(limit);
    }
  }
}

// When this side's gap falls through zero within the step of size h that starts at (t_, y_). The
// step is cut where the gap's acceleration changes its sign, so that its rate is monotone in a
// piece.
std::optional<double> Integrator::impact_in_step(Side side, double h) const {
  const auto acceleration = [&](double s) {
    return sign_of(side) * free_height_acceleration(flight(s));
  };
  if ((acceleration(0) < 0) == (acceleration(h) < 0)) return impact_in_piece(side, 0, h);
  const double cut = bracketed_root(acceleration, 0, h);
  const std::optional<double> early = impact_in_piece(side, 0, cut);
  return early ? early : impact_in_piece(side, cut, h);
}

std::optional<double> Integrator::impact_in_piece(Side side, double from, double to) const {
  const auto gap_after = [&](double s) { return gap(side, flight(s)); };
  const auto rate_after = [&](double s) { return gap_rate(side, flight(s)); };
  const bool falls_first = rate_after(from) < 0;
  const bool falls_last = rate_after(to) < 0;
  if (!falls_first && !falls_last) return std::nullopt;

  if (falls_first && !falls_last) to = bracketed_root(rate_after, from, to);
  if (gap_after(to) >= 0) return std::nullopt;
  if (!falls_first) from = bracketed_root(rate_after, from, to);
  if (gap_after(from) <= 0) return from;
  return bracketed_root(gap_after, from, to);
}

void Integrator::fly(double limit) {
  const auto f = [this](double, const State& y) { return slope(y, false); };
  const double end = released_ ? std::min(limit, blind_until_) : limit;
  double t = t_;
  State y = y_;
  const double h = accepted_step<4>(method(), f, t, y, h_, end);

  std::optional<double> first;
  Side struck = Side::upper;
  for (const Side side : {Side::upper, Side::lower}) {
    if (released_ == side) continue;
    const std::optional<double> s = impact_in_step(side, h);
    if (s && (!first || *s < *first)) {
      first = s;
      struck = side;
    }
  }
  if (first) {
    y_ = flight(*first);
    t_ += *first;
    released_.reset();
    impact(struck);
    return;
  }
  t_ = t;
  y_ = y;
  if (released_ && t_ >= blind_until_) released_.reset();
}

void Integrator::hold(double limit) {
  const auto f = [this](double, const State& y) { return slope(y, true); };
  const Side side = *closed_;
  // The reaction is λ = −(free gap acceleration)/W; its sign is all that decides.
  const auto pull = [&](const State& y) { return sign_of(side) * free_height_acceleration(y); };
  const auto backward = [&](const State& y) { return -slip_ * slide_rate(y); };
  double t = t_;
  State y = y_;
  const double h = accepted_step<4>(method(), f, t, y, h_, limit);
  const auto after = [&](double s) { return s == 0 ? y_ : trial_step<4>(f, t_, y_, s).y; };
  // When the function, negative so far, is positive at the end of the step: where it was zero.
  const auto passed_zero = [&](const auto& function) {
    const auto value = [&](double s) { return function(after(s)); };
    return value(0) >= 0 ? 0 : bracketed_root(value, 0, h);
  };
  const bool pulls = side != Side::both && pull(y) > 0;
  const bool turns = p_.mu > 0 && backward(y) > 0;
  if (!pulls && !turns) {
    t_ = t;
    y_ = project(y, height_of(side));
    return;
  }
  const double s_pull = pulls ? passed_zero(pull) : h;
  const double s_turn = turns ? passed_zero(backward) : h;
  const double s = std::min(s_pull, s_turn);
  if (s > 0) y_ = project(after(s), height_of(side));
  t_ += s;
  if (turns && s_turn <= s_pull) return turn();
  let_go(side);
}

// X' changes its sign; the friction of the other direction must not turn it back.
void Integrator::turn() {
  slip_ = -slip_;
  const double rate = slide_gradient(p_, y_.head<2>()).dot(slope(y_, true).tail<2>()) +
                      slide_bias(p_, y_.head<2>(), y_.tail<2>());
  if (!(slip_ * rate > 0)) throw std::runtime_error("slider-crank: sticks");
}

void Integrator::let_go(Side side) {
  result.closed.back().end = t_;
  closed_.reset();
  // The gap opens like t³, from round-off: look away until its rate is clearly positive.
  released_ = side;
  blind_until_ = t_ + 1e-4 / (1 + y_.tail<2>().cwiseAbs().maxCoeff());
}

// The state after an impulse that makes Y' = height_rate.
State Integrator::struck(const State& y, double height_rate) const {
  const Eigen::Vector2d q = y.head<2>();
  const SliderCrankImpulse P = impulse(p_, q, y.tail<2>(), height_rate);
  State result_state = y;
  result_state.tail<2>() += mass(p_, q).inverse() * (height_gradient(p_, q) * P.normal +
                                                     slide_gradient(p_, q) * P.tangential);
  return result_state;
}

void Integrator::impact(Side side) {
  const State y = y_;
  const double before = std::min(0.0, gap_rate(side, y));
  double after = -p_.e * before;
  y_ = struck(y, sign_of(side) * after);
  const double acceleration = sign_of(side) * free_height_acceleration(y_);
  const bool stays = acceleration < 0 && 2 * after < -acceleration * options_.shortest_hop;
  if (stays) {
    after = 0;
    y_ = struck(y, 0);
  }
  const double loss = kinetic(y) - kinetic(y_);
  result.impacts.push_back({t_, side, before, after, loss});
  if (stays) {
    hold_from_now(side);
  } else if (after == 0) {
    released_ = side;
    blind_until_ = t_ + 1e-4 / (1 + y_.tail<2>().cwiseAbs().maxCoeff());
  }
}

void Integrator::hold_from_now(Side side) {
  closed_ = side;
  released_.reset();
  y_ = project(y_, height_of(side));
  slip_ = slide_rate(y_) < 0 ? -1 : 1;
  result.closed.push_back({t_, t_, side});
}

}  // namespace

SliderCrankMotion motion(const SliderCrank& mechanism, std::span<const double> times,
                         const SliderCrankOptions& options) {
  Integrator integrator(mechanism, options);
  integrator.start();
  for (const double time : times) {
    integrator.advance_to(time);
    integrator.result.states.push_back(integrator.state());
  }
  integrator.close_interval();
  return std::move(integrator.result);
}

}  // namespace saltus::reference
