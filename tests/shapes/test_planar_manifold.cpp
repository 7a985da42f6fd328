// SPDX-License-Identifier: Apache-2.0
// Where lines meet, several points are reported, with numbers that stay; never a wrong side.
#include <set>

#include <gtest/gtest.h>

#include "shapes/planar_samples.h"

namespace saltus::test::test_planar_manifold {
namespace {

planar::Shape box(double width, double height, double radius = 0) {
  return prepared(planar::Box{{width, height}, radius, {}});
}
planar::Shape profile(const std::vector<Point<2>>& p, std::vector<double> bulges = {}) {
  return prepared(planar::Profile{numbers(p), std::move(bulges), {}, {}, {}});
}
/// A rectangle as profile.
planar::Shape block(double width, double height) {
  const double x = width / 2;
  const double y = height / 2;
  return profile({{-x, -y}, {x, -y}, {x, y}, {-x, y}});
}
planar::Shape ground() { return prepared(planar::Plane{{0, 2}, {}}); }

std::set<Feature> features(const std::vector<Touch>& found) {
  std::set<Feature> set;
  for (const Touch& t : found) set.insert(t.feature);
  return set;
}

TEST(PlanarManifold, FlatBoxOnAPlaneTouchesWithTwoCornersThatKeepTheirNumbers) {
  for (const planar::Shape& shape : {box(2, 1), block(2, 1)}) {
    const auto flat = touches(shape, pose_at(3, 0.5, 0), ground(), {}, 1e-3);
    ASSERT_EQ(flat.size(), 2U);
    for (const Touch& t : flat) {
      EXPECT_NEAR(t.contact.gap, 0, 1e-15);
      EXPECT_LE((t.contact.normal - Point<2>(0, 1)).norm(), 1e-15);
    }
    for (const double tilt : {-4e-4, -1e-9, 1e-9, 4e-4}) {
      const auto tilted = touches(shape, pose_at(3, 0.5, tilt), ground(), {}, 1e-3);
      EXPECT_EQ(features(tilted), features(flat));
      EXPECT_NEAR(tilted[0].contact.gap, 0.5 - 0.5 * std::cos(tilt) - std::sin(std::abs(tilt)),
                  1e-15);
    }
  }
}

TEST(PlanarManifold, FlatBoxOnABoxTouchesWithTheEndsOfWhatTheLinesShare) {
  const std::vector<planar::Shape> tops{box(2, 1), block(2, 1), box(1.8, 0.8, 0.1)};
  for (const planar::Shape& top : tops) {
    for (const planar::Shape& bottom : {box(2, 1), block(2, 1)}) {
      for (const double height : {1.0 - 1e-9, 1.0, 1.0 + 1e-9}) {
        const auto found = touches(top, pose_at(0.5, height, 0), bottom, {}, 1e-3);
        ASSERT_EQ(found.size(), 2U);
        double least = 1;
        double most = -1;
        for (const Touch& t : found) {
          EXPECT_NEAR(t.contact.gap, height - 1, 1e-15);
          EXPECT_LE((t.contact.normal - Point<2>(0, 1)).norm(), 1e-15);
          least = std::min(least, t.contact.on_second.x());
          most = std::max(most, t.contact.on_second.x());
        }
        EXPECT_NEAR(least, -0.5, 0.1 + 1e-15);  // the rounded box stands on its flat part
        EXPECT_NEAR(most, 1, 1e-15);
        for (const double tilt : {-1e-4, 1e-4}) {
          EXPECT_EQ(features(touches(top, pose_at(0.5, height, tilt), bottom, {}, 1e-3)),
                    features(found));
        }
      }
    }
  }
}

TEST(PlanarManifold, BoxesWithFlushSidesTouchAcrossTheLineBetweenThemAtAnyGapOfRounding) {
  for (const planar::Shape& bottom : {box(2, 1), block(2, 1)}) {
    for (const double width : {2.0, 1.0}) {
      for (const planar::Shape& top : {box(width, 1), block(width, 1)}) {
        for (const double gap : {1e-10, 1e-13, 2e-15, 1e-17, 0.0, -2e-15, -1e-13}) {
          for (const double off : {0.0, 1e-20, -1e-20, 3e-17, -3e-17, 1e-15, -1e-15}) {
            const double x = 0.5 * (width - 2) + off;  // flush on the left
            const auto found = touches(top, pose_at(x, 1 + gap, 0), bottom, {}, 1e-3);
            ASSERT_GE(found.size(), 2U) << gap << " " << off;
            for (const Touch& t : found) {
              EXPECT_NEAR(t.contact.gap, gap, 1e-15) << off;
              EXPECT_LE((t.contact.normal - Point<2>(0, 1)).norm(), 1e-12) << gap << " " << off;
            }
          }
        }
      }
    }
  }
}

TEST(PlanarManifold, BoxesBesideEachOtherMeetWithTheirSidesAlsoWhenTheyOverlap) {
  const std::vector<planar::Shape> shapes{box(2, 1), block(2, 1)};
  for (const planar::Shape& left : shapes) {
    for (const planar::Shape& right : shapes) {
      for (const double gap : {1e-6, 0.0, -1e-9, -1e-3}) {
        for (const double shift : {-0.3, 0.0, 0.2}) {
          const auto found = touches(left, pose_at(-2 - gap, shift, 0), right, {}, 0.01);
          ASSERT_GE(found.size(), 2U) << gap << " " << shift;
          for (const Touch& t : found) {
            EXPECT_NEAR(t.contact.gap, gap, 1e-12);
            EXPECT_LE((t.contact.normal - Point<2>(-1, 0)).norm(), 1e-12);
          }
        }
      }
    }
  }
}

TEST(PlanarManifold, ShapesFarBehindALineDoNotMeetIt) {
  // Below a thin plate, beside the line of its upper side.
  for (const planar::Shape& plate : {box(4, 0.1), block(4, 0.1)}) {
    for (const planar::Shape& shape : {box(0.5, 0.5), block(0.5, 0.5), box(0.3, 0.3, 0.1)}) {
      const auto found = touches(shape, pose_at(0.3, -0.31, 0.02), plate, {}, 0.02);
      ASSERT_FALSE(found.empty());
      for (const Touch& t : found) {
        EXPECT_GT(t.contact.gap, 0);
        EXPECT_LT(t.contact.normal.y(), -0.9);
      }
    }
  }
}

TEST(PlanarManifold, ParallelCapsulesTouchWithTwoPoints) {
  const planar::Shape capsule = prepared(planar::Capsule{0.5, 2, {}});
  const auto found = touches(capsule, pose_at(0.5, 1.001, 0), capsule, {}, 0.01);
  ASSERT_EQ(found.size(), 2U);
  for (const Touch& t : found) EXPECT_NEAR(t.contact.gap, 0.001, 1e-15);
  const auto in_line = touches(capsule, pose_at(3.001, 0, 0), capsule, {}, 0.01);
  ASSERT_EQ(in_line.size(), 1U);
  EXPECT_NEAR(in_line[0].contact.gap, 0.001, 1e-15);
  const auto crossed = touches(capsule, pose_at(0.2, 0.1, 1.5), capsule, {}, 0.01);
  EXPECT_FALSE(crossed.empty());
}

/// A channel with the exterior angle of 90 degrees between floor and walls.
planar::Shape channel() {
  return profile({{-2, -1}, {2, -1}, {2, 1}, {1, 1}, {1, 0}, {-1, 0}, {-1, 1}, {-2, 1}});
}

TEST(PlanarManifold, DiscInACornerOfAProfileTouchesBothLines) {
  for (const double play : {1e-3, 0.0, -1e-9}) {
    const auto found =
        touches(planar::Disc{0.25, {}}, pose_at(0.75 - play, 0.25 + play, 1), channel(), {}, 2e-3);
    ASSERT_EQ(found.size(), 2U);
    for (const Touch& t : found) EXPECT_NEAR(t.contact.gap, play, 1e-15);
  }
}

TEST(PlanarManifold, CornerInAReflexCornerOfAProfileIsBarredByBothLines) {
  for (const planar::Shape& square : {box(0.5, 0.5), block(0.5, 0.5)}) {
    for (const Point<2>& play : {Point<2>(1e-6, 1e-6), Point<2>(-1e-6, 1e-9), Point<2>(1e-9, -1e-6),
                                 Point<2>(-1e-6, -1e-7)}) {
      const auto found =
          touches(square, pose_at(0.75 - play.x(), 0.25 + play.y(), 0), channel(), {}, 1e-3);
      std::set<long> gaps;
      for (const Touch& t : found) gaps.insert(std::lround(t.contact.gap * 1e12));
      EXPECT_TRUE(gaps.contains(std::lround(play.x() * 1e12))) << play.transpose();
      EXPECT_TRUE(gaps.contains(std::lround(play.y() * 1e12))) << play.transpose();
      EXPECT_NEAR(found.front().contact.gap, std::min(play.x(), play.y()), 1e-15);
    }
  }
}

TEST(PlanarManifold, CamOnAFlatFollowerTouchesWithItsArc) {
  // Two semicircles of radius 1 and 0.4, two apart, with their common tangents.
  const double sine = 0.3;
  const double cosine = std::sqrt(1 - sine * sine);
  const double wide = std::numbers::pi + 2 * std::asin(sine);
  const planar::Shape cam =
      profile({{sine, -cosine},
               {2 + 0.4 * sine, -0.4 * cosine},
               {2 + 0.4 * sine, 0.4 * cosine},
               {sine, cosine}},
              {0, std::tan((2 * std::numbers::pi - wide) / 4), 0, std::tan(wide / 4)});
  const planar::Shape follower = ground();
  for (int k = 0; k < 60; ++k) {
    const double angle = 0.1 + 0.1 * k;
    // Height of the centre over its lowest point: the larger of the two circles' supports.
    const double depth = std::max(1.0, 0.4 - 2 * std::sin(angle));
    const auto found = touches(cam, pose_at(0, depth + 1e-4, angle), follower, {}, 1e-3);
    ASSERT_FALSE(found.empty()) << angle;
    EXPECT_NEAR(found[0].contact.gap, 1e-4, 1e-14);
    const auto on_box =
        touches(cam, pose_at(0, depth + 1e-4, angle), box(20, 2), pose_at(0, -1, 0), 1e-3);
    ASSERT_FALSE(on_box.empty()) << angle;
    EXPECT_NEAR(on_box[0].contact.gap, 1e-4, 1e-13);
  }
}

TEST(PlanarManifold, PairsAreListedInBothOrders) {
  const std::vector<std::string> lines = planar::pairs_as_text();
  ASSERT_EQ(lines.size(), 8U);
  EXPECT_EQ(lines[1], "disc with point, disc, capsule, box, polygon, profile, plane, ring");
  EXPECT_EQ(lines[5], "profile with point, disc, capsule, box, polygon, profile, plane");
  EXPECT_EQ(lines[6], "plane with point, disc, capsule, box, polygon, profile");
  EXPECT_EQ(lines[7], "ring with point, disc, capsule, box, polygon");
}

}  // namespace
}  // namespace saltus::test::test_planar_manifold
