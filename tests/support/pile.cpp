// SPDX-License-Identifier: Apache-2.0
// Lattice sites first, then the contacts of each with the sites before it.
#include "support/pile.h"

#include <array>
#include <cmath>
#include <random>

namespace saltus::test {
namespace {

struct Site {
  Eigen::Vector3d x;
  double radius;
};

/// Sites of one layer, row by row; `rows` is 1 in the plane.
struct Layer {
  std::int32_t width, rows, first;

  [[nodiscard]] std::int32_t site(std::int32_t i, std::int32_t j) const {
    return i < 0 || i >= width || j < 0 || j >= rows ? -1 : first + j * width + i;
  }
};

Layer layer_of(const PileShape& shape, std::int32_t k, std::int32_t first) {
  return {shape.width - k, shape.dim == 2 ? 1 : shape.width - k, first};
}

/// In units of the diameter. Up is y in the plane, z in space.
Eigen::Vector3d hexagonal(const PileShape& shape, std::int32_t layer, std::int32_t i,
                          std::int32_t j) {
  const double row = std::sqrt(0.75);
  if (shape.dim == 2) return {i + 0.5 * layer, 0.5 + row * layer, 0};
  return {i + 0.5 * j + 0.5 * layer, row * j + row / 3 * layer, 0.5 + std::sqrt(2.0 / 3) * layer};
}

Eigen::Vector3d boxed(const PileShape& shape, std::int32_t layer, std::int32_t i, std::int32_t j) {
  const double shift = 0.5 * (layer % 2);
  if (shape.dim == 2) return {i + shift, 0.5 + std::sqrt(0.75) * layer, 0};
  return {i + shift, j + shift, 0.5 + std::sqrt(0.5) * layer};
}

void touch(BodyContacts& system, const std::vector<Site>& sites, std::int32_t a, std::int32_t b,
           double mu) {
  const Site& first = sites[static_cast<std::size_t>(a)];
  const Site& second = sites[static_cast<std::size_t>(b)];
  const Eigen::Vector3d n = (first.x - second.x).normalized();
  add_contact(system, a, b, n, -first.radius * n, second.radius * n, mu);
}

/// The bodies of one layer, with their weight; place(i, j) in units of the diameter.
template <class F>
void add_bodies(const PileShape& shape, const Layer& layer, F&& place, std::mt19937_64& engine,
                BodyContacts& system, std::vector<Site>& sites) {
  constexpr double radius = 0.01, density = 2500, gravity = 9.81;
  std::uniform_real_distribution<> off(-shape.disorder * radius, shape.disorder * radius);
  for (std::int32_t n = 0; n < layer.width * layer.rows; ++n) {
    Site site{2 * radius * place(n % layer.width, n / layer.width), radius + off(engine)};
    for (Eigen::Index d = 0; d < shape.dim; ++d) site.x[d] += off(engine);
    const double square = site.radius * site.radius;
    const double mass = density * 4.19 * square * site.radius;
    add_body(system, mass, 0.4 * mass * square);
    const std::size_t up = system.f.size() - static_cast<std::size_t>(shape.dim == 2 ? 2 : 4);
    system.f[up] = -shape.step * gravity * mass;
    sites.push_back(site);
  }
}

/// With something fixed, whose surface has the normal n.
void lean(BodyContacts& system, const std::vector<Site>& sites, std::int32_t a,
          const Eigen::Vector3d& n, double mu) {
  add_contact(system, a, BodyContacts::fixed, n, -sites[static_cast<std::size_t>(a)].radius * n,
              Eigen::Vector3d::Zero(), mu);
}

void add_floor(const PileShape& shape, BodyContacts& system, const std::vector<Site>& sites) {
  const Layer layer = layer_of(shape, 0, 0);
  for (std::int32_t a = 0; a < layer.width * layer.rows; ++a)
    lean(system, sites, a, Eigen::Vector3d::Unit(shape.dim - 1), shape.mu);
}

/// Of the layer: three of six neighbours, the others have this one among theirs. Of the layer
/// below: three, two in the plane.
void add_neighbours(const PileShape& shape, const Layer& layer, const Layer& below,
                    BodyContacts& system, const std::vector<Site>& sites) {
  for (std::int32_t n = 0; n < layer.width * layer.rows; ++n) {
    const std::int32_t i = n % layer.width, j = n / layer.width;
    const std::array beside = {layer.site(i - 1, j), layer.site(i, j - 1),
                               layer.site(i + 1, j - 1)};
    for (const std::int32_t b : beside)
      if (b >= 0 && !shape.loose) touch(system, sites, layer.first + n, b, shape.mu);
    for (const std::int32_t b : {below.site(i, j), below.site(i + 1, j), below.site(i, j + 1)})
      if (b >= 0) touch(system, sites, layer.first + n, b, shape.mu);
  }
}

/// Floor, walls (at the full layers), neighbours beside, and the four (two) below.
void add_box_contacts(const PileShape& shape, std::int32_t k, const Layer& layer,
                      const Layer& below, BodyContacts& system, const std::vector<Site>& sites) {
  const std::int32_t back = k % 2 - 1;
  for (std::int32_t n = 0; n < layer.width * layer.rows; ++n) {
    const std::int32_t a = layer.first + n, i = n % layer.width, j = n / layer.width;
    const auto wall = [&](bool here, const Eigen::Vector3d& normal) {
      if (here && k % 2 == 0) lean(system, sites, a, normal, shape.mu);
    };
    if (k == 0) lean(system, sites, a, Eigen::Vector3d::Unit(shape.dim - 1), shape.mu);
    wall(i == 0, Eigen::Vector3d::UnitX());
    wall(i == layer.width - 1, -Eigen::Vector3d::UnitX());
    wall(shape.dim == 3 && j == 0, Eigen::Vector3d::UnitY());
    wall(shape.dim == 3 && j == layer.rows - 1, -Eigen::Vector3d::UnitY());
    for (const std::int32_t b : {layer.site(i - 1, j), layer.site(i, j - 1)})
      if (b >= 0 && !shape.loose) touch(system, sites, a, b, shape.mu);
    const std::int32_t row = shape.dim == 2 ? 0 : j + back;
    for (const std::int32_t b : {below.site(i + back, row), below.site(i + back + 1, row),
                                 shape.dim == 2 ? -1 : below.site(i + back, row + 1),
                                 shape.dim == 2 ? -1 : below.site(i + back + 1, row + 1)})
      if (b >= 0) touch(system, sites, a, b, shape.mu);
  }
}

}  // namespace

BodyContacts pile(const PileShape& shape) {
  BodyContacts system;
  system.dim = shape.dim;
  std::vector<Site> sites;
  std::vector<Layer> layers;
  std::mt19937_64 engine(1);
  for (std::int32_t k = 0; k < shape.layers; ++k) {
    layers.push_back(layer_of(shape, k, static_cast<std::int32_t>(sites.size())));
    add_bodies(
        shape, layers.back(),
        [&](std::int32_t i, std::int32_t j) { return hexagonal(shape, k, i, j); }, engine, system,
        sites);
  }
  add_floor(shape, system, sites);
  Layer below{0, 0, 0};
  for (const Layer& layer : layers) {
    add_neighbours(shape, layer, below, system, sites);
    below = layer;
  }
  return system;
}

BodyContacts boxed_pile(const PileShape& shape) {
  BodyContacts system;
  system.dim = shape.dim;
  std::vector<Site> sites;
  std::mt19937_64 engine(1);
  Layer below{0, 0, 0};
  for (std::int32_t k = 0; k < shape.layers; ++k) {
    const std::int32_t width = shape.width - k % 2;
    const Layer layer{width, shape.dim == 2 ? 1 : width, static_cast<std::int32_t>(sites.size())};
    add_bodies(
        shape, layer, [&](std::int32_t i, std::int32_t j) { return boxed(shape, k, i, j); }, engine,
        system, sites);
    add_box_contacts(shape, k, layer, below, system, sites);
    below = layer;
  }
  return system;
}

PileShape pile_of_ten_thousand(std::int32_t dim) {
  PileShape shape;
  shape.dim = dim;
  shape.width = dim == 2 ? 82 : 18;
  shape.layers = dim == 2 ? 82 : 10;
  return shape;
}

}  // namespace saltus::test
