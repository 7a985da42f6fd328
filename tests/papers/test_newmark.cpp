// SPDX-License-Identifier: Apache-2.0
// Orders of Newmark and HHT: without contact, with joints, with impacts; rest.
#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "papers/smooth_systems.h"

namespace saltus::test::test_newmark {
namespace {

using Options = std::vector<std::string>;
const Options newmark{"simulation.scheme=newmark"};
const Options hht{"simulation.scheme=hht"};
const Options strong_hht{"simulation.scheme=hht", option("alpha", "0.3")};

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

void expect_smooth_order(const Options& options, double order, double slack) {
  smooth::expect_order(smooth::duffing, options, order, slack);
  smooth::expect_order(smooth::pendulum, options, order, slack);
  smooth::expect_order(smooth::central_field, options, order, slack);  // M depends on q
  smooth::expect_order(smooth::driven, options, order, slack);
}

TEST(NewmarkOrder, IsTwoWithoutContactForGammaHalfWhateverBetaAlsoWhereMassDependsOnQ) {
  expect_smooth_order(newmark, 2, 0.1);
  expect_smooth_order(with(newmark, {option("beta", "1/6")}), 2, 0.1);
  expect_smooth_order(with(newmark, {option("beta", "0")}), 2, 0.1);
}

TEST(NewmarkOrder, IsOneWithoutContactForGammaOtherThanHalf) {
  expect_smooth_order(with(newmark, {option("gamma", "0.8"), option("beta", "0.4225")}), 1, 0.15);
}

TEST(HhtOrder, IsTwoWithoutContactForGammaHalfPlusAlphaAlsoWhereMassDependsOnQ) {
  expect_smooth_order(hht, 2, 0.1);
  expect_smooth_order(strong_hht, 2, 0.1);
}

TEST(HhtOrder, IsOneWithoutContactForGammaHalf) {
  expect_smooth_order(with(strong_hht, {option("gamma", "0.5")}), 1, 0.15);
}

/// Errors of the crank's angle; M depends on q and a joint closes the loop.
void expect_order_2_with_a_joint(const Options& options) {
  constexpr double exact = 9.14015242;  // support/slider_crank with c = 0, 9 digits
  const std::vector<double> steps{8e-4, 4e-4, 2e-4};
  std::vector<double> errors;
  for (const double h : steps) {
    const Outcome outcome = outcome_of_example(
        "slider_crank_joint",
        with(options, {set("simulation.step", h), "simulation.scheme_options={}"}));
    ASSERT_FALSE(outcome.failure);
    EXPECT_NEAR(outcome.last.t, 0.1, 1e-12);
    errors.push_back(std::abs(outcome.last.q[0] - exact));
  }
  EXPECT_GT(errors.back(), 1e-5);
  EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.1);
}

TEST(NewmarkOrder, IsTwoOnTheSliderCrankWithAJoint) { expect_order_2_with_a_joint(newmark); }
TEST(HhtOrder, IsTwoOnTheSliderCrankWithAJoint) { expect_order_2_with_a_joint(hht); }

/// Ten starts, two restitutions, steps that do not hit the impacts.
void expect_orders_with_impacts(const Options& options) {
  ErrorTable table(halved(7.3e-3, 5));
  for (int datum = 0; datum < 10; ++datum) {
    for (const double e : {0.3, 0.8}) {
      const reference::Ball exact{
          .gravity = 10, .e = e, .q0 = 0.4 + 0.0937 * datum, .v0 = 0.63 * (datum % 5) - 1.1};
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        const auto run = run_example(
            "bouncing_ball",
            with(options,
                 {"parameters.R=0", set("parameters.e", e), set("parameters.y0", exact.q0),
                  "body.ball.initial_velocity={y_dot=" + digits(exact.v0) + "}",
                  set("simulation.step", table.h[i]), set("simulation.end", 230 * table.h[0])}));
        table.add(i, run, [&](double t) { return exact.at(t); });
      }
    }
  }
  EXPECT_NEAR(table.order(table.q_max), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.q_l2), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l1), 1, 0.1);
  EXPECT_NEAR(table.order(table.v_l2), 0.5, 0.1);
}

TEST(NewmarkOnTheBall, AveragedOverDataPositionsHaveOrder1AndVelocitiesOrder1InL1AndHalfInL2) {
  expect_orders_with_impacts(newmark);
}
TEST(HhtOnTheBall, AveragedOverDataPositionsHaveOrder1AndVelocitiesOrder1InL1AndHalfInL2) {
  expect_orders_with_impacts(hht);
}

TEST(NewmarkAndHht, RestExactlyAfterTheAccumulationOfImpactsWithTheWeightAsReaction) {
  for (const Options& scheme : {newmark, hht, strong_hht}) {
    for (const double m : {1.0, 0.25, 0.7, 3.1}) {
      const auto run = run_example("bouncing_ball", with(scheme, {set("parameters.m", m)}));
      int resting = 0;
      for (const Sample& s : run.samples) {
        if (s.state.t < 4) continue;
        ++resting;
        EXPECT_NEAR(s.state.p_normal[0] / 2e-3, m * 10, 1e-10);
        EXPECT_EQ(s.state.v[0], 0);
        EXPECT_EQ(s.state.q[0], run.samples.back().state.q[0]);
      }
      EXPECT_GE(resting, 500);
    }
  }
}

// 101 steps of 9.9e-3 and a shorter one: what the scheme carries stays consistent.
TEST(HhtOrder, IsTwoThoughTheLastStepIsShorter) {
  const std::vector<double> lengths{1.5 / 60.3, 1.5 / 125.7, 1.5 / 247.5, 1.5 / 500.2};
  std::vector<double> errors;
  const reference::Vector<2> exact = reference::integrate<2>(
      {.tolerance = 1e-13}, smooth::duffing.slope, 0, smooth::duffing.start, smooth::end);
  for (const double h : lengths) {
    const auto run = run_text(
        "[parameters]\nscale = 1\n[simulation]\nstep = 1e-2\nend = 1.5\n[world]\n"
        "gravity = \"none\"\n[[body]]\nname = \"b\"\ntype = \"formula\"\n" +
            smooth::duffing.body,
        with(strong_hht, {set("simulation.step", h)}));
    EXPECT_DOUBLE_EQ(run.outcome.last.t, 1.5);
    errors.push_back(std::abs(run.outcome.last.q[0] - exact[0]));
  }
  EXPECT_NEAR(reference::observed_order(lengths, errors), 2, 0.1);
}

}  // namespace
}  // namespace saltus::test::test_newmark
