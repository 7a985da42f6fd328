// SPDX-License-Identifier: Apache-2.0
// Places, pairs, contact frames, velocities, in this order, from one engine.
#include "support/friction_problems.h"

#include <random>

namespace saltus::test {
namespace {

struct Engine {
  std::mt19937_64 engine;
  std::int32_t dim;

  double normal() { return std::normal_distribution<>()(engine); }
  double uniform(double from, double to) {
    return std::uniform_real_distribution<>(from, to)(engine);
  }
  std::int32_t index(std::int32_t count) {
    return std::uniform_int_distribution<std::int32_t>(0, count - 1)(engine);
  }
  Eigen::Vector3d vector() {
    const double x = normal(), y = normal();
    return {x, y, dim == 3 ? normal() : 0};
  }
};

/// The contact lies between the two centres, off their line by a tenth of their distance.
void touch(BodyContacts& system, Engine& draw, std::int32_t first, std::int32_t second,
           const Eigen::Vector3d& x_first, const Eigen::Vector3d& x_second, double mu) {
  const Eigen::Vector3d between = x_first - x_second;
  const double size = between.norm();
  const Eigen::Vector3d n = (between + 0.3 * size * draw.vector()).normalized();
  const Eigen::Vector3d arm = -0.5 * between + 0.1 * size * draw.vector();
  add_contact(system, first, second, n, arm, arm + between, mu);
}

}  // namespace

BodyContacts random_bodies(const FrictionDraw& draw, std::uint64_t seed) {
  Engine engine{std::mt19937_64(seed), draw.dim};
  BodyContacts system;
  system.dim = draw.dim;
  std::vector<Eigen::Vector3d> x;
  for (std::int32_t i = 0; i < draw.bodies; ++i) {
    const double mass = engine.uniform(0.5, 2) * (i == 0 ? draw.mass_ratio : 1) / draw.scale_W;
    add_body(system, mass, 0.4 * mass * engine.uniform(0.5, 1.5));
    x.push_back(engine.vector());
  }

  for (std::int32_t a = 0; a < draw.contacts - draw.duplicates; ++a) {
    const bool plain = engine.uniform(0, 1) < draw.frictionless;
    const double mu = plain ? 0 : engine.uniform(draw.mu_min, draw.mu_max);
    const bool pair = draw.bodies > 1 && (a == 0 || engine.uniform(0, 1) >= draw.fixed);
    const std::int32_t first = a == 0 ? 0 : engine.index(draw.bodies);
    std::int32_t second = BodyContacts::fixed;
    if (pair) second = a == 0 ? 1 : (first + 1 + engine.index(draw.bodies - 1)) % draw.bodies;
    const Eigen::Vector3d x_second = pair ? x[static_cast<std::size_t>(second)] : engine.vector();
    touch(system, engine, first, second, x[static_cast<std::size_t>(first)], x_second, mu);
  }
  for (std::int32_t a = 0; a < draw.duplicates; ++a) {
    const auto original = static_cast<std::size_t>(engine.index(draw.contacts - draw.duplicates));
    const BodyContacts::Contact copy = system.contacts[original];
    system.contacts.push_back(copy);
    system.w.resize(system.contacts.size() * static_cast<std::size_t>(draw.dim), 0.0);
  }

  const auto dofs = static_cast<std::size_t>(system.dofs());
  for (std::size_t i = 0; i < system.M.size(); ++i) {
    const std::size_t axis = i % dofs;
    const bool turns = axis >= static_cast<std::size_t>(draw.dim);
    const double inwards = turns ? 0 : -x[i / dofs][static_cast<Eigen::Index>(axis)];
    system.f[i] = system.M[i] * draw.scale_b * (inwards + 0.3 * engine.normal());
  }
  return system;
}

}  // namespace saltus::test
