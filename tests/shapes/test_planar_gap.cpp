// SPDX-License-Identifier: Apache-2.0
// Gaps of bounded planar shapes in random poses: exact, through contact, with the right derivative.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "shapes/planar_samples.h"

namespace saltus::test::test_planar_gap {
namespace {

struct Pairing {
  std::string first;
  std::string second;
};

std::vector<Pairing> all_pairings() {
  std::vector<Pairing> pairings;
  for (const std::string& a : bounded_kinds()) {
    for (const std::string& b : bounded_kinds()) pairings.push_back({a, b});
  }
  return pairings;
}

class PlanarPair : public testing::TestWithParam<Pairing> {
 protected:
  [[nodiscard]] unsigned seed() const {
    unsigned sum = 17;
    for (const char c : GetParam().first + GetParam().second) {
      sum = sum * 31 + static_cast<unsigned char>(c);
    }
    return sum;
  }
};

/// Two shapes at a small positive gap, by brute force. The gap is small against the sizes.
struct Scene {
  Sample a, b;
  Pose<2> pose_a, pose_b;
  double gap = 0;
};

Scene random_scene(const Pairing& kinds, Random& random) {
  Scene s{random_shape(kinds.first, random), random_shape(kinds.second, random), {}, {}};
  s.pose_b = pose_at(random(-1, 1), random(-1, 1), random(0, 7));
  const double angle = random(0, 7);
  const Point<2> way(std::cos(angle), std::sin(angle));
  s.pose_a = pose_at(0, 0, random(0, 7));
  const double wanted = random(0.001, 0.2);
  double at = 6;
  for (int k = 0; k < 400; ++k) {  // marching along a ray, never farther than the gap
    s.pose_a.position = s.pose_b.position + at * way + 0.2 * Point<2>(-way.y(), way.x());
    s.gap = gap_by_brute_force(s.a, s.pose_a, s.b, s.pose_b);
    if (s.gap < wanted || at < -6) break;
    at -= 0.9 * s.gap;
  }
  return s;
}

constexpr int scenes = 40;
constexpr double precision = 4e-12;  // sizes and positions are of order 1 to 3

TEST_P(PlanarPair, SmallestGapIsTheDistanceByBruteForce) {
  Random random(seed());
  for (int k = 0; k < scenes; ++k) {
    const Scene s = random_scene(GetParam(), random);
    if (s.gap > 0.2) continue;  // the ray passed by
    const double margin = 0.25;
    const auto found = touches(s.a.shape, s.pose_a, s.b.shape, s.pose_b, margin);
    ASSERT_FALSE(found.empty()) << k;
    EXPECT_NEAR(found.front().contact.gap, s.gap, precision) << k;
    for (const Touch& t : found) {
      EXPECT_LE(t.contact.gap, margin);
      EXPECT_NEAR(t.contact.normal.norm(), 1, 1e-14);
      EXPECT_LE(
          (t.contact.on_first - t.contact.on_second - t.contact.gap * t.contact.normal).norm(),
          1e-14);
    }
    // The witness points are on the surfaces.
    const ContactPoint<2>& c = found.front().contact;
    EXPECT_NEAR(s.a.core.distance(s.pose_a.to_local(c.on_first)), s.a.core.radius, precision);
    EXPECT_NEAR(s.b.core.distance(s.pose_b.to_local(c.on_second)), s.b.core.radius, precision);
    EXPECT_TRUE(touches(s.a.shape, s.pose_a, s.b.shape, s.pose_b, s.gap - 1e-9).empty());
  }
}

TEST_P(PlanarPair, GapGoesThroughContactAlongTheNormal) {
  Random random(seed() + 1);
  int tried = 0;
  for (int k = 0; k < scenes; ++k) {
    Scene s = random_scene(GetParam(), random);
    if (s.gap > 0.2) continue;
    const auto before = touches(s.a.shape, s.pose_a, s.b.shape, s.pose_b, 0.25);
    ASSERT_FALSE(before.empty()) << k;
    const Touch& nearest = before.front();
    // Two corners without radius can only touch: they have no inside along a normal.
    const planar::Meeting m = planar::meeting_of(nearest.feature);
    const bool is_sharp = s.a.core.radius + s.b.core.radius == 0;
    if (is_sharp && !m.first_is_piece && !m.second_is_piece) continue;
    ++tried;
    for (const double wanted : {1e-3, 1e-9, 0.0, -1e-9, -1e-6}) {
      Pose<2> pose = s.pose_a;
      pose.position -= (nearest.contact.gap - wanted) * nearest.contact.normal;
      const auto found = touches(s.a.shape, pose, s.b.shape, s.pose_b, 1e-3 * (1 + 1e-9));
      ASSERT_FALSE(found.empty()) << k << " at " << wanted;
      EXPECT_NEAR(found.front().contact.gap, wanted, precision) << k;
      EXPECT_LE((found.front().contact.normal - nearest.contact.normal).norm(), 1e-9) << k;
      bool is_same = false;
      for (const Touch& t : found) is_same = is_same || t.feature == nearest.feature;
      EXPECT_TRUE(is_same) << k << " at " << wanted;
    }
  }
  const bool is_points = GetParam().first == "point" && GetParam().second == "point";
  EXPECT_GT(tried, is_points ? -1 : 5);
}

Pose<2> moved(const Pose<2>& pose, const Point<2>& velocity, double spin, double t) {
  const Pose<2> turn = pose_at(0, 0, spin * t);
  return {pose.position + t * velocity, turn.rotation * pose.rotation};
}

TEST_P(PlanarPair, RateOfTheGapIsTheRelativeVelocityAlongTheNormal) {
  Random random(seed() + 2);
  for (int k = 0; k < scenes / 2; ++k) {
    const Scene s = random_scene(GetParam(), random);
    if (s.gap > 0.2 || s.gap < 0.01) continue;
    const planar::PairFunctions pair = planar::pair_functions(s.a.shape.index(), s.b.shape.index());
    const Point<2> v_a(random(-1, 1), random(-1, 1));
    const Point<2> v_b(random(-1, 1), random(-1, 1));
    const double spin_a = random(-1, 1);
    const double spin_b = random(-1, 1);
    for (const Touch& t : touches(s.a.shape, s.pose_a, s.b.shape, s.pose_b, 0.25)) {
      const auto gap = [&](double time) {
        return pair
            .evaluate(s.a.shape, moved(s.pose_a, v_a, spin_a, time), s.b.shape,
                      moved(s.pose_b, v_b, spin_b, time), t.feature)
            .gap;
      };
      const double h = 2e-4;  // two central differences, extrapolated: error of order h⁴
      const double rate = (8 * (gap(h) - gap(-h)) - (gap(2 * h) - gap(-2 * h))) / (12 * h);
      const auto velocity = [](const Point<2>& v, double spin, const Point<2>& arm) -> Point<2> {
        return v + spin * Point<2>(-arm.y(), arm.x());
      };
      const ContactPoint<2>& c = t.contact;
      const double expected = c.normal.dot(velocity(v_a, spin_a, c.on_first - s.pose_a.position) -
                                           velocity(v_b, spin_b, c.on_second - s.pose_b.position));
      EXPECT_NEAR(rate, expected, 2e-8) << k;  // a corner at 0.01 of another: gap⁗ is of order 1e6
    }
  }
}

TEST_P(PlanarPair, OtherOrderNegatesTheNormalAndSwapsThePoints) {
  Random random(seed() + 3);
  for (int k = 0; k < scenes / 2; ++k) {
    const Scene s = random_scene(GetParam(), random);
    const auto forth = touches(s.a.shape, s.pose_a, s.b.shape, s.pose_b, 0.25);
    const auto back = touches(s.b.shape, s.pose_b, s.a.shape, s.pose_a, 0.25);
    ASSERT_EQ(forth.size(), back.size()) << k;
    for (std::size_t i = 0; i < forth.size(); ++i) {
      std::size_t j = 0;
      while (j < back.size() && back[j].feature != planar::flipped(forth[i].feature)) ++j;
      ASSERT_LT(j, back.size()) << k;
      EXPECT_NEAR(forth[i].contact.gap, back[j].contact.gap, 1e-14);
      EXPECT_LE((forth[i].contact.normal + back[j].contact.normal).norm(), 1e-12);
      EXPECT_LE((forth[i].contact.on_first - back[j].contact.on_second).norm(), 1e-12);
      EXPECT_LE((forth[i].contact.on_second - back[j].contact.on_first).norm(), 1e-12);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllKinds, PlanarPair, testing::ValuesIn(all_pairings()),
                         [](const auto& pair) {
                           return pair.param.first + "_" + pair.param.second;
                         });

}  // namespace
}  // namespace saltus::test::test_planar_gap
