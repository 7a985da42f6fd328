// SPDX-License-Identifier: Apache-2.0
// At rest everything that is left of velocities is rounding: Newton's iteration and the laws of
// impacts must not ask for more.
#include <gtest/gtest.h>

#include "papers/locating_schemes.h"
#include "support/every_scheme.h"

namespace saltus::test::test_split_at_rest {
namespace {

/// Pushed below its friction limit, at the origin: nothing there is large but the forces.
constexpr const char* kPushed = R"toml(
[simulation]
step = 1e-2
end = 0.5
[world]
gravity = "none"
[[body]]
name = "block"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*2.5*(x_dot^2 + y_dot^2)"
potential = "2.5*9.81*y"
force = { x = "3*t" }
initial = { x = 0, y = 0 }
[[contact]]
name = "floor"
body = "block"
gap = "y + 0.01*x^2"
tangent = "x"
restitution = 0
friction = 1.5
)toml";

TEST(MassAtRestAtTheOrigin, StaysWhereItIs) {
  for (const char* scheme : {"moreau-jean", "split-midpoint", "adaptive", "direct-projection",
                             "combined-projection", "newmark"}) {
    for (const char* h : {"1e-2", "1e-3", "1e-4"}) {
      const auto run = run_text(kPushed, {std::string("simulation.scheme=") + scheme,
                                          std::string("simulation.step=") + h});
      EXPECT_FALSE(run.outcome.failure) << scheme << ' ' << h;
      EXPECT_LT(run.outcome.last.q.cwiseAbs().maxCoeff(), 1e-12) << scheme << ' ' << h;
    }
  }
}

/// A mass between two walls without play, driven along it, with inertia that couples both ways.
constexpr const char* kGuide = R"toml(
[parameters]
e = 0.5
w = 7
[simulation]
step = 1e-2
end = 3.0
[world]
gravity = "none"
[[body]]
name = "slide"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*x_dot^2 + 0.7*y_dot^2 + 0.1*x_dot*y_dot"
potential = "20*x^2"
force = { y = "5*sin(w*t)" }
initial = { x = 0.1, y = 0 }
[[contact]]
name = "lower"
body = "slide"
gap = "y"
restitution = "e"
friction = 0
[[contact]]
name = "upper"
body = "slide"
gap = "-y"
restitution = "e"
friction = 0
)toml";

class Guide : public testing::TestWithParam<LocatingScheme> {};
INSTANTIATE_TEST_SUITE_P(Of, Guide, locating_schemes("1e-2"), label_of);

// With y = 0 the mass is an oscillator of frequency √40.
TEST_P(Guide, WithoutPlayIsAJointWhateverItsRestitution) {
  for (const double e : {0.0, 0.2, 0.5, 1.0}) {
    for (const double w : {3.0, 7.0, 11.0}) {
      const auto run = run_text(
          kGuide, joined(GetParam().options, {set("parameters.e", e), set("parameters.w", w)}));
      ASSERT_FALSE(run.outcome.failure) << e << ' ' << w;
      EXPECT_NEAR(run.outcome.last.q[0], 0.1 * std::cos(std::sqrt(40.0) * 3), 2e-3);
      EXPECT_LT(std::abs(run.outcome.last.q[1]), 1e-12);
    }
  }
}

// As four corners between two walls: the slider-crank.
TEST_P(Guide, WithoutPlayKeepsTheSliderCrankRunning) {
  for (const char* e : {"0", "0.4", "1"}) {
    const auto outcome = outcome_of_example(
        "slider_crank",
        joined(GetParam().options, {std::string("parameters.e=") + e, "parameters.c=0",
                                    "parameters.mu=0.01", "simulation.step=1e-3"}));
    EXPECT_FALSE(outcome.failure) << e;
    const bool is_strict = std::string(GetParam().label) == "StrictSplitMidpoint";
    EXPECT_LE(outcome.certificate.max_penetration, is_strict ? 1e-3 : 1e-6) << e;  // moves nothing
  }
}

}  // namespace
}  // namespace saltus::test::test_split_at_rest
