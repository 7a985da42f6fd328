// SPDX-License-Identifier: Apache-2.0
// The projections on mechanisms: Table 3 of [001], rocking block, joints, orders without impact.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/slider_crank.h"

namespace saltus::test::test_projection_mechanisms {
namespace {

const std::string direct = "simulation.scheme=direct-projection";
const std::string combined = "simulation.scheme=combined-projection";
const std::array schemes{direct, combined};

/// The readings with which [001] computed its Table 3, and its tolerances.
Certificate table_3(const std::string& scheme, double step) {
  const std::string activation = scheme == direct ? "gamma=0}" : "activation_tolerance=0}";
  const Outcome outcome = outcome_of_example(
      "slider_crank",
      {scheme, set("simulation.step", step),
       R"(simulation.scheme_options={mass_at="end", forces="trapezoid", reaction_at="end", )"
       R"(metric="identity", newton_tolerance=1e-10, projection_tolerance=1e-10, )" +
           activation});
  EXPECT_FALSE(outcome.failure);
  EXPECT_NEAR(outcome.certificate.end_time, 0.2, 1e-15);
  return outcome.certificate;
}

TEST(SliderCrankTable3, BothProjectionsViolateLessThan1e10AtAllSteps) {
  for (const double step : {1e-4, 1e-5, 1e-6}) {
    for (const std::string& scheme : schemes) {
      EXPECT_LT(table_3(scheme, step).max_penetration, 1e-10) << scheme << " " << step;
    }
  }
}

TEST(SliderCrankTable3, CombinedProjectionTakesThePublishedNumberOfIndexSets) {
  const std::array steps{1e-4, 1e-5, 1e-6};
  const std::array published{1.18, 1.127, 1.12};
  const std::array margin{0.01, 0.0005, 0.005};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Certificate c = table_3(combined, steps[i]);
    EXPECT_NEAR(c.activation.mean(), published[i], margin[i]) << steps[i];
    EXPECT_EQ(c.activation.max, 2) << steps[i];
    EXPECT_LT(c.projection.mean(), 0.4) << steps[i];
  }
}

TEST(SliderCrank, IsWithinTheProjectionToleranceWithTheDefaultsOfBothProjections) {
  for (const std::string& scheme : schemes) {
    for (const char* metric : {"mass", "identity"}) {
      const Outcome outcome =
          outcome_of_example("slider_crank", {scheme, option("metric", metric)});
      ASSERT_FALSE(outcome.failure);
      EXPECT_LE(outcome.certificate.max_penetration, 1e-12);
      EXPECT_LT(outcome.certificate.max_velocity_law_residual, 1e-11);
      EXPECT_GE(outcome.certificate.impacts, 50);
    }
  }
}

/// Largest difference of positions and velocities over two runs.
double difference(const Run& a, const Run& b) {
  EXPECT_EQ(a.samples.size(), b.samples.size());
  double largest = 0;
  for (std::size_t k = 0; k < std::min(a.samples.size(), b.samples.size()); ++k) {
    const State& x = a.samples[k].state;
    const State& y = b.samples[k].state;
    largest = std::max({largest, (x.q - y.q).cwiseAbs().maxCoeff(),
                        (x.v - y.v).cwiseAbs().maxCoeff() / (1 + x.v.cwiseAbs().maxCoeff())});
  }
  return largest;
}

TEST(CoupledSolve, GivesTheSameMotionAsTheDecoupledOneOnSliderCrankAndPendulum) {
  for (const std::string& scheme : schemes) {
    for (const char* metric : {"mass", "identity"}) {
      for (const auto& [example, step, end] :
           {std::tuple{"slider_crank", "simulation.step=1e-5", "simulation.end=0.02"},
            std::tuple{"slider_crank_joint", "simulation.step=1e-4", "simulation.end=0.1"},
            std::tuple{"bouncing_pendulum", "simulation.step=1e-3", "simulation.end=1.5"}}) {
        const std::vector<std::string> common{scheme, step, end, option("metric", metric)};
        std::vector<std::string> together = common;
        together.push_back(option("solve", "coupled"));
        const auto a = run_example(example, common);
        const auto b = run_example(example, together);
        ASSERT_FALSE(a.outcome.failure || b.outcome.failure) << example;
        EXPECT_LT(difference(a, b), 1e-9) << example << " " << scheme << " " << metric;
      }
    }
  }
}

// Taking turns converges like h² k/4 / (m + h² k/4): 25/26 here, and it is solved together then.
TEST(DirectProjection, ConvergesWhereTheSpringIsFarStifferThanTheStepResolves) {
  const auto run = run_example("oscillator", {direct, "parameters.k=1e8", "simulation.end=0.05"});
  ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
  EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
  EXPECT_GT(run.outcome.certificate.projection.max, 20);
}

TEST(RockingBlock, ComesToExactRestWithCombinedProjection) {
  for (const char* spin : {"0", "0.2"}) {
    const auto run = run_example(
        "rocking_block", {combined, "simulation.end=3", std::string("parameters.spin=") + spin});
    ASSERT_FALSE(run.outcome.failure);
    const State& last = run.outcome.last;
    EXPECT_NEAR(last.q[1], 0.75, 1e-15);  // l/2
    EXPECT_NEAR(last.q[2], 0, 1e-15);
    EXPECT_NEAR(last.p_normal.sum() / 1e-2, 9.81, 1e-13);
    for (const Sample& s : run.samples) {
      if (s.state.t < 2) continue;
      EXPECT_EQ((s.state.q - last.q).norm(), 0);          // not a bit moves
      EXPECT_LT(s.state.v.cwiseAbs().maxCoeff(), 1e-16);  // an ulp of the weight's impulse
    }
  }
}

TEST(RockingBlock, ChattersForEverWithDirectProjection) {
  const auto run = run_example("rocking_block", {direct, "simulation.end=20"});
  ASSERT_FALSE(run.outcome.failure);
  for (const double from : {5.0, 19.0}) {
    double spin = 0;
    for (const Sample& s : run.samples) {
      if (s.state.t >= from && s.state.t <= from + 1) spin = std::max(spin, std::abs(s.state.v[2]));
    }
    EXPECT_GT(spin, 0.05) << from;
  }
}

/// Left and right end of a plate cannot both touch while the bump in the middle is in the way.
constexpr const char* kPlateOnABump = R"toml(
[simulation]
step = 1e-2
end = 1.0
[world]
gravity = "none"
[[body]]
name = "plate"
type = "formula"
coordinates = ["y", "a"]
kinetic = "0.5*y_dot^2 + 0.5*0.1*a_dot^2"
potential = "9.81*y"
initial = { y = 0.11, a = 0.001 }
initial_velocity = { y_dot = -3.0, a_dot = 0.1 }
[[contact]]
name = "left"
body = "plate"
gap = "y - 0.5*sin(a)"
restitution = 0.3
friction = 0.0
[[contact]]
name = "right"
body = "plate"
gap = "y + 0.5*sin(a)"
restitution = 0.3
friction = 0.0
[[contact]]
name = "bump"
body = "plate"
gap = "y - 1e-4"
restitution = 0.3
friction = 0.0
)toml";

TEST(CombinedProjection, DoesNotPenetrateWhereContactsThatPressCannotAllBeClosed) {
  for (const char* a : {"0", "0.001", "-0.0003", "0.01"}) {
    const auto run = run_text(kPlateOnABump, {combined, std::string("body.plate.initial.a=") + a});
    ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
    EXPECT_LE(run.outcome.certificate.max_penetration, 1e-12);
    EXPECT_LT(run.outcome.last.v.cwiseAbs().maxCoeff(), 1e-15);  // it rests on the bump
    EXPECT_NEAR(run.outcome.last.p_normal.sum() / 1e-2, 9.81, 1e-12);
  }
}

constexpr std::array speeds{140.3, 143.1, 145.9, 148.2, 150.0, 152.7, 155.4, 158.6};

/// Error of the worse angle of the ideal slider-crank, its joint as an equation, by step.
std::vector<double> joint_errors(const std::string& scheme, const std::vector<double>& steps) {
  constexpr double end = 0.0973;
  const std::array<double, 1> times{end};
  std::vector<double> errors(steps.size(), 0.0);
  for (const double speed : speeds) {
    reference::SliderCrank mechanism;
    mechanism.c = 0;
    mechanism.v0 = {speed, -speed / 2};
    const Eigen::Vector2d exact =
        reference::motion(mechanism, times, {.tolerance = 1e-12}).states.back().q;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Outcome outcome =
          outcome_of_example("slider_crank_joint",
                             {scheme, set("simulation.step", steps[i]), set("simulation.end", end),
                              set("body.mechanism.initial_velocity.theta1_dot", speed),
                              set("body.mechanism.initial_velocity.theta2_dot", -speed / 2)});
      EXPECT_FALSE(outcome.failure);
      EXPECT_LE(outcome.certificate.max_joint_error, 1e-12);
      errors[i] += (outcome.last.q.head<2>() - exact).cwiseAbs().maxCoeff() / 8;
    }
  }
  return errors;
}

TEST(Projections, OfAMechanismWithAJointConvergeWithOrderTwoAndCloseItAtEveryState) {
  const std::vector<double> steps{5.3e-4, 2.71e-4, 1.37e-4, 7.1e-5};
  for (const std::string& scheme : schemes) {
    EXPECT_NEAR(reference::observed_order(steps, joint_errors(scheme, steps)), 2, 0.1) << scheme;
  }
}

TEST(Projections, WithoutConstraintsAreMoreauJeanBitByBit) {
  for (const char* example : {"oscillator", "slider_crank"}) {
    // before the first impact, at 0.44 s and 2.69 ms
    const char* end = example[0] == 'o' ? "simulation.end=0.4" : "simulation.end=2.5e-3";
    const auto plain = run_example(example, {end});
    for (const std::string& scheme : schemes) {
      EXPECT_EQ(difference(plain, run_example(example, {scheme, end})), 0) << example << scheme;
    }
  }
}

TEST(Projections, MoveAPendulumTheSameWithARedundantJoint) {
  const std::string redundant =
      R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#";
  for (const std::string& scheme : schemes) {
    for (const char* solve : {"decoupled", "coupled"}) {
      const std::vector<std::string> common{scheme, "simulation.end=1", option("solve", solve)};
      std::vector<std::string> with = common;
      with.push_back(redundant);
      const auto a = run_example("bouncing_pendulum", common);
      const auto b = run_example("bouncing_pendulum", with);
      ASSERT_FALSE(b.outcome.failure) << b.outcome.failure->where;
      EXPECT_LE(b.outcome.certificate.max_joint_error, 1e-12);
      EXPECT_LT(difference(a, b), 1e-9) << scheme << " " << solve;
    }
  }
}

TEST(Projections, KeepEveryExampleOnItsConstraintsAtEveryAcceptedState) {
  for (const char* example :
       {"ball_in_box", "bouncing_ball", "bouncing_ball_ballard", "bouncing_pendulum", "oscillator",
        "rocking_block", "slider_crank_bilateral", "slider_crank_joint", "two_ball_oscillator"}) {
    for (const std::string& scheme : schemes) {
      const auto run = run_example(example, {scheme, "simulation.scheme_options={}"});
      ASSERT_FALSE(run.outcome.failure) << example << " " << scheme;
      const Certificate& c = run.outcome.certificate;
      EXPECT_LE(c.max_penetration, 1e-12) << example << " " << scheme;
      EXPECT_LE(c.max_joint_error, 1e-12) << example << " " << scheme;
      EXPECT_LT(c.max_velocity_law_residual, 1e-10) << example << " " << scheme;
      EXPECT_EQ(c.end_time, run.simulation.end);
      for (const Sample& s : run.samples) {  // complementarity: tau only where closed
        for (std::size_t i = 0; i < s.contacts.size(); ++i) {
          const bool pushed = std::abs(s.state.tau_normal[static_cast<Eigen::Index>(i)]) > 1e-9;
          EXPECT_LE(pushed ? std::abs(s.contacts[i].gap) : 0, 1e-12) << example << " " << scheme;
        }
      }
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_projection_mechanisms
