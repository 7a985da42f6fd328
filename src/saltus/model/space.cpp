// SPDX-License-Identifier: Apache-2.0
// Flat positions add, attitudes turn, and turns are counted.
#include "saltus/model/space.h"

#include <cmath>
#include <utility>

#include <Eigen/Geometry>

#include "saltus/base/rotation.h"

namespace saltus {

namespace {

Eigen::Matrix3d axes_at(const Space::Turn::Side& side, const Vec& q) {
  if (side.position < 0) return side.axes;
  return rotation_matrix(q.data() + side.position) * side.axes;
}

double rate_about_axis(const Space::Turn::Side& side, const Vec& v) {
  return side.position < 0 ? 0.0 : side.axes.col(2).dot(v.segment<3>(side.dof));
}

/// The angle of the new attitudes that is nearest to how far they turned: any number of turns, and
/// no error from step to step.
double counted_on(const Space::Turn& turn, double angle, double h, const Vec& v, const Vec& q) {
  const double guess =
      angle + h * (rate_about_axis(turn.first, v) - rate_about_axis(turn.second, v));
  const Eigen::Matrix3d a = axes_at(turn.first, q);
  const Eigen::Matrix3d b = axes_at(turn.second, q);
  const double cosine = a.col(0).dot(b.col(0));
  const double sine = a.col(0).dot(b.col(1));
  const double c = std::cos(guess);
  const double s = std::sin(guess);
  return guess + std::atan2(sine * c - cosine * s, cosine * c + sine * s);
}

}  // namespace

void advance_curved(const Space& space, const Vec& q, double h, const Vec& v, Vec& result) {
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      result[part.position + i] = q[part.position + i] + h * v[part.dof + i];
  }
  for (const Space::Attitude& a : space.attitudes)
    rotate(q.data() + a.position, h, v.data() + a.dof, result.data() + a.position);
  for (const Space::Turn& turn : space.turns)
    result[turn.position] = counted_on(turn, q[turn.position], h, v, result);
}

void difference_curved(const Space& space, const Vec& a, const Vec& b, Vec& out) {
  for (const Space::Flat& part : space.flat) {
    for (std::int32_t i = 0; i < part.n; ++i)
      out[part.dof + i] = a[part.position + i] - b[part.position + i];
  }
  for (const Space::Attitude& s : space.attitudes)
    rotation_between(a.data() + s.position, b.data() + s.position, out.data() + s.dof);
}

namespace {

/// out = x + a δ × x + b δ × (δ × x) on every attitude, a and b functions of |δ|².
template <class Factors>
void twist(const Space& space, const Vec& delta, const Vec& x, const Factors& factors, Vec& out) {
  copy(x, out);
  for (const Space::Attitude& s : space.attitudes) {
    const Eigen::Vector3d d = delta.segment<3>(s.dof);
    const Eigen::Vector3d y = x.segment<3>(s.dof);
    const auto [a, b] = factors(d.squaredNorm());
    const Eigen::Vector3d once = d.cross(y);
    out.segment<3>(s.dof) = y + a * once + b * d.cross(once);
  }
}

}  // namespace

void rate_in_chart(const Space& space, const Vec& delta, const Vec& v, Vec& out) {
  // the inverse of the exponential's derivative, in body axes
  twist(
      space, delta, v,
      [](double square) {
        if (square < 1e-4) return std::pair(0.5, (1 + square / 60) / 12);
        const double half = 0.5 * std::sqrt(square);
        return std::pair(0.5, (1 - half / std::tan(half)) / square);
      },
      out);
}

void velocity_of_chart(const Space& space, const Vec& delta, const Vec& rate, Vec& out) {
  twist(
      space, delta, rate,
      [](double square) {
        if (square < 1e-4) return std::pair(-0.5 * (1 - square / 12), (1 - square / 20) / 6);
        const double angle = std::sqrt(square);
        return std::pair(-(1 - std::cos(angle)) / square,
                         (angle - std::sin(angle)) / (angle * square));
      },
      out);
}

void between(const Space& space, const Vec& b, double s, const Vec& a, Vec& scratch, Vec& out) {
  if (!space.curved) return combine(1 - s, b, s, a, out);
  difference_curved(space, a, b, scratch);
  advance_curved(space, b, s, scratch, out);
}

}  // namespace saltus
