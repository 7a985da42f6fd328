// SPDX-License-Identifier: Apache-2.0
// A thin disc that lies across a sharp edge: the gap goes on below zero, as the disc's plane does.
#include <cmath>
#include <numbers>

#include "spatial_support.h"

namespace saltus::test_spatial_disc_edges {
namespace {

using namespace saltus::spatial;

/// Edge up along y, at the origin.
struct Ridge {
  Shape box = make_box({0.2, 0.6, 0.2});
  Pose<3> pose{Vec3(0, 0, -0.1 * std::numbers::sqrt2),
               Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()).toRotationMatrix()};
};

/// Its top is at 0.002.
Shape thin_plate() { return make_box({0.4, 0.4, 0.004}); }

Shape thin_plate_of_triangles() {
  std::vector<Vec3> corners;
  for (const double z : {-0.002, 0.002}) {
    for (const auto& [x, y] : {std::pair(-0.2, -0.2), {0.2, -0.2}, {0.2, 0.2}, {-0.2, 0.2}})
      corners.emplace_back(x, y, z);
  }
  Mesh mesh;
  mesh.terrain = make_terrain(corners, {{4, 5, 6},
                                        {4, 6, 7},
                                        {2, 1, 0},
                                        {3, 2, 0},  //
                                        {0, 1, 5},
                                        {0, 5, 4},
                                        {1, 2, 6},
                                        {1, 6, 5},  //
                                        {2, 3, 7},
                                        {2, 7, 6},
                                        {3, 0, 4},
                                        {3, 4, 7}});
  return mesh;
}

Pose<3> above_edge(double height, double aside, double tilt, double yaw) {
  const Mat3 turn = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
  return {turn * Vec3(aside, 0.017, 0) + height * Vec3::UnitZ(),
          turn * Eigen::AngleAxisd(yaw, Vec3::UnitZ()).toRotationMatrix()};
}

TEST(SpatialDiscEdges, GapOfADiscAcrossAnEdgeIsThatOfItsPlaneOnBothSidesOfZero) {
  const Ridge ridge;
  for (const auto& axis : {std::vector<double>{0, 0, 1}, std::vector<double>{0, 0, -1}}) {
    const Shape disc = make_disc(0.1, axis);
    for (const double tilt : {-0.4, -0.01, 0.0, 0.2}) {
      for (const double aside : {-0.06, 0.0, 0.011, 0.07}) {
        const Vec3 up(std::sin(tilt), 0, std::cos(tilt));
        for (const double height : {5e-3, 1e-6, 0.0, -1e-12, -1e-6, -5e-3}) {
          const Pose<3> pose = above_edge(height, aside, tilt, 0.3);
          const auto points = contacts(disc, pose, ridge.box, ridge.pose, 1e-2);
          ASSERT_EQ(points.size(), 2) << tilt << " " << aside << " " << height;
          for (const auto& c : points) {
            EXPECT_NEAR(c.gap, height * std::cos(tilt), 1e-15);
            EXPECT_LT((c.normal - up).norm(), 1e-12);
          }
          const double offset = aside - height * std::sin(tilt);  // of the edge, in the plane
          const double chord = 2 * std::sqrt(0.01 - offset * offset);
          EXPECT_NEAR((points[0].on_second - points[1].on_second).norm(), chord, 1e-12);
        }
      }
    }
  }
}

TEST(SpatialDiscEdges, ADiscBesideAnEdgeOrOnAThinPlateIsApart) {
  const Shape disc = make_disc(0.1);
  Random random{std::mt19937(11)};
  for (const Shape& plate : {thin_plate(), thin_plate_of_triangles()}) {
    for (int k = 0; k < 200; ++k) {
      const Mat3 turn = Eigen::AngleAxisd(random(-3, 3), Vec3::UnitZ()).toRotationMatrix();
      const double across = random(-0.1, 0.1);
      const double height = random(1e-4, 2e-3);
      // beside, below its upper and above its lower edges
      const Pose<3> beside{Vec3(0.3 + height / 10, across, random(-0.002, 0.002)), turn};
      EXPECT_NEAR(smallest_gap(disc, beside, plate, {}, 0.01), height / 10, 1e-15) << k;
      // over its border, and below it
      for (const double sign : {1.0, -1.0}) {
        const Pose<3> over{Vec3(0.2 + across, across, sign * (0.002 + height)), turn};
        EXPECT_NEAR(smallest_gap(disc, over, plate, {}, 0.01), height, 1e-15) << k;
      }
    }
  }
}

TEST(SpatialDiscEdges, APlateThatLeansOnALargeDiscIsHeldByItsLowestEdgeOnly) {
  const Shape disc = make_disc(3);
  const Shape plate = thin_plate();
  for (const double tilt : {1e-3, 0.02, 0.3}) {
    const Mat3 turn = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
    const double half = 0.2 * std::sin(tilt) + 0.002 * std::cos(tilt);  // of its height
    for (const double x : {0.0, 2.95, 3.1}) {  // over the rim its lowest edge comes first
      const Pose<3> pose{Vec3(-x, 0, half), turn};
      EXPECT_GT(smallest_gap(plate, pose, disc, {}, 0.1), -1e-15) << tilt << " " << x;
    }
  }
}

/// Its lower end is below the edge by less than a tenth of the radius: no contact of a rim.
TEST(SpatialDiscEdges, ACylinderThatLeansOnAnEdgeMeetsItWithItsSideOnly) {
  const Shape cylinder = make_cylinder(0.0625, 0.125);
  const Shape box = make_box({1, 1, 1});
  const Pose<3> at_box{Vec3(0.5, 0, -0.5), Mat3::Identity()};  // an edge along y at the origin
  for (const double tilt : {0.1, 0.5, 0.785, 1.0, 1.4}) {
    const Mat3 turn = Eigen::AngleAxisd(tilt, Vec3::UnitY()).toRotationMatrix();
    for (const double gap : {1e-4, 0.0, -1e-6}) {
      const Vec3 centre = (0.0625 + gap) * -turn.col(0) + (0.0625 - 0.005) * turn.col(2);
      EXPECT_NEAR(smallest_gap(cylinder, {centre, turn}, box, at_box, 1e-3), gap, 1e-15) << tilt;
    }
  }
}

}  // namespace
}  // namespace saltus::test_spatial_disc_edges
