// SPDX-License-Identifier: Apache-2.0
// Claims about the smooth generalized-α scheme: energy gained at impacts, orders without them.
#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "papers/smooth_systems.h"

namespace saltus::test::test_smooth_alpha {
namespace {

using Options = std::vector<std::string>;
const Options scheme{"simulation.scheme=smooth-alpha"};

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// [000] (51)–(52) for m q'' = −m g + λ, 0 ≤ q ⊥ λ ≥ 0, written out.
struct Recursion {
  double rho, h, g, q, v;
  double a = -g, v_dot = -g;

  void step() {
    const double alpha_m = (2 * rho - 1) / (rho + 1), alpha_f = rho / (rho + 1);
    const double gamma = 0.5 + alpha_f - alpha_m, beta = 0.25 * std::pow(gamma + 0.5, 2);
    const auto end = [&](double rate) {
      return ((1 - alpha_f) * rate + alpha_f * v_dot - alpha_m * a) / (1 - alpha_m);
    };
    const auto position = [&](double a_end) {
      return q + h * v + h * h * ((0.5 - beta) * a + beta * a_end);
    };
    double rate = -g;
    if (position(end(rate)) < 0)  // linear in the rate
      rate += -position(end(rate)) / (h * h * beta * (1 - alpha_f) / (1 - alpha_m));
    const double a_end = end(rate);
    q = position(a_end);
    v += h * ((1 - gamma) * a + gamma * a_end);
    a = a_end;
    v_dot = rate;
  }
};

// Step by step from the run's own states: an impact makes a difference of an ulp a thousand times
// larger, so that two computations of the same trajectory part after a few of them.
TEST(SmoothAlpha, FollowsItsFormulasOnTheBallForEveryRho) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const auto run = run_example(
        "bouncing_ball",
        with(scheme, {option("rho_inf", digits(rho)), "parameters.R=0", "parameters.y0=0.801"}));
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      const State &before = run.samples[k - 1].state, &x = run.samples[k].state;
      Recursion exact{rho, 2e-3, 10, before.q[0], before.v[0]};
      if (k > 1) exact.a = before.a[0], exact.v_dot = before.v_dot[0];
      exact.step();
      const double size = 1 + std::abs(exact.q) + std::abs(exact.v) + 2e-3 * std::abs(exact.a);
      ASSERT_NEAR(x.q[0], exact.q, 1e-14 * size) << "rho " << rho << ", step " << k;
      ASSERT_NEAR(x.v[0], exact.v, 1e-12 * size) << "rho " << rho << ", step " << k;
      ASSERT_NEAR(x.p_normal[0], 2e-3 * (exact.v_dot + 10), 1e-12 * size);
    }
    EXPECT_GE(run.outcome.certificate.impacts, 2);
  }
}

TEST(SmoothAlpha, GainsEnergyAtTheImpactsOfThePapersBallThoughEIsLessThanOne) {
  const auto run = run_example("bouncing_ball", with(scheme, {option("rho_inf", "0.8")}));
  EXPECT_EQ(run.outcome.certificate.impacts, 2);
  double before = 0;
  int gains = 0;
  for (std::size_t k = 1; k + 20 < run.samples.size(); ++k) {
    if (!(run.samples[k].state.p_normal[0] > 0)) continue;
    before = run.samples[k - 1].energy.total;
    const double after = run.samples[k + 20].energy.total;  // when the transient has decayed
    EXPECT_GT(after, 1.5 * before);
    ++gains;
  }
  EXPECT_EQ(gains, 2);
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-16);
}

TEST(SmoothAlpha, DoesNotConvergeThroughAnImpactAtAnyStep) {
  // exact: e = 0.8 leaves 0.64 of the energy; without an impact law the scheme cannot know it
  for (const double h : halved(1.1e-3, 5)) {
    double mean = 0;
    for (int datum = 0; datum < 10; ++datum) {
      const double y0 = 0.9 + 0.0137 * datum;
      const auto run = run_example("bouncing_ball",
                                   with(scheme, {"parameters.R=0", set("parameters.y0", y0),
                                                 set("simulation.step", h), "simulation.end=0.5"}));
      mean += run.samples.back().energy.total / (10 * y0) / 10;
    }
    EXPECT_GT(mean, 1.5);
  }
}

TEST(SmoothAlpha, HasOrder2WithoutContactAlsoWhereMassDependsOnQ) {
  for (const char* rho : {"0", "0.8", "1"}) {
    const Options options = with(scheme, {option("rho_inf", rho)});
    smooth::expect_order(smooth::duffing, options, 2);
    smooth::expect_order(smooth::pendulum, options, 2);
    smooth::expect_order(smooth::central_field, options, 2);
    smooth::expect_order(smooth::driven, options, 2);
  }
}

TEST(SmoothAlpha, ClosesJointsExactlyAtPositionLevelAndHasOrder2OnTheSliderCrank) {
  constexpr double exact = 9.14015242;  // support/slider_crank with c = 0
  const std::vector<double> steps{8e-4, 4e-4, 2e-4};
  std::vector<double> errors;
  for (const double h : steps) {
    const Outcome outcome = outcome_of_example(
        "slider_crank_joint",
        with(scheme, {set("simulation.step", h), "simulation.scheme_options={}"}));
    ASSERT_FALSE(outcome.failure);
    EXPECT_LE(outcome.certificate.max_joint_error, 1e-13);
    errors.push_back(std::abs(outcome.last.q[0] - exact));
  }
  EXPECT_GT(errors.back(), 1e-5);
  EXPECT_NEAR(reference::observed_order(steps, errors), 2, 0.1);
}

}  // namespace
}  // namespace saltus::test::test_smooth_alpha
