// SPDX-License-Identifier: Apache-2.0
// The judge: zero on solutions, the right size off them, blind to units.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/problems/residual.h"

namespace saltus::test_residual {
namespace {

OneStepProblem two_contacts() {
  // (N, T) with friction, then one frictionless row.
  return {3,
          {2, 0, 1, 0, 1, 0, 1, 0, 4},
          {-2, 5, 1},
          {{LawKind::coulomb2, 0, 0.5}, {LawKind::unilateral, 2, 0}}};
}

TEST(Residual, IsZeroOnASolutionFoundByHand) {
  // slip: p_N = 1, p_T = −½, u = (0, 4.5, 2)
  const std::array p = {1.0, -0.5, 0.0};
  const Residual r = residual(two_contacts(), p);
  EXPECT_LE(r.err_q, 1e-16);
  EXPECT_LE(r.nat_scaled, 1e-16);
}

TEST(Residual, MatchesTheDefinitionsOffASolution) {
  // n = 1, W = 2, b = −4, p = 1: u = −2, map = p − (p − ρu) = −2ρ; ρ = ½, ‖p‖_ρ = √2, ‖ρb‖_ρ = √8.
  const OneStepProblem problem{1, {2}, {-4}, {{LawKind::unilateral, 0, 0}}};
  const std::array p = {1.0};
  const Residual r = residual(problem, p);
  EXPECT_DOUBLE_EQ(r.err_q, 2.0 / 4.0);
  EXPECT_DOUBLE_EQ(r.nat_scaled, std::sqrt(2.0) / std::sqrt(8.0));
}

TEST(Residual, ScaledMapDoesNotDependOnUnits) {
  const OneStepProblem problem = two_contacts();
  const std::array p = {0.7, 0.1, 0.3};
  const double expected = residual(problem, p).nat_scaled;
  ASSERT_GT(expected, 1e-3);
  // Rows of block a multiplied by s_a (metres to millimetres, radians …): p_a by 1/s_a.
  const std::array s = {1e8, 1e8, 1e-8};
  OneStepProblem other = problem;
  std::array q = p;
  for (std::size_t i = 0; i < 3; ++i) {
    other.b[i] *= s[i];
    q[i] /= s[i];
    for (std::size_t j = 0; j < 3; ++j) other.W[3 * i + j] *= s[i] * s[j];
  }
  EXPECT_NEAR(residual(other, q).nat_scaled, expected, 1e-13);
}

TEST(Residual, IsDefinedForZeroReactionZeroVelocityAndZeroMobility) {
  const OneStepProblem rest{1, {1}, {0}, {{LawKind::unilateral, 0, 0}}};
  EXPECT_EQ(residual(rest, std::array{0.0}).nat_scaled, 0);
  EXPECT_EQ(residual(rest, std::array{0.0}).err_q, 0);
  const OneStepProblem fixed{
      2, {0, 0, 0, 4}, {-1, 3}, {{LawKind::bilateral, 0, 0}, {LawKind::unilateral, 1, 0}}};
  const double nat = residual(fixed, std::array{0.0, 0.0}).nat_scaled;
  EXPECT_NEAR(nat, 1 / std::sqrt(10.0), 1e-14);
}

TEST(Residual, DoesNotForgiveAHugeReactionInTheNullSpace) {
  // Two equal bilateral rows that contradict each other.
  const OneStepProblem problem{
      2, {1, 1, 1, 1}, {1, -1}, {{LawKind::bilateral, 0, 0}, {LawKind::bilateral, 1, 0}}};
  EXPECT_GT(residual(problem, std::array{1e17, -1e17}).nat_scaled, 1e-7);
}

TEST(Residual, IsNotFiniteWhereTheDataAreNot) {
  OneStepProblem problem = two_contacts();
  problem.W[2] = NAN;
  EXPECT_FALSE(residual(problem, std::array{0.0, 0.0, 0.0}).nat_scaled <= 1e300);
  problem = two_contacts();
  problem.b[1] = INFINITY;
  EXPECT_FALSE(residual(problem, std::array{0.0, 0.0, 0.0}).nat_scaled <= 1e300);
}

TEST(VelocityResidual, IsThePenetrationVelocityOfAnUnansweredContact) {
  EXPECT_DOUBLE_EQ(
      velocity_residual(LawKind::unilateral, 0, std::array{-0.25}, std::array{0.0}, 3.0), 0.25);
  EXPECT_DOUBLE_EQ(velocity_residual(LawKind::bilateral, 0, std::array{0.25}, std::array{7.0}, 3.0),
                   0.25);
  EXPECT_LE(
      velocity_residual(LawKind::coulomb2, 0.5, std::array{0.0, 2.0}, std::array{4.0, -2.0}, 0.1),
      1e-15);
}

TEST(VelocityResidual, OfAFrictionForceThatDoesNotOpposeSlipIsNotZero) {
  EXPECT_GT(
      velocity_residual(LawKind::coulomb2, 0.5, std::array{0.0, 2.0}, std::array{4.0, 2.0}, 0.1),
      1);
}

}  // namespace
}  // namespace saltus::test_residual
