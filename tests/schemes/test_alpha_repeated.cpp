// SPDX-License-Identifier: Apache-2.0
// Generalized-α where the sets of its monolithic solve are not told by the multipliers alone, and
// where energies depend on time.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_alpha_repeated {
namespace {

const std::string alpha = "simulation.scheme=generalized-alpha";
const std::string opt = "simulation.scheme_options.";
const std::string monolithic = opt + "solve=monolithic";

double largest_difference(const Run& a, const Run& b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.samples.size(); ++k) {
    const State &x = a.samples[k].state, &y = b.samples[k].state;
    largest = std::max({largest, (x.q - y.q).cwiseAbs().maxCoeff(), (x.v - y.v).norm()});
  }
  return largest;
}

TEST(AlphaMonolithic, OfTheModifiedLcpChattersLikeTheSequentialSolve) {
  for (const char* example : {"bouncing_ball", "bouncing_ball_ballard", "ball_in_box"}) {
    const std::vector<std::string> options{alpha, opt + "constraints=modified-lcp"};
    std::vector<std::string> at_once = options;
    at_once.push_back(monolithic);
    const auto one = run_example(example, options);
    const auto other = run_example(example, at_once);
    ASSERT_FALSE(one.outcome.failure || other.outcome.failure) << example;
    EXPECT_LT(largest_difference(one, other), 1e-9) << example;
  }
}

/// A box thrown on the ground; each of its lower corners is a contact `copies` times.
std::string box(int copies) {
  std::string text = R"toml([simulation]
step = 0.002
end = 2
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y", "a"]
kinetic = "0.5*(x_dot^2 + y_dot^2) + 0.5*a_dot^2/6"
potential = "9.81*y"
initial = { x = 0, y = 1, a = 0.3 }
initial_velocity = { x_dot = 2 }
)toml";
  for (int copy = 0; copy < copies; ++copy) {
    for (const char side : {'-', '+'}) {
      text += fmt::format(R"toml([[contact]]
name = "corner{1}{0}"
body = "b"
gap = "y {1} 0.5*sin(a) - 0.5*cos(a)"
tangent = "x {1} 0.5*cos(a) + 0.5*sin(a)"
restitution = 0.5
friction = 0.5
)toml",
                          copy, side);
    }
  }
  return text;
}

TEST(AlphaMonolithic, RepeatedContactsWithFrictionNeverPullAndChangeNothing) {
  const auto once = run_text(box(1), {alpha});
  for (const int copies : {2, 3}) {
    const auto run = run_text(box(copies), {alpha, monolithic});
    ASSERT_FALSE(run.outcome.failure);
    double least = 0;
    for (const Sample& s : run.samples) {
      least = std::min({least, s.state.tau_normal.minCoeff(), s.state.p_normal.minCoeff()});
    }
    EXPECT_GE(least, -1e-12);
    EXPECT_LT(largest_difference(once, run), 1e-6);
  }
}

TEST(AlphaLedger, ClosesWithTheSquareOfTheStepWhereTheKineticEnergyDependsOnTime) {
  const auto balance = [](double h) {
    return run_text(R"toml([simulation]
step = 0.01
end = 2
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*(1 + t)*x_dot^2"
force = { x = "1" }
initial = { x = 0 }
)toml",
                    {alpha, set("simulation.step", h)})
        .outcome.certificate.energy_balance_error;
  };
  EXPECT_LT(balance(0.01), 1e-4);  // of 0.66 J
  EXPECT_GT(balance(0.02) / balance(0.01), 3.5);
}

}  // namespace
}  // namespace saltus::test::test_alpha_repeated
