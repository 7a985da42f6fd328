// SPDX-License-Identifier: Apache-2.0
// Meshes and heightfields: distances against brute force over all triangles, one side only.
#include <cmath>
#include <filesystem>
#include <fstream>

#include "shapes/spatial_support.h"

namespace saltus::spatial::test_spatial_terrain {
namespace {

Shape make_heightfield(const std::vector<double>& size,
                       const std::vector<std::vector<double>>& heights) {
  Heightfield s;
  s.size = size;
  s.heights = heights;
  return made(s);
}

Shape mesh_of(const std::string& obj) {
  const auto file = std::filesystem::path(testing::TempDir()) / "saltus_mesh.obj";
  std::ofstream(file) << obj;
  Mesh s;
  s.file = file.string();
  return made(s);
}

std::vector<std::vector<double>> hills(int n) {
  std::vector<std::vector<double>> rows;
  for (int j = 0; j < n; ++j) {
    rows.emplace_back();
    for (int i = 0; i < n; ++i) rows.back().push_back(0.2 * std::sin(1.3 * i) * std::cos(0.9 * j));
  }
  return rows;
}

/// The nearest point of a triangle, by projection and by its three sides.
double to_triangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 n = (b - a).cross(c - a);
  const Vec3 y = x - n * (n.dot(x - a) / n.squaredNorm());
  const auto left = [&](const Vec3& p, const Vec3& q) { return n.dot((q - p).cross(y - p)) >= 0; };
  if (left(a, b) && left(b, c) && left(c, a)) return (x - y).norm();
  const auto side = [&](const Vec3& p, const Vec3& q) {
    const double t = std::clamp((q - p).dot(x - p) / (q - p).squaredNorm(), 0.0, 1.0);
    return (p + t * (q - p) - x).norm();
  };
  return std::min({side(a, b), side(b, c), side(c, a)});
}

struct Grid {
  std::vector<std::vector<double>> heights;
  double size;

  [[nodiscard]] Vec3 at(int i, int j) const {
    const auto n = static_cast<double>(heights.size() - 1);
    return {size * (i / n - 0.5), size * (j / n - 0.5),
            heights[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)]};
  }
  [[nodiscard]] double distance(const Vec3& x) const {
    double best = 1e300;
    const int n = static_cast<int>(heights.size()) - 1;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        best = std::min({best, to_triangle(x, at(i, j), at(i + 1, j), at(i + 1, j + 1)),
                         to_triangle(x, at(i, j), at(i + 1, j + 1), at(i, j + 1))});
      }
    }
    return best;
  }
};

TEST(SpatialTerrain, SpheresAndPointsAboveAHeightfieldAreAtTheDistanceOfBruteForce) {
  Random random{std::mt19937(21)};
  const Grid grid{hills(12), 6};
  const Shape field = make_heightfield({6, 6}, grid.heights);
  for (const double r : {0.0, 0.25}) {
    const Shape ball = r > 0 ? make_sphere(r) : make_point();
    for (int k = 0; k < 300; ++k) {
      const Pose<3> q = random.pose();
      const Vec3 local(random(-2.5, 2.5), random(-2.5, 2.5), random(0.3, 1));
      Pose<3> p = random.pose();
      p.position = q.to_world(local);
      EXPECT_NEAR(smallest_gap(ball, p, field, q, 2), grid.distance(local) - r, 4e-15);
      for (const Feature f : features(ball, p, field, q, 0.3)) {
        expect_consistent(ball, p, field, q, f, random, 1e-5);
      }
    }
  }
}

TEST(SpatialTerrain, SphereGoesThroughFlatTerrainSmoothlyAndOverInnerEdgesWithoutNoticing) {
  const Shape field = make_heightfield({4, 4}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  const Shape ball = make_sphere(0.5);
  Random random{std::mt19937(22)};
  for (int k = 0; k < 300; ++k) {
    Pose<3> p = random.pose();
    p.position[2] = 0.5 + std::vector{1e-3, 0.0, -1e-9, -0.2}.at(static_cast<std::size_t>(k) % 4);
    if (k % 3 == 0) p.position[0] = p.position[1];  // on a diagonal
    for (const auto& c : contacts(ball, p, field, {}, 1e-2)) {
      EXPECT_NEAR(c.gap, p.position[2] - 0.5, 1e-15);
      EXPECT_NEAR((c.normal - Vec3::UnitZ()).norm(), 0, 1e-15);
    }
    EXPECT_GE(features(ball, p, field, {}, 1e-2).size(), 1U);
  }
}

TEST(SpatialTerrain, FlatTerrainCarriesEveryBodyLikeAPlane) {
  const Shape field = make_heightfield({8, 8}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}});
  const Shape plane = make_plane({0, 0, 1});
  Random random{std::mt19937(23)};
  for (const Shape& body : {make_box({1, 0.6, 0.4}), make_capsule(0.2, 1), make_cylinder(0.3, 0.5),
                            make_disc(0.4), make_box({1, 1, 1}, 0.1)}) {
    for (int k = 0; k < 40; ++k) {
      Pose<3> p = random.pose();
      p.position[2] += 2;
      const double gap = smallest_gap(body, p, plane, {}, 10);
      for (const double target : {0.1, 1e-6, -1e-6, -1e-3}) {
        Pose<3> lower = p;
        lower.position[2] += target - gap;
        EXPECT_NEAR(smallest_gap(body, lower, field, {}, 0.2), target, 1e-14) << kind_of(body);
        for (const Feature f : features(body, lower, field, {}, 0.2)) {
          expect_consistent(body, lower, field, {}, f, random, 1e-5);
        }
      }
    }
  }
}

TEST(SpatialTerrain, BoxRestsOnTheRidgeOfARoof) {
  const Shape roof = make_heightfield({4, 4}, {{-1, 0, -1}, {-1, 0, -1}});
  const Shape box = make_box({2, 1, 0.5});
  Pose<3> p;
  p.position[2] = 0.25 - 1e-7;
  const auto points = contacts(box, p, roof, {}, 1e-2);
  ASSERT_EQ(points.size(), 2U);  // where the ridge enters and leaves below the box
  for (const auto& c : points) {
    EXPECT_NEAR(c.gap, -1e-7, 1e-15);
    EXPECT_NEAR(std::abs(c.on_first[1]), 0.5, 1e-15);
  }
}

TEST(SpatialTerrain, MeshIsOneSidedAndMustBeOrientedAlike) {
  const std::string cube =
      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
      "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  const Shape mesh = mesh_of(cube);
  EXPECT_TRUE(is_closed(std::get<Mesh>(mesh)));
  const auto mass = mass_properties_of(mesh);
  ASSERT_TRUE(mass);
  EXPECT_NEAR(mass->volume, 1, 1e-15);
  EXPECT_NEAR((mass->centre - Vec3(0.5, 0.5, 0.5)).norm(), 0, 1e-15);
  EXPECT_NEAR((mass->inertia - Mat3::Identity() / 6).norm(), 0, 1e-15);

  const Shape box = make_box({1, 1, 1});
  Random random{std::mt19937(24)};
  const Shape ball = make_sphere(0.2);
  for (int k = 0; k < 200; ++k) {
    Pose<3> p = random.pose(1.2);
    Pose<3> q;
    q.position = {0.5, 0.5, 0.5};
    p.position += q.position;
    const double gap = smallest_gap(ball, p, box, q, 3);
    if (gap > -0.19) {
      EXPECT_NEAR(smallest_gap(ball, p, mesh, {}, 3), gap, 2e-15);
    }
  }
  std::string twisted = cube;
  twisted.replace(twisted.find("f 4 3 2 1"), 9, "f 1 2 3 4");
  EXPECT_THROW((void)mesh_of(twisted), ModelError);
  EXPECT_FALSE(is_closed(std::get<Mesh>(mesh_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"))));
}

}  // namespace
}  // namespace saltus::spatial::test_spatial_terrain
