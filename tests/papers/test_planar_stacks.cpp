// SPDX-License-Identifier: Apache-2.0
// Stacks of planar boxes, whose sides are flush to the last bit, with the schemes that capture
// impacts.
#include <string>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_planar_stacks {
namespace {

const std::string stack = R"(
[parameters]
n = 10
a = 0.25
[simulation]
scheme = "combined-projection"
step = 2e-3
end = 1
[world]
gravity = [0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", normal = [0, 1] }]
[[body]]
name = "box"
type = "planar"
repeat = { i = [0, "n-1"] }
mass = 1
inertia = "a^2/6"
position = [0, "(i+0.5)*a"]
shapes = [{ type = "box", size = ["a", "a"] }]
groups = ["boxes"]
[[contact]]
between = ["boxes", "floor"]
restitution = 0
friction = 0.5
[[contact]]
between = ["boxes", "boxes"]
restitution = 0
friction = 0.5
)";

double drift(const Run& run) {
  double largest = 0;
  for (const Sample& s : run.samples)
    largest = std::max(largest, (s.state.q - run.samples.front().state.q).cwiseAbs().maxCoeff());
  return largest;
}

TEST(PlanarStack, OfFlushBoxesStandsWithinABillionthOfTheirSize) {
  for (const char* n : {"3", "10", "15"}) {
    for (const char* a : {"0.1", "0.25", "0.3"}) {
      for (const char* h : {"5e-4", "2e-3"}) {
        const auto run =
            run_text(stack, {std::string("parameters.n=") + n, std::string("parameters.a=") + a,
                             std::string("simulation.step=") + h});
        ASSERT_FALSE(run.outcome.failure) << n << " of " << a << ", step " << h;
        EXPECT_LT(drift(run), 1e-9 * 0.1) << n << " of " << a << ", step " << h;
      }
    }
  }
}

TEST(PlanarStack, NeitherSinksInNorMovesByAnySchemeThatCapturesImpacts) {
  for (const char* scheme :
       {"moreau-jean", "direct-projection", "generalized-alpha", "half-explicit"}) {
    const auto run = run_text(stack, {std::string("simulation.scheme=\"") + scheme + "\""});
    ASSERT_FALSE(run.outcome.failure) << scheme;
    // Rest is not exact where positions follow velocities of rounding.
    EXPECT_LT(drift(run), 1e-3) << scheme;
  }
}

TEST(PlanarStack, BoxThatFallsOnABoxWithItsSideFlushStaysUprightAndGainsNoEnergy) {
  constexpr const char* drop = R"(
[simulation]
scheme = "combined-projection"
step = 2e-3
end = 0.2
[world]
gravity = [0, -9.81]
[[body]]
name = "lower"
fixed = true
position = [0, 0.05]
shapes = [{ type = "box", size = [0.1, 0.1] }]
[[body]]
name = "upper"
type = "planar"
mass = 1
inertia = "0.1^2/6"
position = [0, 0.151]
shapes = [{ type = "box", size = [0.1, 0.1] }]
[[contact]]
between = ["upper", "lower"]
restitution = 0
friction = 0.5
)";
  for (const char* scheme : {"combined-projection", "direct-projection", "generalized-alpha"}) {
    for (const char* x : {"0", "-0.01", "1e-17"}) {
      const auto run = run_text(drop, {std::string("simulation.scheme=\"") + scheme + "\"",
                                       "body.upper.position=[" + std::string(x) + ", 0.151]"});
      ASSERT_FALSE(run.outcome.failure) << scheme;
      EXPECT_LT(run.outcome.certificate.max_energy_increase, 1e-14) << scheme << " " << x;
      const Vec& q = run.outcome.last.q;
      EXPECT_LT((q - Vec(Eigen::Vector3d(std::stod(x), 0.15, 0))).norm(), 1e-12) << scheme;
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_planar_stacks
