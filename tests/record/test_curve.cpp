// SPDX-License-Identifier: Apache-2.0
// Curves of the report: all points, or the lowest and highest of equal parts.
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/record/curve.h"

namespace saltus::test_curve {
namespace {

TEST(ACurve, OfAShortRunHasEveryPoint) {
  Curve curve(3);
  for (std::size_t i = 0; i < 3; ++i)
    curve.add(i, 0.1 * static_cast<double>(i), std::sqrt(static_cast<double>(i)));
  curve.finish();
  EXPECT_EQ(curve.t(), (std::vector{0.0, 0.1, 0.2}));
  EXPECT_EQ(curve.y(), (std::vector{0.0, 1.0, std::sqrt(2.0)}));
}

TEST(ACurve, OfALongRunKeepsItsPeaksAndEndsAndIsShort) {
  constexpr std::size_t n = 1'000'000;
  Curve curve(n);
  for (std::size_t i = 0; i < n; ++i) {
    double y = std::sin(1e-3 * static_cast<double>(i));
    if (i == 123'457) y = 50;  // one sample wide
    if (i == 800'001) y = -70;
    curve.add(i, static_cast<double>(i), y);
  }
  curve.finish();
  EXPECT_LE(curve.t().size(), Curve::most + 2);
  EXPECT_EQ(curve.t().back(), static_cast<double>(n - 1));
  for (std::size_t k = 1; k < curve.t().size(); ++k) ASSERT_GT(curve.t()[k], curve.t()[k - 1]);
  const auto has = [&](double t, double y) {
    for (std::size_t k = 0; k < curve.t().size(); ++k)
      if (curve.t()[k] == t && curve.y()[k] == y) return true;
    return false;
  };
  EXPECT_TRUE(has(123'457, 50));
  EXPECT_TRUE(has(800'001, -70));
  EXPECT_TRUE(has(0, 0));
}

TEST(ACurve, IsBrokenWhereSamplesAreLeftOut) {
  Curve curve(10);
  curve.add(0, 0, 1);
  curve.add(5, 5, 2);
  curve.finish();
  ASSERT_EQ(curve.y().size(), 3U);
  EXPECT_TRUE(std::isnan(curve.y()[1]));
}

TEST(ACurve, JumpsAtOneTime) {
  Curve curve(3);
  curve.add(0, 0, 1);
  curve.jump(1, 0.5, -2);
  curve.finish();
  EXPECT_EQ(curve.t(), (std::vector{0.0, 0.5, 0.5}));
  EXPECT_EQ(curve.y(), (std::vector{1.0, 1.0, -2.0}));
}

TEST(ACurve, ThatIsThinnedBeginsAndEndsWhereTheRunDoes) {
  constexpr std::size_t n = 100'000;
  Curve curve(n);
  for (std::size_t i = 0; i < n; ++i)  // neither is the lowest nor the highest of its part
    curve.add(i, static_cast<double>(i), std::sin(0.3 * static_cast<double>(i)));
  curve.finish();
  EXPECT_EQ(curve.t().front(), 0);
  EXPECT_EQ(curve.t().back(), n - 1);
  EXPECT_LE(curve.t().size(), Curve::most + 2);
  for (std::size_t k = 1; k < curve.t().size(); ++k) EXPECT_LT(curve.t()[k - 1], curve.t()[k]);
}

}  // namespace
}  // namespace saltus::test_curve
