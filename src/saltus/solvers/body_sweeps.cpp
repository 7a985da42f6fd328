// SPDX-License-Identifier: Apache-2.0
// Sweeps and their acceleration.
#include "saltus/solvers/body_sweeps.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "saltus/base/index.h"
#include "saltus/solvers/accelerated.h"
#include "saltus/solvers/gauss_seidel.h"
#include "saltus/solvers/meter.h"
#include "saltus/solvers/sweep_order.h"
#include "saltus/solvers/verdict.h"

namespace saltus {
namespace {

using Clock = std::chrono::steady_clock;

template <int D>
class Sweeper {
 public:
  using Block = Eigen::Matrix<double, D, D>;
  using Rows = Eigen::Matrix<double, D, 1>;

  explicit Sweeper(const BodyProblem& problem)
      : problem_(problem), order_(problem.contacts()), W_(problem.contacts()), v_(problem.v_free) {
    const std::vector<std::int32_t> colours = colour(problem);
    std::iota(order_.begin(), order_.end(), 0);
    std::stable_sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) {
      return colours[at(a)] < colours[at(b)];
    });
    for (std::size_t a = 0; a < problem.contacts(); ++a) {
      W_[a].setZero();
      for (auto k = at(problem.start[a]); k < at(problem.start[a + 1]); ++k)
        W_[a].noalias() += row(problem.H, k) * row(problem.Y, k).transpose();
    }
  }

  /// The metric in which impulses of different contacts are compared.
  [[nodiscard]] double weight(std::size_t a) const {
    const double d = W_[a].trace() / D;
    return d > 0 ? std::sqrt(d) : 1;
  }

  void sweep(std::span<double> p) {
    body_velocity(problem_, p, v_);
    for (const std::int32_t contact : order_) {
      const std::size_t a = at(contact);
      Eigen::Map<Rows> p_a(p.data() + a * D);
      Rows b = Eigen::Map<const Rows>(problem_.w.data() + a * D) - W_[a] * p_a;
      for (auto k = at(problem_.start[a]); k < at(problem_.start[a + 1]); ++k)
        b += row(problem_.H, k) * v_[at(problem_.dof[k])];
      const Rows next = local_solve<D>(W_[a], b, problem_.mu[a]);
      const Rows change = next - p_a;
      for (auto k = at(problem_.start[a]); k < at(problem_.start[a + 1]); ++k)
        v_[at(problem_.dof[k])] += row(problem_.Y, k).dot(change);
      p_a = next;
    }
  }

 private:
  static Eigen::Map<const Rows> row(const std::vector<double>& values, std::size_t k) {
    return Eigen::Map<const Rows>(values.data() + k * D);
  }

  const BodyProblem& problem_;
  std::vector<std::int32_t> order_;  // contacts, colour by colour
  std::vector<Block> W_;             // W_aa
  std::vector<double> v_;
};

/// p and its report, of which the better one is kept.
struct Kept {
  const BodyProblem& problem;
  const FrictionGoal& goal;
  std::span<double> p;
  FrictionReport& report;

  void offer(std::span<const double> candidate) const {
    if (take_better(judge(problem, goal, candidate), goal.measure, report))
      std::copy(candidate.begin(), candidate.end(), p.begin());
  }
};

template <int D>
void run(const BodySweeps& options, const Kept& kept) {
  Sweeper<D> sweeper(kept.problem);
  const auto rows = static_cast<Eigen::Index>(kept.p.size());
  // Impulses of different contacts are compared in the metric of their W_aa.
  Vec weights(rows);
  for (Eigen::Index i = 0; i < rows; ++i)
    weights[i] = sweeper.weight(static_cast<std::size_t>(i) / D);
  Accelerated iteration(rows, options.memory);
  Vec x = weights.cwiseProduct(Eigen::Map<const Vec>(kept.p.data(), rows));
  Vec swept(rows);
  Meter meter(kept.goal.seconds);
  const double sweep_cost = Rates<D>::local_solve * static_cast<double>(kept.problem.contacts()) +
                            4 * D * static_cast<double>(kept.problem.dof.size()) +
                            Accelerated::cost(rows, options.memory);
  std::int32_t& done = kept.report.iterations;
  while (!kept.report.solved && done < options.max_iterations) {
    iteration.step(x, [&](Vec& y) {
      swept = y.cwiseQuotient(weights);
      sweeper.sweep({swept.data(), kept.p.size()});
      y = swept.cwiseProduct(weights);
    });
    ++done;
    meter.charge(sweep_cost);
    if (done % options.judge_every != 0) continue;
    kept.offer({swept.data(), kept.p.size()});
    if (!kept.report.solved && meter.late()) {
      kept.report.lacked_time = true;
      return;
    }
  }
}

/// c p with c = −bᵀp / pᵀWp, where that is the better start: the loads may have grown as a whole.
void stretch(const Kept& kept) {
  const BodyProblem& problem = kept.problem;
  const std::span<const double> p = kept.p;
  std::vector<double> v(problem.v_free.size());
  std::vector<double> b(p.size());
  std::vector<double> u(p.size());
  contact_velocity(problem, problem.v_free, b);
  body_velocity(problem, p, v);
  contact_velocity(problem, v, u);
  double pb = 0;
  double pWp = 0;
  for (std::size_t i = 0; i < p.size(); ++i) pb += p[i] * b[i], pWp += p[i] * (u[i] - b[i]);
  const double c = -pb / pWp;
  if (!(c > 0) || !std::isfinite(c)) return;
  std::vector<double> stretched(p.begin(), p.end());
  for (double& x : stretched) x *= c;
  kept.offer(stretched);
}

}  // namespace

FrictionReport solve(const BodySweeps& options, const BodyProblem& problem,
                     const FrictionGoal& goal, std::span<double> p) {
  const Clock::time_point start = Clock::now();
  FrictionReport report;
  report.solver = BodySweeps::name;
  report.measure = goal.measure;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  report.residual = {infinity, infinity};
  const std::vector<double> first(p.begin(), p.end());
  std::fill(p.begin(), p.end(), 0.0);
  const Kept kept{problem, goal, p, report};
  kept.offer(goal.warm ? std::span<const double>(first) : p);
  if (goal.warm && !report.solved) stretch(kept);
  if (problem.dim == 2)
    run<2>(options, kept);
  else
    run<3>(options, kept);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.tried.push_back(
      {report.solver, report.iterations, report.seconds, report.residual, report.solved});
  return report;
}

}  // namespace saltus
