// SPDX-License-Identifier: Apache-2.0
// The slider-crank's Lagrangian T = ½ vᵀ M v, V = weight, differentiated by hand.
#include "support/slider_crank_model.h"

#include <cmath>
#include <stdexcept>

#include <Eigen/LU>

namespace saltus::reference {

Eigen::Matrix2d mass(const SliderCrank& p, const Eigen::Vector2d& q) {
  const double coupling = (0.5 * p.m2 + p.m3) * p.l1 * p.l2 * std::cos(q[0] - q[1]);
  Eigen::Matrix2d M;
  M << p.J1 + (0.25 * p.m1 + p.m2 + p.m3) * p.l1 * p.l1, coupling,  //
      coupling, p.J2 + (0.25 * p.m2 + p.m3) * p.l2 * p.l2;
  return M;
}

Eigen::Vector2d force(const SliderCrank& p, const Eigen::Vector2d& q, const Eigen::Vector2d& v) {
  const double s = (0.5 * p.m2 + p.m3) * p.l1 * p.l2 * std::sin(q[0] - q[1]);
  const double weight1 = (0.5 * p.m1 + p.m2 + p.m3) * p.gravity * p.l1;
  const double weight2 = (0.5 * p.m2 + p.m3) * p.gravity * p.l2;
  return {-s * v[1] * v[1] - weight1 * std::cos(q[0]), s * v[0] * v[0] - weight2 * std::cos(q[1])};
}

Eigen::Vector2d height_gradient(const SliderCrank& p, const Eigen::Vector2d& q) {
  return {p.l1 * std::cos(q[0]), p.l2 * std::cos(q[1])};
}

double height_bias(const SliderCrank& p, const Eigen::Vector2d& q, const Eigen::Vector2d& v) {
  return -p.l1 * std::sin(q[0]) * v[0] * v[0] - p.l2 * std::sin(q[1]) * v[1] * v[1];
}

Eigen::Vector2d slide_gradient(const SliderCrank& p, const Eigen::Vector2d& q) {
  return {-p.l1 * std::sin(q[0]), -p.l2 * std::sin(q[1])};
}

double slide_bias(const SliderCrank& p, const Eigen::Vector2d& q, const Eigen::Vector2d& v) {
  return -p.l1 * std::cos(q[0]) * v[0] * v[0] - p.l2 * std::cos(q[1]) * v[1] * v[1];
}

SliderCrankImpulse impulse(const SliderCrank& p, const Eigen::Vector2d& q, const Eigen::Vector2d& v,
                           double height_rate) {
  Eigen::Matrix2d H;  // rows: Y, X
  H << height_gradient(p, q).transpose(), slide_gradient(p, q).transpose();
  const Eigen::Matrix2d W = H * mass(p, q).inverse() * H.transpose();
  const Eigen::Vector2d u = H * v;
  const double change = height_rate - u[0];
  if (p.mu == 0) return {change / W(0, 0), 0};
  for (const double slip : {1.0, -1.0}) {
    const double toward = change < 0 ? -1 : 1;  // friction μ |normal| against the slip
    const double normal = change / (W(0, 0) - p.mu * slip * toward * W(0, 1));
    const double tangential = -p.mu * slip * std::abs(normal);
    const double after = u[1] + W(1, 0) * normal + W(1, 1) * tangential;
    if (normal * toward >= 0 && slip * after > 0) return {normal, tangential};
  }
  const Eigen::Vector2d stuck = W.inverse() * Eigen::Vector2d(change, -u[1]);
  if (!(std::abs(stuck[1]) <= p.mu * std::abs(stuck[0]) && stuck[0] * change >= 0)) {
    throw std::runtime_error("slider-crank: no impulse obeys Coulomb's law");
  }
  return {stuck[0], stuck[1]};
}

double slider_height(const SliderCrank& p, const Eigen::Vector2d& q) {
  return p.l1 * std::sin(q[0]) + p.l2 * std::sin(q[1]);
}

// From the velocities of the three centres of mass, not from mass(): the two check each other.
double energy(const SliderCrank& p, const Eigen::Vector2d& q, const Eigen::Vector2d& v) {
  const Eigen::Vector2d pin = p.l1 * v[0] * Eigen::Vector2d(-std::sin(q[0]), std::cos(q[0]));
  const Eigen::Vector2d along = p.l2 * v[1] * Eigen::Vector2d(-std::sin(q[1]), std::cos(q[1]));
  const double translation = p.m1 * (0.5 * pin).squaredNorm() +
                             p.m2 * (pin + 0.5 * along).squaredNorm() +
                             p.m3 * (pin + along).squaredNorm();
  const double rotation = p.J1 * v[0] * v[0] + p.J2 * v[1] * v[1];
  const double y1 = p.l1 * std::sin(q[0]);
  const double y2 = p.l2 * std::sin(q[1]);
  const double weight = p.m1 * 0.5 * y1 + p.m2 * (y1 + 0.5 * y2) + p.m3 * (y1 + y2);
  return 0.5 * (translation + rotation) + p.gravity * weight;
}

}  // namespace saltus::reference
