// SPDX-License-Identifier: Apache-2.0
// Moreau's time stepping on spheres, in the plainest form.
#include "support/heap.h"

#include <random>

#include <Eigen/Core>

#include "saltus/solvers/friction_solver.h"
#include "support/body_contacts.h"

namespace saltus::test {
namespace {

constexpr double radius = 0.01, density = 2500, gravity = 9.81, step = 1e-3;

class Heap {
 public:
  explicit Heap(const HeapShape& shape) : shape_(shape) {
    std::mt19937_64 engine(7);
    std::uniform_real_distribution<> off(-1, 1);
    const std::int32_t rows = shape.dim == 2 ? 1 : shape.width;
    for (std::int32_t n = 0; n < shape.width * rows * shape.layers; ++n) {
      const std::int32_t layer = n / (shape.width * rows);
      Eigen::Vector3d x(n % shape.width, n / shape.width % rows, layer);
      if (shape.dim == 2) x = {x[0], x[2], 0};
      x = spacing * (x + Eigen::Vector3d::Constant(0.5));
      x[0] += 0.1 * radius * off(engine);
      if (shape.dim == 2) x[2] = 0;
      x_.push_back(x);
      r_.push_back(radius * (0.85 + 0.15 * off(engine)));
      v_.resize(v_.size() + dofs(), 0.0);
      v_[v_.size() - dofs() + up()] = -0.3 + 0.1 * off(engine);
    }
  }

  [[nodiscard]] BodyContacts contacts() const {
    BodyContacts system;
    system.dim = shape_.dim;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double mass = density * 4.19 * r_[i] * r_[i] * r_[i];
      add_body(system, mass, 0.4 * mass * r_[i] * r_[i]);
    }
    for (std::size_t i = 0; i < v_.size(); ++i) {
      const double fall = i % dofs() == up() ? step * gravity : 0;
      system.f[i] = system.M[i] * (v_[i] - fall);
    }
    for (std::size_t i = 0; i < x_.size(); ++i) touch(i, system);
    return system;
  }

  void advance(const BodyContacts& system, const std::vector<double>& p) {
    v_ = body_velocity(system, p);
    for (std::size_t i = 0; i < x_.size(); ++i)
      for (std::size_t d = 0; d < static_cast<std::size_t>(shape_.dim); ++d)
        x_[i][static_cast<Eigen::Index>(d)] += step * v_[i * dofs() + d];
  }

 private:
  static constexpr double spacing = 2.2 * radius;

  [[nodiscard]] std::size_t dofs() const { return shape_.dim == 2 ? 3 : 6; }
  [[nodiscard]] std::size_t up() const { return static_cast<std::size_t>(shape_.dim) - 1; }

  /// The contacts of body i with the box and with the bodies before it.
  void touch(std::size_t i, BodyContacts& system) const {
    const auto me = static_cast<std::int32_t>(i);
    const auto wall = [&](const Eigen::Vector3d& n, double offset) {
      if (n.dot(x_[i]) - offset < r_[i])
        add_contact(system, me, BodyContacts::fixed, n, -r_[i] * n, Eigen::Vector3d::Zero(),
                    shape_.mu);
    };
    const double length = spacing * shape_.width;
    wall(Eigen::Vector3d::Unit(shape_.dim - 1), 0);
    wall(Eigen::Vector3d::UnitX(), 0);
    wall(-Eigen::Vector3d::UnitX(), -length * shape_.room);
    if (shape_.dim == 3) {
      wall(Eigen::Vector3d::UnitY(), 0);
      wall(-Eigen::Vector3d::UnitY(), -length);
    }
    for (std::size_t j = 0; j < i; ++j) {
      const Eigen::Vector3d d = x_[i] - x_[j];
      if (d.squaredNorm() >= (r_[i] + r_[j]) * (r_[i] + r_[j])) continue;
      const Eigen::Vector3d n = d.normalized();
      add_contact(system, me, static_cast<std::int32_t>(j), n, -r_[i] * n, r_[j] * n, shape_.mu);
    }
  }

  HeapShape shape_;
  std::vector<Eigen::Vector3d> x_;
  std::vector<double> r_, v_;
};

}  // namespace

std::vector<FrictionProblem> heap_steps(const HeapShape& shape,
                                        const std::vector<std::int32_t>& steps) {
  Heap heap(shape);
  std::vector<FrictionProblem> problems;
  for (std::int32_t k = 1; problems.size() < steps.size(); ++k) {
    const BodyContacts system = heap.contacts();
    FrictionProblem problem = reduced(system);
    std::vector<double> p(problem.b.size(), 0.0);
    FrictionGoal coarse;
    coarse.tolerance = 1e-2;
    coarse.seconds = 0.02;
    if (!p.empty()) static_cast<void>(solve_friction(problem, "nsgs", coarse, p));
    heap.advance(system, p);
    if (k == steps[problems.size()]) problems.push_back(std::move(problem));
  }
  return problems;
}

}  // namespace saltus::test
