// SPDX-License-Identifier: Apache-2.0
// What every scheme of the list must do, whatever else it promises.
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "papers/every_scheme.h"
#include "saltus/base/error.h"
#include "support/run_model.h"

namespace saltus::test {
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

}  // namespace
}  // namespace saltus::test
