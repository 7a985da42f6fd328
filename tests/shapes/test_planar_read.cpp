// SPDX-License-Identifier: Apache-2.0
// Planar shapes in a model file: what is read and what is refused.
#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/io/toml.h"
#include "shapes/planar_samples.h"

namespace saltus::test::test_planar_read {
namespace {

planar::Shape read(const std::string& text) {
  const Value value = parse_toml("shape = " + text, "a.toml");
  const ReadContext context{
      [](std::string_view, const Location&, std::string_view) { return 1.0; }};
  return planar::read_shape(*find(value, "shape"), context, "shape 1", {"position"});
}
std::string refusal(const std::string& text) {
  return message([&] { (void)read(text); });
}

TEST(PlanarRead, EveryKind) {
  EXPECT_EQ(kind_of(read("{ type = 'point' }")), "point");
  EXPECT_EQ(std::get<planar::Disc>(read("{ type = 'disc', radius = 2, position = [1, 2] }")).radius,
            2);
  EXPECT_EQ(kind_of(read("{ type = 'capsule', radius = 1, length = 2 }")), "capsule");
  EXPECT_EQ(kind_of(read("{ type = 'ring', radius = 1, thickness = 0.1 }")), "ring");
  EXPECT_EQ(kind_of(read("{ type = 'plane', normal = [0, 1] }")), "plane");
  EXPECT_NEAR(mass_properties(read("{ type = 'box', size = [2, 3] }"))->volume, 6, 1e-15);
  EXPECT_NEAR(
      mass_properties(read("{ type = 'polygon', vertices = [[0,0], [0,1], [1,0]] }"))->volume, 0.5,
      1e-16);
}

TEST(PlanarRead, ProfileByBulgesAndBySegmentsIsTheSame) {
  constexpr double half_disc = std::numbers::pi / 2;
  const auto one = read("{ type = 'profile', vertices = [[1,0], [-1,0]], bulges = [1, 0] }");
  const auto two =
      read("{ type = 'profile', segments = [{ to = [-1,0], centre = [0,0] }, { to = [1,0] }] }");
  const auto clockwise = read(
      "{ type = 'profile', segments = [{ to = [1,0], centre = [0,0], clockwise = true }, { to = "
      "[-1,0] }] }");
  for (const planar::Shape& shape : {one, two, clockwise}) {
    EXPECT_NEAR(mass_properties(shape)->volume, half_disc, 1e-15);
    EXPECT_NEAR(mass_properties(shape)->centre.y(), 4 / (3 * std::numbers::pi), 1e-15);
  }
}

TEST(PlanarRead, WrongShapesAreRefusedWithTheReason) {
  EXPECT_TRUE(holds(refusal("{ type = 'dics', radius = 1 }"), "disc"));
  EXPECT_TRUE(holds(refusal("{ type = 'box', size = [1] }"), "two numbers"));
  EXPECT_TRUE(holds(refusal("{ type = 'box', size = [1, -1] }"), "> 0"));
  EXPECT_TRUE(holds(refusal("{ type = 'plane', normal = [0, 0] }"), "zero"));
  EXPECT_TRUE(holds(refusal("{ type = 'disc', radius = 1, length = 1 }"), "length"));
  const auto polygon = [](const std::string& vertices) {
    return refusal("{ type = 'polygon', vertices = [" + vertices + "] }");
  };
  EXPECT_TRUE(holds(polygon("[0,0], [1,0]"), "three vertices"));
  EXPECT_TRUE(holds(polygon("[0,0], [1,0], [1]"), "vertex 3"));
  EXPECT_TRUE(holds(polygon("[0,0], [2,0], [1,0.5], [2,2], [0,2]"), "not convex at its vertex 3"));
  EXPECT_TRUE(holds(polygon("[0,0], [1,0], [2,0]"), "turns back"));
  EXPECT_TRUE(holds(polygon("[0,0], [1,0], [1,0], [0,1]"), "vertex 3 twice"));
  // A pentagram turns twice.
  EXPECT_TRUE(
      holds(polygon("[1,0], [-0.809,0.588], [0.309,-0.951], [0.309,0.951], [-0.809,-0.588]"),
            "intersects itself"));
  EXPECT_EQ(polygon("[0,0], [0,1], [1,1], [1,0.5], [1,0]"), "");
}

TEST(PlanarRead, WrongProfilesAreRefusedWithTheReason) {
  const auto profile = [](const std::string& rest) {
    return refusal("{ type = 'profile', " + rest + " }");
  };
  EXPECT_TRUE(
      holds(profile("vertices = [[0,0], [1,1], [1,0], [0,1]]"), "segment 1 meets segment 3"));
  EXPECT_TRUE(
      holds(profile("vertices = [[0,0], [1,0], [1,1]], bulges = [0, 0]"), "as many 'bulges'"));
  EXPECT_TRUE(holds(profile("bulges = [0, 0]"), "either 'vertices' or 'segments'"));
  EXPECT_TRUE(holds(
      profile("segments = [{ to = [1,0] }, { to = [0,1], centre = [0.1,0] }, { to = [0,0] }]"),
      "centre of segment 2"));
  // The arc of the third side cuts through the first.
  EXPECT_TRUE(
      holds(profile("vertices = [[0,0], [1,0], [1,0.2], [0,0.2]], bulges = [0, 0, -0.9, 0]"),
            "intersects itself"));
  // A vertex on another line.
  EXPECT_TRUE(
      holds(profile("vertices = [[0,0], [2,0], [2,1], [1,0], [0,1]]"), "intersects itself"));
  EXPECT_TRUE(holds(profile("vertices = [[0,0], [2,0], [1,0], [1,1]]"), "turns back"));
  EXPECT_TRUE(holds(profile("vertices = [[0,0], [1,0], [1,0], [0,1]]"), "no length"));
  EXPECT_TRUE(holds(profile("segments = [{ to = [1] }, { to = [0,0] }]"), "two numbers"));
  // Smooth joins are no crossings: a stadium.
  EXPECT_EQ(profile("vertices = [[-1,-1], [1,-1], [1,1], [-1,1]], bulges = [0, 1, 0, 1]"), "");
}

}  // namespace
}  // namespace saltus::test::test_planar_read
