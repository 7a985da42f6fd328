// SPDX-License-Identifier: Apache-2.0
// Random planar shapes of every bounded kind, poses at a wanted gap, and the features between.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "shapes/planar_reference.h"

namespace saltus::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double lower, double upper) {
    return std::uniform_real_distribution<double>(lower, upper)(engine_);
  }
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_);
  }

 private:
  std::mt19937 engine_;
};

inline const std::vector<std::string>& bounded_kinds() {
  static const std::vector<std::string> kinds{"point",   "disc",  "capsule", "box",
                                              "polygon", "round", "profile"};
  return kinds;
}

inline Sample random_polygon(Random& random, double radius) {
  // Vertices on an ellipse are convex in any number.
  const std::size_t n = 3 + random.below(5);
  std::vector<double> angles;
  for (std::size_t i = 0; i < n; ++i) {
    angles.push_back((static_cast<double>(i) + random(0, 0.8)) * 2 * std::numbers::pi /
                     static_cast<double>(n));
  }
  std::vector<Point<2>> p;
  for (const double angle : angles) p.emplace_back(0.8 * std::cos(angle), 0.5 * std::sin(angle));
  std::vector<Point<2>> written = p;
  if (random(0, 1) < 0.5) std::reverse(written.begin(), written.end());
  return {prepared(planar::Polygon{numbers(written), radius, {}}), polygon_core(p, radius)};
}

/// A star of four teeth with arcs, hollow and convex, and lines between them.
inline Sample random_profile(Random& random) {
  std::vector<Point<2>> p;
  std::vector<double> bulges;
  constexpr int n = 8;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n + random(-0.1, 0.1);
    const double radius = (i % 2 == 0 ? 0.8 : 0.45) * random(0.9, 1.1);
    p.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    const std::size_t what = random.below(3);
    bulges.push_back(what == 0 ? 0 : (what == 1 ? random(0.05, 0.5) : random(-0.15, -0.03)));
  }
  return {prepared(planar::Profile{numbers(p), bulges, {}, {}, {}}), profile_core(p, bulges)};
}

inline Sample random_shape(const std::string& kind, Random& random) {
  const Point<2> origin = Point<2>::Zero();
  if (kind == "point") return {planar::Particle{}, {{Span{origin, origin}}, 0}};
  if (kind == "disc") {
    const double r = random(0.2, 1);
    return {planar::Disc{r, {}}, {{Span{origin, origin}}, r}};
  }
  if (kind == "capsule") {
    const double r = random(0.1, 0.5);
    const double l = random(0.3, 2);
    return {prepared(planar::Capsule{r, l, {}}),
            {{Span{Point<2>(-l / 2, 0), Point<2>(l / 2, 0)}}, r}};
  }
  if (kind == "box") {
    const double x = random(0.2, 1);
    const double y = random(0.2, 1);
    const double r = random(0, 1) < 0.5 ? 0 : random(0.05, 0.3);
    return {prepared(planar::Box{{2 * x, 2 * y}, r, {}}),
            polygon_core({{-x, -y}, {x, -y}, {x, y}, {-x, y}}, r)};
  }
  if (kind == "profile") return random_profile(random);
  return random_polygon(random, kind == "round" ? random(0.05, 0.4) : 0);
}

struct Touch {
  Feature feature;
  ContactPoint<2> contact;
};

/// All that is detected between two shapes, evaluated, the smallest gap first.
inline std::vector<Touch> touches(const planar::Shape& a, const Pose<2>& pose_a,
                                  const planar::Shape& b, const Pose<2>& pose_b, double margin) {
  const planar::PairFunctions pair = planar::pair_functions(a.index(), b.index());
  std::vector<Feature> features;
  pair.detect(a, pose_a, b, pose_b, margin, features);
  std::vector<Touch> found;
  for (const Feature f : features) found.push_back({f, pair.evaluate(a, pose_a, b, pose_b, f)});
  std::stable_sort(found.begin(), found.end(),
                   [](const Touch& x, const Touch& y) { return x.contact.gap < y.contact.gap; });
  return found;
}

}  // namespace saltus::test
