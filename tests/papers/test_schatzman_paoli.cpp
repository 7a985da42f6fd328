// SPDX-License-Identifier: Apache-2.0
// Claims about Schatzman–Paoli: the impact law over a few steps, gaps, orders, joints.
#include <random>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "papers/smooth_systems.h"

namespace saltus::test::test_schatzman_paoli {
namespace {

using Options = std::vector<std::string>;
const Options scheme{"simulation.scheme=schatzman-paoli"};

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

/// Without forces, from y0 with the speed `speed` towards the ground at y = 0.
Run thrown(double e, double y0, double speed) {
  return run_example(
      "bouncing_ball",
      with(scheme, {"parameters.R=0", "parameters.ag=0", "simulation.step=1e-2",
                    "simulation.end=0.3", set("parameters.e", e), set("parameters.y0", y0),
                    "body.ball.initial_velocity={y_dot=" + digits(-speed) + "}"}));
}

TEST(SchatzmanPaoli, KeepsNewtonsImpactLawOverTwoOrThreeStepsButNotOverOne) {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < 60; ++i) {
    const double e = 0.1 + 0.8 * unit(random), speed = 0.5 + 3 * unit(random);
    const auto run = thrown(e, 0.05 * speed + 0.01 * speed * unit(random), speed);
    std::size_t first = 0, last = 0;
    double impulse = 0;
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      const double p = run.samples[k].state.p_normal[0];
      if (!(p > 0)) continue;
      if (first == 0) first = k;
      last = k;
      impulse += p;
    }
    ASSERT_GT(first, 0U);
    EXPECT_LE(last - first, 1U);  // it presses in one or two steps,
    const double u_k = run.samples[first - 1].state.v[0];
    const double u_1 = run.samples[first].state.v[0];
    EXPECT_NEAR(u_k, -speed, 1e-12);
    EXPECT_GT(std::abs(u_1 + e * u_k), 0.05 * speed);  // the law does not hold over the first,
    for (std::size_t k = last + 1; k < run.samples.size(); ++k)
      EXPECT_NEAR(run.samples[k].state.v[0], e * speed, 1e-11);  // and does after the third
    EXPECT_NEAR(impulse, (1 + e) * speed, 1e-11);
    EXPECT_GT(run.outcome.certificate.max_velocity_law_residual, 0.05 * speed);
  }
}

TEST(SchatzmanPaoli, KeepsGapsNonnegativeForEZeroAndViolatesThemByAtMost2EOver1PlusESpeedStepElse) {
  double deepest = 0;
  for (int i = 0; i < 20; ++i) {
    const double y0 = 0.7 + 0.0137 * i;
    const Options data = with(scheme, {set("parameters.y0", y0)});
    const auto plastic = run_example("bouncing_ball", with(data, {"parameters.e=0"}));
    EXPECT_LE(plastic.outcome.certificate.max_penetration, 1e-16);
    EXPECT_GE(plastic.outcome.certificate.impacts, 1);
    const auto run = run_example("bouncing_ball", data);
    const double speed = std::sqrt(20 * (y0 - 0.2)) + 10 * 2e-3;
    deepest = std::max(deepest, run.outcome.certificate.max_penetration);
    // g_{k−2} ≤ 2 h speed − ε and g_k = −ε ≥ −e g_{k−2}: a gap may fall freely to −ε
    EXPECT_LE(run.outcome.certificate.max_penetration, 2 * 0.8 / 1.8 * 2e-3 * speed);
  }
  EXPECT_GT(deepest, 1e-3);
}

TEST(SchatzmanPaoli, TakesTheGapOfEachContactWithItsOwnRestitution) {
  const std::string text = R"toml([simulation]
scheme = "schatzman-paoli"
step = 1e-3
end = 2.0
[world]
gravity = "none"
[[body]]
name = "p"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*1.3*x_dot^2"
initial = { x = 0.5 }
initial_velocity = { x_dot = 2.0137 }
[[contact]]
name = "right"
body = "p"
gap = "1 - x"
restitution = 0.9
friction = 0.0
[[contact]]
name = "left"
body = "p"
gap = "x"
restitution = 0.6
friction = 0.0
)toml";
  const auto run = run_text(text);
  double speed = 2.0137;
  int walls = 0;
  bool pressing = false;
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const State& x = run.samples[k].state;
    const bool right = x.p_normal[0] > 0, left = x.p_normal[1] > 0;
    if ((right || left) && !pressing) {
      speed *= right ? 0.9 : 0.6;
      ++walls;
    }
    if (!(right || left) && !pressing) {
      EXPECT_NEAR(std::abs(x.v[0]), speed, 1e-11);
    }
    pressing = right || left;
  }
  EXPECT_GE(walls, 3);
}

TEST(SchatzmanPaoli, CoastsExactlyAlongAParabolaAlsoWithAShorterLastStep) {
  const auto run = run_example("bouncing_ball", with(scheme, {"simulation.end=0.3457"}));
  for (const Sample& s : run.samples) {
    EXPECT_NEAR(s.state.q[0], 1.001 - 5 * s.state.t * s.state.t, 1e-13);
  }
  EXPECT_DOUBLE_EQ(run.outcome.last.t, 0.3457);
}

TEST(SchatzmanPaoli, HasOrder2InPositionsAndOrder1InVelocitiesWithoutContact) {
  using smooth::Of;
  smooth::expect_order(smooth::duffing, scheme, 2, 0.1, Of::positions);
  smooth::expect_order(smooth::pendulum, scheme, 2, 0.1, Of::positions);
  smooth::expect_order(smooth::central_field, scheme, 2, 0.1, Of::positions);  // M depends on q
  smooth::expect_order(smooth::driven, scheme, 2, 0.1, Of::positions);         // with damping
  smooth::expect_order(smooth::duffing, scheme, 1, 0.15);
  smooth::expect_order(smooth::driven, scheme, 1, 0.15);
}

TEST(SchatzmanPaoli, WithForcesAtThetaHasOrder2WithoutDampingForThetaZeroElse1) {
  using smooth::Of;
  const Options zero = with(scheme, {option("forces", "theta"), option("theta", "0")});
  const Options half = with(scheme, {option("forces", "theta")});
  smooth::expect_order(smooth::duffing, zero, 2, 0.1, Of::positions);
  smooth::expect_order(smooth::driven, zero, 1, 0.15, Of::positions);
  smooth::expect_order(smooth::duffing, half, 1, 0.15, Of::positions);
  smooth::expect_order(smooth::driven, half, 1, 0.15, Of::positions);
}

TEST(SchatzmanPaoli, ClosesJointsExactlyAtPositionLevelAndHasOrder2OnTheSliderCrank) {
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

TEST(SchatzmanPaoli, WithImpactsAveragedOverDataHasOrder1InPositionsAndL1VelocitiesHalfInL2) {
  ErrorTable table(halved(7.3e-3, 5));
  for (int datum = 0; datum < 10; ++datum) {
    for (const double e : {0.0, 0.3, 0.8}) {
      const reference::Ball exact{
          .gravity = 10, .e = e, .q0 = 0.4 + 0.0937 * datum, .v0 = 0.63 * (datum % 5) - 1.1};
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        const auto run = run_example(
            "bouncing_ball",
            with(scheme,
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

TEST(SchatzmanPaoli, RefusesTangentialRestitutionAndNamesTheContact) {
  const Options overrides = with(scheme, {"contact.upper_left.tangential_restitution=0.5"});
  const auto message = [&]() -> std::string {
    try {
      static_cast<void>(run_example("slider_crank", overrides));
    } catch (const ModelError& error) {
      return error.what();
    }
    return {};
  }();
  EXPECT_NE(message.find("upper_left"), std::string::npos) << message;
  EXPECT_NE(message.find("tangential_restitution"), std::string::npos) << message;
}

}  // namespace
}  // namespace saltus::test::test_schatzman_paoli
