// SPDX-License-Identifier: Apache-2.0
// What every scheme of the list must do, whatever else it promises.
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_every_scheme {
namespace {

INSTANTIATE_TEST_SUITE_P(Schemes, EveryScheme, testing::ValuesIn(all_schemes()), identifier);

bool is_finite(const State& x) {
  return std::isfinite(x.q.sum() + x.v.sum() + x.p_joint.sum() + x.p_normal.sum() +
                       x.p_tangent.sum());
}

TEST_P(EveryScheme, RunsEveryExampleOrRefusesWithAReason) {
  for (const char* example :
       {"ball_in_box", "bouncing_ball", "bouncing_ball_ballard", "bouncing_pendulum", "oscillator",
        "rocking_block", "slider_crank", "slider_crank_bilateral", "slider_crank_joint",
        "two_ball_oscillator"}) {
    try {
      const Outcome outcome = outcome_of_example(example, {"simulation.scheme=" + GetParam()});
      EXPECT_FALSE(outcome.failure.has_value())
          << example << ": " << (outcome.failure ? outcome.failure->what : "");
      EXPECT_TRUE(is_finite(outcome.last)) << example;
    } catch (const ModelError& error) {
      const std::string_view text = error.what();
      EXPECT_NE(text.find("cannot run this model: contact '"), std::string_view::npos)
          << example << ": " << text;
      EXPECT_EQ(GetParam(), "half-explicit-acceleration") << example << ": " << text;
    }
  }
}

/// The start of a step is all that it depends on: a shortened last step does not spoil the order of
/// what is computed, nor lose the end.
TEST_P(EveryScheme, ReachesAnEndThatIsNoMultipleOfTheStep) {
  const auto run = run_example("oscillator", {"simulation.scheme=" + GetParam(),
                                              "simulation.step=1e-3", "simulation.end=0.40037"});
  ASSERT_FALSE(run.outcome.failure.has_value());
  EXPECT_EQ(run.samples.back().state.t, 0.40037);
  // before the first impact: m q̈ + c q̇ + k q = 0 from q = 1, v = 0, in closed form
  const double k = 4 * M_PI * M_PI / 3;
  const double delta = 0.15;
  const double omega = std::sqrt(k - delta * delta);
  const double t = run.samples.back().state.t;
  const double q =
      std::exp(-delta * t) * (std::cos(omega * t) + delta / omega * std::sin(omega * t));
  ASSERT_GT(q, 0) << "an impact came before the end: choose an earlier one";
  EXPECT_NEAR(run.samples.back().state.q[0], q, 5e-3);
}

/// A block on the ground, pushed along it; joined to a follower, so that joints and friction meet.
const std::string block = R"toml(
[parameters]
v0 = 1.0
push = 0.0
mu = 0.3
[simulation]
step = 1e-3
end = 0.6
[world]
gravity = "none"
[[body]]
name = "block"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*2*(x_dot^2 + y_dot^2)"
potential = "2*9.81*y"
force = { x = "push" }
initial = { x = 0.0, y = 0.0 }
initial_velocity = { x_dot = "v0" }
[[body]]
name = "follower"
type = "formula"
coordinates = ["z"]
kinetic = "0.5*1*z_dot^2"
initial = { z = 0.0 }
initial_velocity = { z_dot = "2*v0" }
[[joint]]
name = "gear"
type = "formula"
equations = ["follower.z - 2*block.x"]
[[contact]]
name = "ground"
body = "block"
gap = "y"
tangent = "x"
restitution = 0.0
friction = "mu"
)toml";

/// Runs it, or gives nothing where the scheme knows no friction.
std::optional<Run> slide(const std::string& scheme, const std::vector<std::string>& more) {
  std::vector<std::string> options{"simulation.scheme=" + scheme};
  options.insert(options.end(), more.begin(), more.end());
  try {
    return run_text(block, options);
  } catch (const ModelError&) {
    EXPECT_EQ(scheme, "half-explicit-acceleration");
    return {};
  }
}

TEST_P(EveryScheme, ABlockSlidesToAStopAsCoulombSaysAndStaysThere) {
  const auto run = slide(GetParam(), {});
  if (!run) return;
  ASSERT_FALSE(run->outcome.failure.has_value());
  // mass 2 + 1·2² along x, friction 0.3·2·9.81
  const double deceleration = 0.3 * 2 * 9.81 / 6;
  ASSERT_LT(1 / deceleration, 3);
  const double stop = 1 / deceleration;
  const auto longer = slide(GetParam(), {set("simulation.end", stop + 0.2)});
  ASSERT_FALSE(longer->outcome.failure.has_value());
  const State& last = longer->outcome.last;
  EXPECT_NEAR(last.q[0], 0.5 / deceleration, 2e-3);
  EXPECT_NEAR(last.v[0], 0, 1e-9);
  EXPECT_NEAR(last.q[2], 2 * last.q[0], 1e-9);
  // while it slides: v falls linearly, and the forces are weight and friction
  const State& x = run->outcome.last;
  EXPECT_NEAR(x.v[0], 1 - deceleration * x.t, 2e-3);
  EXPECT_NEAR(x.p_normal[0] / x.h, 2 * 9.81, 1e-2 * 2 * 9.81);
  EXPECT_NEAR(x.p_tangent[0] / x.h, -0.3 * 2 * 9.81, 1e-2 * 2 * 9.81);
}

TEST_P(EveryScheme, ABlockPushedBelowTheLimitOfFrictionSticks) {
  const auto run = slide(GetParam(), {"parameters.v0=0", "parameters.push=5.5"});  // limit 5.886 N
  if (!run) return;
  ASSERT_FALSE(run->outcome.failure.has_value());
  const State& last = run->outcome.last;
  EXPECT_NEAR(last.q[0], 0, 1e-6);
  EXPECT_NEAR(last.v[0], 0, 1e-9);
  EXPECT_NEAR(last.p_tangent[0] / last.h, -5.5, 0.02);
  EXPECT_EQ(run->samples.back().contacts[0].status, ContactStatus::sticking);
}

}  // namespace
}  // namespace saltus::test::test_every_scheme
