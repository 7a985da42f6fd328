// SPDX-License-Identifier: Apache-2.0
// Joints that repeat each other move as if they did not; joints that contradict each other stop the
// run.
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_joints {
namespace {

std::string pendulum(const std::string& equations) {
  return R"#(
[parameters]
w = 2
[simulation]
step = 1e-3
end = 2
[[body]]
name = "p"
type = "formula"
coordinates = ["x", "y", "a"]
kinetic = "0.5*(x_dot^2+y_dot^2)+0.05*a_dot^2"
potential = "10*y"
initial = { x = "cos(0.3)", y = "sin(0.3)", a = 0.3 }
initial_velocity = { x_dot = "-w*sin(0.3)", y_dot = "w*cos(0.3)", a_dot = "w" }
[[joint]]
name = "rod"
type = "formula"
body = "p"
equations = [)#" +
         equations + "]\n";
}

const std::string two = R"#("x-cos(a)", "y-sin(a)")#";

TEST(RedundantJoints, NonlinearRepetitionsGiveTheMotionOfTheIndependentRowsWithinTheDrift) {
  const auto plain = run_text(pendulum(two));
  for (const char* more : {R"#(, "x^2+y^2-1")#", R"#(, "x^2+y^2-1", "x*sin(a)-y*cos(a)")#",
                           R"#(, "1e6*(x-cos(a))", "1e-6*(y-sin(a))")#"}) {
    const auto run = run_text(pendulum(two + more));
    ASSERT_FALSE(run.outcome.failure) << more << run.outcome.failure->what;
    EXPECT_NEAR(run.outcome.last.q[2], plain.outcome.last.q[2], 1e-5) << more;
    EXPECT_GT(run.outcome.certificate.redundant_joint_rows, 0) << more;
    EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-3) << more;
  }
  EXPECT_EQ(plain.outcome.certificate.redundant_joint_rows, 0);
}

/// A plate on three parallel cranks, pivots not in line: a pendulum, with one row too many.
std::string three_cranks() {
  std::string text = R"#(
[parameters]
w = 3
[simulation]
step = 1e-3
end = 2
[[body]]
name = "plate"
type = "formula"
coordinates = ["x", "y", "b"]
kinetic = "0.5*(x_dot^2+y_dot^2)+0.05*b_dot^2"
potential = "9.81*y"
initial = { x = "cos(0.4)", y = "sin(0.4)", b = 0 }
initial_velocity = { x_dot = "-w*sin(0.4)", y_dot = "w*cos(0.4)" }
)#";
  const char* pivots[3][2] = {{"0", "0"}, {"0.7", "0"}, {"0.3", "0.5"}};
  for (int i = 0; i < 3; ++i) {
    const std::string c = "c" + std::to_string(i);
    const std::string px = pivots[i][0];
    const std::string py = pivots[i][1];
    text +=
        "[[body]]\nname = \"" + c + "\"\ntype = \"formula\"\ncoordinates = [\"a\"]\n" +
        "kinetic = \"0.5*a_dot^2\"\ninitial = { a = 0.4 }\ninitial_velocity = { a_dot = \"w\" }\n" +
        "[[joint]]\nname = \"j" + std::to_string(i) + "\"\ntype = \"formula\"\nequations = [\"" +
        px + " + cos(" + c + ".a) - plate.x - " + px + "*cos(plate.b) + " + py +
        "*sin(plate.b)\", \"" + py + " + sin(" + c + ".a) - plate.y - " + px + "*sin(plate.b) - " +
        py + "*cos(plate.b)\"]\n";
  }
  return text;
}

TEST(RedundantJoints, PlateOnThreeParallelCranksSwingsLikeAPendulumAtAnyStepAndSpeed) {
  for (const double w : {3.0, 20.0}) {
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      const auto run =
          run_text(three_cranks(), {set("simulation.step", h), set("parameters.w", w)});
      ASSERT_FALSE(run.outcome.failure) << h << " " << run.outcome.failure->what;
      EXPECT_EQ(run.outcome.certificate.redundant_joint_rows, 1);
      EXPECT_LT(std::abs(run.outcome.last.q[2]), 1e-6) << "the plate does not turn";
      // (1 + 3·1) a'' = −9.81 cos a, so energy tells the speed
      const double a = run.outcome.last.q[3];
      const double v = run.outcome.last.v[3];
      const double energy = 2 * v * v + 9.81 * std::sin(a);
      EXPECT_NEAR(energy, 2 * w * w + 9.81 * std::sin(0.4), 2e-3 * w * w * h / 1e-3) << h;
    }
  }
}

class Contradiction : public EveryScheme {};

TEST_P(Contradiction, ThatAppearsInTheFirstStepNamesOneOfTheTwoJointsThatDisagree) {
  std::string text = pendulum(two);
  text += R"#(
[[joint]]
name = "drive"
type = "formula"
body = "p"
equations = ["a-0.3-2*t"]
[[joint]]
name = "other drive"
type = "formula"
body = "p"
equations = ["a-0.3-3*t"]
)#";
  const auto run = run_text(text, {"simulation.scheme=" + GetParam()});
  ASSERT_TRUE(run.outcome.failure);
  EXPECT_NE(run.outcome.failure->where.find("drive'"), std::string::npos)
      << run.outcome.failure->where << " " << run.outcome.failure->what;
  EXPECT_NE(run.outcome.failure->what.find("contradicts"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Contradiction, testing::ValuesIn(all_schemes()), identifier);

TEST(RedundantJoints, RowWithoutAGradientWhereItIsClosedLeavesTheMotionFree) {
  const auto run = run_text(R"#(
[simulation]
step = 1e-2
end = 0.5
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2+y_dot^2)"
potential = "9.81*y"
initial = { x = 0, y = 0 }
[[joint]]
name = "flat"
type = "formula"
body = "b"
equations = ["x^2"]
)#");
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_EQ(run.outcome.certificate.redundant_joint_rows, 1);
  EXPECT_NEAR(run.outcome.last.q[1], -0.5 * 9.81 * 0.25, 1e-12);
}

TEST(EnergyLedger, ForceWithoutAValueAtRestCountsAsDampingAndTheLedgerCloses) {
  const auto run = run_text(R"#(
[simulation]
step = 1e-2
end = 0.5
[[body]]
name = "car"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
force = { x = "2/x_dot" }
initial = { x = 0 }
initial_velocity = { x_dot = 1 }
)#");
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(run.samples.back().energy.total, 1.5, 1e-9);
  EXPECT_NEAR(run.samples.back().energy.work_damping, 1.0, 1e-9);
  EXPECT_LT(run.outcome.certificate.energy_balance_error, 1e-9);
}

TEST(EnergyLedger, MotionThatGrowsThroughAForceStopsBeforeAnythingInfiniteIsRecorded) {
  const auto run = run_text(R"#(
[simulation]
step = 0.1
end = 1000
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
force = { x = "100*x" }
initial = { x = 1 }
)#");
  ASSERT_TRUE(run.outcome.failure);
  for (const Sample& s : run.samples) {
    ASSERT_TRUE(std::isfinite(s.energy.balance + s.energy.work_external + s.energy.total));
  }
}

TEST(Stack, OfTenMassesThatStartsAtRestStaysExactlyAtRest) {
  std::string text = "[simulation]\nstep = 1e-3\nend = 1\n";
  for (int i = 1; i <= 10; ++i) {
    const std::string n = std::to_string(i);
    const std::string below = i == 1 ? "0" : "m" + std::to_string(i - 1) + ".y";
    text += "[[body]]\nname = \"m" + n + "\"\ntype = \"formula\"\ncoordinates = [\"y\"]\n" +
            "kinetic = \"0.5*y_dot^2\"\npotential = \"9.81*y\"\ninitial = { y = \"0.1*" + n +
            "\" }\n" + "[[contact]]\nname = \"c" + n + "\"\ngap = \"m" + n + ".y - " + below +
            " - 0.1\"\nrestitution = 0.3\nfriction = 0\n";
  }
  const auto run = run_text(text);
  ASSERT_FALSE(run.outcome.failure);
  for (Eigen::Index i = 0; i < 10; ++i) {
    EXPECT_LT(std::abs(run.outcome.last.v[i]), 1e-12);
    EXPECT_NEAR(run.outcome.last.q[i], 0.1 * static_cast<double>(i + 1), 1e-12);
  }
}

TEST(MassRatio, OfOneToAHundredMillionUnderFrictionIsSolvedToTheRoundOffThatItAllows) {
  const auto run = run_text(R"#(
[simulation]
step = 1e-3
end = 0.5
[[body]]
name = "light"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2+y_dot^2)"
potential = "9.81*y"
initial = { x = 0, y = 0 }
[[body]]
name = "heavy"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5e8*(x_dot^2+y_dot^2)"
potential = "9.81e8*y"
initial = { x = 0, y = 0 }
initial_velocity = { x_dot = 1 }
[[contact]]
name = "floor"
body = "light"
gap = "y"
tangent = "x"
restitution = 0
friction = 0.5
[[contact]]
name = "between"
gap = "heavy.y - light.y"
tangent = "heavy.x - light.x"
restitution = 0
friction = 0.5
)#");
  ASSERT_FALSE(run.outcome.failure) << run.outcome.failure->what;
  EXPECT_LT(run.outcome.certificate.max_velocity_law_residual, 1e-7);
}

TEST(RedundantJoints, ThatDriftedAreNoContradictionAtRestOrWhereTheMotionTurns) {
  for (const std::string& scheme : all_schemes()) {
    for (const char* damping : {"2", "0.1"}) {
      const auto run =
          run_text(R"#(
[parameters]
c = 0
[simulation]
step = 1e-2
end = 20
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x", "y"]
kinetic = "0.5*(x_dot^2 + y_dot^2)"
potential = "9.81*y"
force = { x = "-c*x_dot", y = "-c*y_dot" }
initial = { x = 1, y = 0 }
[[joint]]
name = "rod"
type = "formula"
body = "b"
equations = ["hypot(x, y) - 1", "x^2 + y^2 - 1"]
)#",
                   {"simulation.scheme=" + scheme, std::string("parameters.c=") + damping});
      EXPECT_FALSE(run.outcome.failure) << scheme << ", damping " << damping;
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_joints
