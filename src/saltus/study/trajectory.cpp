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
  q.resize(x.n);
  v.resize(x.n);
  for (Eigen::Index i = 0; i < x.n; ++i) {
    const double q0 = x.q_at(k)[i], q1 = x.q_at(next)[i];
    const double v0 = x.v_at(k)[i], v1 = x.v_at(next)[i];
    if (jumps(x, k, i)) {
      q[i] = q0 + s * (q1 - q0);
      v[i] = s < 0.5 ? v0 : v1;
    } else {
      q[i] = hermite(q0, v0, q1, v1, h, s);
      v[i] = v0 + s * (v1 - v0);
    }
  }
}

}  // namespace saltus
