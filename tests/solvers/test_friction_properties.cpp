// SPDX-License-Identifier: Apache-2.0
// What every solver of friction problems promises, on random problems of every kind.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/solvers/friction_solver.h"
#include "saltus/solvers/island_solve.h"
#include "support/friction_problems.h"
#include "support/pile.h"

namespace saltus::test_friction_properties {
namespace {

using test::FrictionDraw;

struct Family {
  std::string_view name;
  FrictionDraw draw;
  bool hard = false;  // no solver may solve it: honesty is all that is asked for
};

/// Few contacts: W of full rank or nearly; many: of rank 12 or 24 for 28 and 60 rows.
std::vector<Family> families(std::int32_t dim) {
  const FrictionDraw sparse{.dim = dim, .bodies = 8, .contacts = 5};
  const FrictionDraw dense{.dim = dim, .bodies = 4, .contacts = dim == 2 ? 14 : 20, .mu_max = 2};
  const auto with = [](FrictionDraw draw, auto change) {
    change(draw);
    return draw;
  };
  return {
      {"sparse", sparse},
      {"dense", dense},
      {"half frictionless", with(dense, [](FrictionDraw& d) { d.frictionless = 0.5; })},
      {"frictionless", with(dense, [](FrictionDraw& d) { d.frictionless = 1; })},
      {"duplicated", with(sparse, [](FrictionDraw& d) { d.contacts = 9, d.duplicates = 4; })},
      {"heavy on light", with(sparse, [](FrictionDraw& d) { d.mass_ratio = 1e6; })},
      {"light on heavy", with(sparse, [](FrictionDraw& d) { d.mass_ratio = 1e-6; })},
      {"light among many", with(dense, [](FrictionDraw& d) { d.mass_ratio = 1e-6; }), true},
      {"heavy among many", with(dense, [](FrictionDraw& d) { d.mass_ratio = 1e6; }), true},
      {"large W", with(dense, [](FrictionDraw& d) { d.scale_W = 1e8; })},
      {"small W", with(dense, [](FrictionDraw& d) { d.scale_W = 1e-8; })},
      {"large b", with(dense, [](FrictionDraw& d) { d.scale_b = 1e8; })},
      {"small b", with(dense, [](FrictionDraw& d) { d.scale_b = 1e-8; })},
  };
}

/// f(problem, name of it) for each family, in the plane and in space, and each seed.
template <class F>
void for_each_problem(std::uint64_t seeds, bool hard_too, F&& f) {
  for (const std::int32_t dim : {2, 3})
    for (const Family& family : families(dim)) {
      if (family.hard && !hard_too) continue;
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        std::string name(family.name);
        name += ", dim " + std::to_string(dim) + ", seed " + std::to_string(seed);
        f(test::random_friction(family.draw, seed), name);
      }
    }
}

double norm(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

std::vector<double> velocity_at(const FrictionProblem& problem, std::span<const double> p) {
  std::vector<double> u(p.size());
  velocity(problem, p, u);
  return u;
}

/// The largest ‖p_T‖ − μ p_N, or −p_N, over all contacts.
double outside_cone(const FrictionProblem& problem, std::span<const double> p) {
  const auto dim = static_cast<std::size_t>(problem.dim());
  double worst = 0;
  for (std::size_t a = 0; a < problem.contacts(); ++a) {
    const double* p_a = p.data() + a * dim;
    const double p_T = dim == 2 ? std::abs(p_a[1]) : std::hypot(p_a[1], p_a[2]);
    worst = std::max({worst, p_T - problem.mu[a] * p_a[0], -p_a[0]});
  }
  return worst;
}

double measured(const FrictionReport& report) {
  return report.measure == Measure::err_q ? report.residual.err_q : report.residual.nat_scaled;
}

double measured(const FrictionReport& report, const Residual& residual) {
  return report.measure == Measure::err_q ? residual.err_q : residual.nat_scaled;
}

/// What must hold of any report, solved or not.
void expect_honest(const FrictionProblem& problem, const FrictionGoal& goal,
                   const FrictionReport& report, std::span<const double> p) {
  const Residual judged = residual(problem, p);
  EXPECT_EQ(report.residual.err_q, judged.err_q);
  EXPECT_EQ(report.residual.nat_scaled, judged.nat_scaled);
  EXPECT_TRUE(std::isfinite(norm(p)));
  EXPECT_LE(outside_cone(problem, p), 1e-12 * norm(p));
  EXPECT_TRUE(!report.solved || measured(report) <= goal.tolerance);
  for (const Attempt& attempt : report.tried) {
    EXPECT_FALSE(attempt.solver.empty());
    // The best iterate is kept: no attempt ended with a better one.
    EXPECT_LE(measured(report), measured(report, attempt.residual) * (1 + 1e-12));
  }
}

FrictionReport solve_cold(const FrictionProblem& problem, std::string_view solver,
                          const FrictionGoal& goal, std::vector<double>& p) {
  p.assign(problem.b.size(), 0.0);
  return solve_friction(problem, solver, goal, p);
}

TEST(FrictionSolvers, AreNamedAutoFirstEachOnce) {
  const auto names = friction_solver_names();
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names[0], "auto");
  std::vector<std::string_view> sorted(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
}

TEST(FrictionSolvers, ReportHonestlyWhatTheJudgeSaysOfAPInTheCones) {
  const FrictionGoal goal{.tolerance = 1e-8, .seconds = 0.3};
  for_each_problem(2, true, [&](const FrictionProblem& problem, const std::string& name) {
    const Residual zero = residual(problem, std::vector<double>(problem.b.size(), 0.0));
    for (const std::string_view solver : friction_solver_names()) {
      SCOPED_TRACE(std::string(solver) + " on " + name);
      std::vector<double> p;
      const FrictionReport report = solve_cold(problem, solver, goal, p);
      expect_honest(problem, goal, report, p);
      EXPECT_LE(measured(report),
                measured(report, zero) * (1 + 1e-12));  // nor worse than the start
    }
  });
}

TEST(FrictionSolvers, AutoSolvesEveryFamilyThatIsNotHard) {
  const FrictionGoal goal{.tolerance = 1e-8, .seconds = 10};
  for_each_problem(6, false, [&](const FrictionProblem& problem, const std::string& name) {
    SCOPED_TRACE(name);
    std::vector<double> p;
    const FrictionReport report = solve_cold(problem, "auto", goal, p);
    EXPECT_TRUE(report.solved) << "err_q " << report.residual.err_q << ", nat_scaled "
                               << report.residual.nat_scaled << " by " << report.solver;
    expect_honest(problem, goal, report, p);
  });
}

TEST(FrictionSolvers, AgreeOnTheVelocitiesWhereWHasFullRankAndFrictionIsSmall) {
  const FrictionGoal goal{.tolerance = 1e-10, .seconds = 1};
  int compared = 0;
  for (const std::int32_t dim : {2, 3})
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const FrictionDraw draw{.dim = dim, .bodies = 10, .contacts = 5, .mu_max = 0.1, .fixed = 0.8};
      const FrictionProblem problem = test::random_friction(draw, seed);
      std::vector<double> p;
      ASSERT_TRUE(solve_cold(problem, "auto", goal, p).solved);
      const std::vector<double> u = velocity_at(problem, p);
      for (const std::string_view solver : friction_solver_names().subspan(1)) {
        SCOPED_TRACE(std::string(solver) + ", dim " + std::to_string(dim) + ", seed " +
                     std::to_string(seed));
        if (!solve_cold(problem, solver, goal, p).solved) continue;
        ++compared;
        std::vector<double> difference = velocity_at(problem, p);
        for (std::size_t i = 0; i < u.size(); ++i) difference[i] -= u[i];
        EXPECT_LE(norm(difference), 1e-7 * norm(problem.b));
      }
    }
  EXPECT_GE(compared, 20);
}

TEST(FrictionSolvers, OtherUnitsGiveTheSameVelocitiesInThoseUnits) {
  const FrictionGoal goal{.tolerance = 1e-10, .seconds = 5};
  for (const std::int32_t dim : {2, 3})
    for (const double scale_W : {1e-8, 1e8})
      for (const double scale_b : {1e-8, 1e8}) {
        SCOPED_TRACE(std::to_string(dim) + ", W " + std::to_string(scale_W) + ", b " +
                     std::to_string(scale_b));
        FrictionDraw draw{.dim = dim, .bodies = 10, .contacts = 5, .mu_max = 0.1, .fixed = 0.8};
        const FrictionProblem plain = test::random_friction(draw, 1);
        draw.scale_W = scale_W;
        draw.scale_b = scale_b;
        const FrictionProblem scaled = test::random_friction(draw, 1);
        std::vector<double> p, q;
        EXPECT_TRUE(solve_cold(plain, "auto", goal, p).solved);
        EXPECT_TRUE(solve_cold(scaled, "auto", goal, q).solved);
        std::vector<double> u = velocity_at(plain, p);
        const std::vector<double> v = velocity_at(scaled, q);
        for (std::size_t i = 0; i < u.size(); ++i) u[i] -= v[i] / scale_b;
        EXPECT_LE(norm(u), 1e-7 * norm(plain.b));
      }
}

TEST(FrictionSolvers, StartedAtASolutionReturnItAtOnce) {
  const FrictionGoal goal{.tolerance = 1e-8, .seconds = 0.3};
  for_each_problem(1, true, [&](const FrictionProblem& problem, const std::string& name) {
    for (const std::string_view solver : friction_solver_names()) {
      SCOPED_TRACE(std::string(solver) + " on " + name);
      std::vector<double> p;
      if (!solve_cold(problem, solver, goal, p).solved) continue;
      std::vector<double> again = p;
      FrictionGoal warm = goal;
      warm.warm = true;
      const FrictionReport report = solve_friction(problem, solver, warm, again);
      EXPECT_TRUE(report.solved);
      EXPECT_LE(report.iterations, 1);
      for (std::size_t i = 0; i < p.size(); ++i) again[i] -= p[i];
      EXPECT_LE(norm(again), 1e-4 * norm(p));
    }
  });
}

TEST(FrictionSolvers, NeverLeaveAWarmStartWorseThanTheyFoundIt) {
  const FrictionGoal goal{.tolerance = 1e-12, .seconds = 0.1, .warm = true};
  for_each_problem(1, true, [&](const FrictionProblem& problem, const std::string& name) {
    std::vector<double> guess;
    (void)solve_cold(problem, "auto", {.tolerance = 1e-3, .seconds = 1}, guess);
    const Residual start = residual(problem, guess);
    for (const std::string_view solver : friction_solver_names()) {
      SCOPED_TRACE(std::string(solver) + " on " + name);
      std::vector<double> p = guess;
      const FrictionReport report = solve_friction(problem, solver, goal, p);
      expect_honest(problem, goal, report, p);
      EXPECT_LE(measured(report), measured(report, start) + 1e-14);
    }
  });
}

TEST(FrictionSolvers, EndSoonAfterTheirTimeAlsoOnAProblemTooLargeForIt) {
  const FrictionProblem problem = test::reduced(test::pile({.dim = 3, .layers = 6, .width = 10}));
  const FrictionGoal goal{.tolerance = 1e-14, .seconds = 0.05};
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    std::vector<double> p;
    const FrictionReport report = solve_cold(problem, solver, goal, p);
    EXPECT_LE(report.seconds, 5);
    expect_honest(problem, goal, report, p);
  }
}

TEST(FrictionSolvers, PivotingStaysWithinWhatItMayCost) {
  // A hexagonal pile that slides apart: its pivots take seconds.
  const FrictionProblem problem = test::reduced(test::pile({.dim = 2, .layers = 10, .width = 10}));
  const auto pivots = [&](double seconds) {
    Meter meter(seconds);
    IslandSolve<2> island(split_into_islands<2>(problem).back());
    island.goal.tolerance = 1e-16;
    island.goal.meter = &meter;
    const std::int32_t done = island.play(Round::pivoting);
    EXPECT_TRUE(meter.over());
    return done;
  };
  const std::int32_t few = pivots(0.02);
  EXPECT_GT(few, 0);
  EXPECT_NEAR(pivots(0.04), 2 * few, 4);
}

TEST(FrictionSolvers, EndTheSameWayHoweverFastTheMachineIsToday) {
  const FrictionProblem problem = test::reduced(test::pile({.dim = 3, .layers = 6, .width = 10}));
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    std::vector<double> once;
    std::vector<double> again;
    const FrictionGoal goal{.tolerance = 1e-14, .seconds = 0.05};
    const FrictionReport first = solve_cold(problem, solver, goal, once);
    const FrictionReport second = solve_cold(problem, solver, goal, again);
    EXPECT_FALSE(first.solved);  // it was the limit that ended it
    EXPECT_EQ(first.iterations, second.iterations);
    EXPECT_EQ(once, again);
  }
}

TEST(FrictionSolvers, NameTheAttemptThatGaveTheResult) {
  for_each_problem(1, true, [&](const FrictionProblem& problem, const std::string& name) {
    SCOPED_TRACE(name);
    std::vector<double> p;
    const FrictionReport report = solve_cold(problem, "auto", {.seconds = 0.2}, p);
    if (report.tried.empty()) return;
    const auto same = [&](const Attempt& a) {
      return a.solver == report.solver && a.iterations == report.iterations &&
             a.residual.err_q == report.residual.err_q;
    };
    EXPECT_TRUE(std::any_of(report.tried.begin(), report.tried.end(), same)) << report.solver;
  });
}

TEST(FrictionSolvers, DoNotTakeRoundOffForASolution) {
  // One body between two walls that close in: no p holds it, but one of 1e17 swallows u.
  const FrictionProblem problem{
      {2, {0, 2, 4}, {0, 1, 0, 1}, {1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0}},
      {-0.1, 0, -1.9, 0},
      {0, 0}};
  for (const std::string_view solver : friction_solver_names())
    for (const double large : {0.0, 1.6e17, 1e300}) {
      SCOPED_TRACE(solver);
      std::vector<double> p = {large, 0, large, 0};
      EXPECT_FALSE(solve_friction(problem, solver, {.seconds = 0.2, .warm = true}, p).solved);
    }
}

TEST(FrictionSolvers, ReportHonestlyAlsoWhereTheyHaveHardlyAnyTime) {
  for (const double seconds : {0.0, 1e-6, 1e-5, 3e-5, 1e-4})
    for_each_problem(1, true, [&](const FrictionProblem& problem, const std::string& name) {
      const FrictionGoal goal{.tolerance = 1e-14, .seconds = seconds};
      for (const std::string_view solver : friction_solver_names()) {
        SCOPED_TRACE(std::string(solver) + " on " + name);
        std::vector<double> p;
        const FrictionReport report = solve_cold(problem, solver, goal, p);
        expect_honest(problem, goal, report, p);
      }
    });
}

TEST(FrictionSolvers, SweepsBringABoxOfTenThousandContactsToRestIn150) {
  const test::PileShape shape{.dim = 3, .layers = 14, .width = 12};
  const test::BodyContacts system = test::boxed_pile(shape);
  const FrictionProblem problem = test::reduced(system);
  EXPECT_GT(problem.contacts(), 10000U);
  std::vector<double> p;
  const FrictionReport report = solve_cold(problem, "nsgs", {}, p);
  EXPECT_TRUE(report.solved);
  EXPECT_LE(report.iterations, 150);
  // At rest: a ten-thousandth of the free fall (rad/s for rotations).
  for (const double v : test::body_velocity(system, p))
    ASSERT_LE(std::abs(v), 1e-4 * 9.81 * shape.step);
}

TEST(FrictionSolvers, AnswerTrivialProblems) {
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    std::vector<double> p;
    EXPECT_TRUE(solve_cold({}, solver, {}, p).solved);  // no contacts
    for (const std::int32_t dim : {2, 3}) {
      FrictionProblem problem = test::random_friction({.dim = dim}, 3);
      std::fill(problem.b.begin(), problem.b.end(), 0.0);
      EXPECT_TRUE(solve_cold(problem, solver, {}, p).solved);  // at rest
      EXPECT_EQ(norm(p), 0);
      for (std::size_t a = 0; a < problem.contacts(); ++a)
        problem.b[a * static_cast<std::size_t>(dim)] = 1;
      EXPECT_TRUE(solve_cold(problem, solver, {}, p).solved);  // all contacts open
      EXPECT_EQ(norm(p), 0);
    }
  }
}

TEST(FrictionSolvers, SurviveNumbersThatAreNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    const FrictionGoal goal{.seconds = 0.2, .warm = true};
    const FrictionProblem good = test::random_friction({}, 3);
    for (const double bad : {nan, std::numeric_limits<double>::infinity()}) {
      FrictionProblem problem = good;
      problem.b[4] = bad;
      std::vector<double> p(problem.b.size(), 0.0);
      EXPECT_FALSE(solve_friction(problem, solver, goal, p).solved);
      EXPECT_TRUE(std::isfinite(norm(p)));
      problem = good;
      problem.W.value[7] = bad;
      p.assign(p.size(), 0.0);
      EXPECT_FALSE(solve_friction(problem, solver, goal, p).solved);
      EXPECT_TRUE(std::isfinite(norm(p)));
      p.assign(p.size(), 0.0);
      p[2] = bad;  // a warm start that is none
      expect_honest(good, goal, solve_friction(good, solver, goal, p), p);
    }
  }
}

TEST(FrictionSolvers, GiveNumbersWhereTheSquaresOfTheDataOverflow) {
  FrictionProblem problem = test::random_friction({.dim = 3}, 3);
  for (double& b : problem.b) b *= 1e200;
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    std::vector<double> p;
    const FrictionReport report = solve_cold(problem, solver, {.seconds = 0.2}, p);
    EXPECT_FALSE(report.solved);
    EXPECT_GT(report.residual.err_q, 1);
    for (const double x : p) EXPECT_TRUE(std::isfinite(x));
  }
}

TEST(FrictionSolvers, SayThatTheyFailWhereThereIsNoSolution) {
  // Two bodies' worth of contact rows that nothing can move, approaching.
  for (const std::string_view solver : friction_solver_names()) {
    SCOPED_TRACE(solver);
    FrictionProblem problem = test::random_friction({.dim = 3}, 3);
    std::fill(problem.W.value.begin(), problem.W.value.end(), 0.0);
    for (std::size_t a = 0; a < problem.contacts(); ++a) problem.b[3 * a] = -1;
    std::vector<double> p;
    const FrictionGoal goal{.seconds = 0.2};
    const FrictionReport report = solve_cold(problem, solver, goal, p);
    EXPECT_FALSE(report.solved);
    expect_honest(problem, goal, report, p);
  }
}

}  // namespace
}  // namespace saltus::test_friction_properties
