// SPDX-License-Identifier: Apache-2.0
// Reading, mass, bounds and the list of the shapes in space.
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "saltus/shapes/triangle_files.h"
#include "shapes/spatial_support.h"

namespace saltus::spatial::test_spatial_shapes {
namespace {

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

Value number(double x) { return {Number{x, false}, {}}; }
Value numbers(const std::vector<double>& list) {
  Array a;
  for (const double x : list) a.push_back(number(x));
  return {a, {}};
}
Value table(std::vector<std::pair<std::string, Value>> entries) {
  Table t;
  for (auto& [key, value] : entries) t.push_back({key, {}, value});
  return {t, {"model.toml", 3, 1}};
}

TEST(SpatialShapes, AreReadByTheirFieldsAndRefusedWithAReason) {
  const ReadContext context;
  const auto read_as = [&](const std::string& kind, const Value& v) {
    return read_shape(kind, v, context, "shape 1", {"position"});
  };
  const Shape box = read_as("box", table({{"type", Value{std::string("box"), {}}},
                                          {"size", numbers({1, 2, 3})},
                                          {"position", numbers({0, 0, 0})}}));
  EXPECT_EQ(kind_of(box), "box");
  EXPECT_EQ(std::get<Box>(box).core.corners.size(), 8U);
  const auto fails = [&](const std::string& kind, const Value& v) {
    return message_of([&] { (void)read_as(kind, v); });
  };
  EXPECT_NE(fails("box", table({{"size", numbers({1, 2})}})).find("needs 3 numbers"),
            std::string::npos);
  EXPECT_NE(
      fails("box", table({{"size", numbers({1, 2, 3})}, {"radius", number(0.5)}})).find("radius"),
      std::string::npos);
  EXPECT_NE(fails("plane", table({{"normal", numbers({0, 0, 0})}})).find("no direction"),
            std::string::npos);
  EXPECT_NE(fails("sphere", table({{"radius", number(-1)}})).find("radius"), std::string::npos);
  EXPECT_NE(fails("spere", table({})).find("did you mean 'sphere'"), std::string::npos);
  EXPECT_NE(fails("polyhedron", table({})).find("either"), std::string::npos);
  EXPECT_NE(fails("mesh", table({{"file", Value{std::string("none.obj"), {}}}})).find("none.obj"),
            std::string::npos);
}

TEST(SpatialShapes, PolyhedronMergesCoplanarTrianglesAndRefusesWhatIsNotConvex) {
  std::vector<std::vector<double>> cube;
  for (int k = 0; k < 8; ++k)
    cube.push_back({k & 1 ? 1.0 : 0.0, k & 2 ? 2.0 : 0.0, k & 4 ? 3.0 : 0.0});
  const Shape s = make_polyhedron(cube);
  EXPECT_EQ(std::get<Polyhedron>(s).core.faces.size(), 6U);
  EXPECT_EQ(std::get<Polyhedron>(s).core.edges.size(), 12U);
  const auto fault = [](const std::vector<std::vector<double>>& v) {
    return message_of([&] { (void)make_polyhedron(v); });
  };
  auto inside = cube;
  inside.push_back({0.5, 0.5, 0.5});
  EXPECT_NE(fault(inside).find("vertex 9"), std::string::npos);
  auto on_face = cube;
  on_face.push_back({0.5, 0.5, 0});
  EXPECT_NE(fault(on_face).find("vertex 9"), std::string::npos);
  EXPECT_NE(fault({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).find("no volume"),
            std::string::npos);
  EXPECT_NE(fault({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}).find("at least 4"), std::string::npos);
  EXPECT_NE(fault({{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), "");
}

TEST(SpatialShapes, HullOfRandomPointsOnASphereIsClosedAndConvex) {
  Random random{std::mt19937(31)};
  for (int k = 0; k < 5; ++k) {
    std::vector<std::vector<double>> points;
    for (int i = 0; i < 60; ++i) {
      const Vec3 x = random.direction();
      points.push_back({x[0], x[1], x[2]});
    }
    const Shape s = make_polyhedron(points);
    const Core& core = std::get<Polyhedron>(s).core;
    EXPECT_TRUE(is_closed(core));
    EXPECT_EQ(core.corners.size() + core.faces.size(), core.edges.size() + 2);
    for (const auto& f : core.faces) {
      for (const auto& c : core.corners) EXPECT_LT(f.normal.dot(c.position) - f.offset, 1e-9);
    }
  }
}

/// Volume, first and second moments by counting points of a fine grid.
MassProperties<3> counted(const Shape& shape, const Bounds<3>& box, int n) {
  const Shape point = make_point();
  const Vec3 step = (box.upper - box.lower) / n;
  double count = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (int i = 0; i < n * n * n; ++i) {
    const Vec3 k(i % n + 0.5, (i / n) % n + 0.5, i / (n * n) + 0.5);
    const Pose<3> p{box.lower + k.cwiseProduct(step), Mat3::Identity()};
    if (features(point, p, shape, {}, 0).empty()) continue;
    count += 1;
    first += p.position;
    second += p.position * p.position.transpose();
  }
  const double v = step.prod();
  const Vec3 centre = first / count;
  const Mat3 central = v * (second - count * centre * centre.transpose());
  return {v * count, centre, central.trace() * Mat3::Identity() - central};
}

TEST(SpatialShapes, MassPropertiesAgreeWithCountedPoints) {
  const std::vector<std::vector<double>> wedge{{0, 0, 0},   {1, 0, 0},   {1, 0.8, 0},
                                               {0, 0.8, 0}, {0, 0, 0.5}, {0, 0.8, 0.5}};
  for (const Shape& s :
       {make_sphere(0.4), make_capsule(0.3, 0.8), make_box({1, 0.6, 0.4}),
        make_box({1, 0.8, 0.6}, 0.25), make_cylinder(0.4, 1), make_polyhedron(wedge)}) {
    const auto exact = mass_properties_of(s);
    ASSERT_TRUE(exact);
    const MassProperties<3> m = counted(s, bounds_of(s, {}), 50);
    EXPECT_NEAR(m.volume / exact->volume, 1, 0.02) << kind_of(s);
    EXPECT_LT((m.centre - exact->centre).norm(), 0.01) << kind_of(s);
    EXPECT_LT((m.inertia - exact->inertia).norm() / exact->inertia.norm(), 0.03) << kind_of(s);
  }
  EXPECT_FALSE(mass_properties_of(make_plane({0, 0, 1})));
  EXPECT_FALSE(mass_properties_of(make_disc(1)));
}

TEST(SpatialShapes, BoxRoundedToABallHasItsMass) {
  const auto nearly = mass_properties_of(make_box({1, 1, 1}, 0.5 - 1e-9));
  const auto ball = mass_properties_of(make_sphere(0.5));
  EXPECT_NEAR(nearly->volume, ball->volume, 1e-7);
  EXPECT_LT((nearly->inertia - ball->inertia).norm(), 1e-7);
}

TEST(SpatialShapes, BoundsHoldTheShapeAndTouchIt) {
  Random random{std::mt19937(32)};
  for (const Shape& s :
       {make_sphere(0.4), make_capsule(0.3, 0.8), make_box({1, 0.6, 0.4}),
        make_box({1, 0.8, 0.6}, 0.25), make_cylinder(0.4, 1), make_disc(0.5, {1, 2, 3})}) {
    const Pose<3> p = random.pose();
    const Bounds<3> box = bounds_of(s, p);
    for (int i = 0; i < 3; ++i) {
      for (const double sign : {1.0, -1.0}) {
        std::vector<double> n{0, 0, 0};
        n[static_cast<std::size_t>(i)] = -sign;  // the plane lies just outside
        Pose<3> q;
        q.position[i] = sign > 0 ? box.upper[i] : box.lower[i];
        EXPECT_NEAR(smallest_gap(s, p, make_plane(n), q, 10), 0, 2e-15) << kind_of(s);
      }
    }
  }
}

TEST(SpatialShapes, ListNamesEveryPairInBothOrdersAndRefusesTheRestByName) {
  const std::string text = shapes_text();
  for (const std::string& a : shape_kinds()) EXPECT_NE(text.find("\n" + a), 0U);
  for (const std::string& a : shape_kinds()) {
    for (const std::string& b : shape_kinds()) {
      const Shape first = *shape_of_kind(a);
      const Shape second = *shape_of_kind(b);
      EXPECT_EQ(static_cast<bool>(pair_functions(first, second)),
                static_cast<bool>(pair_functions(second, first)));
      if (a == "sphere" || a == "point") {
        EXPECT_TRUE(pair_functions(first, second)) << b;
      }
    }
  }
  const Shape plane = make_plane({0, 0, 1});
  EXPECT_FALSE(pair_functions(plane, plane));
  EXPECT_NE(no_pair_text(plane, *shape_of_kind("mesh")).find("'plane' and 'mesh'"),
            std::string::npos);
}

TEST(SpatialShapes, FlippedPairNegatesTheNormalAndSwapsThePoints) {
  const Shape ring = make_ring(0.5, 0.1);
  const Shape ball = make_sphere(0.2);
  Pose<3> p;
  p.position = {0.1, 0.05, 3};
  const auto one = contacts(ball, p, ring, {}, 1);
  const auto two = contacts(ring, {}, ball, p, 1);
  ASSERT_EQ(one.size(), 1U);
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(one[0].gap, two[0].gap);
  EXPECT_EQ(one[0].normal, -two[0].normal);
  EXPECT_EQ(one[0].on_first, two[0].on_second);
  EXPECT_EQ(one[0].on_second, two[0].on_first);
}

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles) {
  std::string bytes(80, ' ');
  bytes.replace(0, 5, "solid");  // some writers do
  const auto put = [&](const auto& x) {
    char buffer[sizeof x];
    std::memcpy(buffer, &x, sizeof x);
    bytes.append(buffer, sizeof x);
  };
  put(static_cast<std::uint32_t>(triangles.size()));
  for (const auto& t : triangles) {
    for (int k = 0; k < 3; ++k) put(0.0F);
    for (const float x : t) put(x);
    put(std::uint16_t{0});
  }
  return bytes;
}

TEST(TriangleFiles, ReadObjAndBothKindsOfStl) {
  const Surface obj = parse_obj(
      "# c\nv 0 0 0\r\nv 1 0 0\nv 0 +1 0\nv 0 0 1e0\nf 1/1 2/2/2 3//3\nf -4 -3 -1\n", "a.obj");
  EXPECT_EQ(obj.vertices.size(), 4U);
  EXPECT_EQ(obj.faces, (std::vector<std::vector<int>>{{0, 1, 2}, {0, 1, 3}}));
  const Surface text = parse_stl(
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\nendsolid s\n",
      "a.stl");
  EXPECT_EQ(text.vertices.size(), 3U);
  const Surface binary =
      parse_stl(binary_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 0, 1, 0, 0, 0, 1}}), "b.stl");
  EXPECT_EQ(binary.vertices.size(), 4U);
  EXPECT_EQ(binary.faces.size(), 2U);
}

TEST(TriangleFiles, RefuseWhatIsBrokenWithTheLine) {
  const auto obj = [](const std::string& text) {
    return message_of([&] { (void)parse_obj(text, "a.obj"); });
  };
  EXPECT_NE(obj("v 0 0 0\nv 1 nan 0\n").find("a.obj:2"), std::string::npos);
  EXPECT_NE(obj("v 0 0\n").find("a.obj:1"), std::string::npos);
  EXPECT_NE(obj("v 0 0 0\nf 1 2 3\n").find("no vertex 2"), std::string::npos);
  EXPECT_NE(obj("v 0 0 0\nf 0 1 1\n").find("no vertex 0"), std::string::npos);
  EXPECT_NE(obj("v 0 0 0\nf 1 x 1\n").find("a.obj:2"), std::string::npos);
  EXPECT_NE(obj("").find("no faces"), std::string::npos);
  const auto stl = [](const std::string& text) {
    return message_of([&] { (void)parse_stl(text, "a.stl"); });
  };
  std::string whole = binary_stl({{0, 0, 0, 1, 0, 0, 0, 1, 0}});
  EXPECT_NE(stl(whole.substr(0, whole.size() - 7)).find("cut off"), std::string::npos);
  EXPECT_NE(stl(binary_stl({{0, 0, NAN, 1, 0, 0, 0, 1, 0}})).find("not finite"), std::string::npos);
  EXPECT_NE(stl("solid s\nfacet\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n").find("ends before"),
            std::string::npos);
  EXPECT_NE(stl("x").find("too short"), std::string::npos);
  EXPECT_NE(message_of([] { (void)read_surface("missing.stl"); }).find("missing.stl"),
            std::string::npos);
  EXPECT_NE(message_of([] { (void)read_surface("a.ply"); }).find(".obj and .stl"),
            std::string::npos);
}

}  // namespace
}  // namespace saltus::spatial::test_spatial_shapes
