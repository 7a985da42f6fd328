// SPDX-License-Identifier: Apache-2.0
// The counted work of a run, on cases where it can be counted by hand.
#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_work {
namespace {

WorkCounts work_of_run(const Run& run) { return run.outcome.certificate.work; }

/// 50 steps of the ball, all in flight; the first impact is at 0.4 s.
Run flight(const std::string& scheme, const std::vector<std::string>& more = {}) {
  std::vector<std::string> overrides{"simulation.scheme_options={}", "simulation.scheme=" + scheme,
                                     "simulation.end=0.1"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return run_example("bouncing_ball", overrides);
}

/// A pendulum in one angle: M is constant, f is not linear; there is nothing to touch.
constexpr const char* kPendulum = R"toml([simulation]
scheme = "moreau-jean"
step = 1e-2
end = 0.5
[world]
gravity = "none"
[[body]]
name = "rod"
type = "formula"
coordinates = ["a"]
kinetic = "0.5*a_dot^2"
potential = "-10*cos(a)"
initial = { a = 1 }
)toml";

TEST(Work, CostWeighsTheCounts) {
  EXPECT_EQ((WorkCounts{8, 6, 5, 4, 12}).cost(), 0.5 * (8 + 6) + 5 + 0.5 * 4 + 0.25 * 12);
}

TEST(Work, OfMoreauJeanOnTheBallIsOneForcePerStepAndOneSolveWhereTheForecastGapIsClosed) {
  const auto run = run_example("bouncing_ball");
  const double h = run.simulation.step;
  std::int64_t closed = 0;
  for (std::size_t k = 0; k + 1 < run.samples.size(); ++k) {
    const ContactSample& c = run.samples[k].contacts[0];
    if (c.gap + 0.5 * h * c.un <= 4e-16) ++closed;  // the height of the centre has a rounding
  }
  const WorkCounts work = work_of_run(run);
  EXPECT_EQ(work.forces, 2500);
  EXPECT_EQ(work.masses, 1);  // a linear model: once for all steps
  EXPECT_EQ(work.tangents, 1);
  EXPECT_EQ(work.solves, closed);
  EXPECT_GT(work.solves, 600);
  EXPECT_EQ(work.rows, 2501);  // at every accepted state and at the start; the gap is linear
}

// Times are rounded; lengths of steps must not be, or every other one would be factorised anew.
TEST(Work, OfSplitMidpointOnALinearModelInFlightIsOneFactorisationForAllSteps) {
  for (const char* h : {"2e-3", "1e-3", "5e-4", "1e-4"}) {
    const auto run = flight("split-midpoint", {std::string("simulation.step=") + h});
    EXPECT_GE(run.outcome.certificate.steps, 50) << h;
    EXPECT_EQ(work_of_run(run).masses, 1) << h;
  }
}

TEST(Work, OfMoreauJeanOnANonlinearModelIsOneForcePerNewtonIteration) {
  const auto run = run_text(kPendulum);
  const WorkCounts work = work_of_run(run);
  const Certificate& c = run.outcome.certificate;
  EXPECT_EQ(work.forces, c.newton.sum);
  EXPECT_GE(c.newton.sum, 2 * c.steps);
  EXPECT_EQ(work.masses, work.tangents);  // every new tangent is factorised
  EXPECT_GE(work.tangents, c.steps);
  EXPECT_LT(work.tangents, work.forces);
  EXPECT_EQ(work.solves, 0);
  EXPECT_EQ(work.rows, 0);  // there are none to evaluate
}

TEST(Work, OfMoreauJeanOnTheSliderCrankHasTheSolvesOfTheCertificate) {
  const auto run = run_example("slider_crank", {"simulation.end=0.02"});
  const Certificate& c = run.outcome.certificate;
  const WorkCounts work = work_of_run(run);
  EXPECT_GT(work.solves, 100);
  EXPECT_EQ(work.solves, c.solver_iterations.samples);
  EXPECT_EQ(work.forces, c.newton.sum);
  // per solve the rows of the law and those of the reaction, per step those at its end
  EXPECT_EQ(work.rows, 2 * work.solves + c.steps + 1);
}

TEST(Work, OfTheExplicitSchemesInFlightIsOneForcePerStage) {
  const WorkCounts explicit_step = work_of_run(flight("moreau-jean-explicit"));
  EXPECT_EQ(explicit_step.forces, 50);
  EXPECT_EQ(explicit_step.masses, 1);  // M is constant: kept
  for (const char* scheme : {"half-explicit", "half-explicit-acceleration"}) {
    const WorkCounts work = work_of_run(flight(scheme));
    EXPECT_EQ(work.forces, 2 * 50) << scheme;
    EXPECT_EQ(work.masses, 1) << scheme;  // linear: kept
    EXPECT_EQ(work.tangents, 0) << scheme;
    EXPECT_EQ(work.solves, 0) << scheme;
  }
  const auto pendulum = run_text(kPendulum, {"simulation.scheme=half-explicit"});
  EXPECT_EQ(work_of_run(pendulum).forces, 2 * 50);
  EXPECT_EQ(work_of_run(pendulum).masses, 2 * 50);
}

TEST(Work, OfNewmarkCountsBothOfItsFactors) {
  const WorkCounts work = work_of_run(flight("newmark"));
  EXPECT_EQ(work.masses, 1 + 2);  // M at the start, then G and the iteration matrix
  EXPECT_EQ(work.forces, 1 + 50);
}

TEST(Work, OfGeneralizedAlphaCountsTheMassThatReactsAndTheMonolithicSystem) {
  const std::vector<std::string> impact{"simulation.end=0.41"};  // one impact, in step 201
  const WorkCounts flying = work_of_run(flight("generalized-alpha"));
  const WorkCounts work = work_of_run(flight("generalized-alpha", impact));
  EXPECT_EQ(flying.solves, 0);
  EXPECT_EQ(work.masses, flying.masses + 1);
  EXPECT_EQ(work.solves, 1 + 1);  // positions and velocities
  const auto all =
      run_example("rocking_block", {"simulation.scheme_options={ solve = \"monolithic\" }",
                                    "simulation.scheme=generalized-alpha"});
  const std::int64_t systems = all.outcome.certificate.newton.sum - 200;  // after a first pass each
  EXPECT_GT(systems, 0);
  EXPECT_GE(work_of_run(all).masses, systems);
  EXPECT_GE(work_of_run(all).solves, systems);
}

TEST(Work, OfDiscardedStepsCounts) {
  const WorkCounts plain = work_of_run(flight("half-explicit", {"simulation.end=0.41"}));
  const WorkCounts reduced =
      work_of_run(flight("half-explicit", {"simulation.end=0.41",  // one step of 205 in two halves
                                           "simulation.scheme_options.impact_step=1e-3"}));
  EXPECT_GE(reduced.forces, plain.forces + 2 * 2);
}

TEST(Work, OfSamplesBetweenTheStatesDoesNotCountAndChangesNoState) {
  struct Case {
    const char* example;
    const char *step, *end, *every;
  };
  // factors of the linear oscillator serve all its steps
  for (const Case& c :
       {Case{"slider_crank", "2e-3", "0.1", "1.7e-4"}, Case{"oscillator", "1e-2", "5", "0.0071"}}) {
    for (const char* scheme : {"adaptive", "split-midpoint"}) {
      const auto run = [&](const std::vector<std::string>& more) {
        std::vector<std::string> overrides{
            "simulation.scheme_options={}", std::string("simulation.scheme=") + scheme,
            std::string("simulation.step=") + c.step, std::string("simulation.end=") + c.end};
        overrides.insert(overrides.end(), more.begin(), more.end());
        return run_example(c.example, overrides);
      };
      const auto plain = run({});
      const auto sampled = run({std::string("output.every=") + c.every});
      EXPECT_GT(sampled.samples.size(), 500U) << c.example << scheme;
      EXPECT_EQ(sampled.outcome.certificate.steps, plain.outcome.certificate.steps) << scheme;
      EXPECT_EQ(work_of_run(sampled).cost(), work_of_run(plain).cost()) << c.example << scheme;
      EXPECT_EQ(work_of_run(sampled).masses, work_of_run(plain).masses) << c.example << scheme;
      EXPECT_EQ(work_of_run(sampled).solves, work_of_run(plain).solves) << c.example << scheme;
      EXPECT_EQ(sampled.outcome.last.v, plain.outcome.last.v) << c.example << scheme;
    }
  }
}

TEST(Work, OfAdaptiveInFlightIsFiveForcesPerStep) {
  const auto run = flight("adaptive", {"simulation.step=1e-2"});
  const WorkCounts work = work_of_run(run);
  EXPECT_EQ(run.outcome.certificate.steps, 10);  // a parabola has no error
  EXPECT_EQ(work.forces, 5 * 10);
  EXPECT_EQ(work.tangents, 0);
  EXPECT_EQ(work.solves, 0);
}

TEST(Work, OfAdaptiveDoesNotTryALengthAgainThatWasJustRejected) {
  const auto run = run_example("oscillator", {"simulation.scheme=adaptive", "simulation.step=0.2",
                                              "simulation.scheme_options={ tolerance = 1e-6 }"});
  const Certificate& c = run.outcome.certificate;
  EXPECT_GT(c.steps, 150);
  EXPECT_LT(c.work.forces, 6 * c.steps);  // five per step, and a few that were rejected
}

TEST_P(EveryScheme, CountsEveryKindOfWorkOfARunWithImpactsTheSameEveryTime) {
  const auto run = [&] { return flight(GetParam(), {"simulation.end=1"}); };
  const WorkCounts a = work_of_run(run());
  const WorkCounts b = work_of_run(run());
  EXPECT_EQ(a.cost(), b.cost());
  EXPECT_GT(a.forces, 0);
  EXPECT_GT(a.masses, 0);
  EXPECT_GT(a.rows, 0);
  EXPECT_GT(a.solves, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryScheme, testing::ValuesIn(all_schemes()), identifier);

}  // namespace
}  // namespace saltus::test::test_work
