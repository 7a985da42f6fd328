// SPDX-License-Identifier: Apache-2.0
// What slides without friction over shapes that lie flush keeps its velocity; walls and steps that
// stand out stop it.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_seams {
namespace {

struct Slider {
  const char* shape;
  double height;  // of its origin above the floor
};

const char* const point = R"({ type = "point" })";

const std::array in_space{
    Slider{R"({ type = "box", size = [0.125, 0.125, 0.125] })", 0.0625},
    Slider{R"({ type = "box", size = [0.125, 0.125, 0.125], radius = 0.0125 })", 0.0625},
    Slider{R"({ type = "sphere", radius = 0.0625 })", 0.0625},
    Slider{R"({ type = "cylinder", radius = 0.0625, length = 0.125 })", 0.0625},
    Slider{R"({ type = "disc", radius = 0.0625 })", 0},
    Slider{point, 0},
    Slider{
        R"({ type = "polyhedron", vertices = [[-0.06, -0.06, -0.0625], [0.06, -0.06, -0.0625], [0, 0.12, -0.0625], [0, 0, 0.06]] })",
        0.0625}};

const std::array in_the_plane{
    Slider{R"({ type = "box", size = [0.125, 0.125] })", 0.0625},
    Slider{R"({ type = "disc", radius = 0.0625 })", 0.0625},
    Slider{
        R"({ type = "polygon", vertices = [[-0.0625, -0.0625], [0.0625, -0.0625], [0, 0.0625]] })",
        0.0625}};

/// Boxes of a quarter of a metre with their upper sides at 0, from −0.625 on.
std::string row(bool planar, bool one_body) {
  const char* size = planar ? "[0.25, 0.25]" : "[0.25, 2, 0.25]";
  std::string bodies = one_body ? "[[body]]\nname = \"row\"\nfixed = true\nshapes = [" : "";
  for (int i = 0; i < 8; ++i) {
    const double x = -0.5 + 0.25 * i;
    const std::string place = planar ? fmt::format("position = [{}, -0.125]", x)
                                     : fmt::format("position = [{}, 0, -0.125]", x);
    if (one_body) {
      bodies += fmt::format("{{ type = \"box\", size = {}, {} }},\n", size, place);
    } else {
      bodies += fmt::format(
          "[[body]]\nname = \"s{}\"\nfixed = true\n{}\nshapes = [{{ type = \"box\", size = {} }}]\n"
          "groups = [\"row\"]\n",
          i, place, size);
    }
  }
  return bodies + (one_body ? "]\n" : "");
}

std::string sliding(const Slider& slider, bool planar, const std::string& scheme,
                    const std::string& floor) {
  const double z = slider.height;
  return fmt::format(R"#(
[simulation]
scheme = "{}"
step = 1e-3
end = 1.0
[world]
gravity = {}
{}
[[body]]
name = "thing"
type = "{}"
mass = 1
inertia = {}
position = {}
velocity = {}
shapes = [{}]
[[contact]]
between = ["thing", "row"]
restitution = 0
friction = 0
)#",
                     scheme, planar ? "[0, -9.81]" : "[0, 0, -9.81]", floor,
                     planar ? "planar" : "rigid", planar ? "0.005" : "[0.005, 0.005, 0.005]",
                     planar ? fmt::format("[-0.375, {}]", z) : fmt::format("[-0.375, 0, {}]", z),
                     planar ? "[1, 0]" : "[1, 0, 0]", slider.shape);
}

class Seams : public testing::TestWithParam<const char*> {};

template <std::size_t N>
void expect_free_slides(const std::array<Slider, N>& sliders, bool planar, const char* scheme) {
  for (const bool one_body : {false, true}) {
    for (const Slider& slider : sliders) {
      const test::Run run = test::run_text(sliding(slider, planar, scheme, row(planar, one_body)));
      const std::string what = fmt::format("{}, one body: {}", slider.shape, one_body);
      EXPECT_FALSE(run.outcome.failure) << what;
      const State& end = run.samples.back().state;
      EXPECT_NEAR(end.q[0], 0.625, 1e-11) << what;
      // a point that is on a seam to all digits falls freely for a step
      const double allowed = slider.shape == point ? 1e-4 : 1e-11;
      EXPECT_NEAR(end.q[planar ? 1 : 2], slider.height, allowed) << what;
      EXPECT_LT((end.v - run.samples.front().state.v).norm(), 1e-11) << what;
    }
  }
}

TEST_P(Seams, AreNotFeltByWhatSlidesInSpace) { expect_free_slides(in_space, false, GetParam()); }

TEST_P(Seams, AreNotFeltByWhatSlidesInThePlane) {
  expect_free_slides(in_the_plane, true, GetParam());
}

/// The wall stands on the row, or between two of its boxes.
TEST_P(Seams, WallsAreNone) {
  const std::string wall =
      "[[body]]\nname = \"wall\"\nfixed = true\ngroups = [\"row\"]\n"
      "shapes = [{ type = \"box\", size = [0.25, 2, HEIGHT], position = [0.25, 0, MIDDLE] }]\n";
  const auto with = [&](const char* height, const char* middle) {
    std::string text = wall;
    text.replace(text.find("HEIGHT"), 6, height);
    text.replace(text.find("MIDDLE"), 6, middle);
    return row(false, false) + text;
  };
  for (const Slider& slider : in_space) {
    if (slider.height == 0) continue;
    for (const std::string& floor : {with("0.5", "0.25"), with("0.75", "0.125")}) {
      const test::Run run = test::run_text(sliding(slider, false, GetParam(), floor));
      EXPECT_FALSE(run.outcome.failure) << slider.shape;
      // the polyhedron comes with an edge first, and turns
      EXPECT_GT(run.samples.back().state.q[0], 0.01) << slider.shape;
      EXPECT_LT(run.samples.back().state.q[0], 0.0685) << slider.shape;
    }
  }
  // what stands out by 5 mm stops a box and turns it, and trips a cylinder
  for (const Slider& slider : {in_space[0], in_space[3]}) {
    const test::Run run =
        test::run_text(sliding(slider, false, GetParam(), with("0.255", "-0.1225")));
    EXPECT_FALSE(run.outcome.failure) << slider.shape;
    EXPECT_LT(run.samples.back().state.v[0], 0.95) << slider.shape;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, Seams,
                         testing::Values("moreau-jean", "direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

}  // namespace
}  // namespace saltus::test_seams
