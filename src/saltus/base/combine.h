// SPDX-License-Identifier: Apache-2.0
// The few vector operations of the step loop, as plain loops: the vectors have 1 to 20 entries
// there, where the set-up of a general expression costs more than the sums (measured: half of a
// small step).
#pragma once

#include "saltus/base/types.h"

namespace saltus {

/// out = a x + b y
inline void combine(double a, const Vec& x, double b, const Vec& y, Vec& out) {
  const Eigen::Index n = x.size();
  const double* px = x.data();
  const double* py = y.data();
  double* po = out.data();
  for (Eigen::Index i = 0; i < n; ++i) po[i] = a * px[i] + b * py[i];
}

/// y += a x
inline void add_scaled(double a, const Vec& x, Vec& y) {
  const Eigen::Index n = x.size();
  const double* px = x.data();
  double* py = y.data();
  for (Eigen::Index i = 0; i < n; ++i) py[i] += a * px[i];
}

/// out = x, without a change of size
inline void copy(const Vec& x, Vec& out) {
  const Eigen::Index n = x.size();
  const double* px = x.data();
  double* po = out.data();
  for (Eigen::Index i = 0; i < n; ++i) po[i] = px[i];
}

/// NaN or infinite as soon as one entry is.
inline double sum(const Vec& x) {
  double s = 0;
  const Eigen::Index n = x.size();
  const double* px = x.data();
  for (Eigen::Index i = 0; i < n; ++i) s += px[i];
  return s;
}

}  // namespace saltus
