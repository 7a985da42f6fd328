// SPDX-License-Identifier: Apache-2.0
// `assemble = true`: what is a little open or overlaps is moved, as little as possible, and told.
#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/run/simulate.h"

namespace saltus::test_assemble_start {
namespace {

struct Settled {
  Model model;
  std::vector<Moved> moved;
};

Settled settle(const std::string& text, bool assemble) {
  const std::string simulation = "[simulation]\nscheme = \"moreau-jean\"\nstep = 1e-3\nend = 1\n";
  const Description description = read_model(
      parse_toml(simulation + (assemble ? "assemble = true\n" : "") + text, "test.toml"), "test");
  Settled settled{compile(description), {}};
  settled.moved = settle_start(description, settled.model);
  return settled;
}

constexpr const char* pendulum = R"#(
[world]
gravity = [0, -10]
[[body]]
name = "frame"
fixed = true
[[body]]
name = "rod"
type = "planar"
mass = 2
inertia = 0.5
position = [1.003, 0.004]
frames = { end = { position = [-1, 0] } }
[[joint]]
name = "pin"
type = "revolute"
between = ["rod.end", "frame"]
)#";

TEST(Assemble, SaysSoWhereJointsContradictEachOther) {
  std::string contradiction(pendulum);
  contradiction.append(R"#(
[[joint]]
name = "rope"
type = "distance"
between = ["rod.end", "frame"]
length = 5
)#");
  try {
    static_cast<void>(settle(contradiction, true));
    ADD_FAILURE() << "the end of the rod is at the origin and 5 m away from it";
  } catch (const ModelError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("open at the start"), std::string::npos) << text;
    EXPECT_NE(text.find("could not"), std::string::npos) << text;
    EXPECT_EQ(text.find("or let"), std::string::npos) << text;  // it was let
  }
}

TEST(Assemble, ClosesAnOpenPinByTheLeastMotionInTheMetricOfTheMass) {
  EXPECT_THROW(static_cast<void>(settle(pendulum, false)), ModelError);
  const Settled settled = settle(pendulum, true);
  const Vec& q = settled.model.q0;
  // the end of the rod is at the origin
  EXPECT_NEAR(q[0] - std::cos(q[2]), 0, 1e-12);
  EXPECT_NEAR(q[1] - std::sin(q[2]), 0, 1e-12);
  // stationary: M dq is a combination of the two constraint rows, so that
  // J dθ = −m (dx ∂x/∂θ + dy ∂y/∂θ) along the circle that the pin allows
  const double dx = q[0] - 1.003, dy = q[1] - 0.004, turned = q[2];
  EXPECT_NEAR(0.5 * turned + 2 * (-dx * std::sin(q[2]) + dy * std::cos(q[2])), 0, 1e-6);
  ASSERT_EQ(settled.moved.size(), 1U);
  EXPECT_EQ(settled.moved[0].body, "rod");
  EXPECT_NEAR(settled.moved[0].distance, std::hypot(dx, dy), 1e-15);
  EXPECT_NEAR(settled.moved[0].angle, turned, 1e-15);
}

TEST(Assemble, WithoutErrorsMovesNothing) {
  std::string exact = pendulum;
  exact.replace(exact.find("[1.003, 0.004]"), 14, "[1, 0]");
  EXPECT_TRUE(settle(exact, true).moved.empty());
}

constexpr const char* boxes = R"#(
[world]
gravity = [0, 0, -10]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "lower"
type = "rigid"
density = 1
position = [0, 0, 0.499]
shapes = [{ type = "box", size = [1, 1, 1] }]
groups = ["boxes"]
[[body]]
name = "upper"
type = "rigid"
density = 1
position = [0, 0, 1.495]
shapes = [{ type = "box", size = [1, 1, 1] }]
groups = ["boxes"]
[[contact]]
between = ["boxes", "boxes"]
restitution = 0
friction = 0.3
[[contact]]
between = ["boxes", "ground"]
restitution = 0
friction = 0.3
)#";

TEST(Assemble, LiftsBoxesOutOfEachOtherAndOutOfTheGround) {
  const Settled settled = settle(boxes, true);
  EXPECT_NEAR(settled.model.q0[2], 0.5, 1e-12);
  EXPECT_NEAR(settled.model.q0[9], 1.5, 1e-12);
  ASSERT_EQ(settled.moved.size(), 2U);
  EXPECT_NEAR(settled.moved[0].distance, 1e-3, 1e-12);
  EXPECT_NEAR(settled.moved[1].distance, 5e-3, 1e-12);
}

TEST(Assemble, WhatCannotBeClosedIsRefusedWithItsName) {
  std::string far = pendulum;
  far.append(R"#(
[[joint]]
name = "other"
type = "distance"
between = ["rod", "frame"]
length = 3
)#");
  try {
    static_cast<void>(settle(far, true));
    FAIL() << "the rod cannot be 1 m and 3 m from the pin";
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("is open at the start"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace saltus::test_assemble_start
