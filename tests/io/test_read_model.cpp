// SPDX-License-Identifier: Apache-2.0
// Model files to descriptions, and every way in which a model file is refused.
#include <gtest/gtest.h>

#include "io/ball.h"
#include "io/message.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"

namespace saltus::test_read_model {
namespace {

Description model_of(const std::string& toml) {
  return read_model(parse_toml(toml, "ball.toml"), "ball");
}

std::string refusal(const std::string& toml) {
  return message([&] { (void)model_of(toml); });
}

/// The refusal of the ball with one part changed.
std::string refusal(std::string_view old_part, std::string_view new_part) {
  const std::string toml = replaced(ball_toml, old_part, new_part);
  EXPECT_FALSE(toml.empty()) << "the ball has no " << old_part;
  return refusal(toml);
}

TEST(ReadModel, UnderstandsEveryTable) {
  const Description d = model_of(std::string(ball_toml));
  EXPECT_EQ(d.name, "ball");
  EXPECT_EQ(d.file, "ball.toml");
  EXPECT_EQ(d.title, "ball");
  EXPECT_DOUBLE_EQ(d.parameters.at("R"), 0.2);
  EXPECT_DOUBLE_EQ(d.simulation.step, 1e-2);
  EXPECT_EQ(d.simulation.end, 1);
  EXPECT_FALSE(d.simulation.scheme);
  EXPECT_EQ(to_text(d.simulation.scheme_options), "{ theta = 0.5 }");
  EXPECT_EQ(d.simulation.on_failure, OnFailure::stop);
  EXPECT_EQ(d.gravity, (std::vector<double>{0, -10}));
  ASSERT_EQ(d.bodies.size(), 1U);
  EXPECT_EQ(d.bodies[0].coordinates, (std::vector<std::string>{"x", "q"}));
  EXPECT_EQ(d.bodies[0].potential->text, "ag*q");
  EXPECT_EQ(d.bodies[0].initial[1].second.text, "1");
  EXPECT_EQ(to_string(d.bodies[0].where), "ball.toml:12:1");
  ASSERT_EQ(d.joints.size(), 1U);
  EXPECT_EQ(d.joints[0].name, "joint1");  // it has none of its own
  EXPECT_EQ(d.joints[0].equations[0].text, "x - 0*t");
  ASSERT_EQ(d.contacts.size(), 1U);
  EXPECT_EQ(d.contacts[0].name, "floor");
  EXPECT_DOUBLE_EQ(d.contacts[0].restitution, 0.6);
  EXPECT_EQ(d.contacts[0].tangential_restitution, 0);
}

TEST(ReadModel, GravityIsTwoOrThreeNumbersOrNone) {
  EXPECT_TRUE(model_of(replaced(ball_toml, "[0, \"-ag\"]", "\"none\"")).gravity->empty());
  EXPECT_EQ(model_of(replaced(ball_toml, "[0, \"-ag\"]", "[0, 0, -9.81]")).gravity->size(), 3U);
  EXPECT_FALSE(
      model_of(replaced(ball_toml, "[world]\ngravity = [0, \"-ag\"]\n", "")).gravity.has_value());
  EXPECT_EQ(refusal("gravity = [0, \"-ag\"]\n", ""), "ball.toml:10:1: [world] needs 'gravity'");
  for (const char* bad : {"[1]", "[1, 2, 3, 4]", "\"nnoe\"", "9.81", "[]"}) {
    EXPECT_TRUE(
        starts_with(refusal("[0, \"-ag\"]", bad), "ball.toml:11:11: 'gravity' of [world] must be"))
        << bad;
  }
}

TEST(ReadModel, BreakpointsAreNumbersOrFormulasGreaterThanZero) {
  const auto of = [](const char* list) {
    return replaced(ball_toml, "end = 1\n", "end = 1\nbreakpoints = " + std::string(list) + "\n");
  };
  EXPECT_EQ(model_of(of("[0.1, \"2*R\", 7]")).simulation.breakpoints,
            (std::vector<double>{0.1, 0.4, 7}));
  EXPECT_TRUE(model_of(std::string(ball_toml)).simulation.breakpoints.empty());
  EXPECT_EQ(refusal(of("[0.1, 0]")),
            "ball.toml:9:21: an element of 'breakpoints' of [simulation] must be > 0, is 0");
  EXPECT_TRUE(holds(refusal(of("0.1")), "'breakpoints' of [simulation] must be an array"));
  EXPECT_TRUE(holds(refusal(of("[\"2*x\"]")), "unknown name 'x'"));
}

TEST(ReadModel, OutputAsksForATimeBetweenResults) {
  const std::string model(ball_toml);
  EXPECT_FALSE(model_of(model).output);
  EXPECT_DOUBLE_EQ(model_of(model + "[output]\nevery = \"R/2\"\n").output->every, 0.1);
  EXPECT_EQ(refusal(model + "[output]\n"), "ball.toml:32:1: [output] needs 'every' or 'record'");
  EXPECT_EQ(refusal(model + "[output]\nevery = 0\n"),
            "ball.toml:33:9: 'every' of [output] must be > 0, is 0");
  EXPECT_TRUE(
      starts_with(refusal(model + "[output]\nevry = 1\n"),
                  "ball.toml:33:1: unknown key \"evry\" in [output]; did you mean 'every'?"));
}

TEST(ReadModel, MisspeltKeysAreNeverIgnored) {
  const std::vector<std::array<const char*, 3>> cases{
      {"[parameters]", "[parametres]",
       "ball.toml:2:2: unknown key \"parametres\" in the model; did you mean 'parameters'?"},
      {"step =", "stepp =",
       "ball.toml:7:1: unknown key \"stepp\" in [simulation]; did you mean 'step'?"},
      {"gravity", "gravitiy",
       "ball.toml:11:1: unknown key \"gravitiy\" in [world]; did you mean 'gravity'?"},
      {"kinetic", "kinetics",
       "ball.toml:16:1: unknown key \"kinetics\" in body 'b'; did you mean 'kinetic'?"},
      {"equations", "equation",
       "ball.toml:24:1: unknown key \"equation\" in joint 'joint1'; did you mean 'equations'?"},
      {"restitution", "restitutoin",
       "ball.toml:30:1: unknown key \"restitutoin\" in contact 'floor'; did you mean "
       "'restitution'?"},
      {"tangent =", "between = [\"b\", \"g\"]\n#",  // a contact between shapes has no formulas
       "ball.toml:27:1: unknown key \"body\" in contact 'floor'"},
      {"{ x = \"-x_dot\" }", "{ z = 1 }",
       "ball.toml:18:11: unknown key \"z\" in 'force' of body 'b'"},
      {"q = 1.0 }", "w = 1.0 }", "ball.toml:19:20: unknown key \"w\" in 'initial' of body 'b'"},
      {"{ x_dot = 2 }", "{ x = 2 }",
       "ball.toml:20:22: unknown key \"x\" in 'initial_velocity' of body 'b'"}};
  for (const auto& [old_part, new_part, text] : cases) {
    EXPECT_TRUE(starts_with(refusal(old_part, new_part), text)) << refusal(old_part, new_part);
  }
}

TEST(ReadModel, MissingKeysAreNamedWithTheirTable) {
  const std::vector<std::array<const char*, 2>> cases{
      {"step = \"1e-2\"\n", "ball.toml:6:1: [simulation] needs 'step'"},
      {"end = 1\n", "ball.toml:6:1: [simulation] needs 'end'"},
      {"type = \"formula\"\ncoord", "ball.toml:12:1: body 'b' needs 'type'"},
      {"coordinates = [\"x\", \"q\"]\n", "ball.toml:12:1: body 'b' needs 'coordinates'"},
      {"name = \"b\"\n", "ball.toml:12:1: body 'body1' needs 'name'"},
      {"x = 0, ", "ball.toml:19:11: 'initial' of body 'b' needs 'x'"},
      {"equations = [\"x - 0*t\"]\n", "ball.toml:21:1: joint 'joint1' needs 'equations'"},
      {"gap = \"q - R\"\n", "ball.toml:25:1: contact 'floor' needs 'gap'"},
      {"friction = 0.3\n", "ball.toml:25:1: contact 'floor' needs 'friction'"},
      {"restitution = \"0.4 + R\"\n", "ball.toml:25:1: contact 'floor' needs 'restitution'"}};
  for (const auto& [part, text] : cases) {
    const std::string rest = std::string(part).ends_with("coord") ? "coord" : "";
    EXPECT_EQ(refusal(part, rest), text);
  }
  EXPECT_EQ(refusal("title = 'x'"), "ball.toml:1:1: the model needs 'simulation'");
}

TEST(ReadModel, EmptyModelsAreRefused) {
  EXPECT_EQ(refusal("[simulation]\nstep = 1\nend = 1"), "ball.toml:1:1: the model has no [[body]]");
  EXPECT_EQ(refusal(""), "ball.toml:1:1: the model needs 'simulation'");
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[]"), "body 'b' needs at least one coordinate"));
  EXPECT_TRUE(holds(refusal("[\"x - 0*t\"]", "[]"), "joint 'joint1' needs at least one equation"));
}

TEST(ReadModel, NumbersOutOfRangeAreRefused) {
  EXPECT_EQ(refusal("\"1e-2\"", "0"), "ball.toml:7:8: 'step' of [simulation] must be > 0, is 0");
  EXPECT_EQ(refusal("end = 1", "end = -2"),
            "ball.toml:8:7: 'end' of [simulation] must be > 0, is -2");
  EXPECT_TRUE(holds(refusal("\"0.4 + R\"", "1.1"), "must be in [0, 1], is 1.1"));
  EXPECT_TRUE(holds(refusal("friction = 0.3", "friction = -0.3"), "must be >= 0, is -0.3"));
}

TEST(ReadModel, FrictionNeedsATangent) {
  EXPECT_TRUE(starts_with(
      refusal("tangent = \"x\"\n", ""),
      "ball.toml:30:12: contact 'floor' has friction > 0 and therefore needs 'tangent'"));
  EXPECT_EQ(refusal("tangent = \"x\"\nrestitution = \"0.4 + R\"\nfriction = 0.3",
                    "restitution = 0\nfriction = 0"),
            "");
  EXPECT_TRUE(holds(refusal("tangent = \"x\"\nrestitution = \"0.4 + R\"\nfriction = 0.3",
                            "restitution = 0\nfriction = 0\ntangential_restitution = 0.5"),
                    "has tangential_restitution > 0 and therefore needs 'tangent'"));
}

TEST(ReadModel, DuplicateNamesAreRefusedWithBothPlaces) {
  const std::string body = R"([[body]]
name = "b"
type = "formula"
coordinates = ["z"]
kinetic = "z_dot^2"
initial = { z = 0 }
)";
  EXPECT_EQ(refusal(std::string(ball_toml) + body),
            "ball.toml:33:8: there is already a body 'b', at ball.toml:13:8");
  const std::string contact =
      "[[contact]]\nname = 'floor'\ngap = 'b.x'\nrestitution = 0\nfriction = 0\n";
  EXPECT_EQ(refusal(std::string(ball_toml) + contact),
            "ball.toml:33:8: there is already a contact 'floor', at ball.toml:26:8");
  const std::string joint = "[[joint]]\nname = 'joint1'\ntype = 'formula'\nequations = ['b.x']\n";
  EXPECT_EQ(refusal(std::string(ball_toml) + joint),
            "ball.toml:33:8: there is already a joint 'joint1', at ball.toml:21:1");
  EXPECT_EQ(refusal("[\"x\", \"q\"]", "[\"q\", \"q\"]"),
            "ball.toml:15:21: there is already a symbol 'q', at ball.toml:15:16");
}

TEST(ReadModel, NamesThatFormulasCannotTellApartAreRefused) {
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[\"x\", \"x_dot\"]"), "'x_dot'"));
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[\"x\", \"ag\"]"), "'ag' is a parameter already"));
  EXPECT_TRUE(
      holds(refusal("ag = 10.0", "ag = 10.0\nq_dot = 1"), "'q_dot' is a parameter already"));
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[\"x\", \"sin\"]"), "formulas already know"));
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[\"x\", \"t\"]"), "formulas already know"));
  EXPECT_TRUE(holds(refusal("[\"x\", \"q\"]", "[\"x\", \"2q\"]"), "must be a letter"));
  EXPECT_TRUE(holds(refusal("name = \"b\"", "name = \"b c\""), "body 'b c' must be a letter"));
  EXPECT_TRUE(holds(refusal("name = \"b\"", "name = \"pi\""), "body 'pi' is a name"));
  EXPECT_TRUE(holds(refusal("ag = 10.0", "cos = 10.0"), "parameter 'cos' is a name"));
  EXPECT_TRUE(holds(refusal("ag = 10.0", "\"a g\" = 10.0"), "parameter 'a g' must be"));
  for (const char* bad : {"", "a.b", "a,b", "a|b", "a#1", "a=b", "a\\nb", " a"}) {
    EXPECT_TRUE(holds(refusal("name = \"floor\"", "name = \"" + std::string(bad) + "\""),
                      "the name of a contact must not be empty nor hold any of"))
        << bad;
  }
}

TEST(ReadModel, TypesThatAreNotThereAreRefusedWithTheList) {
  EXPECT_EQ(refusal("\"formula\"\ncoord", "\"rigged\"\ncoord"),
            "ball.toml:14:8: 'type' of body 'b' must be one of \"point\", \"planar\", \"rigid\", "
            "\"formula\", is \"rigged\"; did you mean 'rigid'?");
  EXPECT_TRUE(holds(refusal("\"formula\"\nbody", "\"revolve\"\nbody"),
                    "'type' of joint 'joint1' must be one of"));
}

TEST(ReadModel, BodiesThatAreNotThereAreRefused) {
  EXPECT_TRUE(starts_with(refusal("body = \"b\"\ngap", "body = \"bb\"\ngap"),
                          "ball.toml:27:8: 'body' of a contact: there is no body 'bb'"));
  EXPECT_TRUE(starts_with(refusal("body = \"b\"\nequations", "body = \"a\"\nequations"),
                          "ball.toml:23:8: 'body' of a joint: there is no body 'a'"));
}

TEST(ReadModel, SingleBracketsAreExplained) {
  EXPECT_TRUE(holds(refusal("[[contact]]", "[contact]"),
                    "each contact is written under its own [[contact]]"));
}

TEST(ReadModel, FormulasOfParametersAreMarkedWhereTheyAreWrong) {
  const std::string unknown = refusal("\"0.4 + R\"", "\"0.4 + RR\"");
  EXPECT_TRUE(starts_with(unknown, "ball.toml:30:15: ")) << unknown;
  EXPECT_TRUE(holds(unknown, "RR")) << unknown;
  EXPECT_TRUE(holds(unknown, "^")) << unknown;
  EXPECT_TRUE(starts_with(refusal("\"2*r\"", "\"2*\""), "ball.toml:4:5: "))
      << refusal("\"2*r\"", "\"2*\"");
  const std::string cycle = refusal("r = \"0.1\"", "r = \"R/2\"");
  EXPECT_TRUE(starts_with(cycle, "ball.toml:")) << cycle;
  EXPECT_TRUE(holds(cycle, "->")) << cycle;
  EXPECT_TRUE(holds(refusal("ag = 10.0", "ag = inf"), "must be finite"));
  EXPECT_FALSE(refusal("ag = 10.0", "ag = \"1/0\"").empty());
}

TEST(ReadModel, NameOfAModelIsItsFilesWithoutFolderAndEnding) {
  EXPECT_EQ(model_name("a/b/ball.toml"), "ball");
  EXPECT_EQ(model_name("ball"), "ball");
  EXPECT_EQ(model_name("a/two.part.toml"), "two.part");
}

}  // namespace
}  // namespace saltus::test_read_model
