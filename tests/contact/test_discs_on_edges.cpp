// SPDX-License-Identifier: Apache-2.0
// A thin disc that falls flat on a sharp edge is held by it.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_discs_on_edges {
namespace {

using Vec3 = Eigen::Vector3d;

constexpr double radius = 0.1;

struct Solid {
  const char* name;
  const char* shape;
  std::function<Vec3(double)> edge;  // s in [−1, 1]
};

const std::array solids{
    Solid{
        "box",
        R"#({ type = "box", size = [0.2, 0.6, 0.2], rotation = { axis = [0, 1, 0], angle = "pi/4" }, position = [0, 0, "-0.1*sqrt(2)"] })#",
        [](double s) { return Vec3(0, 0.3 * s, 0); }},
    Solid{
        "ridge",
        R"({ type = "polyhedron", vertices = [[-0.3, -0.3, -0.3], [0.3, -0.3, -0.3], [-0.3, 0.3, -0.3], [0.3, 0.3, -0.3], [0, -0.3, 0], [0, 0.3, 0]] })",
        [](double s) { return Vec3(0, 0.3 * s, 0); }},
    Solid{
        "pyramid",
        R"({ type = "polyhedron", vertices = [[-0.5, -0.5, -0.4], [0.5, -0.5, -0.4], [0.5, 0.5, -0.4], [-0.5, 0.5, -0.4], [0, 0, 0]] })",
        [](double s) { return Vec3(0.5 * s, 0.5 * std::abs(s), -0.4 * std::abs(s)); }}};

std::string falling(const Solid& solid, const std::string& scheme, double tilt, double height) {
  return fmt::format(R"#(
[simulation]
scheme = "{}"
step = 1e-3
end = 0.25
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "solid"
fixed = true
shapes = [{}]
[[body]]
name = "disc"
type = "rigid"
mass = 1
inertia = [0.004, 0.004, 0.006]
position = [0.011, 0.017, {}]
velocity = [0, 0, -1]
rotation = {{ axis = [1, 0, 0], angle = {} }}
shapes = [{{ type = "disc", radius = {} }}]
[[contact]]
between = ["disc", "solid"]
restitution = 0
friction = 0
)#",
                     scheme, solid.shape, height, tilt, radius);
}

/// How far points of the edge stand out above the disc, on the side that came from above.
double depth_of(const Solid& solid, const State& x) {
  const Eigen::Quaterniond turn(x.q[3], x.q[4], x.q[5], x.q[6]);
  const Vec3 up = turn * Vec3::UnitZ();
  double deepest = 0;
  for (int k = -100; k <= 100; ++k) {
    const Vec3 w = solid.edge(0.01 * k) - x.q.head<3>();
    const double above = up.dot(w);
    if ((w - above * up).norm() < 0.9 * radius) deepest = std::max(deepest, above);
  }
  return deepest;
}

class DiscsOnEdges : public testing::TestWithParam<const char*> {};

TEST_P(DiscsOnEdges, AreHeld) {
  // a scheme at velocity level sinks by a step's way
  const double allowed = 3e-3;
  for (const Solid& solid : solids) {
    for (const double tilt : {0.0, 0.01, 0.2}) {
      for (const double height : {0.12, 0.05031}) {
        const test::Run run = test::run_text(falling(solid, GetParam(), tilt, height));
        const std::string what = fmt::format("{} from {}, tilt {}", solid.name, height, tilt);
        EXPECT_FALSE(run.outcome.failure) << what;
        EXPECT_LT(run.outcome.certificate.max_penetration, allowed) << what;
        double deepest = 0;
        for (const Sample& s : run.samples) deepest = std::max(deepest, depth_of(solid, s.state));
        EXPECT_LT(deepest, allowed) << what;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, DiscsOnEdges,
                         testing::Values("moreau-jean", "direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

}  // namespace
}  // namespace saltus::test_discs_on_edges
