// SPDX-License-Identifier: Apache-2.0
// What falls on a thin floor stays above it, also where a scheme at velocity level lets it sink by
// more than the floor's thickness: in a step it may come as far as its own radius.
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_thin_floors {
namespace {

struct Thing {
  const char* name;
  const char* shape;  // its lowest point is 0.1 below its origin, or at it
};

const std::array floors{
    Thing{"disc", R"({ type = "disc", radius = 3 })"},
    Thing{"disc from below", R"({ type = "disc", radius = 3, axis = [0, 0, -1] })"},
    Thing{
        "heightfield",
        R"({ type = "heightfield", size = [6, 6], heights = [[0, 0, 0], [0, 0, 0], [0, 0, 0]] })"},
    Thing{"mesh", R"({ type = "mesh", file = "FOLDER/sheet.obj" })"},
    Thing{"thin mesh", R"({ type = "mesh", file = "FOLDER/plate.obj" })"},
    Thing{"thin box", R"({ type = "box", size = [6, 6, 0.002], position = [0, 0, -0.001] })"},
    Thing{"thin cylinder",
          R"({ type = "cylinder", radius = 3, length = 0.002, position = [0, 0, -0.001] })"}};

const std::array bodies{
    Thing{"sphere", R"({ type = "sphere", radius = 0.1 })"},
    Thing{"capsule", R"({ type = "capsule", radius = 0.05, length = 0.1 })"},
    Thing{"box", R"({ type = "box", size = [0.2, 0.2, 0.2] })"},
    Thing{"cylinder", R"({ type = "cylinder", radius = 0.1, length = 0.2 })"},
    Thing{"disc", R"({ type = "disc", radius = 0.1 })"},
    Thing{
        "tetrahedron",
        R"({ type = "polyhedron", vertices = [[0.1, 0.1, -0.1], [-0.1, 0.1, -0.1], [0, -0.1, -0.1], [0, 0, 0.2]] })"}};

/// Tests run beside each other: each process has its own files.
struct Surfaces {
  Surfaces() {
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "sheet.obj") << "v -3 -3 0\nv 3 -3 0\nv 3 3 0\nv -3 3 0\nf 1 2 3 4\n";
    std::ofstream(folder / "plate.obj")
        << "v -3 -3 0\nv 3 -3 0\nv 3 3 0\nv -3 3 0\n"
           "v -3 -3 -0.002\nv 3 -3 -0.002\nv 3 3 -0.002\nv -3 3 -0.002\n"
           "f 1 2 3 4\nf 8 7 6 5\nf 2 1 5 6\nf 3 2 6 7\nf 4 3 7 8\nf 1 4 8 5\n";
  }
  Surfaces(const Surfaces&) = delete;
  Surfaces& operator=(const Surfaces&) = delete;
  Surfaces(Surfaces&&) = delete;
  Surfaces& operator=(Surfaces&&) = delete;
  ~Surfaces() { std::filesystem::remove_all(folder); }

  std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / fmt::format("saltus_floors_{}", getpid());
};

std::string falling(const Thing& body, const Thing& floor, const std::string& scheme, double v,
                    double tilt, const std::string& folder) {
  std::string text = fmt::format(R"#(
[simulation]
scheme = "{}"
step = 2e-3
end = 0.3
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{}]
[[body]]
name = "thing"
type = "rigid"
mass = 1
inertia = [0.01, 0.01, 0.01]
position = [0.123, 0.0456, 0.312]
velocity = [0.5, 0.2, -{}]
rotation = {{ axis = [1, 0.3, 0], angle = {} }}
shapes = [{}]
[[contact]]
between = ["thing", "floor"]
restitution = 0.1
friction = 0.3
)#",
                                 scheme, floor.shape, v, tilt, body.shape);
  if (const auto at = text.find("FOLDER/"); at != std::string::npos) text.replace(at, 6, folder);
  return text;
}

class ThinFloors : public testing::TestWithParam<const char*> {};

TEST_P(ThinFloors, CarryWhatComesAsFarAsItsRadiusInAStep) {
  const Surfaces surfaces;
  for (const Thing& floor : floors) {
    for (const Thing& body : bodies) {
      for (const double v : {1.0, 12.0, 45.0}) {
        for (const double tilt : {0.0, 0.4}) {
          const test::Run run =
              test::run_text(falling(body, floor, GetParam(), v, tilt, surfaces.folder.string()));
          const std::string what =
              fmt::format("{} on {} at {} m/s, tilt {}", body.name, floor.name, v, tilt);
          if (run.outcome.failure) {
            ADD_FAILURE() << what << ": failed at " << run.outcome.failure->t;
            continue;
          }
          EXPECT_GT(run.samples.back().state.q[2], -0.15) << what;
        }
      }
    }
  }
}

/// A point has no size that could tell how near is near.
TEST_P(ThinFloors, WithoutThicknessCarryPoints) {
  const Surfaces surfaces;
  const Thing point{"point", R"({ type = "point" })"};
  for (const Thing& floor : std::span(floors).first(4)) {
    for (const double v : {0.0, 1.0, 12.0}) {
      for (const double tilt : {0.0, 0.4}) {
        const test::Run run =
            test::run_text(falling(point, floor, GetParam(), v, tilt, surfaces.folder.string()),
                           {"simulation.end=0.6"});
        const std::string what = fmt::format("{} at {} m/s, tilt {}", floor.name, v, tilt);
        EXPECT_FALSE(run.outcome.failure) << what;
        EXPECT_GT(run.samples.back().state.q[2], -0.05) << what;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, ThinFloors,
                         testing::Values("moreau-jean", "direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

}  // namespace
}  // namespace saltus::test_thin_floors
