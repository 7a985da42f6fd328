// SPDX-License-Identifier: Apache-2.0
// Random poses, and what every contact point of every pair must satisfy.
#pragma once

#include <random>
#include <string>
#include <vector>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "saltus/shapes/spatial/list.h"

namespace saltus::spatial {

struct Random {
  std::mt19937 engine;

  double operator()(double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(engine);
  }
  Vec3 vector() { return {(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)}; }
  Vec3 direction() {
    Vec3 x = vector();
    while (x.norm() < 0.1 || x.norm() > 1) x = vector();
    return x.normalized();
  }
  Mat3 rotation() { return Eigen::AngleAxisd((*this)(-3.1, 3.1), direction()).toRotationMatrix(); }
  Pose<3> pose(double reach = 1) { return {reach * vector(), rotation()}; }
};

template <class T>
Shape made(T shape) {
  Shape s = std::move(shape);
  prepare_shape(s);
  return s;
}

inline Shape make_point() { return made(PointShape{}); }
inline Shape make_sphere(double radius) {
  Sphere s;
  s.radius = radius;
  return made(s);
}
inline Shape make_capsule(double radius, double length) {
  Capsule s;
  s.radius = radius;
  s.length = length;
  return made(s);
}
inline Shape make_box(const std::vector<double>& size, double radius = 0) {
  Box s;
  s.size = size;
  s.radius = radius;
  return made(s);
}
inline Shape make_plane(const std::vector<double>& normal) {
  Plane s;
  s.normal = normal;
  return made(s);
}
inline Shape make_polyhedron(const std::vector<std::vector<double>>& vertices, double radius = 0) {
  Polyhedron s;
  s.vertices = vertices;
  s.radius = radius;
  return made(s);
}

inline Shape make_cylinder(double radius, double length) {
  Cylinder s;
  s.radius = radius;
  s.length = length;
  return made(s);
}
inline Shape make_disc(double radius, const std::vector<double>& axis = {0, 0, 1}) {
  Disc s;
  s.radius = radius;
  s.axis = axis;
  return made(s);
}
inline Shape make_ring(double radius, double thickness, std::optional<double> length = {}) {
  Ring s;
  s.radius = radius;
  s.thickness = thickness;
  s.length = length;
  return made(s);
}

inline std::vector<Feature> features(const Shape& a, const Pose<3>& p, const Shape& b,
                                     const Pose<3>& q, double margin) {
  std::vector<Feature> out;
  pair_functions(a, b).detect(a, p, b, q, margin, out);
  return out;
}

inline std::vector<ContactPoint<3>> contacts(const Shape& a, const Pose<3>& p, const Shape& b,
                                             const Pose<3>& q, double margin) {
  std::vector<ContactPoint<3>> points;
  const PairFunctions pair = pair_functions(a, b);
  for (const Feature f : features(a, p, b, q, margin))
    points.push_back(pair.evaluate(a, p, b, q, f));
  return points;
}

/// The smallest gap; infinity where nothing is within the margin.
inline double smallest_gap(const Shape& a, const Pose<3>& p, const Shape& b, const Pose<3>& q,
                           double margin) {
  double gap = std::numeric_limits<double>::infinity();
  for (const auto& c : contacts(a, p, b, q, margin)) gap = std::min(gap, c.gap);
  return gap;
}

/// Moved for a time t with a velocity and an angular velocity, in world axes.
inline Pose<3> moved(const Pose<3>& pose, const Vec3& v, const Vec3& w, double t) {
  const double angle = w.norm() * t;
  const Mat3 turn = Eigen::AngleAxisd(angle, w.normalized()).toRotationMatrix();
  return {pose.position + t * v, turn * pose.rotation};
}

/// Unit normal, on_first = on_second + gap·normal, the rate of the gap by central differences for a
/// random motion of both.
inline void expect_consistent(const Shape& a, const Pose<3>& p, const Shape& b, const Pose<3>& q,
                              Feature f, Random& random, double rate_tolerance = 1e-7) {
  const PairFunctions pair = pair_functions(a, b);
  const ContactPoint<3> c = pair.evaluate(a, p, b, q, f);
  EXPECT_NEAR(c.normal.norm(), 1, 1e-14);
  EXPECT_LT((c.on_first - c.on_second - c.gap * c.normal).norm(), 4e-15);
  const Vec3 v = random.vector(), w = random.vector(), v2 = random.vector(), w2 = random.vector();
  const auto gap = [&](double t) {
    return pair.evaluate(a, moved(p, v, w, t), b, moved(q, v2, w2, t), f).gap;
  };
  const double h = 1e-5;
  const double rate = (8 * (gap(h) - gap(-h)) - (gap(2 * h) - gap(-2 * h))) / (12 * h);
  const Vec3 first = v + w.cross(c.on_first - p.position);
  const Vec3 second = v2 + w2.cross(c.on_second - q.position);
  EXPECT_NEAR(rate, c.normal.dot(first - second), rate_tolerance)
      << kind_of(a) << " " << kind_of(b) << " feature " << static_cast<std::uint64_t>(f);
}

}  // namespace saltus::spatial
