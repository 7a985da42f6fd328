// SPDX-License-Identifier: Apache-2.0
// The Hausdorff distance of filled-in graphs against brute force and cases done by hand.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "saltus/study/filled_graph.h"

namespace saltus::test_filled_graph {
namespace {

/// 0, then `height` from t = `at` on, up to t = 2.
FilledGraph step_at(double at, double height) {
  return FilledGraph({{0, 0}, {at, 0}, {at, height}, {2, height}});
}

TEST(Hausdorff, OfAStepMovedInTimeIsTheMoveUpToTheHeight) {
  EXPECT_DOUBLE_EQ(hausdorff(step_at(1, 5), step_at(1.3, 5)), 1.3 - 1);
  EXPECT_NEAR(hausdorff(step_at(0.5, 0.2), step_at(1.5, 0.2)), 0.2, 1e-7);
}

TEST(Hausdorff, OfAStepOfOtherHeightIsTheDifference) {
  EXPECT_NEAR(hausdorff(step_at(1, 5), step_at(1, 5.25)), 0.25, 1e-15);
}

TEST(Hausdorff, OfAJumpAndItsSteepLineIsAtMostTheLinesTime) {
  // from the middle of the vertical line both ways: the line of slope 4/h is at most h/2 away
  const double h = 0.1;
  const FilledGraph steep({{0, 0}, {1 - h / 2, 0}, {1 + h / 2, 4}, {2, 4}});
  const double d = hausdorff(step_at(1, 4), steep);
  EXPECT_LE(d, h / 2);
  EXPECT_GT(d, 0.45 * h);
}

TEST(Hausdorff, OfAGraphToItselfIsZeroAndOfParallelLinesTheirDistance) {
  const FilledGraph a({{0, 1}, {1, 3}, {1, -2}, {3, 0.5}});
  EXPECT_EQ(hausdorff(a, a), 0);
  const FilledGraph low({{0, 0}, {4, 0}}), high({{0, 0.3}, {1, 0.3}, {2.5, 0.3}, {4, 0.3}});
  EXPECT_DOUBLE_EQ(hausdorff(low, high), 0.3);
}

TEST(Hausdorff, IsFoundInsideALineWhereTheVerticesMeet) {
  // the vertices of the straight line are on the tent: only the middle is far
  const FilledGraph line({{0, 0}, {2, 0}}), tent({{0, 0}, {1, 0.5}, {2, 0}});
  EXPECT_NEAR(excess(line, tent), 1.0 / 3, 1e-6);  // the point t = 1: 1 − s = s/2 at s = 2/3
  EXPECT_NEAR(excess(tent, line), 0.5, 1e-15);
}

/// Random graphs with jumps, n lines.
FilledGraph random_graph(std::mt19937_64& bits, int n) {
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<GraphPoint> points{{0, uniform(bits)}};
  for (int i = 0; i < n; ++i) {
    const bool jump = uniform(bits) < 0.3;
    points.push_back({points.back().t + (jump ? 0.0 : uniform(bits) / n), uniform(bits)});
  }
  return FilledGraph(points);
}

/// (60) with the sup over a fine sampling of a, and the inf over a fine sampling of b.
double sampled_excess(const FilledGraph& a, const FilledGraph& b, int per_line) {
  const auto samples = [&](const FilledGraph& g) {
    std::vector<GraphPoint> all;
    for (std::size_t i = 0; i + 1 < g.points().size(); ++i) {
      const GraphPoint& p = g.points()[i];
      const GraphPoint& r = g.points()[i + 1];
      for (int k = 0; k <= per_line; ++k) {
        const double s = static_cast<double>(k) / per_line;
        all.push_back({p.t + s * (r.t - p.t), p.x + s * (r.x - p.x)});
      }
    }
    return all;
  };
  double largest = 0;
  const auto others = samples(b);
  for (const GraphPoint& p : samples(a)) {
    double least = 1e300;
    for (const GraphPoint& r : others) least = std::min(least, distance(p, r));
    largest = std::max(largest, least);
  }
  return largest;
}

TEST(Excess, IsThatOfADenseSamplingForRandomGraphs) {
  std::mt19937_64 bits(7);
  constexpr int per_line = 120;
  for (int trial = 0; trial < 40; ++trial) {
    const FilledGraph a = random_graph(bits, 4 + trial % 9), b = random_graph(bits, 3 + trial % 7);
    // lines are at most 1 long: samples are at most 1/240 from any point of a, and 1/240 of b
    EXPECT_NEAR(excess(a, b), sampled_excess(a, b, per_line), 1.0 / per_line) << trial;
    EXPECT_GE(excess(a, b), sampled_excess(a, b, per_line) - 0.5 / per_line) << trial;
  }
}

TEST(Hausdorff, OfLongGraphsThatAreFarApartTakesNoSquareOfTheirLength) {
  // 400 000 lines each; looking at all pairs would take hours
  constexpr int n = 400'000;
  std::vector<GraphPoint> a, b;
  for (int i = 0; i <= n; ++i) {
    const double t = 5.0 * i / n;
    a.push_back({t, std::sin(40 * t)});
    b.push_back({t, 3 + std::sin(40 * t)});
  }
  const double d = hausdorff(FilledGraph(a), FilledGraph(b));
  EXPECT_NEAR(d, 3, 1e-6);  // from a's lowest points, −1, to b's, 2
}

}  // namespace
}  // namespace saltus::test_filled_graph
