// SPDX-License-Identifier: Apache-2.0
// Gaps, tangents and joint equations with gradients and rates, against finite differences.
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/contact/rows.h"
#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"

namespace saltus::test_rows {
namespace {

Model three_bodies() {
  return compile(read_model(parse_toml(R"toml(
[simulation]
step = 1
end = 1
[world]
gravity = "none"
[[body]]
name = "a"
type = "formula"
coordinates = ["x", "y"]
kinetic = "x_dot^2 + y_dot^2"
initial = { x = 0, y = 0 }
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "x_dot^2"
initial = { x = 0 }
[[body]]
name = "c"
type = "formula"
coordinates = ["r", "s", "x"]
kinetic = "r_dot^2 + s_dot^2 + x_dot^2"
initial = { r = 0, s = 0, x = 0 }
[[joint]]
name = "own"
type = "formula"
body = "c"
equations = ["sin(r*s) - x", "r^2 + a.y*t"]
[[joint]]
name = "pair"
type = "formula"
equations = ["a.x*b.x - exp(0.1*c.s)"]
[[contact]]
name = "first"
body = "a"
gap = "2 + sqrt(4 + x^2 + (y - sin(t))^2) - b.x"
tangent = "atan2(y, 3 + x) + 0.2*t*c.r"
restitution = 0.5
friction = 0.1
[[contact]]
name = "second"
gap = "a.y + 3 - b.x^2*t"
restitution = 0
friction = 0
)toml",
                                       "test.toml"),
                            "test"));
}

/// The same functions by hand, in the order of joint rows, then gap and tangent of each contact.
double by_hand(std::size_t function, double t, const Vec& q) {
  const double ax = q[0];
  const double ay = q[1];
  const double bx = q[2];
  const double r = q[3];
  const double s = q[4];
  const double cx = q[5];
  switch (function) {
    case 0:
      return std::sin(r * s) - cx;
    case 1:
      return r * r + ay * t;
    case 2:
      return ax * bx - std::exp(0.1 * s);
    case 3:
      return 2 + std::sqrt(4 + ax * ax + std::pow(ay - std::sin(t), 2)) - bx;
    case 4:
      return std::atan2(ay, 3 + ax) + 0.2 * t * r;
    default:
      return ay + 3 - bx * bx * t;
  }
}

std::vector<std::int32_t> function_ids(const Model& model) {
  std::vector<std::int32_t> ids = model.joint_functions;
  for (const Contact& c : model.contacts) {
    ids.push_back(c.gap);
    if (c.tangent >= 0) ids.push_back(c.tangent);
  }
  return ids;
}

double difference(const std::function<double(double)>& f) {
  constexpr double h = 1e-3;
  return (f(-2 * h) - 8 * f(-h) + 8 * f(h) - f(2 * h)) / (12 * h);
}

TEST(Rows, HaveTheValuesGradientsAndRatesOfFunctionsOverSeveralBodies) {
  const Model model = three_bodies();
  const std::vector<std::int32_t> ids = function_ids(model);
  ASSERT_EQ(ids.size(), 6U);
  RowWork work = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  std::mt19937 random(5);
  std::uniform_real_distribution number(-1.0, 1.0);
  for (int sample = 0; sample < 20; ++sample) {
    const double t = number(random);
    const Vec q = Vec::NullaryExpr(6, [&] { return number(random); });
    evaluate(model, t, q, work, rows);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const FunctionPlace& place = model.functions[static_cast<std::size_t>(ids[i])];
      EXPECT_NEAR(rows.value(place), by_hand(i, t, q), 1e-14);
      EXPECT_NEAR(rows.rate(place), difference([&](double s) { return by_hand(i, t + s, q); }),
                  1e-10);
      // a row over all coordinates: zero where the function's group has no such body
      for (Eigen::Index j = 0; j < 6; ++j) {
        const Vec e = Vec::Unit(6, j);
        const double entry = velocity(model, rows, ids[i], e) - rows.rate(place);
        EXPECT_NEAR(entry, difference([&](double s) { return by_hand(i, t, q + s * e); }), 1e-9)
            << i << " " << j;
      }
    }
  }
}

TEST(Rows, VelocityIsTheRateAlongTheMotion) {
  const Model model = three_bodies();
  const std::vector<std::int32_t> ids = function_ids(model);
  RowWork work = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  const double t = 0.4;
  Vec q(6);
  Vec v(6);
  q << 0.3, -0.2, 0.5, 0.7, -0.6, 0.1;
  v << 1.2, -0.7, 0.3, 0.9, 2.0, -1.1;
  evaluate(model, t, q, work, rows);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto along = [&](double s) { return by_hand(i, t + s, q + s * v); };
    EXPECT_NEAR(velocity(model, rows, ids[i], v), difference(along), 1e-9);
  }
}

TEST(Rows, OfGroupsThatAreNotAskedForStayAsTheyWere) {
  const Model model = three_bodies();
  RowWork work = make_row_work(model);
  ConstraintRows rows = make_rows(model);
  evaluate(model, 0, Vec::Zero(6), work, rows);
  const std::vector<double> before = rows.data;
  ASSERT_GE(model.groups.size(), 2U);
  std::vector<std::uint8_t> asked(model.groups.size(), 0);
  asked[1] = 1;
  evaluate(model, 0.7, Vec::Constant(6, 0.3), asked, work, rows);
  int changed = 0;
  for (const FunctionPlace& place : model.functions) {
    const auto at = static_cast<std::size_t>(place.value);
    const bool other = rows.data[at] != before[at];
    EXPECT_TRUE(!other || place.group == 1);
    changed += other ? 1 : 0;
  }
  EXPECT_GT(changed, 0);
}

TEST(Rows, KnowWhichGradientsAreConstantAndWhichFunctionsUseTime) {
  const Model model = three_bodies();
  const auto place = [&](std::int32_t f) { return model.functions[static_cast<std::size_t>(f)]; };
  EXPECT_FALSE(place(model.joint_functions[0]).depends_on_time);
  EXPECT_TRUE(place(model.joint_functions[1]).depends_on_time);
  EXPECT_TRUE(place(model.contacts[1].gap).depends_on_time);
  EXPECT_FALSE(place(model.contacts[0].gap).constant_gradient);
  EXPECT_EQ(model.contacts[1].tangent, -1);
}

TEST(Rows, OfAContactWithATangentStandInOneGroup) {
  const Model model = three_bodies();
  const Contact& c = model.contacts[0];
  EXPECT_EQ(model.functions[static_cast<std::size_t>(c.gap)].group,
            model.functions[static_cast<std::size_t>(c.tangent)].group);
}

}  // namespace
}  // namespace saltus::test_rows
