// SPDX-License-Identifier: Apache-2.0
// Pairs of points, segments, planes and convex polyhedra, with and without radii, against brute
// force in long double: nearest points of all triangles and edges, and all axes of separation.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "shapes/spatial_support.h"

namespace saltus::spatial::test_spatial_cores {
namespace {

using Real = long double;
using V = Eigen::Matrix<Real, 3, 1>;

/// A convex body as points and triangles, in world axes.
struct Solid {
  std::vector<V> points;
  std::vector<std::array<int, 3>> triangles;
  std::vector<std::array<int, 2>> edges;  // all pairs of points in a triangle: more than needed
  Real radius = 0;
};

Real segment_segment(const V& p1, const V& q1, const V& p2, const V& q2) {
  // The minimum over the square is in its inside or on one of its four sides.
  const auto point_segment = [](const V& x, const V& p, const V& q) {
    const V d = q - p;
    const Real dd = d.dot(d);
    const Real t = dd > 0 ? std::clamp<Real>(d.dot(x - p) / dd, 0, 1) : 0;
    return (p + t * d - x).norm();
  };
  Real best = std::min({point_segment(p1, p2, q2), point_segment(q1, p2, q2),
                        point_segment(p2, p1, q1), point_segment(q2, p1, q1)});
  const V a = q1 - p1, b = q2 - p2, r = p2 - p1;
  const Real aa = a.dot(a), ab = a.dot(b), bb = b.dot(b);
  const Real det = aa * bb - ab * ab;
  if (det > 1e-12L * aa * bb) {
    const Real s = (r.dot(a) * bb - r.dot(b) * ab) / det;
    const Real t = (r.dot(a) * ab - r.dot(b) * aa) / det;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1)
      best = std::min(best, (p1 + s * a - p2 - t * b).norm());
  }
  return best;
}

Real point_in_triangle(const V& x, const V& a, const V& b, const V& c) {
  const V n = (b - a).cross(c - a);
  const V y = x - n * (n.dot(x - a) / n.dot(n));
  const bool inside = n.dot((b - a).cross(y - a)) >= 0 && n.dot((c - b).cross(y - b)) >= 0 &&
                      n.dot((a - c).cross(y - c)) >= 0;
  return inside ? (x - y).norm() : std::numeric_limits<Real>::infinity();
}

Real nearest(const Solid& a, const Solid& b) {
  Real best = std::numeric_limits<Real>::infinity();
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) {
      best = std::min(best, segment_segment(a.points[static_cast<std::size_t>(e[0])],
                                            a.points[static_cast<std::size_t>(e[1])],
                                            b.points[static_cast<std::size_t>(f[0])],
                                            b.points[static_cast<std::size_t>(f[1])]));
    }
  }
  const auto faces = [&](const Solid& s, const Solid& t) {
    for (const auto& f : s.triangles) {
      for (const V& x : t.points) {
        best = std::min(best, point_in_triangle(x, s.points[static_cast<std::size_t>(f[0])],
                                                s.points[static_cast<std::size_t>(f[1])],
                                                s.points[static_cast<std::size_t>(f[2])]));
      }
    }
  };
  faces(a, b);
  faces(b, a);
  return best;
}

/// The largest separation along all normals of faces and products of edges; negative: overlap.
Real separation(const Solid& a, const Solid& b) {
  Real best = -std::numeric_limits<Real>::infinity();
  const auto along = [&](const V& n) {
    if (n.norm() < 1e-9L) return;
    for (const Real sign : {1.0L, -1.0L}) {
      const V m = sign * n / n.norm();
      Real low = std::numeric_limits<Real>::infinity(), high = -low;
      for (const V& x : a.points) low = std::min(low, m.dot(x));
      for (const V& x : b.points) high = std::max(high, m.dot(x));
      best = std::max(best, low - high);
    }
  };
  const auto edge = [](const Solid& s, const std::array<int, 2>& e) -> V {
    return s.points[static_cast<std::size_t>(e[1])] - s.points[static_cast<std::size_t>(e[0])];
  };
  for (const Solid* s : {&a, &b}) {
    for (const auto& f : s->triangles) {
      along(edge(*s, {f[0], f[1]}).cross(edge(*s, {f[0], f[2]})));
    }
  }
  for (const auto& e : a.edges) {
    for (const auto& f : b.edges) along(edge(a, e).cross(edge(b, f)));
  }
  return best;
}

/// Built from what the shape was made of, by brute force over all triples of points.
Solid solid_of(const std::vector<std::vector<double>>& points, double radius, const Pose<3>& pose) {
  Solid s;
  s.radius = static_cast<Real>(radius);
  for (const auto& x : points) {
    s.points.push_back(pose.rotation.cast<Real>() * V(x[0], x[1], x[2]) +
                       pose.position.cast<Real>());
  }
  const int n = static_cast<int>(points.size());
  const auto at = [&](int k) -> const V& { return s.points[static_cast<std::size_t>(k)]; };
  if (n == 1) s.edges.push_back({0, 0});
  if (n == 2) s.edges.push_back({0, 1});
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      for (int k = j + 1; k < n; ++k) {
        const V m = (at(j) - at(i)).cross(at(k) - at(i)).normalized();
        Real low = 0, high = 0;
        for (const V& x : s.points) {
          low = std::min(low, m.dot(x - at(i)));
          high = std::max(high, m.dot(x - at(i)));
        }
        if (low < -1e-9L && high > 1e-9L) continue;
        s.triangles.push_back(high > 1e-9L ? std::array{i, k, j} : std::array{i, j, k});
        s.edges.push_back({i, j});
        s.edges.push_back({j, k});
        s.edges.push_back({i, k});
      }
    }
  }
  return s;
}

std::vector<std::vector<double>> box_points(double x, double y, double z) {
  std::vector<std::vector<double>> points;
  for (const double a : {-x, x}) {
    for (const double b : {-y, y}) {
      for (const double c : {-z, z}) points.push_back({a, b, c});
    }
  }
  return points;
}

struct Specimen {
  std::string name;
  Shape shape;
  std::vector<std::vector<double>> points;
  double radius;
};

std::vector<Specimen> specimens() {
  const std::vector<std::vector<double>> octahedron{{0.6, 0, 0},  {-0.6, 0, 0}, {0, 0.5, 0},
                                                    {0, -0.5, 0}, {0, 0, 0.7},  {0, 0, -0.4}};
  const std::vector<std::vector<double>> wedge{{0, 0, 0},   {1, 0, 0},   {1, 0.8, 0},
                                               {0, 0.8, 0}, {0, 0, 0.5}, {0, 0.8, 0.5}};
  return {{"point", make_point(), {{0, 0, 0}}, 0},
          {"sphere", make_sphere(0.3), {{0, 0, 0}}, 0.3},
          {"capsule", make_capsule(0.2, 1), {{0, 0, -0.5}, {0, 0, 0.5}}, 0.2},
          {"box", make_box({1, 0.6, 0.4}), box_points(0.5, 0.3, 0.2), 0},
          {"rounded box", make_box({1, 0.6, 0.4}, 0.05), box_points(0.45, 0.25, 0.15), 0.05},
          {"octahedron", make_polyhedron(octahedron), octahedron, 0},
          {"rounded wedge", make_polyhedron(wedge, 0.1), wedge, 0.1}};
}

TEST(SpatialCores, SmallestGapIsTheDistanceOfBruteForceAtAnyDistance) {
  Random random{std::mt19937(1)};
  const auto all = specimens();
  for (const Specimen& a : all) {
    for (const Specimen& b : all) {
      for (int k = 0; k < 40; ++k) {
        Pose<3> p = random.pose();
        const Pose<3> q = random.pose();
        p.position += random(0, 2) * random.direction();
        const Solid s = solid_of(a.points, a.radius, p);
        const Solid t = solid_of(b.points, b.radius, q);
        if (a.points.size() + b.points.size() > 4 && separation(s, t) <= 1e-3L) continue;
        const Real expected = nearest(s, t) - s.radius - t.radius;
        EXPECT_NEAR(smallest_gap(a.shape, p, b.shape, q, 10), static_cast<double>(expected), 2e-14)
            << a.name << " " << b.name;
        EXPECT_TRUE(features(a.shape, p, b.shape, q, static_cast<double>(expected) - 1e-9).empty());
      }
    }
  }
}

/// Moved along the normal of the nearest pair until the gap is `target`.
void approach(const Specimen& a, Pose<3>& p, const Specimen& b, const Pose<3>& q, double target) {
  for (int k = 0; k < 3; ++k) {
    ContactPoint<3> nearest_point{1e300, Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
    for (const auto& c : contacts(a.shape, p, b.shape, q, 100)) {
      if (c.gap < nearest_point.gap) nearest_point = c;
    }
    p.position += (target - nearest_point.gap) * nearest_point.normal;
  }
}

TEST(SpatialCores, GapAgreesWithBruteForceOnBothSidesOfContact) {
  Random random{std::mt19937(2)};
  const auto all = specimens();
  for (const Specimen& a : all) {
    for (const Specimen& b : all) {
      for (int k = 0; k < 60; ++k) {
        Pose<3> p = random.pose();
        const Pose<3> q = random.pose();
        p.position += 3 * random.direction();
        const bool sharp = a.radius + b.radius == 0;
        // Sharp bodies meet in a corner and a face or in two edges; other meetings are no contacts.
        const double target =
            std::vector{1e-3, 1e-7, 0.0, -1e-9, -1e-5}.at(static_cast<std::size_t>(k) % 5);
        if (sharp) {
          const auto f = features(a.shape, p, b.shape, q, 100);
          double gap = 1e300;
          Feature best{};
          for (const Feature x : f) {
            const double g =
                pair_functions(a.shape, b.shape).evaluate(a.shape, p, b.shape, q, x).gap;
            if (g < gap) gap = g, best = x;
          }
          const Meeting m = meeting_of(best);
          if (m != Meeting::corner_face && m != Meeting::face_corner && m != Meeting::edge_edge)
            continue;
        }
        approach(a, p, b, q, target);
        const Solid s = solid_of(a.points, a.radius, p);
        const Solid t = solid_of(b.points, b.radius, q);
        Real expected = separation(s, t);
        if (!sharp || expected > 0) expected = nearest(s, t) - s.radius - t.radius;
        EXPECT_NEAR(static_cast<double>(expected), target, 1e-13);
        EXPECT_NEAR(smallest_gap(a.shape, p, b.shape, q, 1e-2), static_cast<double>(expected),
                    2e-15)
            << a.name << " " << b.name << " " << target;
      }
    }
  }
}

TEST(SpatialCores, RateOfGapIsTheNormalVelocityOfThePoints) {
  Random random{std::mt19937(3)};
  const auto all = specimens();
  for (const Specimen& a : all) {
    for (const Specimen& b : all) {
      for (int k = 0; k < 20; ++k) {
        Pose<3> p = random.pose();
        const Pose<3> q = random.pose();
        p.position += 3 * random.direction();
        approach(a, p, b, q, random(-1e-4, 1e-2));
        for (const Feature f : features(a.shape, p, b.shape, q, 0.05)) {
          const auto c = pair_functions(a.shape, b.shape).evaluate(a.shape, p, b.shape, q, f);
          if (c.gap + a.radius + b.radius < 1e-3 && meeting_of(f) < Meeting::corner_face) continue;
          expect_consistent(a.shape, p, b.shape, q, f, random, 1e-6);
        }
      }
    }
  }
}

TEST(SpatialCores, PlaneMeetsWithTheLowestCornersExactly) {
  Random random{std::mt19937(4)};
  const Shape plane = make_plane({1, 2, -2});
  const V n = V(1, 2, -2) / 3;
  for (const Specimen& a : specimens()) {
    for (int k = 0; k < 50; ++k) {
      const Pose<3> p = random.pose();
      const Pose<3> q = random.pose();
      const Solid s = solid_of(a.points, a.radius, p);
      const V m = q.rotation.cast<Real>() * n;
      Real expected = std::numeric_limits<Real>::infinity();
      for (const V& x : s.points) expected = std::min(expected, m.dot(x - q.position.cast<Real>()));
      expected -= s.radius;
      EXPECT_NEAR(smallest_gap(a.shape, p, plane, q, 10), static_cast<double>(expected), 4e-15);
      EXPECT_NEAR(smallest_gap(plane, q, a.shape, p, 10), static_cast<double>(expected), 4e-15);
      for (const Feature f : features(a.shape, p, plane, q, 10)) {
        expect_consistent(a.shape, p, plane, q, f, random);
      }
      for (const Feature f : features(plane, q, a.shape, p, 10)) {
        expect_consistent(plane, q, a.shape, p, f, random);
      }
    }
  }
}

TEST(SpatialCores, BoxLyingFlatTouchesWithAllCornersEvenSlightlyTilted) {
  const Shape box = make_box({1, 0.6, 0.4});
  const Shape plane = make_plane({0, 0, 1});
  for (const double tilt : {0.0, 1e-16, 1e-9, -1e-6}) {
    Pose<3> p;
    p.rotation = Eigen::AngleAxisd(tilt, Vec3(1, 2, 0).normalized()).toRotationMatrix();
    p.position = {0.3, 0.1, 0.2};
    EXPECT_EQ(features(box, p, plane, {}, 1e-3).size(), 4U);
    const Shape floor = make_box({10, 10, 1});
    p.position[2] = 0.7 - 1e-12;
    EXPECT_EQ(features(box, p, floor, {}, 1e-3).size(), 4U) << tilt;
  }
}

/// The area of the polygon of the contact points, all in a plane z = const, by its hull.
double area(std::vector<ContactPoint<3>> points) {
  Vec3 middle = Vec3::Zero();
  for (const auto& c : points) middle += c.on_first / static_cast<double>(points.size());
  std::sort(points.begin(), points.end(), [&](const auto& a, const auto& b) {
    const Vec3 x = a.on_first - middle, y = b.on_first - middle;
    return std::atan2(x[1], x[0]) < std::atan2(y[1], y[0]);
  });
  double sum = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec3 x = points[k].on_first - middle;
    const Vec3 y = points[(k + 1) % points.size()].on_first - middle;
    sum += (x[0] * y[1] - x[1] * y[0]) / 2;
  }
  return sum;
}

TEST(SpatialCores, FacesMeetInAllCornersOfTheirCommonPolygon) {
  const Shape box = make_box({1, 1, 1});
  for (const double height : {1e-6, 0.0, -1e-6}) {
    Pose<3> p;
    p.position = {0.25, 0.5, 1 + height};
    EXPECT_NEAR(area(contacts(box, p, box, {}, 1e-3)), 0.75 * 0.5, 1e-12);
    p.position = {0, 0, 1 + height};
    EXPECT_NEAR(area(contacts(box, p, box, {}, 1e-3)), 1, 1e-12);
    p.rotation = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
    const auto eight = contacts(box, p, box, {}, 1e-3);
    EXPECT_EQ(eight.size(), 8U);
    EXPECT_NEAR(area(eight), 2 * (std::sqrt(2.0) - 1), 1e-12);
    for (const auto& c : eight) EXPECT_NEAR(c.gap, height, 1e-15);
  }
}

TEST(SpatialCores, ParallelCapsulesMeetInTwoPoints) {
  const Shape capsule = make_capsule(0.1, 1);
  for (const double tilt : {0.0, 1e-12, 1e-8, 1e-5, 1e-3}) {
    Pose<3> p;
    p.position = {0.2, 0, 0.3};
    p.rotation = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
    const auto points = contacts(capsule, p, capsule, {}, 1e-2);
    double low = 1, high = -1;
    for (const auto& c : points) {
      EXPECT_NEAR(c.gap, 0, 2 * tilt + 1e-15);
      low = std::min(low, c.on_first[2]);
      high = std::max(high, c.on_first[2]);
    }
    EXPECT_NEAR(low, -0.2, 1e-3);
    EXPECT_NEAR(high, 0.5, 1e-3);
  }
}

TEST(SpatialCores, FeaturesKeepTheirNumbersWhileABoxRocksAndSlides) {
  const Shape box = make_box({1, 0.6, 0.4});
  const Shape floor = make_box({10, 10, 1});
  std::vector<Feature> before;
  for (int k = 0; k < 200; ++k) {
    Pose<3> p;
    p.rotation = Eigen::AngleAxisd(1e-4 * std::sin(k), Vec3::UnitX()).toRotationMatrix() *
                 Eigen::AngleAxisd(0.01 * k, Vec3::UnitZ()).toRotationMatrix();
    p.position = {0.01 * k, 0.2, 0.7 + 1e-5 * std::cos(k)};
    const auto now = features(box, p, floor, {}, 1e-3);
    EXPECT_EQ(now.size(), 4U);
    if (k > 0) {
      EXPECT_EQ(now, before);
    }
    before = now;
  }
}

}  // namespace
}  // namespace saltus::spatial::test_spatial_cores
