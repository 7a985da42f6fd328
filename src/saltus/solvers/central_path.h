// SPDX-License-Identifier: Apache-2.0
// One step along the central path of the cones: scaling point, one factorisation of B W B + J Θ +
// Δ, predictor, corrector, step.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "saltus/base/index.h"
#include "saltus/solvers/block_lu.h"
#include "saltus/solvers/island.h"
#include "saltus/solvers/lorentz.h"

namespace saltus {

struct PathOptions {
  double fraction = 0.99;   // of the way to the border of the cones
  double most_damping = 1;  // of the Levenberg term, against W's diagonal of 1
  /// τ stays, or grows, until the first equation's residual is well below √τ: slower, but it
  /// wanders on where the path is lost, and finds another.
  bool wander = false;
};

/// In x = (p_N, p_T/μ) and y = (û_N, μ û_T): y = B W B x + B b + s e, x ∘ y = τ e, with
/// Nesterov–Todd scaling and Mehrotra's predictor and corrector. s is a function of y that is
/// differentiated like the rest, or given: then the problem is convex, and the path has no folds.
template <int D>
class CentralPath {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  CentralPath(const PathOptions& options, const Island<D>& island, BlockLu<D>& lu,
              std::span<const double> s = {})
      : options_(options),
        island_(island),
        lu_(lu),
        given_s_(s),
        n_(island.size()),
        x_(n_),
        y_(n_),
        dx_(n_),
        dy_(n_),
        p_(n_),
        u_(n_),
        r_(n_),
        c_(n_),
        rhs_(n_),
        lambda_(n_),
        points_(n_),
        J_(n_),
        damping_(n_, first_damping) {
    for (std::size_t a = 0; a < n_; ++a) x_[a] = y_[a] = Rows::Unit(0);
  }

  /// p = B x.
  const RowsOf<D>& reactions() {
    for (std::size_t a = 0; a < n_; ++a) p_[a] = scaled(island_.mu[a], x_[a]);
    return p_;
  }

  /// Nanoseconds of a step.
  [[nodiscard]] double step_cost() const {
    return lu_.factor_cost() + 4 * lu_.solve_cost() + 3 * velocity_cost(island_) +
           8 * Rates<D>::contact * static_cast<double>(n_);
  }

  /// τ, and the largest residual of the first equation, where the last step began.
  [[nodiscard]] double tau() const { return tau_; }
  [[nodiscard]] double largest_r() const { return largest_r_; }

  /// False where the system cannot be solved or the step is nothing.
  bool step() {
    const double tau = tau_ = prepare();
    if (!factorise()) return false;
    // Predictor: straight to the border.
    for (std::size_t a = 0; a < n_; ++a) c_[a] = -product<D>(lambda_[a], lambda_[a]);
    if (!direction()) return false;
    const double a_p = std::min(1.0, longest_step());
    double tau_p = 0;
    for (std::size_t a = 0; a < n_; ++a) tau_p += (x_[a] + a_p * dx_[a]).dot(y_[a] + a_p * dy_[a]);
    tau_p /= static_cast<double>(n_);
    const double sigma = centring(tau, tau_p);
    // Corrector.
    for (std::size_t a = 0; a < n_; ++a) {
      c_[a] -= a_p * a_p * product<D>(points_[a].apply(dx_[a]), points_[a].apply_inverse(dy_[a]));
      c_[a][0] += sigma * tau;
    }
    if (!direction()) return false;
    const double alpha = std::min(1.0, options_.fraction * longest_step());
    if (!(alpha > 1e-10)) return false;
    adapt_damping();
    for (std::size_t a = 0; a < n_; ++a) {
      x_[a] += alpha * dx_[a];
      y_[a] += alpha * dy_[a];
    }
    return true;
  }

 private:
  static Rows scaled(double mu, const Rows& x) {
    Rows p = x;
    p.template tail<D - 1>() *= mu;
    return p;
  }

  /// s(y), and −∂s/∂y in the first row of J. In the plane s = ‖y_T‖, which is linear on either side
  /// of its kink. In space s = ‖y_T‖²/y_N, which has no kink: where contacts stick, y goes to 0,
  /// and the direction of y_T, by which ‖y_T‖ is differentiated, turns from step to step. Both have
  /// the same solutions: y_N = ‖y_T‖ where a contact slides, s = 0 where it sticks, and y_N − s > 0
  /// exactly where y is inside the cone, where it is open.
  static void add_de_saxce(const Rows& y, double& s, Block& J) {
    const Eigen::Matrix<double, D - 1, 1> y_T = y.template tail<D - 1>();
    if constexpr (D == 2) {
      s = y_T.norm();
      if (s > 0) J.template topRightCorner<1, D - 1>() = -y_T.transpose() / s;
    } else {
      s = y_T.squaredNorm() / y[0];
      J(0, 0) += s / y[0];
      J.template topRightCorner<1, D - 1>() = -2 / y[0] * y_T.transpose();
    }
  }

  /// Residual r of the first equation, J = ∂(y − s(y) e)/∂y, scaling points; returns τ.
  double prepare() {
    velocity(island_, reactions(), u_);
    double tau = 0;
    largest_r_ = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      double shift = 0;
      J_[a].setIdentity();
      if (given_s_.empty())
        add_de_saxce(y_[a], shift, J_[a]);
      else
        shift = given_s_[a];
      r_[a] = scaled(island_.mu[a], u_[a]) - y_[a];
      r_[a][0] += shift;
      largest_r_ = std::max(largest_r_, r_[a].cwiseAbs().maxCoeff());
      points_[a] = ScalingPoint<D>(x_[a], y_[a]);
      lambda_[a] = points_[a].apply(x_[a]);
      tau += x_[a].dot(y_[a]);
    }
    return tau / static_cast<double>(n_);
  }

  bool factorise() {
    return lu_.factor([&](std::int32_t a, auto&& put) {
      const double mu_a = island_.mu[at(a)];
      for (auto k = at(island_.start[at(a)]); k < at(island_.start[at(a) + 1]); ++k) {
        const std::int32_t b = island_.column[k];
        Block block = island_.W[k];
        block.template bottomRows<D - 1>() *= mu_a;
        block.template rightCols<D - 1>() *= island_.mu[at(b)];
        if (a == b) {
          block.noalias() += J_[at(a)] * points_[at(a)].square();
          block.diagonal().array() += damping_[at(a)];
        }
        put(b, block);
      }
    });
  }

  /// (B W B + J Θ + Δ) dx = J c − r,  dy = c − Θ dx,  c = Q (λ \ right-hand side); refined once.
  bool direction() {
    for (std::size_t a = 0; a < n_; ++a) {
      dy_[a] = points_[a].apply(divide<D>(lambda_[a], c_[a]));
      rhs_[a] = J_[a] * dy_[a] - r_[a];
      dx_[a] = rhs_[a];
    }
    lu_.solve(dx_);
    refine();
    double sum = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      dy_[a].noalias() -= points_[a].square() * dx_[a];
      sum += dx_[a].sum() + dy_[a].sum();
    }
    return std::isfinite(sum);
  }

  void refine() {
    for (std::size_t a = 0; a < n_; ++a) p_[a] = scaled(island_.mu[a], dx_[a]);
    for (std::size_t a = 0; a < n_; ++a) {
      Rows w = Rows::Zero();
      for (auto k = at(island_.start[a]); k < at(island_.start[a + 1]); ++k)
        w.noalias() += island_.W[k] * p_[at(island_.column[k])];
      rhs_[a] -=
          scaled(island_.mu[a], w) + J_[a] * (points_[a].square() * dx_[a]) + damping_[a] * dx_[a];
    }
    lu_.solve(rhs_);
    for (std::size_t a = 0; a < n_; ++a) dx_[a] += rhs_[a];
  }

  double own_step(std::size_t a) const {
    return std::min(to_border<D>(x_[a], dx_[a]), to_border<D>(y_[a], dy_[a]));
  }

  double longest_step() const {
    double alpha = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < n_; ++a) alpha = std::min(alpha, own_step(a));
    return alpha;
  }

  /// Contact by contact: a few that meet a fold of the path must not hold back all the others.
  void adapt_damping() {
    constexpr double short_step = 0.3;
    constexpr double long_step = 0.7;
    for (std::size_t a = 0; a < n_; ++a) {
      const double alpha = own_step(a);
      if (alpha < short_step) damping_[a] = std::min(options_.most_damping, 4 * damping_[a]);
      if (alpha > long_step) damping_[a] = std::max(least_damping, damping_[a] / 2);
    }
  }

  /// Mehrotra's cube, but τ must not run ahead of the first equation: a path left on the side of
  /// small τ is not found again.
  double centring(double tau, double tau_p) const {
    const double ratio = std::clamp(tau_p / tau, 0.0, 1.0);
    double sigma = ratio * ratio * ratio;
    if (options_.wander) {
      const double r = largest_r_ / std::sqrt(tau);
      return r > 0.1 ? std::max(sigma, std::min(2.0, 3 * r)) : sigma;
    }
    if (largest_r_ > tau) sigma = std::max(sigma, std::min(0.5, 0.1 * largest_r_ / tau));
    return sigma;
  }

  /// Δ, against W's diagonal of 1. Never 0: where the contacts can press against each other without
  /// limit, the path has no end and the matrix is singular in the limit.
  static constexpr double least_damping = 1e-8;
  static constexpr double first_damping = 1e-6;

  PathOptions options_;
  const Island<D>& island_;
  BlockLu<D>& lu_;
  std::span<const double> given_s_;  // of each contact; empty: s(y)
  std::size_t n_;
  RowsOf<D> x_, y_, dx_, dy_, p_, u_, r_, c_, rhs_, lambda_;
  std::vector<ScalingPoint<D>> points_;
  std::vector<Block> J_;
  std::vector<double> damping_;
  double largest_r_ = 0;
  double tau_ = 0;
};

}  // namespace saltus
