// SPDX-License-Identifier: Apache-2.0
// The orders that theory expects of every scheme, with and without impacts, averaged over data.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/oscillator_errors.h"
#include "papers/smooth_systems.h"
#include "saltus/study/filled_graph.h"
#include "support/double_pendulum.h"
#include "support/every_scheme.h"

namespace saltus::test::test_orders {
namespace {

class Order : public EveryScheme {};
INSTANTIATE_TEST_SUITE_P(Schemes, Order, testing::ValuesIn(all_schemes()), identifier);

class OrderOfCapturing : public EveryScheme {};
INSTANTIATE_TEST_SUITE_P(Schemes, OrderOfCapturing, testing::ValuesIn(capturing_schemes()),
                         identifier);

/// Damped, with impacts, eighty initial data: one order in q, one in v in l1, one half in l2; in
/// the largest error of v none, because a jump is found a step early or late.
TEST_P(OrderOfCapturing, WithImpactsIsOneInQAndInVInL1AndOneHalfInL2AndZeroInMax) {
  if (GetParam() == "smooth-alpha") GTEST_SKIP() << "has none: the next test";
  const ErrorTable table =
      oscillator_errors({"simulation.scheme=" + GetParam()}, {6.1e-3, 2.1e-3, 7.1e-4, 2.3e-4}, 40);
  EXPECT_NEAR(table.order(table.q_max), 1, 0.12);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.12);
  EXPECT_NEAR(table.order(table.q_l2), 1, 0.12);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.12);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.12);
  EXPECT_NEAR(table.order(table.v_max), 0, 0.12);
}

/// The velocity of a run and the exact one as filled-in graphs ([004] (58)–(61)).
double graph_distance(const std::string& scheme, double h, double k, double q0, double v0) {
  const double end = 4.6;
  const reference::Oscillator p{.k = k, .e = 0.6, .q0 = q0, .v0 = v0};
  const reference::OscillatorMotion exact(p, end + 1);
  const auto run =
      run_example("oscillator",
                  {"simulation.scheme=" + scheme, set("parameters.q0", q0), set("parameters.k", k),
                   "body.mass.initial_velocity={ q_dot = " + digits(v0) + " }", "parameters.e=0.6",
                   set("simulation.step", h), set("simulation.end", end)});
  std::vector<GraphPoint> computed, true_one;
  for (const Sample& x : run.samples) computed.push_back({x.state.t, x.state.v[0]});
  const std::vector<double> impacts = exact.impact_times();
  std::size_t next = 0;
  for (int i = 0; i <= 4600; ++i) {
    const double t = 1e-3 * i;
    for (; next < impacts.size() && impacts[next] <= t; ++next) {
      const reference::BounceState x = exact.at(impacts[next]);
      true_one.push_back({impacts[next], x.v_before});
      true_one.push_back({impacts[next], x.v_after});
    }
    true_one.push_back({t, exact.at(t).v_after});
  }
  return hausdorff(FilledGraph(computed), FilledGraph(true_one));
}

TEST_P(Order, WithImpactsIsOneInTheHausdorffDistanceOfTheVelocitysFilledInGraph) {
  if (GetParam() == "smooth-alpha") GTEST_SKIP() << "does not converge with impacts";
  const std::vector<double> steps{1.3e-2, 4.1e-3, 1.3e-3, 4.1e-4};
  std::vector<double> errors(steps.size(), 0.0);
  const auto spread = [](double x) { return x - std::floor(x); };
  for (int datum = 0; datum < 24; ++datum) {
    const double q0 = 0.3 + 1.1 * spread(0.37 + datum * 0.7548776662466927);
    const double v0 = -2 + 4 * spread(0.61 + datum * 0.5698402909980532);
    const double k =
        reference::Oscillator{}.k * (0.85 + 0.4 * spread(0.11 + datum * 0.8191725133961645));
    for (std::size_t i = 0; i < steps.size(); ++i)
      errors[i] += graph_distance(GetParam(), steps[i], k, q0, v0);
  }
  EXPECT_NEAR(reference::observed_order(steps, errors), 1, 0.15);
}

/// Impacts at position level without an impact law: the jump that comes out depends on where in the
/// step the impact falls, however small the step.
TEST(OrderOfSmoothAlpha, WithImpactsIsZero) {
  const ErrorTable table =
      oscillator_errors({"simulation.scheme=smooth-alpha"}, {6.1e-3, 2.1e-3, 7.1e-4, 2.3e-4}, 40);
  EXPECT_NEAR(table.order(table.q_max), 0, 0.12);
  EXPECT_NEAR(table.order(table.v_l1), 0, 0.12);
}

/// Without contact: 2 for the trapezoidal and midpoint families at their defaults.
double smooth_order(const std::string& scheme) {
  if (scheme == "adaptive") return 4;
  return scheme == "moreau-jean-explicit" ? 1 : 2;
}

std::vector<std::string> with_fixed_step(const std::string& scheme) {
  std::vector<std::string> options{"simulation.scheme=" + scheme};
  if (scheme == "adaptive") options.emplace_back("simulation.scheme_options.fixed_step=true");
  return options;
}

TEST_P(Order, WithoutContactIsThatOfTheSmoothScheme) {
  const std::vector<std::string> options = with_fixed_step(GetParam());
  // the central difference of Schatzman–Paoli is the velocity half a step before
  const double order = GetParam() == "schatzman-paoli" ? 1 : smooth_order(GetParam());
  const double slack = order == 2 ? 0.1 : 0.15;
  const auto observed = [&](const auto& system) {
    return reference::observed_order(smooth::steps, smooth::mean_errors(system, options));
  };
  EXPECT_NEAR(observed(smooth::duffing), order, slack);
  EXPECT_NEAR(observed(smooth::pendulum), order, slack);
  EXPECT_NEAR(observed(smooth::central_field), order, slack);
  if (order == 4) return;  // the force of the next one has a kink
  EXPECT_NEAR(observed(smooth::driven), order, slack);
}

/// Two point masses on rods, in Cartesian coordinates with two joint equations.
const std::string double_pendulum = R"toml(
[parameters]
a1 = 1.5
a2 = 0.5
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "p"
type = "formula"
coordinates = ["x1", "y1", "x2", "y2"]
kinetic = "0.5*(x1_dot^2 + y1_dot^2 + x2_dot^2 + y2_dot^2)"
potential = "9.81*(y1 + y2)"
initial = { x1 = "sin(a1)", y1 = "-cos(a1)", x2 = "sin(a1) + sin(a2)", y2 = "-cos(a1) - cos(a2)" }
[[joint]]
name = "rods"
type = "formula"
body = "p"
equations = ["x1^2 + y1^2 - 1", "(x2 - x1)^2 + (y2 - y1)^2 - 1"]
)toml";

TEST_P(Order, WithJointsAndWithoutContactIsThatOfTheSmoothScheme) {
  const std::vector<double> steps{1.0 / 250, 1.0 / 500, 1.0 / 1000, 1.0 / 2000};
  constexpr std::array<double, 4> starts{1.5, 1.3, 0.9, 0.6};
  std::vector<double> errors(steps.size(), 0.0);
  for (const double a1 : starts) {
    const std::array<double, 1> times{1.0};
    const auto y = reference::motion(reference::DoublePendulum{.a1 = a1, .a2 = 0.5}, times).back();
    const Vec exact{{std::sin(y[0]), -std::cos(y[0]), std::sin(y[0]) + std::sin(y[1]),
                     -std::cos(y[0]) - std::cos(y[1])}};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      std::vector<std::string> options = with_fixed_step(GetParam());
      options.push_back(set("parameters.a1", a1));
      options.push_back(set("simulation.step", steps[i]));
      const auto run = run_text(double_pendulum, options);
      ASSERT_FALSE(run.outcome.failure.has_value());
      errors[i] += (run.outcome.last.q - exact).norm();
    }
  }
  const double order = smooth_order(GetParam());
  EXPECT_NEAR(reference::observed_order(steps, errors), order, order == 2 ? 0.1 : 0.15);
}

}  // namespace
}  // namespace saltus::test::test_orders
