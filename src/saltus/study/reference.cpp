// SPDX-License-Identifier: Apache-2.0
// Values and graphs of reference motions.
#include "saltus/study/reference.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr double at_the_end = 1e-12;  // of the end time

std::vector<GraphPoint> points_of(const Trajectory& x, Quantity quantity, Eigen::Index i,
                                  double end) {
  std::vector<GraphPoint> points;
  points.reserve(x.size());
  for (std::size_t k = 0; k < x.size() && x.t[k] <= end * (1 + at_the_end); ++k) {
    points.push_back({x.t[k], quantity == Quantity::position ? x.q_at(k)[i] : x.v_at(k)[i]});
  }
  if (points.back().t < end * (1 - at_the_end) && points.size() < x.size()) {  // cut a step in two
    Vec q, v;
    interpolate(x, end, q, v);
    points.push_back({end, quantity == Quantity::position ? q[i] : v[i]});
  }
  return points;
}

/// Lines from a to b, ends included; at the ends the limits from within.
void sample_flight(const LinearImpactMotion& exact, Quantity quantity, double a, double b,
                   double spacing, std::vector<GraphPoint>& points) {
  const double pieces = std::max(1.0, std::ceil((b - a) / spacing));
  const auto last = static_cast<std::int64_t>(pieces);
  for (std::int64_t k = 0; k <= last; ++k) {
    const double t = k == last ? b : a + (b - a) * (static_cast<double>(k) / pieces);
    const LinearImpactMotion::Point x = exact.at(t);
    const double v = k == last ? x.v_before : x.v_after;
    points.push_back({t, quantity == Quantity::position ? x.q : v});
  }
}

std::vector<GraphPoint> points_of(const LinearImpactMotion& exact, Quantity quantity, double end,
                                  double spacing) {
  std::vector<GraphPoint> points;
  double from = 0;
  if (quantity == Quantity::velocity) points.push_back({0, exact.at(0).v_before});
  for (const double t : exact.impact_times()) {
    if (t > end) break;
    if (t > from) sample_flight(exact, quantity, from, t, spacing, points);
    from = t;
  }
  if (from < end) {
    sample_flight(exact, quantity, from, end, spacing, points);
  } else if (quantity == Quantity::velocity) {  // an impact at the very end
    points.push_back({end, exact.at(end).v_after});
  }
  return points;
}

}  // namespace

void evaluate(const Reference& reference, double t, Vec& q, Vec& v) {
  if (const auto* run = std::get_if<Trajectory>(&reference)) {
    interpolate(*run, t, q, v);
    return;
  }
  const LinearImpactMotion::Point x = std::get<LinearImpactMotion>(reference).at(t);
  q.setConstant(1, x.q);
  v.setConstant(1, x.v_after);
}

FilledGraph graph(const Trajectory& x, Quantity quantity, Eigen::Index i) {
  return FilledGraph(points_of(x, quantity, i, x.t.back()));
}

FilledGraph graph(const Reference& reference, Quantity quantity, Eigen::Index i, double end,
                  double spacing) {
  if (const auto* run = std::get_if<Trajectory>(&reference)) {
    return FilledGraph(points_of(*run, quantity, i, end));
  }
  return FilledGraph(points_of(std::get<LinearImpactMotion>(reference), quantity, end, spacing));
}

}  // namespace saltus
