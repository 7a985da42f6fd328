// SPDX-License-Identifier: Apache-2.0
// Distances of planar shapes by brute force: one boundary is sampled and refined by golden section,
// the other is asked for its distance from a point. Shares no code with the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "saltus/shapes/planar/list.h"

namespace saltus::test {

struct Span {  // of a boundary: a line, or an arc where radius > 0
  Point<2> a, b;
  Point<2> centre = Point<2>::Zero();
  double radius = 0, start = 0, sweep = 0;

  [[nodiscard]] Point<2> at(double s) const {
    if (radius == 0) return a + s * (b - a);
    const double angle = start + s * sweep;
    return centre + radius * Point<2>(std::cos(angle), std::sin(angle));
  }
  [[nodiscard]] double distance(const Point<2>& x) const {
    const double to_ends = std::min((x - a).norm(), (x - b).norm());
    if (radius > 0) {
      const Point<2> d = x - centre;
      double turned = std::remainder(std::atan2(d.y(), d.x()) - start, 2 * std::numbers::pi);
      if (sweep < 0) turned = -turned;
      if (turned < 0) turned += 2 * std::numbers::pi;
      return turned <= std::abs(sweep) ? std::min(std::abs(d.norm() - radius), to_ends) : to_ends;
    }
    const double length = (b - a).norm();
    if (length == 0) return to_ends;
    const Point<2> u = (b - a) / length;
    const double s = u.dot(x - a);
    if (s < 0 || s > length) return to_ends;
    return std::abs(u.x() * (x - a).y() - u.y() * (x - a).x());
  }
};

struct Core {
  std::vector<Span> spans;  // in the shape's axes
  double radius = 0;

  [[nodiscard]] double distance(const Point<2>& x) const {
    double best = std::numeric_limits<double>::infinity();
    for (const Span& span : spans) best = std::min(best, span.distance(x));
    return best;
  }
};

/// A shape, and independently of its outline the core it stands for.
struct Sample {
  planar::Shape shape;
  Core core;
};

inline Core polygon_core(const std::vector<Point<2>>& p, double radius) {
  Core core{{}, radius};
  for (std::size_t i = 0; i < p.size(); ++i) core.spans.push_back({p[i], p[(i + 1) % p.size()]});
  return core;
}

inline Core profile_core(const std::vector<Point<2>>& p, const std::vector<double>& bulges) {
  Core core;
  for (std::size_t i = 0; i < p.size(); ++i) {
    Span span{p[i], p[(i + 1) % p.size()]};
    const double bulge = bulges[i];
    if (bulge != 0) {
      span.sweep = 4 * std::atan(bulge);
      const double chord = (span.b - span.a).norm();
      span.radius = std::abs(0.5 * chord / std::sin(0.5 * span.sweep));
      const Point<2> u = (span.b - span.a) / chord;
      const double height = 0.5 * chord / std::tan(0.5 * span.sweep);  // signed, to the left
      span.centre = 0.5 * (span.a + span.b) + height * Point<2>(-u.y(), u.x());
      span.start = std::atan2((span.a - span.centre).y(), (span.a - span.centre).x());
    }
    core.spans.push_back(span);
  }
  return core;
}

/// min over the boundary of a of its distance from the boundary of b.
inline double core_distance(const Core& a, const Pose<2>& pose_a, const Core& b,
                            const Pose<2>& pose_b) {
  constexpr int n = 48;
  double best = std::numeric_limits<double>::infinity();
  for (const Span& span : a.spans) {
    const auto f = [&](double s) {
      return b.distance(pose_b.to_local(pose_a.to_world(span.at(s))));
    };
    std::vector<double> value;
    for (int k = 0; k <= n; ++k) value.push_back(f(static_cast<double>(k) / n));
    for (int k = 0; k <= n; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const bool is_low =
          (k == 0 || value[i] <= value[i - 1]) && (k == n || value[i] <= value[i + 1]);
      best = std::min(best, value[i]);
      if (!is_low) continue;
      double lower = std::max(0, k - 1) / static_cast<double>(n);
      double upper = std::min(n, k + 1) / static_cast<double>(n);
      for (int step = 0; step < 75; ++step) {
        const double third = 0.381966011250105 * (upper - lower);
        (f(lower + third) < f(upper - third) ? upper : lower) =
            f(lower + third) < f(upper - third) ? upper - third : lower + third;
      }
      best = std::min(best, f(0.5 * (lower + upper)));
    }
  }
  return best;
}

inline double gap_by_brute_force(const Sample& a, const Pose<2>& pose_a, const Sample& b,
                                 const Pose<2>& pose_b) {
  return core_distance(a.core, pose_a, b.core, pose_b) - a.core.radius - b.core.radius;
}

inline Pose<2> pose_at(double x, double y, double angle) {
  Pose<2> pose;
  pose.position = {x, y};
  pose.rotation << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  return pose;
}

template <class S>
planar::Shape prepared(S shape) {
  prepare(shape);
  return shape;
}

inline std::vector<std::vector<double>> numbers(const std::vector<Point<2>>& points) {
  std::vector<std::vector<double>> list;
  for (const Point<2>& p : points) list.push_back({p.x(), p.y()});
  return list;
}

}  // namespace saltus::test
