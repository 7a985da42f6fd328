// SPDX-License-Identifier: Apache-2.0
// What holds between the grid points of a run, and runs that come from a file.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/record/csv.h"
#include "saltus/study/states_file.h"
#include "saltus/study/trajectory.h"
#include "support/run_model.h"

namespace saltus::test::test_trajectory {
namespace {

/// Two coordinates: a cubic, and free fall with a jump of 6 within the step from 1.0 to 1.1.
Trajectory cubic_and_jump() {
  Trajectory x = flat_trajectory(2);
  for (int k = 0; k <= 20; ++k) {
    const double t = 0.1 * k;
    const bool before = k <= 10;
    x.t.push_back(t);
    for (const double q : {t * t * t - t, before ? -t : 4 * t}) x.q.push_back(q);
    for (const double v : {3 * t * t - 1, before ? -2 - 0.1 * t : 4 - 0.1 * t}) x.v.push_back(v);
  }
  return x;
}

TEST(Interpolation, OfPositionsIsExactForCubicsAndOfVelocitiesLinear) {
  const Trajectory x = cubic_and_jump();
  Vec q, v;
  for (const double t : {0.013, 0.77, 1.049, 1.999}) {
    interpolate(x, t, q, v);
    EXPECT_NEAR(q[0], t * t * t - t, 1e-15);
    EXPECT_NEAR(v[0], 3 * t * t - 1, 3 * 0.1 * 0.1 / 4 + 1e-12);  // |v''| h²/8
  }
}

TEST(Interpolation, OfAJumpTakesTheNearerEndAndNoValueBetween) {
  const Trajectory x = cubic_and_jump();
  Vec q, v;
  interpolate(x, 1.049, q, v);
  EXPECT_EQ(v[1], -2.1);
  EXPECT_NEAR(q[1], -1 + 0.49 * (4 * 1.1 + 1), 1e-12);
  interpolate(x, 1.051, q, v);
  EXPECT_EQ(v[1], x.v_at(11)[1]);
  interpolate(x, 0.95, q, v);  // the step before the jump is smooth
  EXPECT_NEAR(v[1], -2.095, 1e-12);
}

TEST(Interpolation, OnTheGridGivesTheGridsValuesAlsoForTimesOffByRoundOff) {
  const Trajectory x = cubic_and_jump();
  Vec q, v;
  for (const double off : {-1e-12, 0.0, 1e-12}) {
    interpolate(x, x.t[11] + off, q, v);
    EXPECT_EQ(v, Vec(x.v_at(11)));
    EXPECT_EQ(q, Vec(x.q_at(11)));
    interpolate(x, x.t[20] + off, q, v);
    EXPECT_EQ(q, Vec(x.q_at(20)));
  }
}

TEST(Interpolation, OfTwoStatesAtOneTimeGivesTheOneAfterTheImpactThereAndNoJumpBesideIt) {
  // falls with −2, bounces at 0.5 to 1 in a step of no length, and flies on; steps of all sizes
  Trajectory x = flat_trajectory(1);
  x.t = {0, 0.3, 0.5, 0.5, 0.6, 1};
  x.q = {1, 0.4, 0, 0, 0.1, 0.5};
  x.v = {-2, -2, -2, 1, 1, 1};
  Vec q, v;
  for (const double off : {-1e-12, 0.0, 1e-12}) {
    interpolate(x, 0.5 + off, q, v);
    EXPECT_EQ(v[0], 1) << off;
    EXPECT_EQ(q[0], 0) << off;
  }
  for (const double t : {0.31, 0.4, 0.499}) {
    interpolate(x, t, q, v);
    EXPECT_EQ(v[0], -2) << t;
    EXPECT_NEAR(q[0], 1 - 2 * t, 1e-15) << t;
  }
  for (const double t : {0.501, 0.55, 0.9}) {
    interpolate(x, t, q, v);
    EXPECT_EQ(v[0], 1) << t;
    EXPECT_NEAR(q[0], t - 0.5, 1e-15) << t;
  }
}

TEST(Interpolation, OfAnImpactAtOnceStartsAfterIt) {
  Trajectory x = flat_trajectory(1);
  x.t = {0, 0, 1};
  x.q = {0, 0, 1};
  x.v = {-2, 1, 1};
  Vec q, v;
  interpolate(x, 0, q, v);
  EXPECT_EQ(v[0], 1);
}

class StatesFile : public testing::Test {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() /
             ("saltus_states_" + std::to_string(getpid()) +
              testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder);
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string write(const std::string& text) const {
    std::ofstream(folder / "states.csv", std::ios::binary) << text;
    return (folder / "states.csv").string();
  }
  void expect_read_back(const test::Run& run, double end) const {
    {
      CsvRecorder recorder(folder, run.model, {});
      for (const Sample& sample : run.samples) recorder.record(sample);
      recorder.finish();
    }
    const Trajectory x = read_states((folder / "states.csv").string(), run.model, end);
    ASSERT_EQ(x.size(), run.samples.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_EQ(x.t[i], run.samples[i].state.t);
      EXPECT_EQ(Vec(x.q_at(i)), run.samples[i].state.q);
      EXPECT_EQ(Vec(x.v_at(i)), run.samples[i].state.v);
    }
  }
  std::filesystem::path folder;
};

TEST_F(StatesFile, ReadBackIsTheRunBitForBit) {
  expect_read_back(run_example("slider_crank", {"simulation.end=1e-3"}), 1e-3);
}

TEST_F(StatesFile, ReadBackIsTheRunAlsoWhereForcesCoupleBodiesThatAreNotNeighbours) {
  std::string text = "[simulation]\nstep = 1e-3\nend = 1e-2\n[world]\ngravity = [0, -10]\n";
  for (const char* place :
       {"\"a\"\nposition = [1, 2]", "\"between\"\nposition = [3, 4]", "\"b\"\nposition = [5, 6]"})
    text += std::string("[[body]]\ntype = \"point\"\nmass = 1\nname = ") + place + "\n";
  text += "[[force]]\ntype = \"spring\"\nbetween = [\"a\", \"b\"]\nstiffness = 9\nlength = 0\n";
  expect_read_back(run_text(text), 1e-2);
}

TEST_F(StatesFile, HasItsColumnsInAnyOrderAmongOthers) {
  const Model model = run_example("bouncing_ball", {"simulation.end=2e-3"}).model;
  const std::string path = write("note,ball.y_dot,t,ball.y\r\nx,-1,0,3\r\ny,-2,0.5,2.5\r\n");
  const Trajectory x = read_states(path, model, 0.5);
  EXPECT_EQ(x.t, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(x.q, (std::vector<double>{3, 2.5}));
  EXPECT_EQ(x.v, (std::vector<double>{-1, -2}));
}

TEST_F(StatesFile, MayHoldTwoStatesAtOneTime) {
  const Model model = run_example("bouncing_ball", {"simulation.end=2e-3"}).model;
  const std::string path = write("t,ball.y,ball.y_dot\n0,0.2,-1\n0,0.2,0.8\n0.5,0.6,0.8\n");
  const Trajectory x = read_states(path, model, 0.5);
  EXPECT_EQ(x.t, (std::vector<double>{0, 0, 0.5}));
  EXPECT_EQ(x.v, (std::vector<double>{-1, 0.8, 0.8}));
}

TEST_F(StatesFile, IsRefusedWithLineOrColumn) {
  const Model model = run_example("bouncing_ball", {"simulation.end=2e-3"}).model;
  const auto says = [&](const std::string& text, std::string_view part) {
    const std::string path = write(text);
    const std::string answer = message([&] { (void)read_states(path, model, 1); });
    EXPECT_TRUE(holds(answer, part)) << part << ": " << answer;
  };
  const std::string header = "t,ball.y,ball.y_dot\n";
  says("t,ball.y\n0,1\n1,1\n", "has no column 'ball.y_dot'");
  says("", "cannot be read");
  says(header + "0,1,0\n0.5,nan,0\n", ":3: 'nan' is no finite number");
  says(header + "0,1,0\n0.5,1\n", ":3: too few columns");
  says(header + "0,1,0\n0.5,1e,0\n", ":3: '1e' is no finite number");
  says(header + "0,1,0\n0.5,1,0\n0.4,1,0\n", ":4: the times decrease");
  says(header + "0,1,0\n0.5,1,0\n", "the study needs 0 to 1 s");
  says(header, "the study needs 0 to 1 s");
  EXPECT_TRUE(holds(message([&] { (void)read_states("no/such", model, 1); }), "no/such"));
}

}  // namespace
}  // namespace saltus::test::test_trajectory
