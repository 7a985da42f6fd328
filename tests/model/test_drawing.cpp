// SPDX-License-Identifier: Apache-2.0
// [draw]: points, marks and portraits as formulas of the coordinates.
#include <cmath>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/model/drawing.h"

namespace saltus::test_drawing {
namespace {

const std::string pendulum = R"(
[parameters]
l = 2.0
[simulation]
scheme = "moreau-jean"
step = 0.1
end = 1
[[body]]
name = "rod"
type = "formula"
coordinates = ["phi"]
kinetic = "0.5*phi_dot^2"
initial = { phi = 0.5 }
[draw]
)";

struct Drawn {
  Description description;
  Model model;
  Drawing drawing;
};

Drawn drawn(const std::string& draw) {
  Drawn d;
  d.description = read_model(parse_toml(pendulum + draw, "model.toml"), "model");
  d.model = compile(d.description);
  d.drawing = compile_drawing(d.description, d.model);
  return d;
}

TEST(Draw, EvaluatesItsPointsAndPortraitsAtAState) {
  const Drawn d = drawn(R"toml(
body = "rod"
points = { O = [0, 0], A = ["l*sin(phi)", "-l*cos(phi)"] }
lines = [["O", "A"]]
portraits = [{ title = "phase", x = "phi", y = "rod.phi_dot + t" }]
)toml");
  State x = initial_state(d.model);
  x.t = 3;
  x.q[0] = 0.7;
  x.v[0] = -0.25;
  DrawingPen pen(d.drawing);
  const std::span<const double> out = pen.draw(x);
  ASSERT_EQ(out.size(), 8U);
  EXPECT_EQ(out[0], 0);
  EXPECT_DOUBLE_EQ(out[3], 2 * std::sin(0.7));
  EXPECT_DOUBLE_EQ(out[4], -2 * std::cos(0.7));
  EXPECT_EQ(out[5], 0);
  EXPECT_EQ(out[6], 0.7);
  EXPECT_EQ(out[7], 2.75);
  ASSERT_EQ(d.drawing.marks.size(), 1U);
  EXPECT_FALSE(d.drawing.marks[0].fixed);
}

TEST(Draw, KnowsWhatDoesNotMoveAndWhatIsInSpace) {
  const Drawn d = drawn("points = { a = [0, 1], b = [\"l\", 1, 0.5] }\nlines = [[\"a\", \"b\"]]\n");
  EXPECT_TRUE(d.drawing.marks[0].fixed);
  EXPECT_TRUE(d.drawing.in_space);
}

const std::string touching = R"toml(
[[contact]]
name = "wall"
body = "rod"
gap = "l*sin(phi)"
restitution = 0
friction = 0
)toml";

Drawn drawn_with_wall(const std::string& draw) {
  Drawn d;
  d.description = read_model(parse_toml(pendulum + draw + touching, "model.toml"), "model");
  d.model = compile(d.description);
  d.drawing = compile_drawing(d.description, d.model);
  return d;
}

TEST(Draw, PlacesContactsOfFormulas) {
  const Drawn d = drawn_with_wall(R"toml(
body = "rod"
points = { O = [0, 0], A = ["l*sin(phi)", "-l*cos(phi)"] }
contacts = [{ contact = "wall", at = "A", normal = ["cos(phi)", "t"] }]
portraits = [{ title = "phase", x = "phi", y = "phi_dot" }]
)toml");
  ASSERT_EQ(d.drawing.touches.size(), 1U);
  EXPECT_EQ(d.drawing.touches[0].contact, 0U);
  EXPECT_EQ(d.drawing.touches[0].point, 1);
  ASSERT_EQ(d.drawing.marks.size(), 1U);  // the point of a contact alone is no mark
  State x = initial_state(d.model);
  x.t = 3;
  DrawingPen pen(d.drawing);
  const std::span<const double> out = pen.draw(x);
  ASSERT_EQ(out.size(), 14U);
  EXPECT_DOUBLE_EQ(out[8], std::cos(0.5));
  EXPECT_EQ(out[9], 3);
  EXPECT_EQ(out[11], 0);
}

TEST(Draw, RefusesContactsAndPointsThatAreNotThere) {
  const auto message = [](const std::string& entry) {
    try {
      static_cast<void>(drawn_with_wall("points = { O = [0, 0] }\ncontacts = [" + entry + "]\n"));
    } catch (const ModelError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_NE(message("{ contact = \"wal\", at = \"O\", normal = [0, 1] }").find("mean 'wall'"),
            std::string::npos);
  EXPECT_NE(message("{ contact = \"wall\", at = \"P\", normal = [0, 1] }").find("no point 'P'"),
            std::string::npos);
  EXPECT_NE(message("{ contact = \"wall\", at = \"O\", normal = [0] }").find("must be [x, y]"),
            std::string::npos);
  EXPECT_NE(message("{ contact = \"wall\", at = \"O\" }").find("normal"), std::string::npos);
}

void expect_refused(const std::string& draw, const std::string& message) {
  try {
    static_cast<void>(drawn(draw));
    FAIL() << "accepted: " << draw;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("model.toml:"), std::string::npos) << error.what();
  }
}

TEST(Draw, RefusesWhatItCannotDrawAndSaysWhere) {
  expect_refused("points = { A = [0, 0] }\nlines = [[\"A\", \"B\"]]\n", "no point 'B'");
  expect_refused("points = { anchor = [0, 0] }\nlines = [[\"anchor\", \"ancor\"]]\n",
                 "did you mean 'anchor'?");
  expect_refused("points = { A = [0] }\n", "[x, y] or [x, y, z]");
  expect_refused("points = { A = [\"phi\", 0] }\n", "phi");  // without body = "rod"
  expect_refused("body = \"rot\"\n", "did you mean 'rod'?");
  expect_refused("circles = [{ at = \"A\", radius = -1 }]\n", "radius");
  expect_refused("points = { A = [0, 0] }\nlines = [[\"A\"]]\n", "needs 2 points");
  expect_refused("line = []\n", "did you mean 'lines'?");
}

}  // namespace
}  // namespace saltus::test_drawing
