// SPDX-License-Identifier: Apache-2.0
// Starts that are no state of the mechanism are refused by name and amount.
#include <string>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "support/run_model.h"

namespace saltus::test::test_start {
namespace {

struct Parts {
  std::string kinetic = "0.5*(x_dot^2 + y_dot^2)";
  std::string potential = "10*y";
  std::string joint = "x - 0.25";
  std::string gap = "y - 0.5";
  std::string tangent = "x";
};

std::string model(const Parts& p) {
  return "[simulation]\nstep = 0.1\nend = 0.1\n[world]\ngravity = \"none\"\n[[body]]\nname = "
         "\"stone\"\n"
         "type = \"formula\"\ncoordinates = [\"x\", \"y\"]\nkinetic = \"" +
         p.kinetic + "\"\npotential = \"" + p.potential +
         "\"\ninitial = { x = 0.25, y = 0.5 }\n[[joint]]\nname = \"rail\"\ntype = \"formula\"\n"
         "body = \"stone\"\nequations = [\"" +
         p.joint +
         "\"]\n[[contact]]\nname = \"floor\"\nbody = \"stone\"\n"
         "gap = \"" +
         p.gap + "\"\ntangent = \"" + p.tangent + "\"\nrestitution = 0\nfriction = 0.1\n";
}

/// The refusal, or "" where the model runs.
std::string refusal(const Parts& parts) {
  try {
    const auto run = run_text(model(parts));
    EXPECT_FALSE(run.outcome.failure);
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

void expect_says(const Parts& parts, std::initializer_list<const char*> words) {
  const std::string text = refusal(parts);
  ASSERT_FALSE(text.empty()) << "was accepted";
  EXPECT_TRUE(text.starts_with("test.toml:")) << text;
  for (const char* word : words)
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
}

TEST(CheckStart, AcceptsAClosedContactAndAClosedJoint) { EXPECT_EQ(refusal({}), ""); }

TEST(CheckStart, AcceptsClosedPositionsWithinDecimalRoundOff) {
  EXPECT_EQ(refusal({.joint = "x - 0.25 - 5e-10", .gap = "y - 0.5 - 5e-10"}), "");
}

TEST(CheckStart, RefusesAMassMatrixThatIsSingular) {
  expect_says({.kinetic = "0.5*x_dot^2"}, {"stone", "not positive definite", "'y'"});
  expect_says({.kinetic = "0.5*(x_dot + y_dot)^2"}, {"stone", "not positive definite"});
}

TEST(CheckStart, RefusesAMassMatrixThatIsIndefinite) {
  expect_says({.kinetic = "0.5*(x_dot^2 - y_dot^2)"}, {"stone", "not positive definite", "'y'"});
  expect_says({.kinetic = "0.5*(x_dot^2 + y_dot^2) + 2*x_dot*y_dot"},
              {"stone", "not positive definite"});
}

TEST(CheckStart, AcceptsTinyAndHugeMasses) {
  EXPECT_EQ(refusal({.kinetic = "1e-9*(x_dot^2 + y_dot^2)", .potential = "1e-9*y"}), "");
  EXPECT_EQ(refusal({.kinetic = "1e9*(x_dot^2 + y_dot^2)"}), "");
}

TEST(CheckStart, RefusesAViolatedGapWithItsAmount) {
  expect_says({.gap = "y - 0.625"}, {"contact 'floor'", "-0.125"});
}

TEST(CheckStart, RefusesAnOpenJointWithItsAmount) {
  expect_says({.joint = "x - 0.5"}, {"joint 'rail'", "-0.25"});
  expect_says({.joint = "x - 0.125"}, {"joint 'rail'", "0.125"});
}

TEST(CheckStart, RefusesWhatIsNotFinite) {
  expect_says({.kinetic = "0.5*(x_dot^2 + y_dot^2)/(x - 0.25)"}, {"stone", "not finite"});
  expect_says({.potential = "1/(y - 0.5)"}, {"not finite"});
  expect_says({.joint = "log(x - 0.25)"}, {"joint 'rail'", "not finite"});
  expect_says({.gap = "sqrt(y - 1)"}, {"contact 'floor'", "not finite"});
  expect_says({.gap = "sqrt(y - 0.5)"}, {"contact 'floor'", "not finite"});  // its derivative
  expect_says({.tangent = "1/(x - 0.25)"}, {"tangent of contact 'floor'", "not finite"});
}

TEST(CheckStart, SaysOfTheStopOfAnAngleThatItIsViolatedInRadians) {
  try {
    (void)run_text(R"#(
[simulation]
step = 0.1
end = 0.1
[world]
gravity = [0, 0]
[[body]]
name = "ground"
fixed = true
[[body]]
name = "door"
type = "planar"
mass = 1
inertia = 1
position = [0, 0]
[[joint]]
name = "hinge"
type = "revolute"
between = ["door", "ground"]
limits = { lower = 0.1, restitution = 0 }
)#");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("'hinge.lower' is violated at the start: gap -0.1 rad"), std::string::npos)
        << text;
  }
}

TEST(CheckStart, SaysThatWhatIsMeasuredOfAnAngleInSpaceIsItsSine) {
  try {
    (void)run_text(R"#(
[simulation]
step = 0.1
end = 0.1
[world]
gravity = [0, 0, 0]
[[body]]
name = "ground"
fixed = true
[[body]]
name = "door"
type = "rigid"
mass = 1
inertia = [1, 1, 1]
position = [0, 0, 0]
[[joint]]
name = "hinge"
type = "revolute"
axis = [0, 0, 1]
between = ["door", "ground"]
motion = "1 + t"
)#");
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("joint 'hinge' is open at the start by -0.841471 (the sine of the angle"),
              std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace saltus::test::test_start
