// SPDX-License-Identifier: Apache-2.0
// Second derivatives of gaps and joint equations, against differences of their rows.
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/contact/curvature.h"
#include "saltus/contact/rows.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"

namespace saltus::test_curvature {
namespace {

Model two_bodies() {
  return compile(read_model(parse_toml(R"toml(
[simulation]
step = 1
end = 1
[world]
gravity = "none"
[[body]]
name = "a"
type = "formula"
coordinates = ["x", "y"]
kinetic = "x_dot^2 + y_dot^2"
initial = { x = 0, y = 0 }
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "x_dot^2"
initial = { x = 0 }
[[joint]]
name = "own"
type = "formula"
body = "a"
equations = ["sin(x*y) - x + t^2*y", "x^3"]
[[joint]]
name = "pair"
type = "formula"
equations = ["a.x*b.x - exp(0.1*a.y)"]
[[contact]]
name = "first"
body = "a"
gap = "9 + sqrt(4 + x^2 + (y - sin(t))^2) - b.x"
tangent = "atan2(y, 3 + x) + 0.2*t*b.x^2"
restitution = 0.5
friction = 0.1
)toml",
                                       "test.toml"),
                            "test"));
}

/// u = H w + ∂φ/∂t of all functions at (t, q).
std::vector<double> velocities(const Model& model, double t, const Vec& q, const Vec& w) {
  RowWork tapes = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  evaluate(model, t, q, tapes, rows);
  set_velocities(model, w, rows);
  return rows.u;
}

TEST(Curvature, IsTheDerivativeOfTheRows) {
  const Model model = two_bodies();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  const auto draw = [&] { return Vec(Vec::NullaryExpr(3, [&] { return any(random); })); };
  Curvature curvature(model);
  const double eps = 1e-5;
  for (int sample = 0; sample < 20; ++sample) {
    const double t = any(random);
    const Vec q = draw();
    const Vec w = draw();
    std::vector<double> lambda(model.functions.size());
    for (double& l : lambda) l = any(random);
    evaluate(model, t, q, w, lambda, curvature);

    // ∂u/∂q d and ∂u/∂t, by central differences
    const Vec d = draw();
    const auto ahead = velocities(model, t, q + eps * d, w);
    const auto behind = velocities(model, t, q - eps * d, w);
    const auto later = velocities(model, t + eps, q, w);
    const auto earlier = velocities(model, t - eps, q, w);
    for (std::size_t f = 0; f < model.functions.size(); ++f) {
      const FunctionPlace& place = model.functions[f];
      const auto& dofs = dofs_of(model, place);
      double along = 0;
      for (std::size_t i = 0; i < dofs.size(); ++i)
        along += curvature.of_velocity(model, place)[i] * d[dofs[i]];
      EXPECT_NEAR(along, (ahead[f] - behind[f]) / (2 * eps), 1e-8) << "function " << f;
      EXPECT_NEAR(curvature.rate(model, place), (later[f] - earlier[f]) / (2 * eps), 1e-8);
      const auto moved = velocities(model, t + eps, q + eps * w, w);
      const auto moved_back = velocities(model, t - eps, q - eps * w, w);
      EXPECT_NEAR(drift(model, curvature, static_cast<std::int32_t>(f), w),
                  (moved[f] - moved_back[f]) / (2 * eps), 1e-8);
    }

    // wᵀ (Σ λ ∂²φ) d is λᵀ ∂(H w)/∂q d
    double of_forces = 0;
    for (const FunctionGroup& group : model.groups) {
      const double* G = curvature.of_forces(group);
      for (const std::int32_t i : group.dofs) {
        for (const std::int32_t j : group.dofs) of_forces += w[i] * *G++ * d[j];
      }
    }
    const Vec zero = Vec::Zero(3);
    const auto rate_ahead = velocities(model, t, q + eps * d, zero);
    const auto rate_behind = velocities(model, t, q - eps * d, zero);
    double expected = 0;
    for (std::size_t f = 0; f < lambda.size(); ++f) {
      expected += lambda[f] * (ahead[f] - behind[f] - rate_ahead[f] + rate_behind[f]) / (2 * eps);
    }
    EXPECT_NEAR(of_forces, expected, 1e-8);
  }
}

}  // namespace
}  // namespace saltus::test_curvature
