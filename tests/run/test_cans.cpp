// SPDX-License-Identifier: Apache-2.0
// Cylinders that come to stand on their ends: the lowest point of a rim that is nearly flush has no
// place of its own.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_cans {
namespace {

constexpr double radius = 0.1;
constexpr double height = 0.18;

constexpr const char* can = R"(
[parameters]
tilt = 0.1
e = 0.3
mu = 0.5
[simulation]
scheme = "combined-projection"
step = 2e-3
end = 1.5
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "can"
type = "rigid"
density = 1000
position = [0, 0, 0.3]
rotation = { axis = [1, 0.3, 0], angle = "tilt" }
shapes = [{ type = "cylinder", radius = 0.1, length = 0.18 }]
[[contact]]
between = ["can", "ground"]
restitution = "e"
friction = "mu"
)";

/// Of the cylinder's axis, in world axes: how much it points up, and how much across.
std::pair<double, double> axis_of(const State& x) {
  const double w = x.q[3], i = x.q[4], j = x.q[5], k = x.q[6];
  return {std::abs(1 - 2 * (i * i + j * j)), 2 * std::hypot(i * k + w * j, j * k - w * i)};
}

/// How far its lowest point is above the ground, from the pose alone.
double lowest(const State& x) {
  const auto [up, across] = axis_of(x);
  return x.q[2] - height / 2 * up - radius * across;
}

class Cans : public testing::TestWithParam<const char*> {};

TEST_P(Cans, ThatFallAtAnyTiltEndAtRestOrRollWithTheLawKeptAndTheirDepthTold) {
  std::mt19937_64 engine(7);
  const auto random = [&](double a, double b) {
    return std::uniform_real_distribution<>(a, b)(engine);
  };
  int standing = 0;
  for (int i = 0; i < 12; ++i) {
    const double tilt = random(0.02, 0.6);
    const double mu = random(0.2, 0.8);
    const double e = random(0.1, 0.6);
    const test::Run run = test::run_text(
        can, {"simulation.scheme=" + std::string(GetParam()), test::set("parameters.tilt", tilt),
              test::set("parameters.mu", mu), test::set("parameters.e", e)});
    ASSERT_FALSE(run.outcome.failure)
        << tilt << ", mu " << mu << ", e " << e << ": " << run.outcome.failure->what;
    EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-9) << tilt;
    double deepest = 0;
    for (const Sample& s : run.samples) deepest = std::max(deepest, -lowest(s.state));
    EXPECT_NEAR(run.outcome.certificate.max_penetration, deepest, 1e-12) << tilt;
    if (std::string_view(GetParam()) != "moreau-jean") {
      EXPECT_LE(deepest, 1e-3 * radius)
          << tilt;  // within a step, of a rim that is that nearly flush
    }
    if (axis_of(run.samples.back().state).first < 0.5) continue;  // on its side it may roll
    EXPECT_LE(run.samples.back().energy.kinetic, 1e-9) << tilt << ", mu " << mu << ", e " << e;
    ++standing;
  }
  EXPECT_GE(standing, 6);
}

INSTANTIATE_TEST_SUITE_P(Schemes, Cans,
                         testing::Values("moreau-jean", "combined-projection",
                                         "generalized-alpha"));

}  // namespace
}  // namespace saltus::test_cans
