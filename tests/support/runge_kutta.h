// SPDX-License-Identifier: Apache-2.0
// Adaptive explicit Runge–Kutta method of order 10 for reference solutions of smooth motion.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <Eigen/Core>

namespace saltus::reference {

template <int N>
using Vector = Eigen::Matrix<double, N, 1>;

/// A step of size h that may still be thrown away.
template <int N>
struct Trial {
  Vector<N> y;
  Vector<N> error;  // of the embedded method of order 8
};

struct RungeKutta {
  double tolerance = 1e-13;  // per step, in component i relative to 1 + |y_i|; at least 1e-14
  double max_step = std::numeric_limits<double>::infinity();
};

/// One step of y' = f(t, y): the modified midpoint rule with 2, 4, …, 10 substeps, extrapolated to
/// zero substep in powers of (h/n)². Preferred to a tableau because there is no table to mistype.
/// Increments y − y_0 are extrapolated instead of y, for round-off.
template <int N, class Rhs>
Trial<N> trial_step(const Rhs& f, double t, const Vector<N>& y, double h) {
  constexpr int rows = 5;
  std::array<Vector<N>, rows> T;  // the last row of the Aitken–Neville table
  Vector<N> error = Vector<N>::Zero();
  const Vector<N> f0 = f(t, y);
  for (int j = 0; j < rows; ++j) {
    const int n = 2 * (j + 1);
    const double substep = h / n;
    Vector<N> before = Vector<N>::Zero();
    Vector<N> here = substep * f0;
    for (int i = 1; i < n; ++i) {
      const Vector<N> slope = f(t + i * substep, Vector<N>(y + here));
      const Vector<N> after = before + 2 * substep * slope;
      before = here;
      here = after;
    }
    const Vector<N> last = f(t + h, Vector<N>(y + here));
    Vector<N> entry = 0.5 * (before + here + substep * last);  // Gragg's smoothing
    for (int k = 0; k < j; ++k) {
      const double ratio = static_cast<double>(j + 1) / (j - k);
      error = (entry - T[static_cast<std::size_t>(k)]) / (ratio * ratio - 1);
      std::swap(entry, T[static_cast<std::size_t>(k)]);
      entry = T[static_cast<std::size_t>(k)] + error;
    }
    T[static_cast<std::size_t>(j)] = entry;
  }
  return {y + T.back(), error};
}

/// Takes one accepted step from (t, y), not beyond `limit`, and proposes the next size in `h`.
/// Returns the size that was taken. A step that reaches the limit sets t to it exactly.
template <int N, class Rhs>
double accepted_step(const RungeKutta& method, const Rhs& f, double& t, Vector<N>& y, double& h,
                     double limit) {
  if (method.tolerance < 1e-14) throw std::invalid_argument("tolerance below round-off");
  h = std::min(h, method.max_step);
  while (true) {
    const bool last = t + 1.0001 * h >= limit;
    const double size = last ? limit - t : h;
    const Trial<N> trial = trial_step<N>(f, t, y, size);
    double error = 0;
    for (int i = 0; i < N; ++i) {
      const double scale = 1 + std::max(std::abs(y[i]), std::abs(trial.y[i]));
      error = std::max(error, std::abs(trial.error[i]) / (method.tolerance * scale));
    }
    const double factor = 0.9 * std::pow(std::max(error, 1e-10), -1.0 / 9);
    if (error <= 1) {
      t = last ? limit : t + size;
      y = trial.y;
      // A step cut short by the limit says nothing against the size that was proposed before.
      h = std::max(last ? h : 0.0, size * std::min(factor, 4.0));
      return size;
    }
    h = size * std::clamp(factor, 0.1, 0.9);
    if (!(t + h > t)) throw std::runtime_error("step size underflow");
  }
}

/// y(t_end) from y(t).
template <int N, class Rhs>
Vector<N> integrate(const RungeKutta& method, const Rhs& f, double t, Vector<N> y, double t_end) {
  double h = 1e-3 * (t_end - t);
  while (t < t_end) accepted_step<N>(method, f, t, y, h, t_end);
  return y;
}

}  // namespace saltus::reference
