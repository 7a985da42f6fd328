// SPDX-License-Identifier: Apache-2.0
// How large a report becomes at most.
#include <array>
#include <random>
#include <string>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "saltus/io/read_model.h"
#include "saltus/io/toml.h"
#include "saltus/model/compile.h"
#include "saltus/record/report.h"

namespace saltus::test_report_size {
namespace {

const std::string balls = R"(
[simulation]
scheme = "moreau-jean-explicit"
step = 1e-3
end = 4.2
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "plane", normal = [0, 0, 1] }]
[[body]]
name = "ball"
type = "rigid"
repeat = { i = [0, 49], j = [0, 99] }
mass = 1
inertia = [1, 1, 1]
position = ["i", "j", 1]
shapes = [{ type = "sphere", radius = 0.4 }]
groups = ["balls"]
[[contact]]
between = ["balls", "floor"]
restitution = 0
friction = 0.3
)";

/// Flies and spins with velocities that change again and again, as those of balls in a heap.
void move(State& x, double h, int steps, std::mt19937& random) {
  std::uniform_real_distribution<double> kick(-1, 1);
  for (Eigen::Index ball = 0; 7 * ball < x.q.size(); ++ball) {
    auto v = x.v.segment<6>(6 * ball);
    for (double& rate : v) rate = 0.95 * rate + 0.5 * kick(random);
    x.q.segment<3>(7 * ball) += h * steps * v.head<3>();
    auto rotation = x.q.segment<4>(7 * ball + 3);
    Eigen::Quaterniond turn(rotation[0], rotation[1], rotation[2], rotation[3]);
    turn = turn * Eigen::AngleAxisd(h * steps * 5, v.tail<3>().normalized());
    turn.normalize();
    rotation << turn.w(), turn.x(), turn.y(), turn.z();
  }
}

TEST(Report, Of5000SpheresIn300FramesAndThousandsOfStepsHasAtMost25Megabytes) {
  const Description description = read_model(parse_toml(balls, "balls.toml"), "balls");
  const Model model = compile(description);
  constexpr int samples = 4200;  // curves have 4000 of them at most
  constexpr int stride = 14;
  constexpr double h = 1e-3;
  ReportRecorder report(description, model, samples, {});
  std::mt19937 random(3);  // NOLINT: the same in every test
  std::normal_distribution<double> normal;
  const auto three = [&] { return std::array{normal(random), normal(random), normal(random)}; };
  Sample sample;
  sample.state = initial_state(model);
  sample.state.h = h;
  for (int i = 0; i < samples; ++i) {
    sample.step = i;
    sample.state.t = i * h;
    sample.contacts.clear();
    if (i % stride == 0) {
      move(sample.state, h, stride, random);
      for (int c = 0; c < 3000; ++c) {
        ContactSample contact;
        contact.name = "balls|floor#" + std::to_string(c);
        contact.gap = normal(random);
        contact.pn = 1;
        contact.status = ContactStatus::sticking;
        contact.point = three();
        contact.impulse = three();
        sample.contacts.push_back(std::move(contact));
      }
    } else {
      // the balls that have curves
      for (Eigen::Index k = 0; k < 42; ++k) sample.state.q[k] += 1e-3 * normal(random);
      for (Eigen::Index k = 0; k < 42; ++k) sample.state.v[k] += 1e-3 * normal(random);
    }
    for (double EnergySample::*part :
         {&EnergySample::kinetic, &EnergySample::potential, &EnergySample::total})
      sample.energy.*part += normal(random);
    report.record(sample);
  }
  ReportHead head;
  head.certificate = "{}";
  const std::string html = report.html(head, "<!-- saltus:data -->");
  const std::size_t shape = html.find("\"shape\":[", html.find("\"frame.t\":"));
  EXPECT_GE(std::stoi(html.substr(shape + 9)), 300);
  constexpr std::size_t page = 900'000;  // viewer/build.mjs asks for it
  EXPECT_LE(html.size() + page, 25'000'000U);
  EXPECT_GE(html.size(), 15'000'000U) << "this is no hard case any more";
}

}  // namespace
}  // namespace saltus::test_report_size
