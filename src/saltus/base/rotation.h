// SPDX-License-Identifier: Apache-2.0
// Unit quaternions (w, x, y, z) as four doubles in a row; rotations by vectors in body axes.
#pragma once

#include <array>
#include <cmath>

#include <Eigen/Core>

namespace saltus {

/// c = a ⊗ b; c may be neither.
inline void multiply(const double* a, const double* b, double* c) {
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/// exp(h ω): the rotation by h ω, ω in body axes.
inline void exponential(double h, const double* omega, double* out) {
  const double x = 0.5 * h * omega[0];
  const double y = 0.5 * h * omega[1];
  const double z = 0.5 * h * omega[2];
  const double square = x * x + y * y + z * z;
  const double half = std::sqrt(square);
  // sin(half)/half; its series has 1e-17 of error where it is used
  const double sinc = square < 1e-6 ? 1 - square / 6 * (1 - square / 20) : std::sin(half) / half;
  out[0] = std::cos(half);
  out[1] = sinc * x;
  out[2] = sinc * y;
  out[3] = sinc * z;
}

/// out = q ⊗ exp(h ω), of unit length to the last bit or two at any number of calls; `out` may be
/// q.
inline void rotate(const double* q, double h, const double* omega, double* out) {
  std::array<double, 4> turn{};
  std::array<double, 4> product{};
  exponential(h, omega, turn.data());
  multiply(q, turn.data(), product.data());
  const double square = product[0] * product[0] + product[1] * product[1] +
                        product[2] * product[2] + product[3] * product[3];
  const double scale = 1 / std::sqrt(square);
  for (const double x : product) *out++ = scale * x;
}

/// The vector φ with a = b ⊗ exp(φ), |φ| ≤ π.
inline void rotation_between(const double* a, const double* b, double* phi) {
  const std::array<double, 4> back{b[0], -b[1], -b[2], -b[3]};
  std::array<double, 4> turn{};
  multiply(back.data(), a, turn.data());
  const double sign = turn[0] < 0 ? -1 : 1;  // q and −q are the same attitude
  const double sine = std::sqrt(turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3]);
  const double half = std::atan2(sine, sign * turn[0]);
  const double scale = sign * (sine < 1e-8 ? 2.0 : 2 * half / sine);
  phi[0] = scale * turn[1];
  phi[1] = scale * turn[2];
  phi[2] = scale * turn[3];
}

/// Columns are the body's axes in the world's.
inline Eigen::Matrix3d rotation_matrix(const double* q) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  Eigen::Matrix3d R;
  R << w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
      2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),   //
      2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z;
  return R;
}

}  // namespace saltus
