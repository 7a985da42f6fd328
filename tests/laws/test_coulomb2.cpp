// SPDX-License-Identifier: Apache-2.0
// Planar Coulomb: its projection, its local solve against all cases, its words.
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/laws/coulomb2.h"

namespace saltus::test_coulomb2 {
namespace {

using Vec2 = Rows<2>;

double distance(const Vec2& a, const Vec2& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

struct Draw {
  std::mt19937_64 engine{7};
  double normal(double size = 1) { return std::normal_distribution<>(0, size)(engine); }
  double mu() { return std::uniform_real_distribution<>(0, 2)(engine); }
  Vec2 vector() { return {normal(), normal()}; }
  /// Symmetric positive definite, then up to 1e-3 unsymmetric.
  SquareRows<2> matrix(double asymmetry) {
    const double a = normal(), b = normal(), c = normal(), d = normal();
    const double off = a * c + b * d;
    return {a * a + b * b + 1e-3, off * (1 + asymmetry * normal()), off, c * c + d * d + 1e-3};
  }
};

TEST(Coulomb2, ProjectionLandsInTheConeIsIdempotentAndNonexpansive) {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    const double mu = i % 10 == 0 ? 0 : draw.mu();
    const Vec2 x = draw.vector(), y = draw.vector();
    const Vec2 px = Coulomb2::project(mu, x), py = Coulomb2::project(mu, y);
    ASSERT_LE(std::abs(px[1]), mu * px[0] * (1 + 1e-15));
    ASSERT_LE(distance(Coulomb2::project(mu, px), px), 1e-15);
    ASSERT_LE(distance(px, py), distance(x, y) * (1 + 1e-14));
  }
}

TEST(Coulomb2, ProjectionOfPullingPointsOnTheAxisIsZeroAlsoWithoutFriction) {
  for (const double mu : {0.0, 0.5}) {
    EXPECT_EQ(Coulomb2::project(mu, {-5, 0}), (Vec2{0, 0}));
    EXPECT_EQ(Coulomb2::project(mu, {5, 0}), (Vec2{5, 0}));
  }
}

TEST(Coulomb2, ProjectionIsTheNearestOfManyPointsOfTheCone) {
  Draw draw;
  for (int i = 0; i < 200; ++i) {
    const double mu = draw.mu();
    const Vec2 x = draw.vector();
    const double nearest = distance(x, Coulomb2::project(mu, x));
    for (int k = 0; k < 200; ++k) {
      const double n = std::abs(draw.normal(2));
      const Vec2 y = {n, mu * n * std::uniform_real_distribution<>(-1, 1)(draw.engine)};
      ASSERT_GE(distance(x, y), nearest - 1e-14);
    }
  }
}

/// All solutions of one block, each case solved and its inequalities tested with a margin.
std::vector<Vec2> all_solutions(const SquareRows<2>& W, const Vec2& b, double mu) {
  constexpr double margin = 1e-13;
  std::vector<Vec2> found;
  if (b[0] >= 0) found.push_back({0, 0});
  const double det = W[0] * W[3] - W[1] * W[2];
  if (std::abs(det) > 1e-14) {
    const Vec2 p = {(W[1] * b[1] - W[3] * b[0]) / det, (W[2] * b[0] - W[0] * b[1]) / det};
    if (p[0] >= -margin && std::abs(p[1]) <= mu * p[0] + margin) found.push_back(p);
  }
  for (const double s : {1.0, -1.0}) {
    const double n = -b[0] / (W[0] - s * mu * W[1]);
    const Vec2 p = {n, -s * mu * n};
    if (n >= 0 && s * (W[2] * p[0] + W[3] * p[1] + b[1]) >= -margin) found.push_back(p);
  }
  return found;
}

TEST(Coulomb2, LocalSolveIsOneOfTheSolutionsByEnumeration) {
  Draw draw;
  int compared = 0;
  for (int i = 0; i < 50000; ++i) {
    const auto W = draw.matrix(i % 2 == 0 ? 0 : 1e-3);
    const Vec2 b = draw.vector();
    const double mu = i % 20 == 0 ? 0 : draw.mu();
    const Vec2 p = Coulomb2::local_solve(W, b, mu);
    double nearest = INFINITY;
    const auto solutions = all_solutions(W, b, mu);
    for (const Vec2& q : solutions) nearest = std::min(nearest, distance(p, q));
    if (solutions.empty()) continue;  // an unsymmetric W may have none
    ++compared;
    ASSERT_LE(nearest, 1e-12 * (1 + std::hypot(p[0], p[1]))) << i;
  }
  EXPECT_GT(compared, 49900);
}

TEST(Coulomb2, LocalSolveWithoutAnyTangentialMobilityKeepsTheNormalLaw) {
  const SquareRows<2> W = {2, 0, 0, 0};
  EXPECT_EQ(Coulomb2::local_solve(W, {-4, 0}, 0.5), (Vec2{2, 0}));
  EXPECT_EQ(Coulomb2::local_solve(W, {-4, 3}, 0.5), (Vec2{2, -1}));
  EXPECT_EQ(Coulomb2::local_solve(W, {-4, -3}, 0.5), (Vec2{2, 1}));
  EXPECT_EQ(Coulomb2::local_solve(W, {4, -3}, 0.5), (Vec2{0, 0}));
}

TEST(Coulomb2, LocalSolveOfARankOneBlockSticksWhereItCan) {
  // u_T = u_N / 2 always: stopping the normal motion stops the other.
  const SquareRows<2> W = {4, 2, 2, 1};
  const Vec2 p = Coulomb2::local_solve(W, {-4, -2}, 1.0);
  EXPECT_NEAR(4 * p[0] + 2 * p[1], 4, 1e-14);
  EXPECT_LE(std::abs(p[1]), p[0]);
}

TEST(Coulomb2, LocalSolveIsFiniteWhereNothingCanBeDone) {
  for (const SquareRows<2>& W : {SquareRows<2>{0, 0, 0, 0}, SquareRows<2>{0, 0, 0, 1},
                                 SquareRows<2>{0, 1, 1, 0}, SquareRows<2>{1, 1e9, 1e9, 1}}) {
    const Vec2 p = Coulomb2::local_solve(W, {-1, 1}, 0.7);
    EXPECT_TRUE(std::isfinite(p[0]) && std::isfinite(p[1]));
  }
}

TEST(Coulomb2, ObliqueImpactOfAParticleSticksOrSlipsAsInTheTextbook) {
  // mass 2: p_N = m v_N, slip while the tangential momentum exceeds μ p_N.
  const SquareRows<2> W = {0.5, 0, 0, 0.5};
  EXPECT_EQ(Coulomb2::local_solve(W, {-3, 1}, 0.5), (Vec2{6, -2}));
  EXPECT_EQ(Coulomb2::local_solve(W, {-3, 2}, 0.5), (Vec2{6, -3}));
}

TEST(Coulomb2, StatusNamesTheCase) {
  EXPECT_EQ(Coulomb2::status({1, 3}, {0, 0}, 0.5), ContactStatus::open);
  EXPECT_EQ(Coulomb2::status({0, 0}, {2, 0.3}, 0.5), ContactStatus::sticking);
  EXPECT_EQ(Coulomb2::status({0, 1e-18}, {2, 0.3}, 0.5), ContactStatus::sticking);
  EXPECT_EQ(Coulomb2::status({0, 1}, {2, -1}, 0.5), ContactStatus::sliding);
  EXPECT_EQ(Coulomb2::status({0, -1}, {2, 1}, 0.5), ContactStatus::sliding);
  EXPECT_EQ(Coulomb2::status({0, 1}, {2, 0}, 0.0), ContactStatus::sliding);
}

}  // namespace
}  // namespace saltus::test_coulomb2
