// SPDX-License-Identifier: Apache-2.0
// Cylinders, discs and bores, against brute force in long double: one-dimensional searches along
// edges and around rims.
#include <cmath>
#include <functional>
#include <numbers>

#include "shapes/spatial_support.h"

namespace saltus::spatial::test_spatial_rounds {
namespace {

using Real = long double;
using V = Eigen::Matrix<Real, 3, 1>;

constexpr Real pi = std::numbers::pi_v<Real>;

/// The smallest value on an interval: dense samples, then golden sections around the best ones.
Real minimum(const std::function<Real(Real)>& f, Real low, Real high) {
  constexpr int n = 120;
  const Real step = (high - low) / n;
  std::vector<Real> values;
  for (int k = 0; k <= n; ++k) values.push_back(f(low + step * static_cast<Real>(k)));
  Real best = std::min(values.front(), values.back());
  const Real g = (std::sqrt(Real{5}) - 1) / 2;
  for (std::size_t k = 1; k < n; ++k) {
    if (values[k] > 1e8L || values[k] > values[k - 1] || values[k] > values[k + 1]) continue;
    Real a = low + step * static_cast<Real>(k - 1), b = a + 2 * step;
    Real c = b - g * (b - a), d = a + g * (b - a);
    Real fc = f(c), fd = f(d);
    for (int i = 0; i < 80; ++i) {
      if (fc < fd) {
        b = d, d = c, fd = fc, c = b - g * (b - a), fc = f(c);
      } else {
        a = c, c = d, fc = fd, d = a + g * (b - a), fd = f(d);
      }
    }
    best = std::min({best, fc, fd});
  }
  return best;
}

/// Around a circle, with an overlap.
constexpr Real around = 2 * pi + 0.2L;

struct Tube {
  V centre, u, v, a;
  Real radius, half;

  Tube(const Pose<3>& p, double r, double l)
      : centre(p.position.cast<Real>()),
        u(p.rotation.col(0).cast<Real>()),
        v(p.rotation.col(1).cast<Real>()),
        a(p.rotation.col(2).cast<Real>()),
        radius(static_cast<Real>(r)),
        half(static_cast<Real>(l) / 2) {}

  [[nodiscard]] V rim(int end, Real angle) const {
    return centre + (end == 0 ? half : -half) * a +
           radius * (std::cos(angle) * u + std::sin(angle) * v);
  }
  /// Signed distance of a point: negative inside.
  [[nodiscard]] Real distance(const V& x) const {
    const Real z = a.dot(x - centre);
    const Real side = (x - centre - z * a).norm() - radius;
    const Real end = std::abs(z) - half;
    if (side > 0 && end > 0) return std::hypot(side, end);
    return std::max(side, end);
  }
};

TEST(SpatialRounds, CylinderAndDiscMeetAPlaneAtTheLowestPointOfTheirRims) {
  Random random{std::mt19937(11)};
  const Shape plane = make_plane({0, 0, 1});
  for (const double length : {0.0, 0.8}) {
    const Shape shape = length > 0 ? make_cylinder(0.3, length) : make_disc(0.3);
    for (int k = 0; k < 100; ++k) {
      const Pose<3> p = random.pose();
      const Tube tube(p, 0.3, length);
      Real expected = std::numeric_limits<Real>::infinity();
      for (const int end : {0, 1}) {
        expected =
            std::min(expected, minimum([&](Real t) { return tube.rim(end, t)[2]; }, 0, around));
      }
      EXPECT_NEAR(smallest_gap(shape, p, plane, {}, 10), static_cast<double>(expected), 2e-15);
      for (const Feature f : features(shape, p, plane, {}, 10)) {
        expect_consistent(shape, p, plane, {}, f, random);
      }
    }
  }
}

TEST(SpatialRounds, StandingCylinderHasFourFixedPointsAndLyingOneTwoEnds) {
  const Shape cylinder = make_cylinder(0.3, 0.8);
  const Shape plane = make_plane({0, 0, 1});
  for (const double tilt : {0.0, 1e-15, 1e-9, 1e-4}) {
    Pose<3> p;
    p.position = {0, 0, 0.4};
    p.rotation = Eigen::AngleAxisd(tilt, Vec3(1, 1, 0).normalized()).toRotationMatrix();
    EXPECT_EQ(features(cylinder, p, plane, {}, 1e-2).size(), tilt > 1e-11 ? 5U : 4U);
    EXPECT_NEAR(smallest_gap(cylinder, p, plane, {}, 1e-2), -0.3 * tilt, 1e-15 + 0.4 * tilt * tilt);
    p.position = {0, 0, 0.3};
    p.rotation = Eigen::AngleAxisd(std::numbers::pi / 2 + tilt, Vec3::UnitX()).toRotationMatrix();
    const auto points = contacts(cylinder, p, plane, {}, 1e-2);
    ASSERT_EQ(points.size(), 2U);
    EXPECT_NEAR(std::abs(points[0].on_first[1] - points[1].on_first[1]), 0.8, 1e-3);
  }
}

TEST(SpatialRounds, PointsAndSpheresMeetCylindersAndDiscsExactlyInsideAndOutside) {
  Random random{std::mt19937(12)};
  for (const double r : {0.0, 0.2}) {
    const Shape ball = r > 0 ? make_sphere(r) : make_point();
    const Shape cylinder = make_cylinder(0.5, 0.8);
    const Shape disc = make_disc(0.5);
    for (int k = 0; k < 300; ++k) {
      const Pose<3> p = random.pose();
      const Pose<3> q = random.pose();
      const V x = p.position.cast<Real>();
      const double expected = static_cast<double>(Tube(q, 0.5, 0.8).distance(x)) - r;
      EXPECT_NEAR(smallest_gap(ball, p, cylinder, q, 10), expected, 2e-15);
      const double to_disc = static_cast<double>(Tube(q, 0.5, 0).distance(x)) - r;
      EXPECT_NEAR(smallest_gap(ball, p, disc, q, 10), to_disc, 2e-15);
      for (const Shape& s : {cylinder, disc}) {
        for (const Feature f : features(ball, p, s, q, 10))
          expect_consistent(ball, p, s, q, f, random, 1e-5);
      }
    }
  }
}

/// The corners, edges (pairs) and faces (normal, offset, by brute force) of a box or a segment.
struct Body {
  std::vector<V> corners;
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  Vec3 half;  // zero: a segment along z
  Pose<3> pose;
};

Body box_body(const Vec3& half, const Pose<3>& pose) {
  Body b{{}, {}, half, pose};
  for (int k = 0; k < 8; ++k) {
    const Vec3 x((k & 1) != 0 ? half[0] : -half[0], (k & 2) != 0 ? half[1] : -half[1],
                 (k & 4) != 0 ? half[2] : -half[2]);
    b.corners.push_back(pose.rotation.cast<Real>() * x.cast<Real>() + pose.position.cast<Real>());
    for (const int bit : {1, 2, 4}) {
      if ((k & bit) == 0) b.edges.emplace_back(k, k | bit);
    }
  }
  return b;
}

Real nearest(const Tube& tube, const Body& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (const auto& [i, j] : b.edges) {
    const V x = b.corners[i], d = b.corners[j] - b.corners[i];
    best = std::min(best, minimum([&](Real t) { return tube.distance(x + t * d); }, 0, 1));
  }
  for (int axis = 0; axis < 3 && b.half.norm() > 0; ++axis) {
    for (const int end : {0, 1}) {
      for (const Real sign : {1.0L, -1.0L}) {
        const auto local = [&](Real t) -> V {
          return b.pose.rotation.cast<Real>().transpose() *
                 (tube.rim(end, t) - b.pose.position.cast<Real>());
        };
        const auto height = [&](Real t) {
          return sign * local(t)[axis] - static_cast<Real>(b.half[axis]);
        };
        const auto allowed = [&](Real t) {
          const V x = local(t);
          for (int k = 0; k < 3; ++k) {
            if (k != axis && std::abs(x[k]) > static_cast<Real>(b.half[k])) return Real{1e9};
          }
          return height(t) >= 0 ? height(t) : Real{1e9};
        };
        best = std::min(best, minimum(allowed, 0, around));
      }
    }
  }
  return best;
}

TEST(SpatialRounds, CylindersAndDiscsMeetBoxesAndCapsulesAtTheDistanceOfBruteForce) {
  Random random{std::mt19937(13)};
  const Shape box = make_box({1, 0.6, 0.4});
  const Shape capsule = make_capsule(0.1, 1);
  int compared = 0;
  for (const double length : {0.0, 0.8}) {
    const Shape round = length > 0 ? make_cylinder(0.3, length) : make_disc(0.3);
    for (int k = 0; k < 150; ++k) {
      Pose<3> p = random.pose();
      const Pose<3> q = random.pose();
      p.position += random(0, 1) * random.direction();
      const Tube tube(p, 0.3, length);
      const Real to_box = nearest(tube, box_body({0.5, 0.3, 0.2}, q));
      Body segment{{}, {{0, 1}}, Vec3::Zero(), q};
      for (const double z : {-0.5, 0.5}) {
        segment.corners.push_back((q.rotation.col(2) * z + q.position).cast<Real>());
      }
      const Real to_segment = nearest(tube, segment);
      if (to_box > 1e-3L && to_box < 1e8L && std::isinf(static_cast<double>(to_box)) == 0 &&
          smallest_gap(round, p, box, q, 10) > -1e-3) {
        EXPECT_NEAR(smallest_gap(round, p, box, q, 10), static_cast<double>(to_box), 1e-13)
            << k << " " << length;
        ++compared;
      }
      if (to_segment > 1e-3L) {
        EXPECT_NEAR(smallest_gap(round, p, capsule, q, 10), static_cast<double>(to_segment) - 0.1,
                    1e-13)
            << k << " " << length;
        ++compared;
      }
      for (const Shape& s : {box, capsule}) {
        for (const Feature f : features(round, p, s, q, 0.3)) {
          const auto c = pair_functions(round, s).evaluate(round, p, s, q, f);
          if (std::abs(c.gap) > 0.01) expect_consistent(round, p, s, q, f, random, 1e-4);
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

TEST(SpatialRounds, GapOfABoxOnACylinderGoesOnBelowZero) {
  const Shape cylinder = make_cylinder(0.3, 0.8);
  const Shape box = make_box({2, 2, 1});
  Random random{std::mt19937(14)};
  for (int k = 0; k < 50; ++k) {
    Pose<3> p = random.pose(0.1);
    p.position[2] = 1.5;
    const double gap = smallest_gap(cylinder, p, box, {}, 10);
    for (const double target : {1e-6, 0.0, -1e-9, -1e-4}) {
      Pose<3> lower = p;
      lower.position[2] += target - gap;
      EXPECT_NEAR(smallest_gap(cylinder, lower, box, {}, 1e-2), target, 1e-15);
    }
  }
}

TEST(SpatialRounds, CylindersWithParallelOrCrossedAxesMeetExactly) {
  Random random{std::mt19937(15)};
  const Shape a = make_cylinder(0.3, 1);
  const Shape b = make_cylinder(0.2, 0.6);
  for (int k = 0; k < 50; ++k) {
    const Pose<3> q = random.pose();
    const double d = random(0.499, 0.52);
    const double shift = random(-0.6, 0.6);
    const double angle = random(-3, 3);
    Pose<3> p = q;  // side by side
    p.rotation = q.rotation * Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    p.position = q.to_world({d * std::cos(angle), d * std::sin(angle), shift});
    const auto points = contacts(a, p, b, q, 0.1);
    ASSERT_GE(points.size(), 2U);
    double low = 10, high = -10;
    for (const auto& c : points) {
      EXPECT_NEAR(c.gap, d - 0.5, 2e-15);
      low = std::min(low, q.to_local(c.on_second)[2]);
      high = std::max(high, q.to_local(c.on_second)[2]);
    }
    EXPECT_NEAR(low, std::max(-0.3, shift - 0.5), 1e-14);
    EXPECT_NEAR(high, std::min(0.3, shift + 0.5), 1e-14);
    p.position = q.to_world({0, 0, 1});  // rim on rim
    for (const auto& c : contacts(a, p, a, q, 0.1)) EXPECT_NEAR(c.gap, 0, 1e-15);
    EXPECT_GE(features(a, p, a, q, 0.1).size(), 4U);
    p.position = q.to_world({0.05, 0.02, 0.8 + 1e-3});  // standing on it
    EXPECT_NEAR(smallest_gap(a, p, b, q, 0.1), 1e-3, 2e-15);
    EXPECT_GE(features(a, p, b, q, 0.1).size(), 4U);
    p.rotation = q.rotation * Eigen::AngleAxisd(1.1, Vec3::UnitX()).toRotationMatrix();  // crossed
    p.position = q.to_world({d, 0, 0});
    EXPECT_NEAR(smallest_gap(a, p, b, q, 0.1), d - 0.5, 2e-15);
    for (const Feature f : features(a, p, b, q, 0.1))
      expect_consistent(a, p, b, q, f, random, 1e-6);
  }
}

/// Of two bodies apart: what is nearest is a rim of either, or the sides of both.
Real distance_of(const Tube& a, const Tube& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (const int end : {0, 1}) {
    best = std::min(best, minimum([&](Real t) { return b.distance(a.rim(end, t)); }, 0, around));
    best = std::min(best, minimum([&](Real t) { return a.distance(b.rim(end, t)); }, 0, around));
  }
  const V n = a.a.cross(b.a);
  const V w = a.centre - b.centre;
  const Real s = n.dot(b.a.cross(w)) / n.squaredNorm();
  const Real t = n.dot(a.a.cross(w)) / n.squaredNorm();
  if (std::abs(s) > a.half || std::abs(t) > b.half) return best;
  return std::min(best, std::abs(n.dot(w)) / n.norm() - a.radius - b.radius);
}

TEST(SpatialRounds, CylindersAndDiscsMeetEachOtherAtTheDistanceOfBruteForceAlsoRimWithRim) {
  Random random{std::mt19937(16)};
  int on_rims = 0;
  for (int k = 0; k < 400; ++k) {
    const double l = k % 3 == 0 ? 0 : random(0.1, 1);
    const double m = k % 2 == 0 ? 0 : random(0.1, 1);
    const double r = random(0.1, 0.5);
    const double s = random(0.1, 0.5);
    const Shape a = l > 0 ? make_cylinder(r, l) : make_disc(r);
    const Shape b = m > 0 ? make_cylinder(s, m) : make_disc(s);
    Pose<3> p = random.pose();
    const Pose<3> q = random.pose();
    p.position = q.position + random(1.0, 2.0) * random.direction();
    const auto expected = static_cast<double>(distance_of(Tube(p, r, l), Tube(q, s, m)));
    if (expected < 0.01) continue;
    EXPECT_NEAR(smallest_gap(a, p, b, q, 10), expected, 4e-15) << k;
    for (const Feature f : features(a, p, b, q, 10)) {
      const ContactPoint<3> c = pair_functions(a, b).evaluate(a, p, b, q, f);
      if (c.gap > expected + 1e-12) continue;
      expect_consistent(a, p, b, q, f, random, 1e-6);
      const auto is_rim = [&](const Pose<3>& at, const Vec3& n) {
        const double cosine = std::abs((at.rotation.transpose() * n)[2]);
        return cosine > 1e-6 && cosine < 1 - 1e-12;
      };
      if (!is_rim(p, c.normal) || !is_rim(q, c.normal)) continue;
      ++on_rims;
      for (const double target : {1e-6, 0.0, -1e-9, -1e-4}) {
        // The gap goes on below zero, where another way out may be shorter than along this normal.
        // Two thin discs may pass each other.
        if (target < 0 && l == 0 && m == 0) continue;
        const double upper = std::max(target, 0.0);
        Pose<3> nearer = p;
        nearer.position += (target - c.gap) * c.normal;
        const double gap = pair_functions(a, b).evaluate(a, nearer, b, q, f).gap;
        EXPECT_GE(gap, target - 1e-14) << k;
        EXPECT_LE(gap, upper + 1e-14) << k;
        EXPECT_GE(smallest_gap(a, nearer, b, q, 1e-3), target - 1e-14) << k;
        EXPECT_LE(smallest_gap(a, nearer, b, q, 1e-3), upper + 1e-14) << k;
      }
    }
  }
  EXPECT_GT(on_rims, 100);
}

TEST(SpatialRounds, CoinsInOnePlaneMeetAtTheirRimsUpToTouching) {
  const Shape a = make_disc(0.3);
  const Shape b = make_disc(0.2);
  Random random{std::mt19937(17)};
  for (const double gap : {0.1, 1e-3, 1e-6, 0.0, -1e-9}) {
    for (int k = 0; k < 20; ++k) {
      const double angle = random(-3, 3);
      Pose<3> p;
      p.position = (0.5 + gap) * Vec3(std::cos(angle), std::sin(angle), 0);
      const auto points = contacts(a, p, b, {}, 0.2);
      ASSERT_EQ(points.size(), 1U);
      EXPECT_NEAR(points[0].gap, gap, 1e-15);
      // Touching circles in one plane: their distance grows with the fourth power of the angle.
      EXPECT_LT((points[0].normal - p.position.normalized()).norm(), gap > 0 ? 1e-9 : 1e-6);
    }
  }
}

TEST(SpatialRounds, RimInsideABoreIsAsFarAsItsFarthestPoint) {
  Random random{std::mt19937(16)};
  const Shape ring = make_ring(0.5, 0.1);
  for (const double length : {0.0, 0.6}) {
    const Shape pin = length > 0 ? make_cylinder(0.4, length) : make_disc(0.4);
    for (int k = 0; k < 60; ++k) {
      const Pose<3> q = random.pose();
      Pose<3> p;
      const double tilt = std::pow(10, random(-9, -0.8));
      p.rotation = q.rotation * Eigen::AngleAxisd(tilt, random.direction()).toRotationMatrix();
      p.position = q.to_world({random(-0.06, 0.06), random(-0.06, 0.06), random(-1, 1)});
      const Tube tube(p, 0.4, length), bore(q, 0.5, 0);
      Real expected = 1;
      for (const int end : {0, 1}) {
        expected =
            std::min(expected, minimum(
                                   [&](Real t) {
                                     const V w = tube.rim(end, t) - bore.centre;
                                     return bore.radius - (w - bore.a.dot(w) * bore.a).norm();
                                   },
                                   0, around));
      }
      EXPECT_NEAR(smallest_gap(pin, p, ring, q, 1), static_cast<double>(expected), 1e-15);
      for (const Feature f : features(pin, p, ring, q, 1)) {
        if (tilt > 1e-2) expect_consistent(pin, p, ring, q, f, random, 1e-4);
      }
    }
  }
}

TEST(SpatialRounds, PinLongerThanItsBoreMeetsTheRimsOfItsMouths) {
  Random random{std::mt19937(17)};
  const Shape ring = make_ring(0.5, 0.1, 1.0);
  const Shape pin = make_cylinder(0.4, 2);
  const Shape capsule = make_capsule(0.4, 2);
  for (int k = 0; k < 60; ++k) {
    const Pose<3> q = random.pose();
    Pose<3> p;
    p.rotation =
        q.rotation * Eigen::AngleAxisd(random(0.001, 0.1), random.direction()).toRotationMatrix();
    p.position = q.to_world({random(-0.03, 0.03), random(-0.03, 0.03), random(-0.2, 0.2)});
    const Tube axis(p, 0.4, 2), bore(q, 0.5, 1);
    Real expected = 1;
    for (const int end : {0, 1}) {
      expected = std::min(expected, minimum(
                                        [&](Real t) {
                                          const V w = bore.rim(end, t) - axis.centre;
                                          return (w - axis.a.dot(w) * axis.a).norm() - axis.radius;
                                        },
                                        0, around));
    }
    EXPECT_NEAR(smallest_gap(pin, p, ring, q, 1), static_cast<double>(expected), 1e-15);
    EXPECT_NEAR(smallest_gap(capsule, p, ring, q, 1), static_cast<double>(expected), 1e-15);
    EXPECT_GE(features(pin, p, ring, q, 1).size(), 2U);
    for (const Feature f : features(pin, p, ring, q, 1))
      expect_consistent(pin, p, ring, q, f, random, 1e-4);
  }
}

TEST(SpatialRounds, SpheresAndCapsulesInABoreMeetItWhereTheyAreFarthestFromItsAxis) {
  Random random{std::mt19937(18)};
  const Shape ring = make_ring(0.5, 0.1, 4.0);
  const Shape sphere = make_sphere(0.3);
  const Shape capsule = make_capsule(0.2, 0.5);
  for (int k = 0; k < 50; ++k) {
    const Pose<3> q = random.pose();
    Pose<3> p;
    p.rotation = random.rotation();
    const Vec3 local(random(-0.15, 0.15), random(-0.15, 0.15), random(-1, 1));
    p.position = q.to_world(local);
    EXPECT_NEAR(smallest_gap(sphere, p, ring, q, 1), 0.2 - local.head<2>().norm(), 2e-15);
    double farthest = 0;
    for (const double z : {-0.25, 0.25}) {
      farthest = std::max(farthest, q.to_local(p.to_world({0, 0, z})).head<2>().norm());
    }
    EXPECT_NEAR(smallest_gap(capsule, p, ring, q, 1), 0.3 - farthest, 2e-15);
    for (const Feature f : features(capsule, p, ring, q, 1)) {
      expect_consistent(capsule, p, ring, q, f, random, 1e-4);
      const auto c = pair_functions(ring, capsule).evaluate(ring, q, capsule, p, f);
      EXPECT_NEAR(c.gap, pair_functions(capsule, ring).evaluate(capsule, p, ring, q, f).gap, 0);
      EXPECT_LT((c.on_first - c.on_second - c.gap * c.normal).norm(), 1e-15);
    }
  }
}

}  // namespace
}  // namespace saltus::spatial::test_spatial_rounds
