// SPDX-License-Identifier: Apache-2.0
// One body that lands on three points with friction and restitution: more rows than it has degrees
// of freedom, and bounces e ∘ u_k that die out step by step through all sizes down to round-off.
#include <cmath>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_landing {
namespace {

const std::string tetrahedron = R"([simulation]
step = 2e-3
end = 1.5
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "stone"
type = "rigid"
mass = 1
inertia = [0.004, 0.0035, 0.003]
position = [0.013, 0.027, 0.25]
velocity = [0.05, 0.02, 0]
rotation = { axis = [1, 2, 3], angle = 0.3 }
shapes = [{ type = "polyhedron", vertices = [[0.1, 0, 0], [-0.1, 0.1, 0], [-0.1, -0.1, 0], [0, 0, 0.15]] }]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[contact]]
between = ["stone", "ground"]
restitution = 0.2
friction = 0.8
)";

TEST(Landing, OnThreePointsEndsAtRestForEveryStepAndRestitution) {
  for (const char* scheme : {"moreau-jean", "moreau-jean-explicit", "combined-projection"})
    for (const double e : {0.1, 0.2, 0.3, 0.5})
      for (const double h : {4e-3, 2e-3, 1e-3, 5e-4}) {
        std::string text = tetrahedron;
        text.replace(text.find("restitution = 0.2"), 17, "restitution = " + std::to_string(e));
        const test::Run run = test::run_text(
            text, {"simulation.scheme=" + std::string(scheme), test::set("simulation.step", h)});
        ASSERT_FALSE(run.outcome.failure) << scheme << " e = " << e << ", h = " << h;
        EXPECT_EQ(run.outcome.certificate.failures.count, 0);
        EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-11)
            << scheme << e << ' ' << h;
        EXPECT_LE(run.samples.back().state.v.norm(), 1e-9) << scheme << e << ' ' << h;
      }
}

}  // namespace
}  // namespace saltus::test_landing
