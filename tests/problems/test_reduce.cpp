// SPDX-License-Identifier: Apache-2.0
// The reduced problem against the dense formulas, and the equations that a completed solution
// obeys.
#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "saltus/problems/reduce.h"
#include "support/dense.h"
#include "support/fclib_problems.h"

namespace saltus::test_reduce {
namespace {

double largest(const Mat& A) { return A.size() == 0 ? 0 : A.lpNorm<Eigen::Infinity>(); }

/// [M −G; Gᵀ 0], [H; 0], [f; −b].
struct Dense {
  Mat K, H;
  Vec g, w;
};

Dense dense_system(const FclibGlobal& p) {
  const Eigen::Index n = p.M.rows;
  const Mat G = p.G ? dense(*p.G) : Mat(n, 0);
  const Eigen::Index m = G.cols();
  Dense d{Mat::Zero(n + m, n + m), Mat::Zero(n + m, p.H.columns), Vec(n + m), vector(p.w)};
  d.K.topLeftCorner(n, n) = dense(p.M);
  d.K.topRightCorner(n, m) = -G;
  d.K.bottomLeftCorner(m, n) = G.transpose();
  d.H.topRows(n) = dense(p.H);
  d.g.head(n) = vector(p.f);
  d.g.tail(m) = -vector(p.b);
  return d;
}

/// W and b from one dense LU with full pivoting.
void expect_dense_formula(const FclibGlobal& p, double tolerance = 1e-12) {
  const FrictionProblem reduced = reduce(p);
  const Dense d = dense_system(p);
  const Mat W = d.H.transpose() * test::solution(d.K, d.H);
  const Vec b = d.H.transpose() * test::solution(d.K, d.g) + d.w;
  EXPECT_LE(largest(dense(reduced.W) - W), tolerance * largest(W));
  EXPECT_LE(largest(vector(reduced.b) - b), tolerance * largest(b));
  EXPECT_EQ(reduced.mu, p.mu);
  EXPECT_EQ(reduced.dim(), p.dim);
}

FclibSolution completed(const FclibProblem& problem, const FrictionProblem& reduced,
                        std::span<const double> r) {
  FclibSolution solution;
  solution.r.assign(r.begin(), r.end());
  solution.u.resize(r.size());
  velocity(reduced, r, solution.u);
  complete(problem, solution);
  return solution;
}

/// M v = H r + G λ + f, Gᵀ v + b = 0, u = Hᵀ v + w for any r.
void expect_equations(std::mt19937& random, const FclibGlobal& p, double tolerance = 1e-11) {
  const Vec r = random_matrix(random, p.H.columns, 1);
  const FclibSolution s = completed(p, reduce(p), std::span(r.data(), p.w.size()));
  ASSERT_EQ(s.v.size(), p.f.size());
  ASSERT_EQ(s.l.size(), p.b.size());
  const Vec v = vector(s.v);
  const Mat G = p.G ? dense(*p.G) : Mat(p.M.rows, 0);
  EXPECT_EQ(vector(s.r), r);
  EXPECT_LE(largest(dense(p.M) * v - dense(p.H) * r - G * vector(s.l) - vector(p.f)), tolerance);
  EXPECT_LE(largest(G.transpose() * v + vector(p.b)), tolerance);
  EXPECT_LE(largest(dense(p.H).transpose() * v + vector(p.w) - vector(s.u)), tolerance);
}

template <class F>
std::string message_of(F&& f) {
  try {
    f();
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Reduce, GlobalProblemsOfRigidBodiesGiveHtMinvH) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const FclibGlobal p = random_bodies(random);
    expect_dense_formula(p);
    expect_equations(random, p);
  }
}

TEST(Reduce, PlanarBodiesWithUnsymmetricMGiveHtMinvH) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 20; ++trial) {
    const FclibGlobal p = random_bodies(
        random, {.dim = 2, .bodies = 5, .body_dofs = 3, .contacts = 7, .asymmetry = 0.2});
    expect_dense_formula(p);
    expect_equations(random, p);
  }
}

TEST(Reduce, DiagonalMWithSomeBodiesUntouchedGivesHtMinvH) {
  std::mt19937 random(3);
  FclibGlobal p = random_bodies(random, {.bodies = 40, .contacts = 9});
  const Vec masses = random_matrix(random, p.M.rows, 1).array() + 2;
  p.M = sparse(Mat(masses.asDiagonal()));
  expect_dense_formula(p);
  expect_equations(random, p);
}

TEST(Reduce, OneLargeUnsymmetricMeshGivesHtMinvH) {
  std::mt19937 random(4);
  FclibGlobal p = random_bodies(random, {.bodies = 60, .contacts = 70, .asymmetry = 0.1});
  Mat M = dense(p.M);
  for (Eigen::Index i = 0; i + 6 < M.rows(); ++i) M(i, i + 6) = -0.3, M(i + 6, i) = -0.2;
  p.M = sparse(M);
  expect_dense_formula(p, 1e-11);
  expect_equations(random, p);
}

TEST(Reduce, EqualityRowsAreEliminatedByTheKktSystem) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const FclibGlobal p = random_bodies(random, {.equalities = 5});
    expect_dense_formula(p, 1e-11);
    expect_equations(random, p);
  }
}

TEST(Reduce, ManyEqualityRowsInOneLargeClusterAreEliminated) {
  std::mt19937 random(6);
  const FclibGlobal p =
      random_bodies(random, {.bodies = 50, .contacts = 30, .equalities = 100, .asymmetry = 0.05});
  expect_dense_formula(p, 1e-9);
  expect_equations(random, p, 1e-10);
}

/// Every equality row once more, doubled.
FclibGlobal with_redundant_rows(FclibGlobal p) {
  const Mat G = dense(*p.G);
  Mat twice(G.rows(), 2 * G.cols());
  twice << G, 2 * G;
  p.G = sparse(twice);
  const std::size_t rows = p.b.size();
  for (std::size_t k = 0; k < rows; ++k) p.b.push_back(2 * p.b[k]);
  return p;
}

TEST(Reduce, RedundantButConsistentEqualityRowsChangeNothing) {
  std::mt19937 random(7);
  for (const int bodies : {6, 50}) {  // a small and a large cluster
    const FclibGlobal p =
        random_bodies(random, {.bodies = bodies, .contacts = 2 * bodies, .equalities = 2 * bodies});
    const FclibGlobal doubled = with_redundant_rows(p);
    const FrictionProblem once = reduce(p);
    const FrictionProblem twice = reduce(doubled);
    EXPECT_LE(largest(dense(once.W) - dense(twice.W)), 1e-9 * largest(dense(once.W))) << bodies;
    EXPECT_LE(largest(vector(once.b) - vector(twice.b)), 1e-9 * largest(vector(once.b))) << bodies;
    expect_equations(random, doubled, 1e-9);
  }
}

TEST(Reduce, EqualityRowsThatContradictAreRefused) {
  std::mt19937 random(8);
  for (const int bodies : {6, 50}) {
    FclibGlobal p = with_redundant_rows(random_bodies(
        random, {.bodies = bodies, .contacts = 2 * bodies, .equalities = 2 * bodies}));
    p.b.back() += 1;
    EXPECT_NE(message_of([&] { (void)reduce(p); }).find("contradict"), std::string::npos);
  }
}

TEST(Reduce, SingularMIsRefusedWithItsName) {
  std::mt19937 random(9);
  for (const int bodies : {6, 40}) {
    FclibGlobal p = random_bodies(random, {.bodies = bodies, .contacts = 4 * bodies});
    p.file = "p.hdf5";
    Mat M = dense(p.M);
    // All bodies hang together, and a rigid translation of the second body has no inertia.
    if (bodies > 6)
      for (Eigen::Index i = 0; i + 6 < M.rows(); ++i) M(i, i + 6) = M(i + 6, i) = -0.1;
    M.row(7) = M.row(8);
    M.col(7) = M.col(8);
    p.M = sparse(M);
    const std::string message = message_of([&] { (void)reduce(p); });
    EXPECT_TRUE(message.starts_with("p.hdf5: /fclib_global/M is singular")) << message;
  }
}

TEST(Reduce, ABodyThatNoContactTouchesIsNotLookedAtBeforeItsVelocityIsAsked) {
  std::mt19937 random(10);
  FclibGlobal p = random_bodies(random, {.bodies = 3, .contacts = 1});
  Mat M = Mat::Zero(24, 24);
  M.topLeftCorner(18, 18) = dense(p.M);  // the fourth body has no mass
  p.M = sparse(M);
  p.H.rows = 24;
  p.f.resize(24, 1.0);
  const FrictionProblem reduced = reduce(p);
  const std::vector<double> r(3, 0.0);
  EXPECT_NE(message_of([&] { (void)completed(p, reduced, r); }).find("rows 18"), std::string::npos);
}

TEST(Reduce, UnitsDoNotDecideWhetherMIsSingular) {
  std::mt19937 random(11);
  FclibGlobal p = random_bodies(random, {.equalities = 4});
  Vec unit = Vec::Ones(p.M.rows);
  for (Eigen::Index i = 0; i < unit.size(); ++i) unit[i] = i % 2 == 0 ? 1e7 : 1e-7;
  p.M = sparse(unit.asDiagonal() * dense(p.M) * unit.asDiagonal());
  p.H = sparse(unit.asDiagonal() * dense(p.H));
  p.G = sparse(unit.asDiagonal() * dense(*p.G));
  const Vec f = unit.asDiagonal() * vector(p.f);
  FclibGlobal plain = p;
  const Vec back = unit.cwiseInverse();
  plain.M = sparse(back.asDiagonal() * dense(p.M) * back.asDiagonal());
  plain.H = sparse(back.asDiagonal() * dense(p.H));
  plain.G = sparse(back.asDiagonal() * dense(*p.G));
  p.f.assign(f.data(), f.data() + f.size());
  const Mat W = dense(reduce(plain).W);
  EXPECT_LE(largest(dense(reduce(p).W) - W), 1e-10 * largest(W));
  EXPECT_LE(largest(vector(reduce(p).b) - vector(reduce(plain).b)), 1e-10 * largest(W));
}

TEST(Reduce, LocalBilateralPartIsEliminated) {
  std::mt19937 random(12);
  for (const Eigen::Index equalities : {3, 40}) {
    const Eigen::Index rows = 60;
    const Mat B = random_matrix(random, rows + equalities, rows + equalities);
    const Mat S = B * B.transpose() + Mat::Identity(rows + equalities, rows + equalities) +
                  0.1 * random_matrix(random, rows + equalities, rows + equalities);
    FclibLocal p;
    p.W = sparse(S.topLeftCorner(rows, rows));
    const Mat V = S.topRightCorner(rows, equalities);
    const Mat R = S.bottomRightCorner(equalities, equalities);
    p.V = sparse(V);
    p.R = sparse(R);
    const Vec q = random_matrix(random, rows, 1);
    const Vec s = random_matrix(random, equalities, 1);
    p.q.assign(q.data(), q.data() + rows);
    p.s.assign(s.data(), s.data() + equalities);
    p.mu.assign(20, 0.3);
    const FrictionProblem reduced = reduce(p);
    const Mat W = dense(p.W) - V * test::solution(R, V.transpose());
    EXPECT_LE(largest(dense(reduced.W) - W), 1e-12 * largest(W));
    EXPECT_LE(largest(vector(reduced.b) - (q - V * test::solution(R, s))), 1e-12 * largest(W));

    // Vᵀ r + R λ + s = 0 and u = W r + V λ + q
    const Vec r = random_matrix(random, rows, 1);
    const FclibSolution all = completed(p, reduced, std::span(r.data(), 60));
    const Vec l = vector(all.l);
    EXPECT_LE(largest(V.transpose() * r + R * l + s), 1e-10);
    EXPECT_LE(largest(dense(p.W) * r + V * l + q - vector(all.u)), 1e-10);
    EXPECT_TRUE(all.v.empty());
  }
}

TEST(Reduce, LocalWKeepsItsAsymmetryAndLosesZeroBlocksButTheDiagonal) {
  Mat W = Mat::Zero(8, 8);
  W(0, 0) = 2, W(0, 3) = 0.5, W(3, 0) = 0.25, W(4, 7) = -1;
  FclibLocal p;
  p.dim = 2;
  p.W = sparse(W);
  // Explicit zeros are no blocks.
  p.W = from_triplets(8, 8, std::vector{0, 0, 3, 4, 6}, std::vector{0, 3, 0, 7, 0},
                      std::vector{2.0, 0.5, 0.25, -1.0, 0.0});
  p.q.assign(8, 1.0);
  p.mu.assign(4, 0.5);
  const FrictionProblem reduced = reduce(p);
  EXPECT_EQ(dense(reduced.W), W);
  EXPECT_EQ(reduced.W.start, (std::vector{0, 2, 4, 6, 7}));
  EXPECT_EQ(reduced.W.column, (std::vector{0, 1, 0, 1, 2, 3, 3}));
}

TEST(Reduce, ContactsWithNoBodyInCommonHaveNoBlock) {
  FclibGlobal p;
  p.dim = 2;
  p.M = sparse(Mat::Identity(6, 6));
  Mat H = Mat::Zero(6, 6);
  H(0, 0) = H(1, 1) = H(2, 2) = H(3, 3) = H(0, 4) = H(4, 5) = 1;
  p.H = sparse(H);
  p.f.assign(6, 0.0);
  p.w.assign(6, 0.0);
  p.mu.assign(3, 0.5);
  const FrictionProblem reduced = reduce(p);
  EXPECT_EQ(reduced.W.column, (std::vector{0, 2, 1, 0, 2}));
  EXPECT_EQ(dense(reduced.W), H.transpose() * H);
}

}  // namespace
}  // namespace saltus::test_reduce
