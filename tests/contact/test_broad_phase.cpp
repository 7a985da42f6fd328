// SPDX-License-Identifier: Apache-2.0
// The broad phase finds what all pairs give, in order, with work linear in the number of shapes.
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/contact/broad_phase.h"

namespace saltus::test_broad_phase {
namespace {

constexpr double far = std::numeric_limits<double>::infinity();

MeetingRules everyone(std::size_t shapes) {
  MeetingRules rules;
  rules.class_of.assign(shapes, 0);
  for (std::size_t i = 0; i < shapes; ++i) rules.body_of.push_back(static_cast<std::int32_t>(i));
  rules.classes = 1;
  rules.may_meet = {1};
  return rules;
}

template <int D>
std::vector<NearPair> all_pairs(const std::vector<Bounds<D>>& boxes, double margin,
                                const MeetingRules& rules) {
  std::vector<NearPair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      bool overlap = rules.body_of[i] != rules.body_of[j];
      overlap = overlap && rules.may_meet[rules.class_of[i] * rules.classes + rules.class_of[j]];
      for (int k = 0; k < D; ++k) {
        overlap = overlap && boxes[i].lower[k] - 0.5 * margin <= boxes[j].upper[k] + 0.5 * margin &&
                  boxes[j].lower[k] - 0.5 * margin <= boxes[i].upper[k] + 0.5 * margin;
      }
      if (overlap) pairs.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j)});
    }
  }
  return pairs;
}

/// Boxes of sizes over `decades` decades, in a cloud with some far away, and planes with no end.
template <int D>
std::vector<Bounds<D>> mixed_boxes(std::size_t n, double decades, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Bounds<D>> boxes;
  for (std::size_t i = 0; i < n; ++i) {
    Bounds<D> box;
    const double spread = unit(engine) < 0.1 ? 1e4 : 8;
    for (int k = 0; k < D; ++k) {
      box.lower[k] = spread * (unit(engine) - 0.5);
      box.upper[k] = box.lower[k] + std::pow(10, -decades * unit(engine));
    }
    if (i % 97 == 5) box.upper[static_cast<int>(i) % D] = far;
    if (i % 97 == 6) box = {Point<D>::Constant(-far), Point<D>::Constant(far)};
    if (i % 97 == 7) box.lower = box.upper;  // a point
    boxes.push_back(box);
  }
  return boxes;
}

template <int D>
void expect_all_pairs() {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const double decades : {0.0, 0.3, 2.0, 6.0}) {
      const auto boxes = mixed_boxes<D>(500, decades, seed);
      MeetingRules rules = everyone(boxes.size());
      BroadPhase<D> phase;
      for (const double margin : {0.0, 0.05}) {
        const auto pairs = phase.pairs(boxes, margin, rules);
        EXPECT_EQ(std::vector<NearPair>(pairs.begin(), pairs.end()),
                  all_pairs<D>(boxes, margin, rules));
      }
      // Three classes of which the first meets only the second; bodies of two shapes.
      rules.classes = 3;
      rules.may_meet = {0, 1, 0, 1, 1, 0, 0, 0, 0};
      for (std::size_t i = 0; i < boxes.size(); ++i) {
        rules.class_of[i] = static_cast<std::uint16_t>(i % 3);
        rules.body_of[i] = static_cast<std::int32_t>(i / 2);
      }
      const auto pairs = phase.pairs(boxes, 0.01, rules);
      EXPECT_FALSE(pairs.empty());
      EXPECT_EQ(std::vector<NearPair>(pairs.begin(), pairs.end()),
                all_pairs<D>(boxes, 0.01, rules));
    }
  }
}

TEST(BroadPhase, FindsThePairsOfBruteForceInOrderInThePlane) { expect_all_pairs<2>(); }
TEST(BroadPhase, FindsThePairsOfBruteForceInOrderInSpace) { expect_all_pairs<3>(); }

TEST(BroadPhase, NothingAndOneShapeHaveNoPairs) {
  BroadPhase<3> phase;
  EXPECT_TRUE(phase.pairs({}, 0, everyone(0)).empty());
  const std::vector<Bounds<3>> one{{Point<3>::Zero(), Point<3>::Ones()}};
  EXPECT_TRUE(phase.pairs(one, 0, everyone(1)).empty());
}

TEST(BroadPhase, FindsEqualBoxesThatTouchOnAGrid) {
  // Every centre on the border of a cell, every box touching its neighbours exactly.
  std::vector<Bounds<3>> boxes;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      for (int k = 0; k < 6; ++k) {
        const Point<3> at(i, j, k);
        boxes.push_back({at, at + Point<3>::Ones()});
      }
    }
  }
  const MeetingRules rules = everyone(boxes.size());
  BroadPhase<3> phase;
  const auto pairs = phase.pairs(boxes, 0, rules);
  EXPECT_EQ(std::vector<NearPair>(pairs.begin(), pairs.end()), all_pairs<3>(boxes, 0, rules));
}

/// Equal spheres of radius 0.5 shaken about a cubic lattice, on a floor between four walls; one in
/// a hundred is four times as large.
std::vector<Bounds<3>> pile(int side, bool with_large) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> shake(-0.05, 0.05);
  std::vector<Bounds<3>> boxes;
  for (int i = 0; i < side * side * side; ++i) {
    const Point<3> at(i % side + shake(engine), i / side % side + shake(engine),
                      i / (side * side) + shake(engine));
    const double radius = with_large && i % 100 == 50 ? 2 : 0.5;
    boxes.push_back({at.array() - radius, at.array() + radius});
  }
  for (int wall = 0; wall < 5; ++wall) {
    Bounds<3> box{Point<3>::Constant(-far), Point<3>::Constant(far)};
    (wall % 2 == 0 ? box.upper : box.lower)[wall / 2] = wall % 2 == 0 ? -0.5 : side - 0.5;
    boxes.push_back(box);
  }
  return boxes;
}

TEST(BroadPhase, WorkGrowsLinearlyFrom500To8000SpheresInAPile) {
  const auto tests_per_shape = [](int side) {
    const auto boxes = pile(side, false);
    BroadPhase<3> phase;
    const auto pairs = phase.pairs(boxes, 0.01, everyone(boxes.size()));
    EXPECT_FALSE(pairs.empty());
    return static_cast<double>(phase.tested()) / static_cast<double>(boxes.size());
  };
  const double at_512 = tests_per_shape(8);
  const double at_8000 = tests_per_shape(20);
  EXPECT_LT(at_8000, 25);  // 13 neighbours and 5 walls in a dense pile
  EXPECT_LT(at_8000, 1.2 * at_512);
}

TEST(BroadPhase, WorkPerPairThatIsFoundStaysBoundedWithMixedSizes) {
  const auto tests_per_pair = [](int side) {
    const auto boxes = pile(side, true);
    BroadPhase<3> phase;
    const auto pairs = phase.pairs(boxes, 0.01, everyone(boxes.size()));
    return static_cast<double>(phase.tested()) / static_cast<double>(pairs.size());
  };
  EXPECT_LT(tests_per_pair(24), 15);
  EXPECT_LT(tests_per_pair(24), 1.3 * tests_per_pair(12));
}

}  // namespace
}  // namespace saltus::test_broad_phase
