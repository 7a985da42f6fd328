// SPDX-License-Identifier: Apache-2.0
// Contacts between free rigid bodies, in body form and as the friction problem that follows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "saltus/problems/friction_problem.h"

namespace saltus::test {

/// u = H v + w,  M v = f + Hᵀ p,  so W = H M⁻¹ Hᵀ and b = H M⁻¹ f + w. M is diagonal. A body has 3
/// degrees of freedom in the plane (x, y, θ) and 6 in space (x, y, z, rotation).
struct BodyContacts {
  static constexpr std::int32_t fixed = -1;

  struct Contact {
    std::int32_t first = fixed, second = fixed;    // the normal points from the second to the first
    std::array<double, 18> H_first{}, H_second{};  // dim × dofs, row-major, normal row first
    double mu = 0;
  };

  std::int32_t dim = 3;
  std::vector<double> M;  // dofs per body
  std::vector<double> f;  // dofs per body
  std::vector<Contact> contacts;
  std::vector<double> w;  // dim per contact

  [[nodiscard]] std::int32_t dofs() const { return dim == 2 ? 3 : 6; }
  [[nodiscard]] std::size_t bodies() const { return M.size() / static_cast<std::size_t>(dofs()); }
};

/// Appends a free body of that mass and moment of inertia (the same about all axes), f = 0.
std::int32_t add_body(BodyContacts& system, double mass, double inertia);

/// Appends a contact at the given arms from the centres of the two bodies (of a fixed one: any),
/// w = 0. n: unit normal. In the plane the third entries are 0.
void add_contact(BodyContacts& system, std::int32_t first, std::int32_t second,
                 const Eigen::Vector3d& n, const Eigen::Vector3d& arm_first,
                 const Eigen::Vector3d& arm_second, double mu);

[[nodiscard]] FrictionProblem reduced(const BodyContacts& system);

/// v = M⁻¹(f + Hᵀ p), and H v + w.
[[nodiscard]] std::vector<double> body_velocity(const BodyContacts& system,
                                                const std::vector<double>& p);
[[nodiscard]] std::vector<double> contact_velocity(const BodyContacts& system,
                                                   const std::vector<double>& v);

}  // namespace saltus::test
