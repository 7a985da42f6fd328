// SPDX-License-Identifier: Apache-2.0
// The norms on differences whose norms are known.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/study/norms.h"
#include "support/dense.h"

namespace saltus::test_norms {
namespace {

constexpr std::array all{Norm::l1, Norm::l2, Norm::max, Norm::hausdorff, Norm::matrix};

/// n coordinates on the grid k h up to `end`, the last step shorter where it must be.
template <class Value>
Trajectory sampled(Eigen::Index n, double h, double end, const Value& value) {
  Trajectory x = flat_trajectory(n);
  for (int k = 0;; ++k) {
    const double t = std::min(k * h, end);
    x.t.push_back(t);
    for (Eigen::Index i = 0; i < n; ++i) {
      x.q.push_back(value(t, i));
      x.v.push_back(2 * value(t, i));
    }
    if (t >= end) return x;
  }
}

TEST(Norms, OfAConstantDifferenceWeighEveryGridPointWithItsStep) {
  // (62), (63) with N + 1 points: T + h in the sum; the last step is a quarter of h
  const double h = 0.2, end = 1.05;
  const auto zero = sampled(2, h, end, [](double, Eigen::Index) { return 0.0; });
  const auto shifted =
      sampled(2, h, end, [](double, Eigen::Index i) { return i == 0 ? 3.0 : 4.0; });
  const Errors e = errors(shifted, zero, all);
  EXPECT_NEAR(e.q[0], 5 * (end + h), 1e-14);
  EXPECT_NEAR(e.q[1], 5 * std::sqrt(end + h), 1e-14);
  EXPECT_EQ(e.q[2], 5);
  EXPECT_NEAR(e.q[3], 4, 1e-15);                   // the larger of both coordinates
  EXPECT_NEAR(e.q[4], 5 * std::sqrt(7.0), 1e-14);  // seven equal rows (3, 4)
  for (std::size_t j = 0; j < all.size(); ++j) EXPECT_NEAR(e.v[j], 2 * e.q[j], 1e-13);
}

TEST(Norms, OfTheMatrixIsItsLargestSingularValue) {
  const auto zero = sampled(3, 0.1, 2, [](double, Eigen::Index) { return 0.0; });
  const auto run = sampled(3, 0.1, 2, [](double t, Eigen::Index i) {
    return std::sin((3.0 + static_cast<double>(i)) * t) - 0.2 * static_cast<double>(i);
  });
  const Mat D = Eigen::Map<const RowMat>(run.q.data(), 21, 3);
  const double expected = test::singular_values(D)[0];
  EXPECT_NEAR(errors(run, zero, all).q[4], expected, 1e-14 * expected);
}

TEST(Norms, AgainstAReferenceOnAnotherGridAreThoseOfTheFunctions) {
  // the reference interpolates a cubic exactly, whatever its grid
  const auto cubic = [](double t, Eigen::Index) { return t * t * t; };
  Trajectory fine = sampled(1, 0.0137, 2, cubic);
  for (std::size_t i = 0; i < fine.size(); ++i) fine.v[i] = 3 * fine.t[i] * fine.t[i];
  const auto run = sampled(1, 0.1, 2, [](double t, Eigen::Index) { return t * t * t + 0.5; });
  const Errors e = errors(run, fine, all);
  EXPECT_NEAR(e.q[0], 0.5 * 2.1, 1e-13);
  EXPECT_NEAR(e.q[2], 0.5, 1e-13);
}

TEST(Norms, OfTwoStatesAtOneTimeGiveTheSecondNoWeightAndTheGraphsTheVerticalLine) {
  // v = −1, then 1 from t = 1 on: exact in the run, which has both sides of the jump
  const LinearImpactMotion exact({.e = 1}, 1, -1, 2, {});
  Trajectory run = flat_trajectory(1);
  run.t = {0, 0.7, 1, 1, 1.2, 2};
  for (const double t : run.t) run.q.push_back(std::abs(t - 1));
  run.v = {-1, -1, -1, 1, 1, 1};
  const Errors e = errors(run, exact, all);
  EXPECT_NEAR(e.q[2], 0, 1e-15);
  EXPECT_NEAR(e.v[3], 0, 1e-12);  // the graphs are the same
  EXPECT_NEAR(e.q[3], 0, 1e-12);
  EXPECT_NEAR(e.v[0], 0.3 * 2, 1e-14);  // the state before the jump, against v(1⁺)
  EXPECT_TRUE(std::isfinite(e.v[1]) && std::isfinite(e.v[4]));
}

TEST(Norms, OfAnImpactThatIsHalfAStepLate) {
  // v = −1, then 1 from t = 1 on, against a run that jumps between 1.05 and 1.15: the grid points
  // are right, so the grid norms see nothing; the graphs are apart
  const LinearImpactMotion exact({.e = 1}, 1, -1, 2, {});
  Trajectory run = flat_trajectory(1);
  for (int k = 0; k <= 20; ++k) {
    const double t = k == 20 ? 2.0 : k * 0.1 + (k > 0 ? 0.05 : 0);
    run.t.push_back(t);
    run.q.push_back(std::abs(t - 1));
    run.v.push_back(t < 1.1 ? -1 : 1);
  }
  const Errors e = errors(run, exact, all);
  EXPECT_NEAR(e.q[2], 0, 1e-15);
  EXPECT_EQ(e.v[2], 2);                 // the one point at 1.05, where the exact jump is over
  EXPECT_NEAR(e.v[0], 0.1 * 2, 1e-14);  // for one step
  EXPECT_GT(e.v[3], 0.05);
  EXPECT_LE(e.v[3], 0.15);
}

}  // namespace
}  // namespace saltus::test_norms
