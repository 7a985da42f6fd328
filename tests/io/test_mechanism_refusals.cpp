// SPDX-License-Identifier: Apache-2.0
// Bodies, joints, shapes and forces that make no sense are refused, with place, name and reason.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"

namespace saltus::test_mechanism_refusals {
namespace {

/// What the program says of a spatial model with two bodies and these lines.
std::string refusal(const std::string& box, const std::string& more) {
  std::string text = R"#([simulation]
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
name = "box"
type = "rigid"
)#";
  text.append(box).append("\n").append(more);
  try {
    static_cast<void>(compile(read_model(parse_toml(text, "test.toml"), "test")));
  } catch (const ModelError& error) {
    return error.what();
  } catch (const FileError& error) {
    return std::string("test.toml: ") + error.what();  // it names the file
  }
  return "accepted";
}

const std::string solid = "mass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 1]";

struct Case {
  const char* name;
  std::string box;
  std::string more;
  std::vector<std::string> words;  // that the message must have, besides its place
};

std::vector<Case> cases() {
  const std::string joint = "[[joint]]\nname = \"j\"\ntype = \"revolute\"\naxis = [0, 0, 1]\n";
  return {
      {"InertiaAgainstTheTriangleInequality", "mass = 1\ninertia = [1, 1, 3]", "", {"inertia"}},
      {"NegativeMass", "mass = -1\ninertia = [1, 1, 1]", "", {"mass"}},
      {"NoMass", "inertia = [1, 1, 1]", "", {"mass"}},
      {"QuaternionThatIsNoUnit",
       solid + "\nrotation = { quaternion = [1, 1, 0, 0] }",
       "",
       {"quaternion"}},
      {"FrameWithAnAngle",
       solid + "\nframes = { hook = { position = [0, 0, 0], angle = 1 } }",
       "",
       {"angle", "hook", "position"}},
      {"UnknownFrame", solid, joint + "between = [\"box.hook\", \"ground.pin\"]", {"hook", "box"}},
      {"UnknownBody", solid, joint + "between = [\"bax\", \"ground.pin\"]", {"bax", "box"}},
      {"JointOfABodyWithItself", solid, joint + "between = [\"box\", \"box\"]", {"box"}},
      {"UnknownJoint",
       solid,
       "[[joint]]\ntype = \"revolut\"\nbetween = [\"box\", \"ground\"]",
       {"revolut", "revolute"}},
      {"ShapeWithoutSize",
       solid + "\nshapes = [{ type = \"box\", size = [1, 0, 1] }]",
       "",
       {"size"}},
      {"SphereWithoutRadius",
       solid + "\nshapes = [{ type = \"sphere\", radius = 0 }]",
       "",
       {"radius"}},
      {"UnknownShape",
       solid + "\nshapes = [{ type = \"spere\", radius = 1 }]",
       "",
       {"spere", "sphere"}},
      {"UnknownKeyOfAShape",
       solid + "\nshapes = [{ type = \"sphere\", radis = 1 }]",
       "",
       {"radis", "radius"}},
      {"PolyhedronThatIsFlat",
       solid +
           "\nshapes = [{ type = \"polyhedron\", vertices = [[0,0,0],[1,0,0],[0,1,0],[1,1,0]] }]",
       "",
       {"plane", "volume"}},
      {"PolyhedronWithAVertexTwice",
       solid + "\nshapes = [{ type = \"polyhedron\", vertices = "
               "[[0,0,0],[1,0,0],[0,1,0],[0,0,1],[0,0,1]] }]",
       "",
       {"vertex 5", "vertex 4"}},
      {"FileThatIsNotThere",
       solid + "\nshapes = [{ type = \"polyhedron\", file = \"nowhere.obj\" }]",
       "",
       {"nowhere.obj"}},
      {"ContactOfShapesThatCannotMeet",
       solid + "\nshapes = [{ type = \"ring\", radius = 1, thickness = 0.1, axis = [0, 0, 1] }]",
       "[[contact]]\nbetween = [\"box\", \"ground\"]\nrestitution = 0\nfriction = 0",
       {"ring", "plane"}},
      {"ContactOfABodyWithItself",
       solid + "\nshapes = [{ type = \"sphere\", radius = 1 }]",
       "[[contact]]\nbetween = [\"box\", \"box\"]\nrestitution = 0\nfriction = 0",
       {"box", "itself"}},
      {"ContactWithoutRestitution",
       solid + "\nshapes = [{ type = \"sphere\", radius = 1 }]",
       "[[contact]]\nbetween = [\"box\", \"ground\"]\nfriction = 0",
       {"restitution"}},
      {"ContactOfAnUnknownGroup",
       solid,
       "[[contact]]\nbetween = [\"balls\", \"ground\"]\nrestitution = 0\nfriction = 0",
       {"balls"}},
      {"LimitsTheWrongWayRound",
       solid,
       joint +
           "between = [\"box\", \"ground\"]\nlimits = { lower = 1, upper = -1, restitution = 0 }",
       {"lower", "upper"}},
      {"NegativePlay",
       solid,
       joint +
           "between = [\"box\", \"ground\"]\nclearance = { radial = -1e-3, radius = 0.01, length "
           "= 0.02, restitution = 0, friction = 0 }",
       {"radial"}},
      {"UnknownForce", solid, "[[force]]\ntype = \"sprng\"", {"sprng", "spring"}},
      {"SpringWithoutStiffness",
       solid,
       "[[force]]\ntype = \"spring\"\nbetween = [\"box\", \"ground\"]",
       {"stiffness"}},
  };
}

TEST(MechanismRefusals, NameThePlaceTheThingAndTheReason) {
  for (const Case& c : cases()) {
    const std::string message = refusal(c.box, c.more);
    EXPECT_NE(message, "accepted") << c.name;
    EXPECT_NE(message.find("test.toml:"), std::string::npos) << c.name << ": " << message;
    for (const std::string& word : c.words)
      EXPECT_NE(message.find(word), std::string::npos) << c.name << ": " << message;
  }
}

TEST(MechanismRefusals, LeaveTheSoundModelAlone) { EXPECT_EQ(refusal(solid, ""), "accepted"); }

}  // namespace
}  // namespace saltus::test_mechanism_refusals
