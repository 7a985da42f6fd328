// SPDX-License-Identifier: Apache-2.0
// The integrator, root finder and order estimate behind the references, against closed forms.
#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "support/order.h"
#include "support/root.h"
#include "support/runge_kutta.h"

namespace saltus::reference::test_runge_kutta {
namespace {

// y' = y cos t, y(0) = 1: y = exp(sin t)
const auto growth = [](double t, const Vector<1>& y) { return Vector<1>(y * std::cos(t)); };

TEST(RungeKutta, HasOrderTenAndAnErrorEstimateOfOrderNine) {
  std::vector<double> h;
  std::vector<double> error;
  std::vector<double> estimate;
  for (const int n : {3, 4, 5, 6, 8}) {
    Vector<1> y(1.0);
    double largest = 0;
    for (int i = 0; i < n; ++i) {
      const auto trial = trial_step<1>(growth, 3.0 * i / n, y, 3.0 / n);
      largest = std::max(largest, std::abs(trial.error[0]));
      y = trial.y;
    }
    h.push_back(3.0 / n);
    error.push_back(std::abs(y[0] - std::exp(std::sin(3.0))));
    estimate.push_back(largest);
  }
  EXPECT_GT(observed_order(h, error), 9.5);
  EXPECT_GT(observed_order(h, estimate), 8.0);
}

TEST(RungeKutta, OneStepIsExactForTimePolynomialsUpToDegreeNine) {
  for (int degree = 0; degree <= 9; ++degree) {
    const auto power = [degree](double t, const Vector<1>&) {
      return Vector<1>((degree + 1) * std::pow(t, degree));
    };
    EXPECT_NEAR(trial_step<1>(power, 0.0, Vector<1>(0.0), 1.0).y[0], 1, 1e-12) << degree;
  }
}

TEST(RungeKutta, AdaptiveStepsKeepAHarmonicOscillatorToTheTolerance) {
  const auto f = [](double, const Vector<2>& y) { return Vector<2>(y[1], -y[0]); };
  const Vector<2> start(1, 0);
  for (const double tolerance : {1e-9, 1e-11, 1e-13}) {
    const Vector<2> y = integrate<2>({.tolerance = tolerance}, f, 0, start, 50);
    EXPECT_NEAR(y[0], std::cos(50.0), 100 * tolerance);
    EXPECT_NEAR(y[1], -std::sin(50.0), 100 * tolerance);
  }
}

TEST(RungeKutta, AStepNeverPassesItsLimitNorItsLargestSize) {
  double t = 0;
  double h = 1;
  Vector<1> y(1.0);
  const RungeKutta method{.tolerance = 1e-12, .max_step = 0.01};
  EXPECT_LE(accepted_step<1>(method, growth, t, y, h, 1.0), 0.01);
  accepted_step<1>(method, growth, t, y, h, 0.0125);
  EXPECT_EQ(t, 0.0125);
}

TEST(RungeKutta, RefusesAToleranceBelowRoundOff) {
  EXPECT_THROW(integrate<1>({.tolerance = 1e-16}, growth, 0, Vector<1>(1.0), 1),
               std::invalid_argument);
}

TEST(BracketedRoot, IsFoundToTheLastDigit) {
  const auto cubic = [](double x) { return x * x * x - 2; };
  EXPECT_NEAR(bracketed_root(cubic, 0, 100), std::cbrt(2.0), 3e-16);
  EXPECT_NEAR(bracketed_root(cubic, 100, 0), std::cbrt(2.0), 3e-16);
  const auto flat = [](double x) { return std::pow(x - 0.3, 9); };
  EXPECT_NEAR(bracketed_root(flat, -1, 1), 0.3, 1e-15);
  const auto step = [](double x) { return x < 0.7 ? -1e-12 : 1e12; };
  EXPECT_NEAR(bracketed_root(step, 0, 1), 0.7, 3e-16);
  EXPECT_EQ(bracketed_root([](double x) { return x; }, 0, 1), 0);
}

TEST(ObservedOrder, IsTheExponentOfAPowerLaw) {
  std::vector<double> h{1e-1, 3e-2, 1e-2, 1e-3};
  std::vector<double> error;
  for (const double x : h) error.push_back(5 * std::pow(x, 1.7));
  EXPECT_NEAR(observed_order(h, error), 1.7, 1e-12);
}

TEST(ObservedOrder, IsTheLeastSquaresSlopeOfScatteredPoints) {
  // log2: x = 0, 1, 2 and y = 0, 2, 1 have the slope ½
  EXPECT_NEAR(observed_order({1, 2, 4}, {1, 4, 2}), 0.5, 1e-14);
}

TEST(ObservedOrder, RefusesWhatHasNoLogarithmOrNoSlope) {
  EXPECT_THROW((void)observed_order({1, 2}, {0, 1}), std::invalid_argument);
  EXPECT_THROW((void)observed_order({1, 2}, {NAN, 1}), std::invalid_argument);
  EXPECT_THROW((void)observed_order({1}, {1}), std::invalid_argument);
  EXPECT_THROW((void)observed_order({2, 2}, {1, 2}), std::invalid_argument);
}

}  // namespace
}  // namespace saltus::reference::test_runge_kutta
