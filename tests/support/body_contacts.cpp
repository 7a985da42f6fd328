// SPDX-License-Identifier: Apache-2.0
// Contact rows from frames and arms, and W = H M⁻¹ Hᵀ block by block.
#include "support/body_contacts.h"

#include <algorithm>

#include <Eigen/Geometry>

namespace saltus::test {
namespace {

std::size_t size(std::int32_t i) { return static_cast<std::size_t>(i); }

/// Rows n, t₁ (, t₂), right-handed.
std::array<Eigen::Vector3d, 3> frame(std::int32_t dim, const Eigen::Vector3d& n) {
  if (dim == 2) return {n, Eigen::Vector3d(-n.y(), n.x(), 0), Eigen::Vector3d::Zero()};
  const Eigen::Vector3d t = n.unitOrthogonal();
  return {n, t, n.cross(t)};
}

/// ± (d·v + (arm × d)·ω) for each direction d of the frame.
std::array<double, 18> rows(std::int32_t dim, const std::array<Eigen::Vector3d, 3>& frame,
                            const Eigen::Vector3d& arm, double sign) {
  std::array<double, 18> H{};
  std::size_t k = 0;
  for (std::size_t i = 0; i < size(dim); ++i) {
    const Eigen::Vector3d moment = arm.cross(frame[i]);
    for (std::int32_t j = 0; j < dim; ++j) H[k++] = sign * frame[i][j];
    for (std::int32_t j = dim == 2 ? 2 : 0; j < 3; ++j) H[k++] = sign * moment[j];
  }
  return H;
}

/// f(body, H of the contact at it).
template <class F>
void for_each_side(const BodyContacts::Contact& contact, F&& f) {
  if (contact.first != BodyContacts::fixed) f(size(contact.first), contact.H_first);
  if (contact.second != BodyContacts::fixed) f(size(contact.second), contact.H_second);
}

std::vector<std::vector<std::int32_t>> contacts_of_bodies(const BodyContacts& system) {
  std::vector<std::vector<std::int32_t>> of(system.bodies());
  for (std::size_t a = 0; a < system.contacts.size(); ++a)
    for_each_side(system.contacts[a], [&](std::size_t body, const auto&) {
      of[body].push_back(static_cast<std::int32_t>(a));
    });
  return of;
}

/// block += H_a M⁻¹ H_cᵀ of one body.
void add_block(const BodyContacts& system, std::size_t body, const std::array<double, 18>& H_a,
               const std::array<double, 18>& H_c, double* block) {
  const std::size_t dim = size(system.dim), dofs = size(system.dofs());
  const double* M = system.M.data() + body * dofs;
  for (std::size_t i = 0; i < dim; ++i)
    for (std::size_t j = 0; j < dim; ++j)
      for (std::size_t k = 0; k < dofs; ++k)
        block[i * dim + j] += H_a[i * dofs + k] * H_c[j * dofs + k] / M[k];
}

void add_row(const BodyContacts& system, const BodyContacts::Contact& a,
             const std::vector<std::vector<std::int32_t>>& of, BlockMatrix& W) {
  const std::size_t first = W.column.size(), block = size(W.dim * W.dim);
  for_each_side(a, [&](std::size_t body, const auto&) {
    W.column.insert(W.column.end(), of[body].begin(), of[body].end());
  });
  const auto begin = W.column.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, W.column.end());
  W.column.erase(std::unique(begin, W.column.end()), W.column.end());
  W.start.push_back(static_cast<std::int32_t>(W.column.size()));
  W.value.resize(W.column.size() * block, 0.0);
  for (std::size_t k = first; k < W.column.size(); ++k) {
    double* value = W.value.data() + k * block;
    const BodyContacts::Contact& c = system.contacts[size(W.column[k])];
    for_each_side(a, [&](std::size_t body_a, const auto& H_a) {
      for_each_side(c, [&](std::size_t body_c, const auto& H_c) {
        if (body_a == body_c) add_block(system, body_a, H_a, H_c, value);
      });
    });
  }
}

}  // namespace

std::int32_t add_body(BodyContacts& system, double mass, double inertia) {
  const auto body = static_cast<std::int32_t>(system.bodies());
  for (std::int32_t i = 0; i < system.dofs(); ++i)
    system.M.push_back(i < system.dim ? mass : inertia);
  system.f.resize(system.M.size(), 0.0);
  return body;
}

void add_contact(BodyContacts& system, std::int32_t first, std::int32_t second,
                 const Eigen::Vector3d& n, const Eigen::Vector3d& arm_first,
                 const Eigen::Vector3d& arm_second, double mu) {
  const auto axes = frame(system.dim, n);
  system.contacts.push_back({first, second, rows(system.dim, axes, arm_first, 1),
                             rows(system.dim, axes, arm_second, -1), mu});
  system.w.resize(system.contacts.size() * size(system.dim), 0.0);
}

FrictionProblem reduced(const BodyContacts& system) {
  FrictionProblem problem;
  problem.W.dim = system.dim;
  const auto of = contacts_of_bodies(system);
  for (const BodyContacts::Contact& contact : system.contacts) {
    add_row(system, contact, of, problem.W);
    problem.mu.push_back(contact.mu);
  }
  const std::vector<double> none(system.w.size(), 0.0);
  problem.b = contact_velocity(system, body_velocity(system, none));
  return problem;
}

std::vector<double> body_velocity(const BodyContacts& system, const std::vector<double>& p) {
  const std::size_t dim = size(system.dim), dofs = size(system.dofs());
  std::vector<double> v = system.f;
  for (std::size_t a = 0; a < system.contacts.size(); ++a)
    for_each_side(system.contacts[a], [&](std::size_t body, const auto& H) {
      for (std::size_t i = 0; i < dim; ++i)
        for (std::size_t k = 0; k < dofs; ++k)
          v[body * dofs + k] += H[i * dofs + k] * p[a * dim + i];
    });
  for (std::size_t k = 0; k < v.size(); ++k) v[k] /= system.M[k];
  return v;
}

std::vector<double> contact_velocity(const BodyContacts& system, const std::vector<double>& v) {
  const std::size_t dim = size(system.dim), dofs = size(system.dofs());
  std::vector<double> u = system.w;
  for (std::size_t a = 0; a < system.contacts.size(); ++a)
    for_each_side(system.contacts[a], [&](std::size_t body, const auto& H) {
      for (std::size_t i = 0; i < dim; ++i)
        for (std::size_t k = 0; k < dofs; ++k)
          u[a * dim + i] += H[i * dofs + k] * v[body * dofs + k];
    });
  return u;
}

}  // namespace saltus::test
