// SPDX-License-Identifier: Apache-2.0
// A run that cannot go on: when, who, what to try; finite results before; or on with a count.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_failure {
namespace {

/// A mass that falls along q, with more keys for its body and more tables.
std::string mass(const std::string& keys, const std::string& tables = "") {
  return R"toml([simulation]
step = 0.1
end = 2
[world]
gravity = "none"
[[body]]
name = "stone"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
initial = { q = 1 }
)toml" + keys +
         "\n" + tables;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool is_finite(const Sample& s) {
  double sum = s.state.t + s.state.q.sum() + s.state.v.sum() + s.state.p_joint.sum() +
               s.state.p_normal.sum() + s.state.p_tangent.sum();
  for (const ContactSample& c : s.contacts) sum += c.gap + c.un + c.ut + c.pn + c.pt;
  for (const JointSample& j : s.joints) sum += j.position_error + j.velocity_error + j.impulse;
  const EnergySample& e = s.energy;
  sum += e.kinetic + e.potential + e.total + e.work_external + e.work_damping + e.work_contact +
         e.balance;
  return std::isfinite(sum);
}

/// What holds for every failed run.
void expect_failed_well(const Run& run, double t, const std::string& name) {
  ASSERT_TRUE(run.outcome.failure);
  const Failure& f = *run.outcome.failure;
  EXPECT_NEAR(f.t, t, 1e-12);
  EXPECT_TRUE(contains(f.where, name)) << f.where;
  EXPECT_FALSE(f.what.empty());
  EXPECT_FALSE(f.advice.empty());
  EXPECT_EQ(run.outcome.last.t, f.t);
  EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite());
  ASSERT_FALSE(run.samples.empty());
  EXPECT_EQ(run.samples.back().state.t, f.t);
  EXPECT_EQ(run.samples.size(), static_cast<std::size_t>(run.outcome.certificate.steps) + 1);
  for (const Sample& s : run.samples) EXPECT_TRUE(is_finite(s)) << "at " << s.state.t;
}

TEST(Failure, OfAForceThatBecomesNaNNamesItsCoordinate) {
  for (const std::string& scheme : all_schemes()) {
    SCOPED_TRACE(scheme);
    const auto run =
        run_text(mass("force = { q = \"sqrt(0.5 - t)\" }"), {"simulation.scheme=" + scheme});
    // schemes that take f at the start of the step only go one step further: t = 0.5 is still good
    const bool at_start = run.outcome.failure && run.outcome.failure->t > 0.55;
    EXPECT_EQ(at_start, scheme == "moreau-jean-explicit" || scheme == "schatzman-paoli");
    if (chooses_step_of(run.simulation.scheme)) {  // its steps shorten up to the place
      expect_failed_well(run, run.outcome.failure->t, "'stone.q'");
      EXPECT_NEAR(run.outcome.failure->t, 0.5, 1e-9);
    } else {
      expect_failed_well(run, at_start ? 0.6 : 0.5, "'stone.q'");
    }
    EXPECT_TRUE(contains(run.outcome.failure->what, "not finite"));
  }
}

TEST(Failure, OfAForceThatBecomesInfiniteNamesItsCoordinate) {
  const auto run = run_text(mass("force = { q = \"1/(t - 0.5)\" }"),
                            {"simulation.scheme_options.forces=trapezoid"});
  expect_failed_well(run, 0.4, "'stone.q'");
}

TEST(Failure, OfAForceThatBecomesNaNWithTheMotion) {
  // q = 1 - t: the logarithm ends at t = 1
  const auto run =
      run_text(mass("initial_velocity = { q_dot = -1 }\nforce = { q = \"1e-9*log(q)\" }"));
  ASSERT_TRUE(run.outcome.failure);
  expect_failed_well(run, run.outcome.failure->t, "'stone.q'");
  EXPECT_NEAR(run.outcome.failure->t, 0.9, 0.11);
}

TEST(Failure, OfAMassThatBecomesNaN) {
  std::string text = mass("");
  const std::string kinetic = "0.5*q_dot^2";
  text.replace(text.find(kinetic), kinetic.size(), "0.5*sqrt(0.5 - t)*q_dot^2 + 0.5*q_dot^2");
  for (const std::string& scheme : all_schemes()) {
    const auto run = run_text(text, {"simulation.scheme=" + scheme});
    ASSERT_TRUE(run.outcome.failure) << scheme;
    expect_failed_well(run, run.outcome.failure->t, "stone");
  }
}

std::string contact(const std::string& gap) {
  return "[[contact]]\nname = \"floor\"\nbody = \"stone\"\ngap = \"" + gap +
         "\"\nrestitution = 0\nfriction = 0\n";
}

TEST(Failure, OfAGapThatBecomesNaNNamesItsContact) {
  for (const std::string& scheme : all_schemes()) {
    const auto run =
        run_text(mass("", contact("5 + q + log(0.55 - t)")), {"simulation.scheme=" + scheme});
    if (chooses_step_of(run.simulation.scheme)) {
      ASSERT_TRUE(run.outcome.failure) << scheme;
      expect_failed_well(run, run.outcome.failure->t, "contact 'floor'");
      EXPECT_NEAR(run.outcome.failure->t, 0.55, 1e-9);
    } else {
      expect_failed_well(run, 0.5, "contact 'floor'");
    }
  }
}

TEST(Failure, OfAGapWhoseRateBecomesInfiniteNamesItsContact) {
  // value 0 and rate -1/0 of the root at t = 0.5 exactly
  const auto run = run_text(mass("", contact("5 + q + sqrt(0.5 - t)")));
  expect_failed_well(run, 0.4, "contact 'floor'");
}

TEST(Failure, OfAJointEquationThatBecomesNaNNamesItsJoint) {
  const auto run =
      run_text(mass("",
                    "[[joint]]\nname = \"guide\"\ntype = \"formula\"\nbody = \"stone\"\n"
                    "equations = [\"q - 1 - 0.1*log(1 - t) + 0.1*log(1)\"]\n"),
               {"simulation.step=0.15"});
  ASSERT_TRUE(run.outcome.failure);
  expect_failed_well(run, 0.9, "joint 'guide'");
}

TEST(Failure, OfNewtonWithOneIterationOnANonlinearModelNamesTheCoordinate) {
  const auto run = run_text(mass("potential = \"-9.81*cos(q)\""),
                            {"simulation.scheme_options.newton_iterations=1"});
  expect_failed_well(run, 0, "'stone.q'");
  EXPECT_TRUE(contains(run.outcome.failure->what, "Newton"));
  EXPECT_TRUE(contains(run.outcome.failure->advice, "newton_iterations"));
}

/// Two walls that close on a mass between them: from t = 0.1 s on no velocity obeys both.
const std::string closing_walls = R"#(
[simulation]
step = 1e-2
end = 0.2
[[body]]
name = "b"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
initial = { q = 0 }
[[contact]]
name = "left"
body = "b"
gap = "q + 0.1 - t"
restitution = 0
friction = 0
[[contact]]
name = "right"
body = "b"
gap = "0.1 - q - t"
restitution = 0
friction = 0
)#";

TEST(Failure, OfAProblemWithoutASolutionNamesAContact) {
  const auto run = run_text(closing_walls);
  ASSERT_TRUE(run.outcome.failure);
  EXPECT_NEAR(run.outcome.failure->t, 0.1, 1e-2);
  expect_failed_well(run, run.outcome.failure->t, "contact '");
  EXPECT_TRUE(contains(run.outcome.failure->advice, "solver"));
}

TEST(OnFailureContinue, GoesOnToTheEndAndCountsFailuresOfTheSolver) {
  const auto run = run_text(closing_walls, {"simulation.on_failure=continue"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_GT(run.outcome.certificate.failures.count, 0);
  EXPECT_LT(run.outcome.certificate.failures.count, run.outcome.certificate.steps);
  EXPECT_EQ(run.outcome.certificate.end_time, 0.2);
  for (const Sample& s : run.samples) ASSERT_TRUE(is_finite(s));
}

TEST(OnFailureContinue, CountsEveryStepWhereNewtonIsNeverAllowedToConverge) {
  const auto run =
      run_text(mass("potential = \"-9.81*cos(q)\""),
               {"simulation.scheme_options.newton_iterations=1", "simulation.on_failure=continue"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.failures.count, run.outcome.certificate.steps);
  EXPECT_EQ(run.outcome.certificate.steps, 20);
}

TEST(OnFailureContinue, DoesNotGoOnWhereNothingFiniteIsThere) {
  const auto run =
      run_text(mass("force = { q = \"sqrt(0.5 - t)\" }"), {"simulation.on_failure=continue"});
  expect_failed_well(run, 0.5, "'stone.q'");
}

TEST(Failure, LeavesTheStatesBeforeItAsInARunThatEndsThere) {
  const std::string text = mass("force = { q = \"sqrt(0.5 - t)\" }");
  const auto bad = run_text(text);
  const auto good = run_text(text, {"simulation.end=0.5"});
  ASSERT_TRUE(bad.outcome.failure);
  ASSERT_FALSE(good.outcome.failure);
  ASSERT_EQ(bad.samples.size(), good.samples.size());
  for (std::size_t k = 0; k < good.samples.size(); ++k) {
    EXPECT_EQ(bad.samples[k].state.q, good.samples[k].state.q);
    EXPECT_EQ(bad.samples[k].state.v, good.samples[k].state.v);
  }
}

TEST(Failure, OfAMotionThatGrowsBeyondAllNumbersComesBeforeAnythingInfiniteIsRecorded) {
  for (const std::string& scheme : all_schemes()) {
    const auto run = run_text(mass("potential = \"-q^4\""),
                              {"simulation.scheme=" + scheme, "simulation.end=100"});
    for (const Sample& s : run.samples) ASSERT_TRUE(is_finite(s)) << scheme << " " << s.state.t;
    // Newton's iteration of the alpha schemes finds another root of their equations and stays small
    if (!run.outcome.failure && scheme.ends_with("-alpha")) continue;
    ASSERT_TRUE(run.outcome.failure) << scheme;
    expect_failed_well(run, run.outcome.failure->t, "");
    EXPECT_FALSE(run.outcome.failure->where.empty());
  }
}

TEST(Failure, OfATangentThatBecomesNaNNamesItsContact) {
  const auto run =
      run_text(mass("",
                    "[[contact]]\nname = \"floor\"\nbody = \"stone\"\ngap = \"q\"\n"
                    "tangent = \"q*sqrt(0.55 - t)\"\nrestitution = 0\nfriction = 0.1\n"));
  expect_failed_well(run, 0.5, "contact 'floor'");
}

TEST(Failure, OfAMassThatVanishesOnTheWay) {
  // M = 1 - t: singular at t = 1
  std::string text = mass("initial_velocity = { q_dot = 1 }");
  const std::string kinetic = "0.5*q_dot^2";
  text.replace(text.find(kinetic), kinetic.size(), "0.5*(1 - t)*q_dot^2");
  const auto run = run_text(text, {"simulation.scheme=moreau-jean-explicit"});
  ASSERT_TRUE(run.outcome.failure);
  expect_failed_well(run, run.outcome.failure->t, "");
  EXPECT_FALSE(run.outcome.failure->where.empty());
}

}  // namespace
}  // namespace saltus::test::test_failure
