// SPDX-License-Identifier: Apache-2.0
// F(p, u(p)) = 0: A dp + B (W + αI) dp = −F, block row by block row.
#include "saltus/solvers/semismooth_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/base/index.h"
#include "saltus/solvers/cone.h"

namespace saltus {
namespace {

/// Of full steps, where W has a unit diagonal and b the size 1. Contacts that are squeezed press
/// against each other without limit: a p so large that u is small beside it solves nothing.
constexpr double most_stress = 1e6;

template <int D>
double largest(const RowsOf<D>& p) {
  double most = 0;
  for (const auto& p_a : p) most = std::max(most, p_a.cwiseAbs().maxCoeff());
  return most;
}

/// F of one contact with its derivatives by p (A) and by u (B).
template <int D>
struct Linearised {
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;
  using Tangent = Eigen::Matrix<double, D - 1, 1>;
  using TangentBlock = Eigen::Matrix<double, D - 1, D - 1>;
  Rows F;
  Block A, B;

  void alart_curnier(double mu, const Rows& p, const Rows& u) {
    A.setZero();
    B.setZero();
    const double z_N = p[0] - u[0];
    const bool touching = z_N > 0;
    F[0] = touching ? u[0] : p[0];
    (touching ? B : A)(0, 0) = 1;
    const double radius = touching ? mu * z_N : 0;
    const Tangent z = (p - u).template tail<D - 1>();
    const double t = z.norm();
    if (t <= radius) {
      F.template tail<D - 1>() = u.template tail<D - 1>();
      B.template bottomRightCorner<D - 1, D - 1>().setIdentity();
      return;
    }
    const Tangent tau = t > 0 ? Tangent(z / t) : Tangent(Tangent::Zero());
    F.template tail<D - 1>() = p.template tail<D - 1>() - radius * tau;
    const TangentBlock turn =
        (t > 0 ? radius / t : 0.0) * (TangentBlock::Identity() - tau * tau.transpose());
    A.template bottomRightCorner<D - 1, D - 1>() = TangentBlock::Identity() - turn;
    B.template bottomRightCorner<D - 1, D - 1>() = turn;
    if (touching) {
      A.template bottomLeftCorner<D - 1, 1>() = -mu * tau;
      B.template bottomLeftCorner<D - 1, 1>() = mu * tau;
    }
  }

  /// A = I − P', B = P' ∂û/∂u.
  void natural(double mu, const Rows& p, const Rows& u) {
    const Rows z = p - de_saxce<D>(mu, u);
    F = p - project<D>(mu, z);
    const Tangent z_T = z.template tail<D - 1>();
    const double t = z_T.norm();
    Block P = Block::Zero();
    if (z[0] > 0 && t <= mu * z[0]) {
      P.setIdentity();
    } else if (mu * t > -z[0]) {
      const Tangent tau = z_T / t;
      const double k = 1 / (1 + mu * mu);
      P(0, 0) = k;
      P.template topRightCorner<1, D - 1>() = mu * k * tau.transpose();
      P.template bottomLeftCorner<D - 1, 1>() = mu * k * tau;
      P.template bottomRightCorner<D - 1, D - 1>() =
          mu * mu * k * tau * tau.transpose() +
          mu * k * (mu * t + z[0]) / t * (TangentBlock::Identity() - tau * tau.transpose());
    }
    A = Block::Identity() - P;
    B = P;
    const double s = u.template tail<D - 1>().norm();
    if (s > 0)
      B.template rightCols<D - 1>() += P.col(0) * (mu / s * u.template tail<D - 1>()).transpose();
  }
};

template <int D>
class Newton {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  Newton(const SemismoothNewton& options, const Island<D>& island, const ProximalTerm<D>& proximal,
         Meter& meter)
      : options_(options),
        island_(island),
        meter_(meter),
        proximal_(proximal),
        n_(island.size()),
        u_(n_),
        dp_(n_),
        trial_(n_),
        parts_(n_) {}

  /// ‖F‖ at p, with its derivatives.
  double evaluate(const RowsOf<D>& p) {
    meter_.charge(velocity_cost(island_) + Rates<D>::contact * static_cast<double>(n_));
    velocity(island_, p, u_);
    double sum = 0;
    for (std::size_t a = 0; a < n_; ++a) {
      if (proximal_.alpha > 0) u_[a] += proximal_.alpha * (p[a] - (*proximal_.centre)[a]);
      if (options_.map == NewtonMap::natural)
        parts_[a].natural(island_.mu[a], p[a], u_[a]);
      else
        parts_[a].alart_curnier(island_.mu[a], p[a], u_[a]);
      sum += parts_[a].F.squaredNorm();
    }
    return std::sqrt(sum);
  }

  bool direction(BlockLu<D>& lu) {
    meter_.charge(lu.factor_cost() + lu.solve_cost());
    const bool regular = lu.factor([&](std::int32_t a, auto&& put) {
      const Linearised<D>& part = parts_[at(a)];
      for (auto k = at(island_.start[at(a)]); k < at(island_.start[at(a) + 1]); ++k) {
        const std::int32_t b = island_.column[k];
        Block block = part.B * island_.W[k];
        if (a == b) block += part.A + proximal_.alpha * part.B;
        put(b, block);
      }
    });
    if (!regular) return false;
    double sum = 0;
    for (std::size_t a = 0; a < n_; ++a) dp_[a] = -parts_[a].F;
    lu.solve(dp_);
    for (std::size_t a = 0; a < n_; ++a) sum += dp_[a].sum();
    return std::isfinite(sum);
  }

  /// The longest of 1, ½, ¼ … that makes ‖F‖ less, or the full step. p moves. ‖F‖ there, infinite
  /// where there is none.
  double advance(double norm, RowsOf<D>& p) {
    if (options_.full_steps) {
      for (std::size_t a = 0; a < n_; ++a) p[a] += dp_[a];
      return evaluate(p);
    }
    double alpha = 1;
    for (int k = 0; k < 8; ++k, alpha /= 2) {
      for (std::size_t a = 0; a < n_; ++a) trial_[a] = p[a] + alpha * dp_[a];
      const double next = evaluate(trial_);
      if (next <= (1 - 1e-2 * alpha) * norm) {
        std::swap(p, trial_);
        return next;
      }
    }
    return std::numeric_limits<double>::infinity();
  }

 private:
  const SemismoothNewton& options_;
  const Island<D>& island_;
  Meter& meter_;
  const ProximalTerm<D>& proximal_;
  std::size_t n_;
  RowsOf<D> u_, dp_, trial_;
  std::vector<Linearised<D>> parts_;
};

}  // namespace

template <int D>
NewtonReport search(const SemismoothNewton& options, const Island<D>& island,
                    const IslandGoal& goal, const ProximalTerm<D>& proximal, double inner_tolerance,
                    BlockLu<D>& lu, RowsOf<D>& p, Best<D>& best) {
  Newton<D> newton(options, island, proximal, *goal.meter);
  NewtonReport report;
  double norm = newton.evaluate(p);
  const double enough = inner_tolerance * norm;
  while (report.iterations < options.max_iterations && !goal.late()) {
    if (!newton.direction(lu)) return report;
    ++report.iterations;
    norm = newton.advance(norm, p);
    if (!std::isfinite(norm) || (options.full_steps && largest<D>(p) > most_stress)) return report;
    if (best.offer(island, goal, p) || norm <= enough) {
      report.inner_solved = true;
      return report;
    }
  }
  return report;
}

#define SALTUS_INSTANTIATE(D)                                                                   \
  template NewtonReport search<D>(const SemismoothNewton&, const Island<D>&, const IslandGoal&, \
                                  const ProximalTerm<D>&, double, BlockLu<D>&, RowsOf<D>&,      \
                                  Best<D>&);
SALTUS_INSTANTIATE(2)
SALTUS_INSTANTIATE(3)
#undef SALTUS_INSTANTIATE

}  // namespace saltus
