// SPDX-License-Identifier: Apache-2.0
// Bodies with shapes against closed forms, and against the same mechanism written as formulas.
#include <cmath>

#include <Eigen/Geometry>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_shapes {
namespace {

using Eigen::Vector3d;

const std::string block = R"#(
[parameters]
l = 1.5
L = 1.0
[simulation]
scheme = "moreau-jean"
step = 1e-2
end = 2.0
[world]
gravity = [0, -9.81]
[[body]]
name = "block"
type = "planar"
mass = 1.0
inertia = "(l^2+L^2)/12"
position = [0, 1]
angle = 0.2
shapes = [ { type = "box", size = ["L", "l"] } ]
[[body]]
name = "ground"
fixed = true
shapes = [ { type = "plane", normal = [0, 1] } ]
[[contact]]
between = ["block", "ground"]
restitution = 0.5
friction = 0.0
)#";

class RockingBlock : public testing::TestWithParam<const char*> {};

TEST_P(RockingBlock, AsAPlanarBodyMovesAsItsFormulasDoTo1e9) {
  const std::vector<std::string> with{fmt::format("simulation.scheme={}", GetParam()),
                                      "simulation.scheme_options={}", "simulation.step=1e-2",
                                      "simulation.end=2"};
  const test::Run shapes = test::run_text(block, with);
  const test::Run formulas = test::run_example("rocking_block", with);
  ASSERT_FALSE(shapes.outcome.failure);
  ASSERT_EQ(shapes.samples.size(), formulas.samples.size());
  for (std::size_t i = 0; i < shapes.samples.size(); ++i) {
    EXPECT_LT((shapes.samples[i].state.q - formulas.samples[i].state.q).norm(), 1e-9) << i;
    EXPECT_LT((shapes.samples[i].state.v - formulas.samples[i].state.v).norm(), 1e-9) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, RockingBlock,
                         testing::Values("moreau-jean", "direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"));

/// A ball on a plane, with gravity and start of choice.
std::string ball(const Vector3d& gravity, const Vector3d& v, const std::string& shape, double mu) {
  return fmt::format(R"#(
[simulation]
scheme = "combined-projection"
step = 1e-3
end = 1
[world]
gravity = [{:.17g}, {:.17g}, {:.17g}]
[[body]]
name = "b"
type = "rigid"
mass = 2
inertia = [0.008, 0.008, 0.008]
position = [0, 0, 0.1]
velocity = [{:.17g}, {:.17g}, {:.17g}]
shapes = [{}]
[[body]]
name = "ground"
fixed = true
shapes = [{{ type = "plane", normal = [0, 0, 1] }}]
[[contact]]
between = ["b", "ground"]
restitution = 0.0
friction = {}
)#",
                     gravity[0], gravity[1], gravity[2], v[0], v[1], v[2], shape, mu);
}

const std::string sphere = "{ type = \"sphere\", radius = 0.1 }";
const std::string cube = "{ type = \"box\", size = [0.2, 0.2, 0.2] }";

TEST(SlidingSphere, RollsWithFiveSeventhsOfItsSpeedAfterTwoSeventhsOfVOverMuG) {
  const double v0 = 2, mu = 0.2, g = 9.81;
  const Vector3d v = v0 * Vector3d(0.6, 0.8, 0);
  const test::Run run = test::run_text(ball({0, 0, -g}, v, sphere, mu));
  ASSERT_FALSE(run.outcome.failure);
  const double t_roll = 2 * v0 / (7 * mu * g);
  for (const Sample& s : run.samples) {
    const double t = s.state.t;
    const double speed = t < t_roll ? v0 - mu * g * t : 5.0 / 7 * v0;
    if (std::abs(t - t_roll) < 2e-3) continue;  // the step with the change
    EXPECT_NEAR(s.state.v.head<3>().norm(), speed, 1e-9) << t;
    EXPECT_NEAR(s.state.v[0] * 0.8, s.state.v[1] * 0.6, 1e-12);
  }
}

TEST(SlidingBlock, StopsAfterTheSameWayInEveryDirection) {
  const double v0 = 1, mu = 0.3, g = 9.81;
  const double exact = v0 * v0 / (2 * mu * g);
  std::vector<double> ways;
  for (const double angle : {0.0, 0.3, 0.785398163397448}) {
    const Vector3d v = v0 * Vector3d(std::cos(angle), std::sin(angle), 0);
    const test::Run run = test::run_text(ball({0, 0, -g}, v, cube, mu), {"simulation.step=2e-3"});
    ASSERT_FALSE(run.outcome.failure);
    ways.push_back(run.samples.back().state.q.head<2>().norm());
    EXPECT_NEAR(ways.back(), exact, 2e-3 * v0);
  }
  EXPECT_NEAR(ways[0], ways[1], 1e-9);
  EXPECT_NEAR(ways[0], ways[2], 1e-9);
}

TEST(BlockOnAnIncline, SticksBelowTheAngleOfFrictionAndElseHasTheExactAcceleration) {
  const double mu = 0.4, g = 9.81;
  for (const double share : {0.95, 1.05}) {
    const double alpha = std::atan(share * mu);
    const test::Run run =
        test::run_text(ball({g * std::sin(alpha), 0, -g * std::cos(alpha)}, {0, 0, 0}, cube, mu),
                       {"simulation.step=2e-3", "simulation.end=2"});
    ASSERT_FALSE(run.outcome.failure);
    const State& x = run.samples.back().state;
    if (share < 1) {
      EXPECT_LE(x.q.head<2>().norm(), 1e-12);
    } else {
      EXPECT_NEAR(x.v[0], 2 * g * (std::sin(alpha) - mu * std::cos(alpha)), 2e-9);
    }
  }
}

TEST(Collision, OfFreeBodiesKeepsMomentumToRoundOffAndAngularMomentumWithTheStep) {
  const std::string text = R"#(
[simulation]
scheme = "moreau-jean"
step = 1e-3
end = 1
[world]
gravity = "none"
[[body]]
name = "a"
type = "rigid"
density = 1000
position = [0, 0, 0]
velocity = [1, 0.2, 0.1]
angular_velocity = [1, 2, 3]
shapes = [{ type = "sphere", radius = 0.1 }]
groups = ["all"]
[[body]]
name = "b"
type = "rigid"
density = 500
position = [0.4, 0.15, 0]
velocity = [-0.3, 0, 0]
shapes = [{ type = "sphere", radius = 0.15 }]
groups = ["all"]
[[contact]]
between = ["all", "all"]
restitution = 0.7
friction = 0.3
)#";
  const double m_a = 1000 * 4.0 / 3 * M_PI * 1e-3, m_b = 500 * 4.0 / 3 * M_PI * 3.375e-3;
  const double J_a = 0.4 * m_a * 0.01, J_b = 0.4 * m_b * 0.0225;
  const auto momentum = [&](const State& x) {
    return Vector3d(m_a * x.v.segment<3>(0) + m_b * x.v.segment<3>(6));
  };
  const auto spin = [&](const State& x) {
    const Eigen::Quaterniond a(x.q[3], x.q[4], x.q[5], x.q[6]);
    const Eigen::Quaterniond b(x.q[10], x.q[11], x.q[12], x.q[13]);
    const Vector3d x_a = x.q.segment<3>(0), x_b = x.q.segment<3>(7);
    const Vector3d v_a = x.v.segment<3>(0), v_b = x.v.segment<3>(6);
    return Vector3d(m_a * x_a.cross(v_a) + m_b * x_b.cross(v_b) + J_a * (a * x.v.segment<3>(3)) +
                    J_b * (b * x.v.segment<3>(9)));
  };
  std::vector<double> drift;  // of the angular momentum
  for (const double h : {1e-3, 1e-4}) {
    const test::Run run = test::run_text(text, {test::set("simulation.step", h)});
    ASSERT_FALSE(run.outcome.failure);
    EXPECT_EQ(run.outcome.certificate.impacts, 1);
    const State& first = run.samples.front().state;
    const State& last = run.samples.back().state;
    EXPECT_LT((momentum(last) - momentum(first)).norm(), 1e-14 * momentum(first).norm());
    EXPECT_GT((last.v - first.v).norm(), 0.1);
    drift.push_back((spin(last) - spin(first)).norm() / spin(first).norm());
  }
  EXPECT_LT(drift[0], 1e-3);
  EXPECT_LT(drift[1], 0.2 * drift[0] + 1e-13);
}

/// The largest distance of the crank's angle from that of the planar formulas, up to 0.05 s.
double crank_error(double h, const std::string& scheme) {
  const std::vector<std::string> with{fmt::format("simulation.scheme={}", scheme),
                                      test::set("simulation.step", h), "simulation.end=0.05",
                                      "output={every=0.001}"};
  const test::Run space = test::run_example("slider_crank_3d", with);
  std::vector<std::string> finely = with;
  finely[1] = test::set("simulation.step", 1e-6);
  const test::Run plane = test::run_example("slider_crank", finely);
  EXPECT_FALSE(space.outcome.failure);
  EXPECT_LT(space.outcome.certificate.max_joint_error, 1e-11);
  double error = 0;
  double out_of_plane = 0;
  for (std::size_t i = 0; i < space.samples.size(); ++i) {
    const State& x = space.samples[i].state;
    const double angle = 2 * std::atan2(x.q[6], x.q[3]);
    const double exact = plane.samples[i].state.q[0];
    error = std::max(error, std::abs(std::remainder(angle - exact, 2 * M_PI)));
    for (const Eigen::Index z : {2, 9, 16}) out_of_plane = std::max(out_of_plane, std::abs(x.q[z]));
    for (const Eigen::Index tilt : {4, 5, 11, 12, 18, 19})
      out_of_plane = std::max(out_of_plane, std::abs(x.q[tilt]));
  }
  EXPECT_LT(out_of_plane, 1e-12);
  return error;
}

TEST(SliderCrankInSpace, FollowsThePlanarFormulasAndStaysInThePlane) {
  const double coarse = crank_error(1e-4, "combined-projection");
  const double fine = crank_error(1e-5, "combined-projection");
  EXPECT_LT(coarse, 2e-2);
  EXPECT_LT(fine, 2e-3);
  EXPECT_LT(fine, coarse);
}

TEST(SliderCrankInSpace, WithPlayInThePinCompletesTwoRevolutionsWithoutViolation) {
  const test::Run run = test::run_example("slider_crank_3d_play", {"output={every=0.0005}"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.max_penetration, 1e-10);
  EXPECT_LT(run.outcome.certificate.max_joint_error, 1e-10);
  double turned = 0;
  double last = 0;
  for (const Sample& s : run.samples) {
    const double angle = 2 * std::atan2(s.state.q[6], s.state.q[3]);
    turned += std::remainder(angle - last, 2 * M_PI);
    last = angle;
  }
  EXPECT_GT(turned, 4 * M_PI);
}

TEST(FourBar, WithPlayInEveryJointHasNoViolation) {
  const test::Run run = test::run_example("four_bar", {"simulation.end=0.3"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LT(run.outcome.certificate.max_penetration, 1e-10);
  EXPECT_GT(run.outcome.certificate.impacts, 5);
}

TEST(NewtonsCradle, PassesTheSpeedOfTheFirstBallToTheLast) {
  const test::Run run = test::run_example("newtons_cradle", {"simulation.end=0.3"});
  ASSERT_FALSE(run.outcome.failure);
  const State& x = run.samples.back().state;
  EXPECT_GT(x.v[8], 0.3);                                 // the last one flies
  EXPECT_LT(x.v.head<8>().norm(), 0.02 * x.v[8] + 0.01);  // the others hang
}

TEST(Shapes, ThatOverlapAtTheStartAreRefusedWithNamesAndAmount) {
  try {
    (void)test::run_text(block, {"body.block.position=[0, 0.5]", "body.block.angle=0"});
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("contact 'block|ground#1' is violated at the start: gap -0.25 m"),
              std::string::npos)
        << text;
  }
}

TEST(Shapes, ThatCannotMeetAreNamed) {
  std::string text = block;
  text.replace(text.find("{ type = \"box\", size = [\"L\", \"l\"] }"), 36,
               "{ type = \"plane\", normal = [0, -1] }");
  try {
    (void)test::run_text(text);
    FAIL() << "was accepted";
  } catch (const ModelError& error) {
    EXPECT_NE(
        std::string(error.what())
            .find("there is no contact between the shapes 'plane' (of body 'block') and 'plane'"),
        std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace saltus::test_shapes
