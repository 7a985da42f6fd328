// SPDX-License-Identifier: Apache-2.0
// Power iterations, cluster by cluster at once.
#include "saltus/schemes/stiffness.h"

#include <algorithm>
#include <cmath>

#include "saltus/schemes/known_mass.h"

namespace saltus {
namespace {

/// ρ(M⁻¹ A) of the block-diagonal A that `add(cluster, x, y)` multiplies with: y += A x
template <class Add>
double radius(const SplitStep& s, const Add& add) {
  SplitWork& w = s.w;
  Vec& x = w.v_new;
  Vec& y = w.change;
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = 1 - 0.37 * static_cast<double>(i % 5);
  double ratio = 0;
  constexpr int iterations = 8;
  for (int pass = 0; pass < iterations; ++pass) {
    for (double& entry : y) entry = 0;
    for (const Cluster& c : s.model.clusters) add(c, x.data() + c.dof, y.data() + c.dof);
    w.mass.solve(s.model, y);
    double largest = 0;
    for (const double entry : y) largest = std::max(largest, std::abs(entry));
    double before = 0;
    for (const double entry : x) before = std::max(before, std::abs(entry));
    if (!(largest > 0) || !std::isfinite(largest)) return 0;
    ratio = largest / before;
    combine(1 / largest, y, 0, y, x);
  }
  return ratio;
}

void multiply(const double* A, std::int32_t n, const double* x, double* y) {
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) y[i] += *A++ * x[j];
  }
}

}  // namespace

double fastest_rate(const SplitStep& s, double t, const Vec& q, const Vec& v, const Vec& a) {
  SplitWork& w = s.w;
  Dynamics& at = w.mass_point;
  tangent(s.model, t, q, v, a, w.bodies, at);
  if (!factor_mass_of(s, at)) return 0;
  const double stiffness = radius(s, [&](const Cluster& c, const double* x, double* y) {
    multiply(at.K(c), c.n, x, y);
    multiply(at.S(c), c.n, x, y);
  });
  const double damping = radius(
      s, [&](const Cluster& c, const double* x, double* y) { multiply(at.C(c), c.n, x, y); });
  return std::max(std::sqrt(stiffness), damping);
}

}  // namespace saltus
