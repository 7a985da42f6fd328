// SPDX-License-Identifier: Apache-2.0
// Interpolation that keeps jumps of the velocity sharp.
#include "saltus/study/trajectory.h"

#include <algorithm>
#include <cmath>

namespace saltus {
namespace {

constexpr double same_time = 1e-6;  // of a step
constexpr double jump_factor = 10;  // times the change in the neighbouring steps

/// The change of v_i in the step that starts at grid point k; 0 where there is no such step.
double change(const Trajectory& x, std::size_t k, Eigen::Index i) {
  return k + 1 < x.size() ? std::abs(x.v_at(k + 1)[i] - x.v_at(k)[i]) : 0.0;
}

bool jumps(const Trajectory& x, std::size_t k, Eigen::Index i) {
  const double before = k > 0 ? change(x, k - 1, i) : 0.0;
  return change(x, k, i) > jump_factor * std::max(before, change(x, k + 1, i));
}

/// The cubic with values q0, q1 and slopes v0, v1 at the ends of a step h, at its fraction s.
double hermite(double q0, double v0, double q1, double v1, double h, double s) {
  const double r = 1 - s;
  return r * r * (1 + 2 * s) * q0 + s * s * (1 + 2 * r) * q1 + h * s * r * (r * v0 - s * v1);
}

}  // namespace

Trajectory empty_trajectory(const Model& model) {
  Trajectory x;
  x.positions = model.space.positions;
  x.dofs = model.dofs;
  x.position_of = model.space.position_of;
  return x;
}

Trajectory flat_trajectory(Eigen::Index n) {
  Trajectory x;
  x.positions = x.dofs = n;
  for (std::int32_t i = 0; i < n; ++i) x.position_of.push_back(i);
  return x;
}

void TrajectoryRecorder::record(const Sample& sample) {
  const State& x = sample.state;
  trajectory.t.push_back(x.t);
  trajectory.q.insert(trajectory.q.end(), x.q.begin(), x.q.end());
  trajectory.v.insert(trajectory.v.end(), x.v.begin(), x.v.end());
}

void interpolate(const Trajectory& x, double t, Vec& q, Vec& v) {
  const auto after = std::upper_bound(x.t.begin(), x.t.end(), t);
  const auto last = x.size() - 1;
  const auto k = std::min(
      last, static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, after - x.t.begin() - 1)));
  const std::size_t next = std::min(k + 1, last);
  const double h = x.t[next] - x.t[k];
  const double s = h > 0 ? (t - x.t[k]) / h : 0.0;
  if (s <= same_time || s >= 1 - same_time) {
    std::size_t nearest = s < 0.5 ? k : next;
    while (nearest < last && x.t[nearest + 1] == x.t[nearest]) ++nearest;  // after the impact
    q = x.q_at(nearest);
    v = x.v_at(nearest);
    return;
  }
  q = (1 - s) * x.q_at(k) + s * x.q_at(next);
  v.resize(x.dofs);
  for (Eigen::Index i = 0; i < x.dofs; ++i) {
    const double v0 = x.v_at(k)[i], v1 = x.v_at(next)[i];
    const bool jump = jumps(x, k, i);
    v[i] = jump ? (s < 0.5 ? v0 : v1) : v0 + s * (v1 - v0);
    const std::int32_t p = x.position_of[static_cast<std::size_t>(i)];
    if (p >= 0 && !jump) q[p] = hermite(x.q_at(k)[p], v0, x.q_at(next)[p], v1, h, s);
  }
}

}  // namespace saltus
