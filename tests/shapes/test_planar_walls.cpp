// SPDX-License-Identifier: Apache-2.0
// Planes and rings against the farthest points of what is on or in them; boxes and masses.
#include <gtest/gtest.h>

#include "shapes/planar_samples.h"

namespace saltus::test::test_planar_walls {
namespace {

/// Points of the boundary, dense, in world axes.
std::vector<Point<2>> boundary(const Sample& s, const Pose<2>& pose) {
  std::vector<Point<2>> points;
  for (const Span& span : s.core.spans) {
    for (int k = 0; k <= 4000; ++k) points.push_back(pose.to_world(span.at(k / 4000.0)));
  }
  return points;
}

constexpr double sampled =
    1e-6;  // arcs are sampled, which lifts their lowest point by this at most

TEST(PlanarWalls, GapOverAPlaneIsTheLowestPoint) {
  Random random(3);
  for (const std::string& kind : bounded_kinds()) {
    for (int k = 0; k < 20; ++k) {
      const Sample s = random_shape(kind, random);
      const double tilt = random(0, 7);
      const planar::Shape plane = prepared(planar::Plane{{0, 3}, {}});
      const Pose<2> wall = pose_at(random(-1, 1), random(-1, 1), tilt);
      const Point<2> normal(-std::sin(tilt), std::cos(tilt));
      Pose<2> pose = pose_at(0, 0, random(0, 7));
      pose.position = wall.position + random(-0.01, 2) * normal;
      double lowest = 10;
      for (const Point<2>& x : boundary(s, pose)) {
        lowest = std::min(lowest, normal.dot(x - wall.position));
      }
      lowest -= s.core.radius;
      const auto found = touches(s.shape, pose, plane, wall, 5);
      const auto flipped = touches(plane, wall, s.shape, pose, 5);
      ASSERT_FALSE(found.empty());
      ASSERT_EQ(found.size(), flipped.size());
      EXPECT_LE(found[0].contact.gap, lowest + 1e-14);
      EXPECT_GE(found[0].contact.gap, lowest - (kind == "profile" ? sampled : 1e-14));
      EXPECT_LE((found[0].contact.normal - normal).norm(), 1e-15);
      EXPECT_LE((flipped[0].contact.normal + normal).norm(), 1e-15);
      EXPECT_NEAR(flipped[0].contact.gap, found[0].contact.gap, 1e-15);
      EXPECT_LE((flipped[0].contact.on_first - found[0].contact.on_second).norm(), 1e-14);
      EXPECT_TRUE(touches(s.shape, pose, plane, wall, found[0].contact.gap - 1e-9).empty());
    }
  }
}

TEST(PlanarWalls, GapInARingIsThatOfTheFarthestPoint) {
  Random random(4);
  for (const std::string& kind : bounded_kinds()) {
    if (kind == "profile") continue;
    for (int k = 0; k < 20; ++k) {
      const Sample s = random_shape(kind, random);
      planar::Ring ring{3, 0.5, {}, {}};
      prepare(ring);
      const Pose<2> centre = pose_at(random(-1, 1), random(-1, 1), random(0, 7));
      Pose<2> pose = pose_at(random(-1, 1), random(-1, 1), random(0, 7));
      double farthest = 0;
      for (const Point<2>& x : boundary(s, pose)) {
        farthest = std::max(farthest, (x - centre.position).norm());
      }
      const double gap = 3 - farthest - s.core.radius;
      const auto found = touches(s.shape, pose, ring, centre, 5);
      ASSERT_FALSE(found.empty());
      EXPECT_NEAR(found[0].contact.gap, gap, 1e-14);
      const ContactPoint<2>& c = found[0].contact;
      EXPECT_NEAR((c.on_second - centre.position).norm(), 3, 1e-14);
      EXPECT_NEAR(c.normal.dot(centre.position - c.on_second), 3, 1e-14);
    }
  }
}

TEST(PlanarWalls, DiscInTheMiddleOfARingHasItsPlayAndAUnitNormal) {
  planar::Ring ring{1, 0, {}, {}};
  prepare(ring);
  const auto found = touches(planar::Disc{0.9, {}}, {}, ring, {}, 0.2);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].contact.gap, 0.1, 1e-16);
  EXPECT_NEAR(found[0].contact.normal.norm(), 1, 1e-16);
  EXPECT_LE((found[0].contact.on_first - found[0].contact.on_second -
             found[0].contact.gap * found[0].contact.normal)
                .norm(),
            1e-16);
}

TEST(PlanarWalls, WhatIsOutsideOfARingDoesNotTouchItFromInside) {
  planar::Ring ring{1, 0.1, {}, {}};
  prepare(ring);
  EXPECT_TRUE(touches(planar::Disc{0.2, {}}, pose_at(1.4, 0, 0), ring, {}, 0.01).empty());
  EXPECT_FALSE(touches(planar::Disc{0.2, {}}, pose_at(0.85, 0, 0), ring, {}, 0.01).empty());
}

TEST(PlanarBounds, EncloseTheShapeAndTouchIt) {
  Random random(5);
  for (const std::string& kind : bounded_kinds()) {
    for (int k = 0; k < 20; ++k) {
      const Sample s = random_shape(kind, random);
      const Pose<2> pose = pose_at(random(-1, 1), random(-1, 1), random(0, 7));
      Point<2> lower(9, 9);
      Point<2> upper(-9, -9);
      for (const Point<2>& x : boundary(s, pose)) {
        lower = lower.cwiseMin(x);
        upper = upper.cwiseMax(x);
      }
      const Bounds<2> box = bounds(s.shape, pose);
      EXPECT_LE((box.lower.array() + s.core.radius - lower.array()).abs().maxCoeff(), sampled);
      EXPECT_LE((box.upper.array() - s.core.radius - upper.array()).abs().maxCoeff(), sampled);
      EXPECT_TRUE((box.lower.array() <= lower.array() - s.core.radius + 1e-14).all());
      EXPECT_TRUE((box.upper.array() >= upper.array() + s.core.radius - 1e-14).all());
    }
  }
}

TEST(PlanarBounds, LevelPlaneEndsAtItsSurface) {
  const Bounds<2> box = bounds(prepared(planar::Plane{{0, 1}, {}}), pose_at(3, 2, 0));
  EXPECT_EQ(box.upper.y(), 2);
  EXPECT_TRUE(std::isinf(box.lower.y()) && std::isinf(box.upper.x()));
}

TEST(PlanarMass, ClosedFormsOfRoundAndRectangularShapes) {
  constexpr double pi = std::numbers::pi;
  const auto disc = *mass_properties(planar::Shape(planar::Disc{0.3, {}}));
  EXPECT_NEAR(disc.volume, pi * 0.09, 1e-16);
  EXPECT_NEAR(disc.inertia(0, 0), 0.5 * disc.volume * 0.09, 1e-16);
  const auto box = *mass_properties(prepared(planar::Box{{2, 1}, 0, {}}));
  EXPECT_NEAR(box.volume, 2, 1e-15);
  EXPECT_NEAR(box.inertia(0, 0), 2 * 5 / 12.0, 1e-15);
  // Capsule: a rectangle and two half discs, whose centres are 4r/3π outside of its ends.
  const double r = 0.4;
  const double l = 1.5;
  const auto capsule = *mass_properties(prepared(planar::Capsule{r, l, {}}));
  const double flat = 2 * r * l;
  const double round = pi * r * r;
  EXPECT_NEAR(capsule.volume, flat + round, 1e-15);
  const double expected =
      flat * (l * l + 4 * r * r) / 12 + round * (0.5 * r * r + 0.25 * l * l + l * 4 * r / (3 * pi));
  EXPECT_NEAR(capsule.inertia(0, 0), expected, 1e-15);
  planar::Ring ring{1, 0.5, {}, {}};
  prepare(ring);
  EXPECT_NEAR(mass_properties(planar::Shape(ring))->inertia(0, 0), pi / 2 * (std::pow(1.5, 4) - 1),
              1e-14);
  EXPECT_FALSE(mass_properties(prepared(planar::Plane{{0, 1}, {}})));
  EXPECT_EQ(mass_properties(planar::Shape(planar::Particle{}))->volume, 0);
}

TEST(PlanarMass, ProfilesAndRoundedPolygonsAgreeWithAFinePolygon) {
  Random random(6);
  for (int k = 0; k < 10; ++k) {
    const Sample s = random_profile(random);
    const auto points = boundary(s, {});  // 4000 chords per arc: error of order 1e-7
    double area = 0;
    Point<2> first(0, 0);
    double polar = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point<2>& a = points[i];
      const Point<2>& b = points[(i + 1) % points.size()];
      const double twice = a.x() * b.y() - a.y() * b.x();
      area += twice / 2;
      first += twice / 6 * (a + b);
      polar += twice / 12 * (a.dot(a) + a.dot(b) + b.dot(b));
    }
    const auto mass = *mass_properties(s.shape);
    EXPECT_NEAR(mass.volume, area, 1e-6);
    EXPECT_LE((mass.centre - first / area).norm(), 1e-6);
    EXPECT_NEAR(mass.inertia(0, 0), polar - first.squaredNorm() / area, 1e-6);
  }
  // A rounded box is two boxes and four quarter discs.
  const double r = 0.2;
  const auto box = *mass_properties(prepared(planar::Box{{2, 1}, r, {}}));
  EXPECT_NEAR(box.volume, 2 + 2 * r * 3 + std::numbers::pi * r * r, 1e-15);
  EXPECT_LE(box.centre.norm(), 1e-16);
}

}  // namespace
}  // namespace saltus::test::test_planar_walls
