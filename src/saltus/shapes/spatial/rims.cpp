// SPDX-License-Identifier: Apache-2.0
// The angles at which the distance between two circles is stationary are the roots of a polynomial
// of degree 8. With y(φ) the point of the second circle nearest to the point x(φ) of the first they
// are the roots of t(φ)·(x − y) in the one unknown φ: sampled, and each change of sign followed.
#include "saltus/shapes/spatial/rims.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace saltus::spatial {
namespace {

Vec3 nearest(const Circle& circle, const Vec3& x) {
  const Vec3 w = x - circle.centre;
  const double c = circle.u.dot(w);
  const double s = circle.v.dot(w);
  const double norm = std::hypot(c, s);
  if (norm == 0) return circle.centre + circle.radius * circle.u;
  return circle.centre + circle.radius * (c / norm * circle.u + s / norm * circle.v);
}

/// Half of the slope of the squared distance from the second circle, over the radius.
double slope_at(const Circle& a, const Circle& b, double angle) {
  const Vec3 x = a.point(angle);
  return a.tangent(angle).dot(x - nearest(b, x));
}

/// The root between two angles with slopes of different sign: false position, the older end's value
/// halved where the same end is kept twice (Illinois).
double root_between(const Circle& a, const Circle& b, double low, double at_low, double high,
                    double at_high) {
  int kept = 0;
  for (int k = 0; k < 100 && high - low > 4e-16 * (1 + std::abs(high)); ++k) {
    double x = low - at_low * (high - low) / (at_high - at_low);
    if (!(x > low && x < high)) x = (low + high) / 2;
    if (x == low || x == high) break;
    const double value = slope_at(a, b, x);
    if (value == 0) return x;
    if ((value < 0) == (at_low < 0)) {
      low = x, at_low = value;
      if (kept == 1) at_high /= 2;
      kept = 1;
    } else {
      high = x, at_high = value;
      if (kept == -1) at_low /= 2;
      kept = -1;
    }
  }
  return std::abs(at_low) < std::abs(at_high) ? low : high;
}

struct Rims {
  const PlacedRound& a;
  int end;
  const PlacedRound& b;
  int b_end;
  Circle first = a.rim(end);
  Circle second = b.rim(b_end);

  [[nodiscard]] RimsPoint point(double angle) const {
    const Vec3 x = first.point(angle);
    const Vec3 y = nearest(second, x);
    const Vec3 radial = first.radial(angle);
    const Vec3 b_radial = (y - second.centre) / second.radius;
    Vec3 outward = b_radial - radial;
    if (a.half > 0) outward += inward();
    if (b.half > 0) outward += b_outward();
    // The line between the points and the product of the tangents are both across both circles:
    // the one that is known better. The second goes on where the rims have passed each other. Rims
    // that touch with one tangent have neither; their angle is known to 1e-5, their gap better.
    const Vec3 w = x - y;
    const Vec3 c = first.tangent(angle).cross(b.axis().cross(b_radial));
    const double apart = w.norm() / (first.radius + second.radius);
    const double crossed = c.norm();
    if (crossed < 1e-5 && apart < 1e-10) return touching(outward.normalized(), x, y);
    Vec3 n = (crossed > std::max(1e-5, apart) ? c : w).normalized();
    if (n.dot(outward) < 0) n = -n;
    return judged(n, x, y);
  }

  /// The angle of a touch with one tangent is the root of a cubic, the normal that of a line: with
  /// x and y the lowest and the highest point along it, t·(x − y) = 0.
  [[nodiscard]] RimsPoint touching(Vec3 n, Vec3 x, Vec3 y) const {
    for (int k = 0; k < 3; ++k) {
      const Vec3 across = n - a.axis().dot(n) * a.axis();
      const Vec3 b_across = n - b.axis().dot(n) * b.axis();
      if (across.norm() < 1e-6 || b_across.norm() < 1e-6) break;  // end on end
      x = first.centre - first.radius * across.normalized();
      y = second.centre + second.radius * b_across.normalized();
      if (k == 2) break;
      const Vec3 t = a.axis().cross(across).normalized();
      n += t.dot(x - y) / (first.radius / across.norm() + second.radius / b_across.norm()) * t;
      n.normalize();
    }
    return judged(n, x, y);
  }

  [[nodiscard]] RimsPoint judged(const Vec3& n, const Vec3& x, const Vec3& y) const {
    const Vec3 radial = x - first.centre;
    const double gap = n.dot(x - y);
    double within =
        std::min(-n.dot(radial) / first.radius, n.dot(y - second.centre) / second.radius);
    if (a.half > 0) within = std::min(within, n.dot(inward()));
    if (b.half > 0) within = std::min(within, n.dot(b_outward()));
    const double turns =
        std::atan2(first.v.dot(radial), first.u.dot(radial)) / (2 * std::numbers::pi);
    const auto sector = static_cast<int>((turns - std::floor(turns)) * rim_sectors);
    return {{gap, n, x, x - gap * n}, within, std::min(sector, rim_sectors - 1)};
  }

  /// From the end into the first body, and out of the second.
  [[nodiscard]] Vec3 inward() const { return -PlacedRound::side(end) * a.axis(); }
  [[nodiscard]] Vec3 b_outward() const { return PlacedRound::side(b_end) * b.axis(); }
};

/// Whether the point lies in that sector or beside it; all do where none is asked for.
bool is_near(const RimsPoint& p, int sector) {
  const int apart = (p.sector - sector + rim_sectors) % rim_sectors;
  return sector < 0 || apart <= 1 || apart == rim_sectors - 1;
}

/// The gap of two convex bodies is the largest one over all directions.
bool is_better(const RimsPoint& p, const RimsPoint& best, int sector) {
  if (is_near(p, sector) != is_near(best, sector)) return is_near(p, sector);
  if (p.within > 0 && best.within > 0) return p.contact.gap > best.contact.gap;
  return p.within > best.within;
}

struct RimsScan {
  const Rims& rims;
  int sector;
  RimsPoint best{};
  bool is_empty = true;
  int halvings = 1000;  // left; rims about one axis would take any number

  struct Sample {
    double angle, slope;
  };
  [[nodiscard]] Sample at(double angle) const {
    return {angle, slope_at(rims.first, rims.second, angle)};
  }

  /// Circles that nearly touch with nearly one tangent have three roots close together: an interval
  /// is halved as long as the slope may bend inside it by more than it rises.
  void between(const Sample& low, const Sample& high) {
    const double half = (high.angle - low.angle) / 2;
    const double bend = 4 * half * half * rims.first.radius;
    if (half > 1e-6 && halvings > 0 && std::abs(high.slope - low.slope) < 2 * bend &&
        std::min(std::abs(low.slope), std::abs(high.slope)) < 2 * bend) {
      --halvings;
      const Sample middle = at(low.angle + half);
      between(low, middle);
      between(middle, high);
      return;
    }
    if ((low.slope < 0) == (high.slope < 0)) return;
    const RimsPoint p = rims.point(
        root_between(rims.first, rims.second, low.angle, low.slope, high.angle, high.slope));
    if (is_empty || is_better(p, best, sector)) best = p;
    is_empty = false;
  }
};

}  // namespace

RimsPoint rims_point(const PlacedRound& a, int end, const PlacedRound& b, int b_end, int sector) {
  constexpr int samples = 48;
  constexpr double step = 2 * std::numbers::pi / samples;
  constexpr double start = 0.4 * step;  // the usual roots, at multiples of 45°, lie inside
  const Rims rims{a, end, b, b_end};
  RimsScan scan{rims, sector};
  RimsScan::Sample before = scan.at(start - step);
  for (int k = 0; k < samples; ++k) {
    const RimsScan::Sample now = scan.at(start + k * step);
    scan.between(before, now);
    before = now;
  }
  return scan.is_empty ? rims.point(0) : scan.best;
}

bool are_rims_near(const PlacedRound& a, int end, const PlacedRound& b, int b_end,
                   double distance) {
  const Vec3 w = b.rim(b_end).centre - a.rim(end).centre;
  if (w.norm() > a.radius + b.radius + distance) return false;
  const double sine = a.axis().cross(b.axis()).norm();  // a circle reaches radius × sine
  const double aside = (w - a.axis().dot(w) * a.axis()).norm();
  if (sine < 1e-9 && aside < 1e-9 * a.radius) return false;  // about one axis: end over end
  return std::abs(a.axis().dot(w)) <= b.radius * sine + distance &&
         std::abs(b.axis().dot(w)) <= a.radius * sine + distance;
}

}  // namespace saltus::spatial
