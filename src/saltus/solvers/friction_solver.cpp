// SPDX-License-Identifier: Apache-2.0
// `auto`, round by round over the islands that are left, and the solvers by name.
#include "saltus/solvers/friction_solver.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

#include "saltus/base/finite.h"
#include "saltus/solvers/admm.h"
#include "saltus/solvers/cone.h"
#include "saltus/solvers/convex_steps.h"
#include "saltus/solvers/exact.h"
#include "saltus/solvers/gauss_seidel.h"
#include "saltus/solvers/interior_point.h"
#include "saltus/solvers/island_solve.h"
#include "saltus/solvers/proximal_newton.h"
#include "saltus/solvers/verdict.h"

namespace saltus {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double infinity = std::numeric_limits<double>::infinity();

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

using Named =
    std::tuple<GaussSeidel, SemismoothNewton, ProximalNewton, InteriorPoint, ConvexSteps, Admm>;

constexpr auto names = []<class... S>(std::type_identity<std::tuple<S...>>) {
  return std::array<std::string_view, 1 + sizeof...(S)>{"auto", S::name...};
}(std::type_identity<Named>{});

struct NamedRound {
  Round round;
  std::string_view solver;
  double share = 0.5;  // of the time that is left, so that the next ones have theirs
};
constexpr std::array rounds{NamedRound{Round::sweeps, GaussSeidel::name},
                            NamedRound{Round::newton, SemismoothNewton::name},
                            NamedRound{Round::short_admm, Admm::name},
                            NamedRound{Round::short_proximal, ProximalNewton::name},
                            NamedRound{Round::interior_point, InteriorPoint::name},
                            NamedRound{Round::convex, ConvexSteps::name},
                            NamedRound{Round::polish, ProximalNewton::name},
                            NamedRound{Round::long_convex, ConvexSteps::name, 0.2},
                            NamedRound{Round::pivoting, Exact::name},
                            NamedRound{Round::wandering, InteriorPoint::name, 0.4},
                            NamedRound{Round::long_proximal, ProximalNewton::name},
                            NamedRound{Round::long_sweeps, GaussSeidel::name},
                            NamedRound{Round::long_admm, Admm::name},
                            NamedRound{Round::plain_sweeps, GaussSeidel::name}};
/// Then this one, again and again.
constexpr NamedRound last_round{Round::wandering, InteriorPoint::name, 1};
constexpr int most_wanderings = 50;

template <int D>
class Solve {
 public:
  Solve(const FrictionProblem& problem, const FrictionGoal& goal, std::span<double> p)
      : problem_(problem), goal_(goal), p_(p), start_(Clock::now()), meter_(goal.seconds) {
    for (Island<D>& island : split_into_islands<D>(problem))
      islands_.emplace_back(std::move(island));
    double b2 = 0;
    double rho_b2 = 0;
    for (const double b : problem.b) b2 += b * b;
    for (const IslandSolve<D>& i : islands_) rho_b2 += i.island().beta * i.island().beta;
    for (IslandSolve<D>& i : islands_) {
      const double share = std::sqrt(static_cast<double>(i.island().size()) /
                                     static_cast<double>(problem.contacts()));
      const double q = b2 < square(std::numeric_limits<double>::epsilon()) ? 1 : std::sqrt(b2);
      i.goal.scale = {1 / (q * share), 1 / (std::sqrt(rho_b2) * share)};
      i.goal.tolerance = goal.tolerance;
      i.goal.measure = goal.measure;
      i.goal.meter = &meter_;
      i.set_start(goal.warm ? p : std::span<double>());
    }
    candidate_.assign(p.size(), 0.0);
    if (goal.warm) project_start();
    std::fill(p.begin(), p.end(), 0.0);
    report_.solver = "none";
    report_.residual = {infinity, infinity};
    offer();
    std::fill(candidate_.begin(), candidate_.end(), 0.0);
    for (const IslandSolve<D>& i : islands_) i.write(candidate_);
    offer();
  }

  /// f(island) is a try at one island and gives its iterations; the rest is told by the judge.
  template <class F>
  void attempt(std::string_view solver, F&& f) {
    const Clock::time_point start = Clock::now();
    Attempt attempt;
    attempt.solver = solver;
    bool tried = false;
    for (IslandSolve<D>& island : islands_) {
      if (island.solved()) continue;
      const std::int32_t iterations = f(island);
      tried = tried || iterations > 0;
      attempt.iterations += iterations;
      island.write(candidate_);
    }
    if (!tried) return;
    if (offer()) {
      report_.solver = solver;
      report_.iterations = attempt.iterations;
    }
    attempt.seconds = since(start);
    attempt.residual = report_.residual;
    attempt.solved = report_.solved;
    note_attempt(attempt, report_.tried);
  }

  [[nodiscard]] bool over() const { return report_.solved || meter_.over(); }
  [[nodiscard]] bool is_enough() const {
    const Residual& r = report_.residual;
    return (goal_.measure == Measure::err_q ? r.err_q : r.nat_scaled) <= goal_.enough;
  }

  void limit_round(double share) { meter_.limit(share); }

  FrictionReport finish() {
    report_.seconds = since(start_);
    report_.lacked_time = !report_.solved && meter_.lacked();
    return std::move(report_);
  }

 private:
  static double square(double x) { return x * x; }

  /// The start as it came, in the cones: the islands' units would round it. What is outside by
  /// rounding alone stays: where W is small, p is large, and an ulp of it is much in err_q.
  void project_start() {
    using Rows = Eigen::Matrix<double, D, 1>;
    for (std::size_t a = 0; a < problem_.contacts(); ++a) {
      const Rows p = Eigen::Map<const Rows>(p_.data() + a * D);
      const Rows inside = project<D>(problem_.mu[a], p);
      const bool is_inside = (inside - p).norm() <= 1e-15 * p.norm();
      Eigen::Map<Rows>(candidate_.data() + a * D) = is_inside ? p : inside;
    }
  }

  /// True where the candidate is better than p, whose place it takes.
  bool offer() {
    if (!take_better(judge(problem_, goal_, candidate_), goal_.measure, report_)) return false;
    std::copy(candidate_.begin(), candidate_.end(), p_.begin());
    return true;
  }

  const FrictionProblem& problem_;
  const FrictionGoal& goal_;
  std::span<double> p_;
  Clock::time_point start_;
  Meter meter_;
  std::vector<double> candidate_;  // the islands' best
  std::vector<IslandSolve<D>> islands_;
  FrictionReport report_;
};

template <int D>
FrictionReport solve(const FrictionProblem& problem, std::string_view solver,
                     const FrictionGoal& goal, std::span<double> p) {
  Solve<D> solve(problem, goal, p);
  if (solver == names[0]) {
    const auto play = [&](const NamedRound& named) {
      if (solve.over()) return;
      solve.limit_round(named.share);
      solve.attempt(named.solver, [&](auto& island) { return island.play(named.round); });
    };
    for (const NamedRound& named : rounds) play(named);
    for (int k = 0; k < most_wanderings && !solve.is_enough(); ++k) play(last_round);
  } else if (!solve.over()) {
    const auto try_named = [&]<class S>(const S& options) {
      if (S::name == solver)
        solve.attempt(S::name, [&](auto& island) { return island.play(options); });
    };
    std::apply([&](const auto&... options) { (try_named(options), ...); }, Named{});
  }
  return solve.finish();
}

}  // namespace

void note_attempt(const Attempt& attempt, std::vector<Attempt>& tried) {
  if (tried.empty() || tried.back().solver != attempt.solver) {
    tried.push_back(attempt);
    return;
  }
  Attempt& last = tried.back();
  last.iterations += attempt.iterations;
  last.seconds += attempt.seconds;
  last.residual = attempt.residual;
  last.solved = attempt.solved;
}

FrictionReport solve_friction(const FrictionProblem& problem, std::string_view solver,
                              const FrictionGoal& goal, std::span<double> p) {
  if (!finite(problem.W.value) || !finite(problem.b)) {
    std::fill(p.begin(), p.end(), 0.0);
    FrictionReport report;
    report.solver = "none";
    report.residual = {infinity, infinity};
    return report;
  }
  FrictionGoal safe = goal;
  safe.warm = goal.warm && finite(p);
  return problem.dim() == 2 ? solve<2>(problem, solver, safe, p)
                            : solve<3>(problem, solver, safe, p);
}

std::span<const std::string_view> friction_solver_names() { return names; }

}  // namespace saltus
