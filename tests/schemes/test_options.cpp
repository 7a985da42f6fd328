// SPDX-License-Identifier: Apache-2.0
// Every combination of the options of Moreau–Jean runs, and every option does something.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_options {
namespace {

struct Choice {
  std::string forecast, forces, mass_at, law_at, reaction_at;

  [[nodiscard]] std::string text() const {
    return "simulation.scheme_options={forecast=\"" + forecast + "\", forces=\"" + forces +
           "\", mass_at=\"" + mass_at + "\", law_at=\"" + law_at + "\", reaction_at=\"" +
           reaction_at + "\"}";
  }
};

std::vector<Choice> all_choices() {
  std::vector<Choice> all;
  for (const char* forecast : {"explicit", "free"}) {
    for (const char* forces : {"midpoint", "trapezoid"}) {
      for (const char* mass_at : {"theta", "end"}) {
        for (const char* law_at : {"start", "theta", "end"}) {
          for (const char* reaction_at : {"start", "theta", "end"}) {
            all.push_back({forecast, forces, mass_at, law_at, reaction_at});
          }
        }
      }
    }
  }
  return all;
}

/// 50 steps with impacts on the way.
const std::vector<std::string> pendulum{"simulation.step=0.02", "simulation.end=1"};
const std::vector<std::string> slider_crank{"simulation.step=1e-4", "simulation.end=5e-3"};

void expect_runs(const std::string& example, std::vector<std::string> overrides,
                 const Choice& choice, const std::string& scheme) {
  overrides.push_back(choice.text());
  overrides.push_back("simulation.scheme=" + scheme);
  const auto run = run_example(example, overrides);
  const std::string label = example + " " + scheme + " " + choice.text();
  ASSERT_FALSE(run.outcome.failure)
      << label << ": " << run.outcome.failure->where << " " << run.outcome.failure->what << " at "
      << run.outcome.failure->t;
  EXPECT_EQ(run.outcome.certificate.steps, 50) << label;
  EXPECT_GE(run.outcome.certificate.impacts, 1) << label;
  EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite()) << label;
  if (choice.law_at != "end") return;
  // what the law promises at the end of the step is kept whatever the other options are
  double joints = 0;
  for (const Sample& s : run.samples) {
    for (const JointSample& j : s.joints) joints = std::max(joints, std::abs(j.velocity_error));
  }
  EXPECT_LT(joints, 1e-9) << label;
  EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-9) << label;
}

TEST(MoreauJeanOptions, AllCombinationsRunOnTheBouncingPendulum) {
  for (const Choice& c : all_choices())
    expect_runs("bouncing_pendulum", pendulum, c, "moreau-jean");
}

TEST(MoreauJeanOptions, AllCombinationsRunOnTheSliderCrankWithFriction) {
  for (const Choice& c : all_choices()) expect_runs("slider_crank", slider_crank, c, "moreau-jean");
}

TEST(MoreauJeanDissipativeOptions, AllCombinationsRunOnTheBouncingPendulum) {
  for (const Choice& c : all_choices())
    expect_runs("bouncing_pendulum", pendulum, c, "moreau-jean-dissipative");
}

TEST(MoreauJeanDissipativeOptions, AllCombinationsRunOnTheSliderCrankWithFriction) {
  for (const Choice& c : all_choices())
    expect_runs("slider_crank", slider_crank, c, "moreau-jean-dissipative");
}

TEST(MoreauJeanExplicit, RunsOnJointsAndOnContactsWithFriction) {
  const std::string name = "simulation.scheme=moreau-jean-explicit";
  for (const auto& [example, end] : {std::pair{"bouncing_pendulum", "simulation.end=1"},
                                     std::pair{"slider_crank", "simulation.end=5e-3"},
                                     std::pair{"rocking_block", "simulation.end=1"}}) {
    const auto run = run_example(example, {name, end});
    ASSERT_FALSE(run.outcome.failure) << example;
    EXPECT_GE(run.outcome.certificate.impacts, 1) << example;
    EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-10) << example;
  }
}

TEST(MoreauJeanOptions, EachChangesTheMotionOfTheSliderCrank) {
  const Vec q = run_example("slider_crank", slider_crank).outcome.last.q;
  for (const char* option : {"forces=trapezoid", "mass_at=end", "law_at=theta", "law_at=start",
                             "reaction_at=end", "reaction_at=start", "theta=0.6", "gamma=1.5"}) {
    std::vector<std::string> overrides = slider_crank;
    overrides.push_back(std::string("simulation.scheme_options.") + option);
    EXPECT_GT((run_example("slider_crank", overrides).outcome.last.q - q).norm(), 1e-9) << option;
  }
}

// A ball thrown up from just above the ground: with gamma = 1/2 the explicit forecast does not see
// the gap close within the step, the free one does.
TEST(MoreauJeanOptions, FreeForecastSeesAContactThatGravityClosesWithinTheStep) {
  const std::vector<std::string> setting{"simulation.step=0.1", "simulation.end=0.1",
                                         "parameters.y0=0.201"};
  std::vector<std::string> with_free = setting;
  with_free.emplace_back("simulation.scheme_options.forecast=free");
  EXPECT_EQ(run_example("bouncing_ball", setting).outcome.certificate.contacts_max, 0);
  const auto free = run_example("bouncing_ball", with_free);
  EXPECT_EQ(free.outcome.certificate.contacts_max, 1);
  EXPECT_NEAR(free.outcome.last.v[0], 0, 1e-14);  // u_k = 0: no rebound
}

TEST(MoreauJean, LinearModelsTakeOneNewtonPassAndNonlinearOnesConvergeInFew) {
  EXPECT_EQ(outcome_of_example("oscillator").certificate.newton.max, 1);
  const Certificate c = outcome_of_example("slider_crank").certificate;
  EXPECT_GT(c.newton.max, 1);
  EXPECT_LE(c.newton.max, 8);
}

TEST(MoreauJean, LooserNewtonToleranceTakesFewerPasses) {
  const auto mean = [](const char* tolerance) {
    return outcome_of_example("slider_crank", {"simulation.end=0.02", tolerance})
        .certificate.newton.mean();
  };
  EXPECT_LT(mean("simulation.scheme_options.newton_tolerance=1e-3"),
            mean("simulation.scheme_options.newton_tolerance=1e-12"));
}

// One step by hand: u = v - 10 h, closed contact forecast, u+ = -e u-.
TEST(MoreauJean, GivesRestitutionExactlyInOneStep) {
  for (const char* scheme : {"moreau-jean", "moreau-jean-dissipative", "moreau-jean-explicit"}) {
    const auto run = run_example(
        "bouncing_ball",
        {std::string("simulation.scheme=") + scheme, "simulation.step=1e-2", "simulation.end=1e-2",
         "parameters.y0=0.2", "body.ball.initial_velocity={y_dot=-3}", "parameters.e=0.7"});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_NEAR(run.outcome.last.v[0], 2.1, 1e-14) << scheme;
    EXPECT_NEAR(run.outcome.last.p_normal[0], 5.1 + 0.1, 1e-14)
        << scheme;  // the weight's impulse too
  }
}

}  // namespace
}  // namespace saltus::test::test_options
