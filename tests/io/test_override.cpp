// SPDX-License-Identifier: Apache-2.0
// --set: paths to places, texts to values, and errors that name the option.
#include <gtest/gtest.h>

#include "io/ball.h"
#include "io/message.h"
#include "saltus/io/override.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"

namespace saltus::test_override {
namespace {

Description with(const std::vector<std::string>& overrides) {
  Value root = parse_toml(ball_toml, "ball.toml");
  for (const std::string& text : overrides) apply_override(root, text);
  return read_model(root, "ball");
}

std::string refusal(const std::string& text) {
  return message([&] { (void)with({text}); });
}

TEST(Override, ReachesEveryPlaceByNames) {
  const Description d =
      with({"parameters.r=0.05", "simulation.step = 1e-4", "contact.floor.friction=0.7",
            "body.b.kinetic=x_dot^2 + q_dot^2", "body.b.initial.q=3",
            "joint.joint1.equations=[\"x\", \"q\"]", "world.gravity=none", "title=new"});
  EXPECT_DOUBLE_EQ(d.parameters.at("R"), 0.1);
  EXPECT_EQ(d.simulation.step, 1e-4);
  EXPECT_EQ(d.contacts[0].friction, 0.7);
  EXPECT_EQ(d.bodies[0].kinetic.text, "x_dot^2 + q_dot^2");
  EXPECT_EQ(d.bodies[0].initial[1].second.text, "3");
  EXPECT_EQ(d.joints[0].equations.size(), 2U);
  EXPECT_TRUE(d.gravity->empty());
  EXPECT_EQ(d.title, "new");
}

TEST(Override, MakesTablesThatAreMissing) {
  const Description d =
      with({"simulation.solver.tolerance=1e-9", "simulation.scheme_options.gamma=1/2",
            "body.b.initial_velocity.q_dot=5"});
  EXPECT_EQ(to_text(d.simulation.solver), "{ tolerance = 1e-09 }");
  EXPECT_EQ(to_text(d.simulation.scheme_options), "{ theta = 0.5, gamma = \"1/2\" }");
  EXPECT_EQ(d.bodies[0].initial_velocity.size(), 2U);
}

TEST(Override, LastOneWins) {
  EXPECT_EQ(with({"simulation.end=2", "simulation.end=3"}).simulation.end, 3);
}

TEST(Override, LaterErrorsNameTheOption) {
  EXPECT_EQ(refusal("simulation.step=-1"),
            "--set simulation.step: 'step' of [simulation] must be > 0, is -1");
  EXPECT_TRUE(
      starts_with(refusal("contact.floor.frictoin=1"),
                  "--set contact.floor.frictoin: unknown key \"frictoin\" in contact 'floor'"));
  EXPECT_TRUE(starts_with(refusal("parameters.r=2*"), "--set parameters.r: "));
  EXPECT_TRUE(starts_with(refusal("simulation={step=1, ende=2}"),
                          "--set simulation: unknown key \"ende\""));
}

TEST(Override, UnknownElementsGetTheClosestName) {
  const std::string text = refusal("contact.flor.friction=1");
  EXPECT_TRUE(starts_with(text, "--set contact.flor.friction: there is no contact 'flor'")) << text;
  EXPECT_TRUE(holds(text, "did you mean 'floor'?")) << text;
  EXPECT_TRUE(holds(text, "there are: floor")) << text;
}

TEST(Override, PathsThatLeadNowhereAreRefused) {
  EXPECT_TRUE(holds(refusal("simulation.step"), "must be PATH=VALUE"));
  EXPECT_TRUE(holds(refusal("=1"), "names with dots between"));
  EXPECT_TRUE(holds(refusal("simulation..step=1"), "names with dots between"));
  EXPECT_TRUE(holds(refusal("contact.floor=1"), "contact.NAME.KEY"));
  EXPECT_TRUE(holds(refusal("simulation.end.x=1"), "not a table"));
  EXPECT_TRUE(holds(refusal("simulatoin.end=1"), "did you mean 'simulation'?"));
}

TEST(Override, ValueIsTomlOrElseAString) {
  const auto value = [](const std::string& text) {
    Value root{Table{}, {}};
    apply_override(root, "x=" + text);
    return *find(root, "x");
  };
  EXPECT_EQ(std::get<Number>(value("5e-4").data).value, 5e-4);
  EXPECT_EQ(std::get<bool>(value("true").data), true);
  EXPECT_EQ(std::get<std::string>(value("'5'").data), "5");
  EXPECT_EQ(std::get<std::string>(value(" moreau-jean ").data), "moreau-jean");
  EXPECT_EQ(std::get<std::string>(value("1979-05-27").data), "1979-05-27");
  EXPECT_EQ(std::get<std::string>(value("1\ny = 2").data), "1\ny = 2");
  EXPECT_EQ(std::get<std::string>(value("").data), "");
  EXPECT_EQ(std::get<std::string>(value("a=b").data), "a=b");
  EXPECT_EQ(std::get<Array>(value("[1, 'a']").data).size(), 2U);
}

}  // namespace
}  // namespace saltus::test_override
