// SPDX-License-Identifier: Apache-2.0
// Every key of bodies, shapes, joints, forces and contacts that makes no sense is refused, with the
// place in the model file, the thing and what to do.
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"

namespace saltus::test_refusals {
namespace {

std::string refusal_of(const std::string& text) {
  const std::string file = (std::filesystem::path(testing::TempDir()) / "test.toml").string();
  try {
    static_cast<void>(compile(read_model(parse_toml(text, file), "test")));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "accepted";
}

/// A spatial model with a fixed ground, a point, a box with these lines, and more.
std::string in_space(const std::string& box, const std::string& more = "") {
  return R"#([simulation]
scheme = "moreau-jean"
step = 1e-3
end = 1
[world]
gravity = [0, 0, -10]
[[body]]
name = "ground"
fixed = true
frames = { pin = { position = [0, 0, 0] } }
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "dot"
type = "point"
mass = 1
position = [3, 0, 3]
[[body]]
name = "box"
type = "rigid"
)#" + box +
         "\n" + more;
}

const std::string solid = "mass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 1]\n";

struct Refused {
  std::string box;
  std::string more;
  std::vector<std::string> words;
};

void expect_refused(const std::vector<Refused>& cases) {
  for (const Refused& c : cases) {
    const std::string message = refusal_of(in_space(c.box, c.more));
    const std::size_t place = message.find("test.toml:");
    ASSERT_NE(place, std::string::npos) << message << " for\n" << c.box << c.more;
    EXPECT_NE(message.find_first_of("0123456789", place), std::string::npos) << message;
    for (const std::string& word : c.words)
      EXPECT_NE(message.find(word), std::string::npos) << message << " has no " << word;
  }
}

TEST(Refusals, FramesAndGroupsThatAreNoneOrAnother) {
  const auto welded = [](const std::string& a, const std::string& b) {
    return "[[joint]]\ntype = \"fixed\"\nbetween = [\"" + a + "\", \"" + b + "\"]\n";
  };
  expect_refused({{solid, welded("box", "ground.bolt"), {"no frame 'bolt'", "its frames: pin"}},
                  {solid, welded("box.foot", "ground"), {"no frame 'foot'", "has none", "box"}},
                  {solid + "groups = [\"dot\"]", "", {"group 'dot'", "name of a body"}}});
}

TEST(Refusals, RotationsThatAreNotSaid) {
  const auto turned = [](const std::string& how) { return solid + "rotation = { " + how + " }"; };
  const auto shape = [](const std::string& how) {
    return solid + "shapes = [{ type = \"sphere\", radius = 1, rotation = { " + how + " } }]";
  };
  for (const auto& rotation : {std::function<std::string(const std::string&)>(turned),
                               std::function<std::string(const std::string&)>(shape)}) {
    expect_refused({{rotation("axis = [0, 0, 1]"), "", {"no 'angle'", "rotation", "box"}},
                    {rotation("angle = 1"), "", {"no 'axis'", "rotation", "box"}},
                    {rotation(""), "", {"says nothing", "axis", "quaternion"}},
                    {rotation("axis = [0, 1], angle = 1"), "", {"axis", "2 numbers"}},
                    {rotation("axis = [0, 0, 0], angle = 1"), "", {"axis", "direction"}},
                    {rotation("quaternion = [1, 0, 0, 0], angle = 1"), "", {"besides"}},
                    {rotation("quaternion = [1, 0, 0, 0], axis = [0, 0, 1]"), "", {"besides"}},
                    {rotation("quaternion = []"), "", {"quaternion", "0 numbers"}},
                    {rotation("quaternion = [0, 0, 0, 0]"), "", {"length 0", "must be 1"}},
                    {rotation("quaternion = [1, 1, 0, 0]"), "", {"1.414213562", "divide"}}});
  }
}

TEST(Refusals, FramesAndRepetitionsThatSayNothing) {
  expect_refused({{solid + "frames = { hook = { position = [1, 2] } }", "", {"hook", "3 numbers"}},
                  {solid + "repeat = {}", "", {"repeat", "index"}}});
}

TEST(Refusals, ForcesThatWouldBeLost) {
  expect_refused(
      {{solid, "[[force]]\ntype = \"torque\"\nbody = \"ground\"\nvalue = [0, 0, 1]", {"fixed"}},
       {solid, "[[force]]\ntype = \"load\"\nat = \"ground.pin\"\nforce = [0, 0, 1]", {"fixed"}},
       {solid, "[[force]]\ntype = \"drag\"\nbody = \"ground\"\nlinear = 1", {"fixed"}},
       {solid, "[[force]]\ntype = \"drag\"\nbody = \"box\"", {"linear", "quadratic", "angular"}},
       {solid, "[[force]]\ntype = \"torque\"\nbody = \"dot\"\nvalue = [0, 0, 1]", {"point"}},
       {solid, "[[force]]\ntype = \"load\"\nat = \"dot\"\ntorque = [0, 0, 1]", {"point"}},
       {solid, "[[force]]\ntype = \"drag\"\nbody = \"dot\"\nangular = 1", {"point"}},
       {solid,
        "[[force]]\ntype = \"torsion\"\naxis = [0, 0, 1]\nbetween = [\"box\", \"dot\"]\nstiffness "
        "= 1",
        {"point"}},
       {solid,
        "[[force]]\ntype = \"torsion\"\naxis = [0, 0, 1]\nbetween = [\"box\", \"ground\"]",
        {"stiffness", "damping"}}});
}

/// A joint or force between the box and the ground, with these keys.
std::string between(const std::string& table, const std::string& keys) {
  return "[[" + table + "]]\nbetween = [\"box\", \"ground\"]\n" + keys + "\n";
}

TEST(Refusals, ForcesByTheirOwnNameAndNotAsJoints) {
  const std::string torsion = "type = \"torsion\"\nstiffness = 1";
  const std::string message = refusal_of(in_space(solid, between("force", torsion)));
  EXPECT_NE(message.find("force 'force1' needs 'axis'"), std::string::npos) << message;
  EXPECT_EQ(message.find("joint"), std::string::npos) << message;
  expect_refused({{solid,
                   between("force", "type = \"spring\"\nstiffness = 1\nlength = -1"),
                   {"'length'", "force 'force1'", ">= 0"}}});
}

TEST(Refusals, KeysOfPlayThatAreMissingOrHaveNoEffect) {
  const auto play = [](const std::string& type, const std::string& keys) {
    return between("joint", "type = \"" + type +
                                "\"\nclearance = { radial = 1e-3, restitution = 0, " + keys + " }");
  };
  const std::string pin = "revolute\"\naxis = [0, 0, 1]\nname = \"pin";
  EXPECT_EQ(refusal_of(in_space(solid, play("spherical", "friction = 0"))), "accepted");
  EXPECT_EQ(refusal_of(in_space(solid, play(pin, "friction = 0, length = 0.1"))), "accepted");
  expect_refused(
      {{solid, play("spherical", "friction = 0.1"), {"friction", "'radius'"}},
       {solid, play(pin, "friction = 0.1, length = 0.1"), {"friction", "'radius'"}},
       {solid, play("spherical", "friction = 0, length = 1"), {"'length'", "no effect"}}});
  const std::string plane = R"#([simulation]
scheme = "moreau-jean"
step = 1e-3
end = 1
[world]
gravity = [0, -10]
[[body]]
name = "ground"
fixed = true
[[body]]
name = "box"
type = "planar"
mass = 1
inertia = 1
position = [0, 0]
)#";
  EXPECT_EQ(refusal_of(plane + play("revolute", "friction = 0")), "accepted");
  const std::string message = refusal_of(plane + play("revolute", "friction = 0, length = 1"));
  EXPECT_NE(message.find("no effect"), std::string::npos) << message;
}

TEST(Refusals, OfADensitySayThatTheVolumeOfRoundedPolyhedraIsNotComputed) {
  const std::string shapes =
      "density = 1\nshapes = [{ type = \"polyhedron\", radius = 0.1, vertices = "
      "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]] }]";
  expect_refused({{shapes, "", {"density", "rounded", "not computed", "'mass'"}}});
}

TEST(Refusals, OfUnknownKeysOfBodiesListRepeatAmongTheAcceptedOnes) {
  expect_refused(
      {{solid + "repaet = { i = [0, 1] }", "", {"did you mean 'repeat'", "groups, repeat"}}});
}

TEST(Refusals, SurfacesThatAreNotClosedOrNotConvexWhereTheyMustBe) {
  const std::filesystem::path folder = testing::TempDir();
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  std::ofstream(folder / "closed.obj") << corners << "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  std::ofstream(folder / "open.obj") << corners << "f 1 3 2\nf 1 2 4\nf 2 3 4\n";
  std::ofstream(folder / "twisted.obj") << corners << "f 1 2 3\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  std::ofstream(folder / "bad.obj") << corners << "f 1 3 9\n";
  // a notch: its point 5 lies inside of the tetrahedron of the others
  std::ofstream(folder / "hollow.obj")
      << corners << "v 0.1 0.1 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n";
  const auto polyhedron = [](const std::string& file) {
    return solid + R"(shapes = [{ type = "polyhedron", file = ")" + file + R"(" }])";
  };
  EXPECT_EQ(refusal_of(in_space(polyhedron("closed.obj"))), "accepted");
  const std::string weighed = "density = 1\nshapes = [{ type = \"mesh\", file = \"open.obj\" }]";
  expect_refused({{polyhedron("open.obj"), "", {"'file' of a shape of body 'box'", "not closed"}},
                  {polyhedron("twisted.obj"), "", {"'file'", "twisted.obj", "counter-clockwise"}},
                  {polyhedron("hollow.obj"), "", {"'file'", "hollow.obj", "convex"}},
                  {polyhedron("bad.obj"), "", {"'file'", "bad.obj:5", "vertex 9"}},
                  {polyhedron("none.obj"), "", {"'file'", "none.obj", "cannot be read"}},
                  {polyhedron("some.txt"), "", {"'file'", "some.txt", ".stl"}},
                  {weighed, "", {"density", "mesh", "not closed"}},
                  {solid + "shapes = [{ type = \"polyhedron\", vertices = "
                           "[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0.1,0.1,0.1]] }]",
                   "",
                   {"vertices", "vertex 5"}}});
}

}  // namespace
}  // namespace saltus::test_refusals
