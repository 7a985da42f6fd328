// SPDX-License-Identifier: Apache-2.0
// Half-explicit schemes: what they refuse, joints, moving constraints, works, failures, every
// example.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test::test_half_explicit {
namespace {

using Options = std::vector<std::string>;
const std::string half = "simulation.scheme=half-explicit";
const std::string acceleration = "simulation.scheme=half-explicit-acceleration";
const std::string opt = "simulation.scheme_options.";

const std::vector<Options> kVelocityLevel{{half},
                                          {half, opt + "closed_at=start"},
                                          {half, opt + "stages=3"},
                                          {half, opt + "stages=5"},
                                          {half, opt + "stages=5", opt + "closed_at=prediction"}};
const std::vector<Options> kAll = [] {
  std::vector<Options> all = kVelocityLevel;
  all.push_back({acceleration});
  return all;
}();

Options with(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::string refusal_text(const std::string& example, const Options& overrides) {
  try {
    static_cast<void>(run_example(example, overrides));
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

TEST(HalfExplicit, RefusesAnUnknownNumberOfStagesAndNamesTheOthers) {
  const std::string text = refusal_text("bouncing_ball", {half, opt + "stages=4"});
  EXPECT_NE(text.find("must be 2, 3 or 5, is 4"), std::string::npos) << text;
  EXPECT_NE(refusal_text("bouncing_ball", {half, opt + "stages=6"}), "");
}

TEST(HalfExplicit, RefusesAnImpactStepThatWouldTakeAMillionStepsInOne) {
  EXPECT_NE(refusal_text("bouncing_ball", {half, opt + "impact_step=1e-300"}), "");
}

TEST(HalfExplicitAcceleration, RefusesFrictionAndNamesTheContact) {
  const std::string text = refusal_text("slider_crank", {acceleration});
  EXPECT_NE(text.find("'upper_left' has friction"), std::string::npos) << text;
}

TEST(HalfExplicit, HoldsTheLawsOfContactsAndJointsAtTheEndOfEveryStep) {
  for (const char* example : {"bouncing_pendulum", "slider_crank", "slider_crank_bilateral",
                              "rocking_block", "two_ball_oscillator", "ball_in_box"}) {
    for (const Options& options : kVelocityLevel) {
      const auto run =
          run_example(example, with(options, {"simulation.step=1e-4", "simulation.end=0.05"}));
      ASSERT_FALSE(run.outcome.failure) << example << " " << options.back();
      EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-12) << example;
      for (const Sample& s : run.samples) {
        for (const JointSample& j : s.joints) EXPECT_NEAR(j.velocity_error, 0, 1e-12) << example;
      }
    }
  }
}

TEST(HalfExplicit, MovesRedundantJointsAsTheIndependentOnes) {
  const std::string repeated =
      R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#";
  for (const Options& options : kAll) {
    const Options once = with(options, {"simulation.end=0.3"});  // before the first impact
    const auto plain = run_example("bouncing_pendulum", once);
    const auto run = run_example("bouncing_pendulum", with(once, {repeated}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_EQ(run.outcome.certificate.redundant_joint_rows, 1);
    EXPECT_LT((run.outcome.last.q - plain.outcome.last.q).norm(), 1e-5) << options.back();
  }
}

/// A mass that a joint moves as 0.3 sin 3t, and a ball that rests on a table that is lifted with
/// constant acceleration.
constexpr const char* kDriven = R"toml(
[simulation]
step = 1e-3
end = 1.0
[world]
gravity = "none"
[[body]]
name = "mass"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*2*x_dot^2"
initial = { x = 0 }
initial_velocity = { x_dot = 0.9 }
[[joint]]
name = "drive"
type = "formula"
body = "mass"
equations = ["x - 0.3*sin(3*t)"]
[[body]]
name = "ball"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*0.7*q_dot^2"
potential = "0.7*9.81*q"
initial = { q = 0 }
initial_velocity = { q_dot = 0.12 }
[[contact]]
name = "table"
body = "ball"
gap = "q - 0.12*t - 0.5*1.3*t^2"
restitution = 0.5
friction = 0.0
)toml";

TEST(HalfExplicit, FollowsALiftedTableAndADrivenJointWithTheForcesOfTheirMotion) {
  for (const Options& options : kVelocityLevel) {
    const auto run = run_text(kDriven, options);
    ASSERT_FALSE(run.outcome.failure);
    for (std::size_t k = 1; k < run.samples.size(); ++k) {
      const State& x = run.samples[k].state;
      const double middle = x.t - 0.5e-3;
      EXPECT_NEAR(x.v[0], 0.9 * std::cos(3 * x.t), 1e-12);
      EXPECT_NEAR(x.v[1], 0.12 + 1.3 * x.t, 1e-12);
      EXPECT_NEAR(x.q[1], 0.12 * x.t + 0.5 * 1.3 * x.t * x.t, 1e-12);
      EXPECT_NEAR(x.p_joint[0] / 1e-3, -2 * 2.7 * std::sin(3 * middle), 1e-4);
      EXPECT_NEAR(x.p_normal[0] / 1e-3, 0.7 * (9.81 + 1.3), 1e-9);
    }
    EXPECT_LT(run.outcome.certificate.max_joint_error, 1e-6);
    EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-5);
  }
}

// The drift of a curved contact opens it now and then: a hop of a step or two, of the size of free
// fall.
TEST(HalfExplicit, StaysWithinAFreeFallOfOneStepOnASwingingTable) {
  for (const Options& options : kVelocityLevel) {
    const auto run = run_text(kDriven, with(options, {R"(contact.table.gap=q - 0.01*sin(12*t))"}));
    ASSERT_FALSE(run.outcome.failure);
    for (const Sample& s : run.samples) {
      EXPECT_LT(std::abs(s.contacts[0].gap), (9.81 + 1.44) * 1e-6);
      EXPECT_LT(std::abs(s.contacts[0].un), 2 * (9.81 + 1.44) * 1e-3);
    }
  }
}

TEST(HalfExplicitAcceleration, FollowsALiftedTableAndADrivenJointWithinItsDrift) {
  const auto run = run_text(kDriven, {acceleration});
  ASSERT_FALSE(run.outcome.failure);
  for (std::size_t k = 1; k < run.samples.size(); ++k) {
    const State& x = run.samples[k].state;
    const double middle = x.t - 0.5e-3;
    EXPECT_NEAR(x.v[0], 0.9 * std::cos(3 * x.t), 1e-5);
    EXPECT_NEAR(x.p_joint[0] / 1e-3, -2 * 2.7 * std::sin(3 * middle), 1e-4);
    EXPECT_NEAR(x.p_normal[0] / 1e-3, 0.7 * (9.81 + 1.3), 1e-9);
  }
}

TEST(HalfExplicit, ClosesTheLedgerToRoundingInFlightAndImpactsUnderAConstantForce) {
  for (const Options& options : {Options{half}, Options{acceleration}}) {
    const auto run = run_example("bouncing_ball", with(options, {"simulation.end=2"}));
    EXPECT_GE(run.outcome.certificate.impacts, 3);
    EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-12);
  }
}

TEST(HalfExplicit, BalancesTheWorkOfDampingAndLoadsWithOrder2) {
  const auto balance = [](double h) {
    return run_example("oscillator", {half, "parameters.stop=-2", set("simulation.step", h)})
        .outcome.certificate.energy_balance_error;
  };
  EXPECT_NEAR(balance(2e-3) / balance(1e-3), 4, 0.2);
}

std::string stone(const std::string& lines, const std::string& more = "") {
  std::string text = R"toml([simulation]
step = 0.1
end = 2
[world]
gravity = "none"
[[body]]
name = "stone"
type = "formula"
coordinates = ["q"]
initial = { q = 1 }
)toml";
  text += lines;
  text += more;
  return text;
}

TEST(HalfExplicit, StopsWithANameAndAFiniteStateWhereAFormulaBecomesNaN) {
  const std::string still = "kinetic = \"0.5*q_dot^2\"\n";
  const std::string contact =
      "[[contact]]\nname = \"floor\"\nbody = \"stone\"\ngap = \"5 + q + log(0.55 - t)\"\n"
      "restitution = 0\nfriction = 0\n";
  struct Case {
    std::string text;
    std::string name;
  };
  const std::vector<Case> cases{{stone(still + "force = { q = \"sqrt(0.5 - t)\" }\n"), "'stone.q'"},
                                {stone("kinetic = \"0.5*q_dot^2*(1 + sqrt(0.5 - t))\"\n"), "stone"},
                                {stone(still, contact), "'floor'"}};
  for (const Options& options : kAll) {
    for (const Case& c : cases) {
      const auto run = run_text(c.text, options);
      ASSERT_TRUE(run.outcome.failure) << c.name;
      EXPECT_NE(run.outcome.failure->where.find(c.name), std::string::npos)
          << run.outcome.failure->where;
      EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite());
      EXPECT_GT(run.outcome.last.t, 0.35);
    }
  }
}

TEST(HalfExplicit, LengthOfTheLastStepMayDiffer) {
  for (const Options& options : kAll) {
    const auto run = run_example("bouncing_pendulum", with(options, {"simulation.end=0.30037"}));
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_EQ(run.outcome.last.t, 0.30037);
    const auto twice = run_example(
        "bouncing_pendulum", with(options, {"simulation.end=0.30037", "simulation.step=5e-4"}));
    EXPECT_LT((run.outcome.last.q - twice.outcome.last.q).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace saltus::test::test_half_explicit
