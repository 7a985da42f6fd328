// SPDX-License-Identifier: Apache-2.0
// Free rotation in space, against elliptic functions and an independent integration.
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_rigid_rotation {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

const Vector3d J(1, 2, 3);

std::string handle(const Vector3d& omega, double step, double end, const std::string& scheme) {
  return fmt::format(R"#(
[simulation]
scheme = "{}"
step = {:.17g}
end = {:.17g}
[world]
gravity = "none"
[[body]]
name = "b"
type = "rigid"
mass = 1
inertia = [1, 2, 3]
angular_velocity = [{:.17g}, {:.17g}, {:.17g}]
)#",
                     scheme, step, end, omega[0], omega[1], omega[2]);
}

Vector3d omega_of(const State& x) { return x.v.segment<3>(3); }
Quaterniond attitude_of(const State& x) { return {x.q[3], x.q[4], x.q[5], x.q[6]}; }

/// ω̇ = J⁻¹(Jω × ω), q̇ = ½ q ⊗ ω by the classical Runge–Kutta method with tiny steps.
struct Independent {
  Quaterniond q{1, 0, 0, 0};
  Vector3d w;

  struct Rate {
    Eigen::Vector4d q;
    Vector3d w;
  };
  [[nodiscard]] static Rate rate(const Eigen::Vector4d& q, const Vector3d& w) {
    const Quaterniond x(q[0], q[1], q[2], q[3]);
    const Quaterniond d = x * Quaterniond(0, w[0], w[1], w[2]);
    const Vector3d L = J.cwiseProduct(w);
    return {0.5 * Eigen::Vector4d(d.w(), d.x(), d.y(), d.z()), L.cross(w).cwiseQuotient(J)};
  }
  void run(double end, int steps) {
    const double h = end / steps;
    Eigen::Vector4d x(q.w(), q.x(), q.y(), q.z());
    for (int i = 0; i < steps; ++i) {
      const Rate a = rate(x, w);
      const Rate b = rate(x + 0.5 * h * a.q, w + 0.5 * h * a.w);
      const Rate c = rate(x + 0.5 * h * b.q, w + 0.5 * h * b.w);
      const Rate d = rate(x + h * c.q, w + h * c.w);
      x += h / 6 * (a.q + 2 * b.q + 2 * c.q + d.q);
      w += h / 6 * (a.w + 2 * b.w + 2 * c.w + d.w);
    }
    q = Quaterniond(x[0], x[1], x[2], x[3]).normalized();
  }
};

/// Largest deviations from the start, over all states.
class Invariants final : public Recorder {
 public:
  void record(const Sample& sample) override {
    const Vector3d w = omega_of(sample.state);
    const double T = 0.5 * w.dot(J.cwiseProduct(w));
    const double L = J.cwiseProduct(w).norm();
    if (T_0 == 0) T_0 = T, L_0 = L;
    energy = std::max(energy, std::abs(T / T_0 - 1));
    momentum = std::max(momentum, std::abs(L / L_0 - 1));
    norm = std::max(norm, std::abs(sample.state.q.segment<4>(3).norm() - 1));
  }
  double T_0 = 0, L_0 = 0, energy = 0, momentum = 0, norm = 0;
};

class FreeRotation : public testing::TestWithParam<const char*> {};

TEST_P(FreeRotation, KeepsEnergyAndMomentumsNormTo1e9Over1000TurnsOf200Steps) {
  const double turn = 2 * std::numbers::pi;
  test::Run run = test::run_text(
      handle({0.3, 0.9, 0.4}, turn / 200, turn / 200, GetParam()));  // reads the model
  run.simulation.end = 1000 * turn;
  Invariants invariants;
  const std::vector<Recorder*> recorders{&invariants};
  const Outcome outcome = simulate(run.model, run.simulation, recorders);
  ASSERT_FALSE(outcome.failure);
  EXPECT_EQ(outcome.certificate.steps, 200'000);
  EXPECT_LT(invariants.energy, 1e-9);
  EXPECT_LT(invariants.momentum, 1e-9);
  EXPECT_LT(invariants.norm, 1e-15);
}

TEST_P(FreeRotation, AttitudeAndMomentumsDirectionConvergeWithOrderTwo) {
  const Vector3d w(0.3, 0.9, 0.4);
  Independent exact{.w = w};
  exact.run(10, 100'000);
  double last_turn = 0, last_tilt = 0;
  for (const double h : {0.02, 0.01, 0.005}) {
    const test::Run run = test::run_text(handle(w, h, 10, GetParam()));
    const State& x = run.samples.back().state;
    const double turn = attitude_of(x).angularDistance(exact.q);
    const Vector3d L = attitude_of(x) * J.cwiseProduct(omega_of(x));
    const double tilt = (L - J.cwiseProduct(w)).norm();
    if (last_turn > 0) {
      EXPECT_NEAR(std::log2(last_turn / turn), 2, 0.1) << h;
      EXPECT_NEAR(std::log2(last_tilt / tilt), 2, 0.1) << h;
    }
    last_turn = turn;
    last_tilt = tilt;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, FreeRotation,
                         testing::Values("moreau-jean", "direct-projection",
                                         "combined-projection"));

/// With fixed steps: order four on the group, and the error of `adaptive` follows its tolerance.
TEST(FreeRotationOfTheRungeKuttaSchemes, HasTheirOrder) {
  const Vector3d w(0.3, 0.9, 0.4);
  Independent exact{.w = w};
  exact.run(10, 100'000);
  struct Case {
    const char* scheme;
    const char* options;
    double order;
  };
  for (const Case& c :
       {Case{"half-explicit", "{ stages = 2 }", 2}, Case{"half-explicit", "{ stages = 3 }", 3},
        Case{"half-explicit", "{ stages = 5 }", 4}, Case{"adaptive", "{ fixed_step = true }", 4}}) {
    double last = 0;
    for (const double h : {0.1, 0.05}) {
      const test::Run run = test::run_text(handle(w, h, 10, c.scheme),
                                           {std::string("simulation.scheme_options=") + c.options});
      const double turn = attitude_of(run.samples.back().state).angularDistance(exact.q);
      if (last > 0) {
        EXPECT_NEAR(std::log2(last / turn), c.order, 0.3) << c.scheme << c.options;
      }
      last = turn;
    }
  }
}

TEST(IntermediateAxis, FlipsAtThePeriodOfTheEllipticFunctions) {
  // rotation close to the second axis: ω_2 ∝ sn; Landau and Lifshitz, Mechanics §37
  const Vector3d w(0.01, 1, 0.01);
  const double E2 = w.dot(J.cwiseProduct(w));
  const double M2 = J.cwiseProduct(w).squaredNorm();
  const bool about_third = M2 > E2 * J[1];
  const double I1 = about_third ? J[0] : J[2];
  const double I3 = about_third ? J[2] : J[0];
  const double k2 = (J[1] - I1) * (E2 * I3 - M2) / ((I3 - J[1]) * (M2 - E2 * I1));
  const double period = 4 * std::comp_ellint_1(std::sqrt(k2)) *
                        std::sqrt(I1 * J[1] * I3 / ((I3 - J[1]) * (M2 - E2 * I1)));
  double last = 0;
  for (const double h : {0.02, 0.01}) {
    const test::Run run = test::run_text(handle(w, h, 1.6 * period, "moreau-jean"));
    std::vector<double> flips;  // zeros of ω_2, which fall and rise in turn
    for (std::size_t i = 1; i < run.samples.size(); ++i) {
      const double a = omega_of(run.samples[i - 1].state)[1];
      const double b = omega_of(run.samples[i].state)[1];
      if ((a > 0) != (b > 0)) flips.push_back(run.samples[i - 1].state.t + h * a / (a - b));
    }
    ASSERT_GE(flips.size(), 3U);
    const double error = std::abs(flips[2] - flips[0] - period) / period;
    EXPECT_LT(error, 1e-4);
    if (last > 0) {
      EXPECT_NEAR(last / error, 4, 0.4);
    }
    last = error;
  }
}

}  // namespace
}  // namespace saltus::test_rigid_rotation
