// SPDX-License-Identifier: Apache-2.0
// What every solver must do, run on each of them: brute force, degenerate problems, units,
// symmetry.
#include <gtest/gtest.h>

#include "saltus/base/dense.h"
#include "saltus/problems/residual.h"
#include "saltus/solvers/list.h"
#include "solvers/random_problems.h"
#include "solvers/run.h"

namespace saltus::test_solvers {
namespace {

using test::all_solvers;
using test::Answer;
using test::contacts;
using test::exact_solvers;
using test::gaussian;
using test::law_violation;
using test::make_problem;
using test::random_problem;
using test::RowMatrix;
using test::rows_of;
using test::run;
using test::velocity;

/// All solutions of a planar friction problem: 4 modes per contact, each combination solved
/// densely.
std::vector<Eigen::VectorXd> enumerate(const OneStepProblem& problem) {
  const int count = static_cast<int>(problem.blocks.size());
  const Eigen::Map<const RowMatrix> W(problem.W.data(), problem.n, problem.n);
  const Eigen::Map<const Eigen::VectorXd> b(problem.b.data(), problem.n);
  std::vector<Eigen::VectorXd> found;
  for (int code = 0; code < 1 << (2 * count); ++code) {
    // A p = c: two equations per contact.
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(problem.n, problem.n);
    Eigen::VectorXd c = Eigen::VectorXd::Zero(problem.n);
    for (int a = 0; a < count; ++a) {
      const int mode = code >> (2 * a) & 3;
      const int N = 2 * a;
      A.row(N) = W.row(N), c[N] = -b[N];
      if (mode == 0) A.row(N).setZero(), A(N, N) = 1, c[N] = 0;
      if (mode == 0) A(N + 1, N + 1) = 1;
      if (mode == 1) A.row(N + 1) = W.row(N + 1), c[N + 1] = -b[N + 1];
      const double mu = problem.blocks[static_cast<std::size_t>(a)].mu;
      if (mode >= 2) A(N + 1, N + 1) = 1, A(N + 1, N) = mode == 2 ? mu : -mu;
    }
    const Eigen::VectorXd p = least_norm_solution(A, c);
    if (law_violation(problem, {p.data(), static_cast<std::size_t>(p.size())}) < 1e-9)
      found.push_back(p);
  }
  return found;
}

TEST(Solvers, FindOneOfTheSolutionsByEnumerationOfPlanarFriction) {
  std::mt19937_64 engine(21);
  int converged_nsgs = 0, total = 0;
  for (int k = 0; k < 400; ++k) {
    const int count = 1 + k % 4;
    const double mu = k % 7 == 0 ? 0 : std::uniform_real_distribution<>(0, 2)(engine);
    const auto problem = random_problem(contacts(count, mu), 2 * count, 2 * count + 2, engine);
    const auto solutions = enumerate(problem);
    if (solutions.empty()) continue;
    ++total;
    for (const Solver& solver : all_solvers) {
      const Answer answer = run(solver, problem);
      if (name_of(solver) == "nsgs") {
        converged_nsgs += answer.report.converged ? 1 : 0;
        if (!answer.report.converged) continue;
      }
      ASSERT_TRUE(answer.report.converged) << name_of(solver) << " " << k << " mu " << mu;
      double nearest = INFINITY;
      const Eigen::VectorXd u = velocity(problem, answer.p);
      for (const auto& p : solutions)
        nearest = std::min(
            nearest,
            (u - velocity(problem, {p.data(), static_cast<std::size_t>(p.size())})).norm());
      EXPECT_LE(nearest, 1e-8) << name_of(solver) << " " << k;
      EXPECT_LE(law_violation(problem, answer.p), 1e-8) << name_of(solver) << " " << k;
    }
  }
  EXPECT_GT(total, 380);
  EXPECT_GT(converged_nsgs, total * 95 / 100);
}

TEST(Solvers, AgreeOnTheVelocityOfFrictionlessProblemsWithSingularW) {
  std::mt19937_64 engine(22);
  for (int k = 0; k < 300; ++k) {
    const int n = 1 + k % 10;
    const int dofs = 1 + k % 7;
    const auto problem = random_problem(rows_of(LawKind::unilateral, n), n, dofs, engine);
    const Answer exact = run(Exact{}, problem);
    ASSERT_TRUE(exact.report.converged) << k;
    EXPECT_LE(law_violation(problem, exact.p), 1e-9) << k;
    for (const Solver& solver : {Solver(Auto{}), Solver(Nsgs{})}) {
      const Answer other = run(solver, problem);
      ASSERT_TRUE(other.report.converged) << name_of(solver) << " " << k;
      EXPECT_LE((velocity(problem, exact.p) - velocity(problem, other.p)).norm(), 1e-8) << k;
    }
  }
}

TEST(Solvers, SolveMixedProblemsWithRedundantJointsAndDuplicatedContacts) {
  std::mt19937_64 engine(23);
  for (int k = 0; k < 100; ++k) {
    RowMatrix H = gaussian(9, 8, engine);
    H.row(1) = H.row(0);                      // a joint stated twice
    H.row(2) = -1e3 * H.row(0);               // and once more, in other units
    H.middleRows(5, 2) = H.middleRows(3, 2);  // a frictional contact twice
    H.row(8) = H.row(7);                      // two walls at once
    const Eigen::VectorXd v = gaussian(8, 1, engine);
    const auto problem = make_problem(H * H.transpose(), H * v,
                                      {{LawKind::bilateral, 0, 0},
                                       {LawKind::bilateral, 1, 0},
                                       {LawKind::bilateral, 2, 0},
                                       {LawKind::coulomb2, 3, 0.3},
                                       {LawKind::coulomb2, 5, 0.3},
                                       {LawKind::unilateral, 7, 0},
                                       {LawKind::unilateral, 8, 0}});
    for (const Solver& solver : all_solvers) {
      const Answer answer = run(solver, problem);
      ASSERT_TRUE(answer.report.converged) << name_of(solver) << " " << k;
      EXPECT_LE(law_violation(problem, answer.p), 1e-7) << name_of(solver) << " " << k;
    }
    for (const Solver& solver : exact_solvers) {
      const Answer answer = run(solver, problem);
      const double size = Eigen::Map<const Eigen::VectorXd>(answer.p.data() + 3, 6).norm();
      EXPECT_NEAR(answer.p[7], answer.p[8], 1e-10 * (1 + size)) << name_of(solver) << " " << k;
      EXPECT_NEAR(answer.p[3], answer.p[5], 1e-10 * (1 + size)) << name_of(solver) << " " << k;
    }
  }
}

TEST(Solvers, AreBlindToUnits) {
  std::mt19937_64 engine(24);
  for (int k = 0; k < 60; ++k) {
    auto problem = random_problem(contacts(3, 0.4), 6, 8, engine);
    const Answer reference = run(Exact{}, problem);
    ASSERT_TRUE(reference.report.converged);
    const double s[3] = {1e8, 1, 1e-8};
    for (std::size_t i = 0; i < 6; ++i) {
      problem.b[i] *= s[i / 2];
      for (std::size_t j = 0; j < 6; ++j) problem.W[6 * i + j] *= s[i / 2] * s[j / 2];
    }
    for (const Solver& solver : exact_solvers) {
      const Answer answer = run(solver, problem);
      ASSERT_TRUE(answer.report.converged) << name_of(solver) << " " << k;
      for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(answer.p[i] * s[i / 2], reference.p[i], 1e-9 * (1 + std::abs(reference.p[i])));
    }
  }
}

/// Bodies in a column, the heaviest on top: contact i between body i and i − 1, i = 0 on the floor.
OneStepProblem stack(const std::vector<double>& masses) {
  const auto n = static_cast<Eigen::Index>(masses.size());
  RowMatrix H = RowMatrix::Zero(n, n);
  RowMatrix inverse_mass = RowMatrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    H(i, i) = 1;
    if (i > 0) H(i, i - 1) = -1;
    inverse_mass(i, i) = 1 / masses[static_cast<std::size_t>(i)];
  }
  const Eigen::VectorXd v = Eigen::VectorXd::Constant(n, -9.81e-3);
  return make_problem(H * inverse_mass * H.transpose(), H * v,
                      rows_of(LawKind::unilateral, static_cast<int>(n)));
}

TEST(Solvers, CarryAMassRatioOfAMillionWithEveryWeightRight) {
  const auto problem = stack({1, 1e2, 1e4, 1e6});
  const double expected[4] = {1010101, 1010100, 1010000, 1000000};
  for (const Solver& solver : all_solvers) {
    const Answer answer = run(solver, problem);
    ASSERT_TRUE(answer.report.converged) << name_of(solver);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(answer.p[i] / (9.81e-3 * expected[i]), 1, 1e-9) << name_of(solver);
  }
}

TEST(Solvers, ShareTheLoadOfSymmetricContactsEvenly) {
  // A block on two feet: u = v_y ± a ω, friction rows v_x − c ω; weight, and a push to the right.
  const double a = 0.3, c = 0.2, m = 2, J = 0.05;
  const RowMatrix H{{0, 1, -a}, {1, 0, c}, {0, 1, a}, {1, 0, c}};
  const Eigen::Matrix3d inverse_mass = Eigen::Vector3d(1 / m, 1 / m, 1 / J).asDiagonal();
  for (const double mu : {0.0, 0.2, 1.0}) {
    const Eigen::Vector3d v(0, -0.0981, 0);
    const auto problem = make_problem(H * inverse_mass * H.transpose(), H * v, contacts(2, mu));
    for (const Solver& solver : exact_solvers) {
      const Answer answer = run(solver, problem);
      ASSERT_TRUE(answer.report.converged);
      EXPECT_NEAR(answer.p[0], answer.p[2], 1e-15) << name_of(solver) << " mu " << mu;
      EXPECT_NEAR(answer.p[0], 0.0981, 1e-15) << name_of(solver);
      EXPECT_NEAR(answer.p[1], 0, 1e-16) << name_of(solver);
      EXPECT_NEAR(answer.p[3], 0, 1e-16) << name_of(solver);
    }
  }
}

TEST(Solvers, WarmStartFromAnywhereGivesASolution) {
  std::mt19937_64 engine(25);
  for (int k = 0; k < 100; ++k) {
    const auto problem = random_problem(contacts(3, 0.3), 6, 5, engine);
    const RowMatrix r = 1e3 * gaussian(6, 1, engine);
    for (const Solver& solver : all_solvers) {
      const Answer answer = run(solver, problem, {r.data(), r.data() + 6});
      ASSERT_TRUE(answer.report.converged) << name_of(solver) << " " << k;
      EXPECT_LE(law_violation(problem, answer.p), 1e-8);
    }
    const Answer nan = run(Auto{}, problem, std::vector<double>(6, NAN));
    EXPECT_TRUE(nan.report.converged);
  }
}

TEST(Solvers, ReportWhatTheJudgeSays) {
  std::mt19937_64 engine(26);
  for (int k = 0; k < 50; ++k) {
    const auto problem = random_problem(contacts(2, 0.3), 4, 5, engine);
    for (const Solver& solver : all_solvers) {
      const Answer answer = run(solver, problem);
      EXPECT_EQ(answer.report.residual, residual(problem, answer.p).nat_scaled);
      EXPECT_FALSE(answer.report.solver.empty());
    }
  }
}

TEST(Solvers, AreDeterministic) {
  std::mt19937_64 engine(27);
  const auto problem = random_problem(contacts(4, 0.5), 8, 6, engine);
  for (const Solver& solver : all_solvers) {
    const Answer first = run(solver, problem);
    run(solver, random_problem(contacts(5, 0.5), 10, 6, engine));
    EXPECT_EQ(run(solver, problem).p, first.p) << name_of(solver);
  }
}

}  // namespace
}  // namespace saltus::test_solvers
