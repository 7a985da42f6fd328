// SPDX-License-Identifier: Apache-2.0
// CSV files have the contract's columns, every state, and digits that give the numbers back
// exactly.
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "saltus/record/csv.h"
#include "support/run_model.h"

namespace saltus::test::test_csv {
namespace {

class Csv : public testing::Test {
 protected:
  Csv()
      : folder_(std::filesystem::temp_directory_path() /
                ("saltus_csv_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~Csv() override { std::filesystem::remove_all(folder_); }
  Csv(const Csv&) = delete;
  Csv& operator=(const Csv&) = delete;
  Csv(Csv&&) = delete;
  Csv& operator=(Csv&&) = delete;

  void record(const Model& model, const std::vector<Sample>& samples) {
    CsvRecorder recorder(folder_, model, {});
    for (const Sample& s : samples) recorder.record(s);
    recorder.finish();
  }

  std::string bytes(const std::string& name) {
    std::ifstream file(folder_ / name, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  /// Rows of cells, where no cell is quoted.
  std::vector<std::vector<std::string>> table(const std::string& name) {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(bytes(name));
    for (std::string line; std::getline(text, line);) {
      std::vector<std::string> cells;
      std::istringstream row(line);
      for (std::string cell; std::getline(row, cell, ',');) cells.push_back(cell);
      rows.push_back(cells);
    }
    return rows;
  }

  std::filesystem::path folder_;
};

double number(const std::string& cell) { return std::strtod(cell.c_str(), nullptr); }

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

TEST_F(Csv, HasTheContractsHeaders) {
  const auto run = run_example("bouncing_pendulum", {"simulation.end=0.01"});
  record(run.model, run.samples);
  EXPECT_EQ(
      first_line(bytes("states.csv")),
      "t,pendulum.x,pendulum.y,pendulum.theta,pendulum.x_dot,pendulum.y_dot,pendulum.theta_dot");
  EXPECT_EQ(first_line(bytes("contacts.csv")),
            "t,contact,gap,un,ut1,ut2,pn,pt1,pt2,status,fn,ft1,ft2");
  EXPECT_EQ(first_line(bytes("constraints.csv")),
            "t,joint,row,position_error,velocity_error,impulse,force");
  EXPECT_EQ(first_line(bytes("energy.csv")),
            "t,kinetic,potential,total,work_external,work_damping,work_contact,balance");
}

TEST_F(Csv, GivesBackEveryNumberExactly) {
  const auto run = run_example("bouncing_pendulum", {"simulation.end=0.6"});
  record(run.model, run.samples);
  const auto states = table("states.csv");
  const auto contacts = table("contacts.csv");
  const auto constraints = table("constraints.csv");
  const auto energies = table("energy.csv");
  ASSERT_EQ(states.size(), run.samples.size() + 1);
  ASSERT_EQ(contacts.size(), run.samples.size() + 1);         // one contact, open or not
  ASSERT_EQ(constraints.size(), 2 * run.samples.size() + 1);  // two equations
  ASSERT_EQ(energies.size(), run.samples.size() + 1);
  for (std::size_t k = 0; k < run.samples.size(); ++k) {
    const Sample& s = run.samples[k];
    const auto& state = states[k + 1];
    ASSERT_EQ(state.size(), 7U);
    ASSERT_EQ(number(state[0]), s.state.t);
    for (Eigen::Index i = 0; i < 3; ++i) {
      ASSERT_EQ(number(state[static_cast<std::size_t>(i) + 1]), s.state.q[i]);
      ASSERT_EQ(number(state[static_cast<std::size_t>(i) + 4]), s.state.v[i]);
    }
    const auto& contact = contacts[k + 1];
    ASSERT_EQ(contact.size(), 13U);
    ASSERT_EQ(contact[1], "obstacle");
    ASSERT_EQ(number(contact[2]), s.contacts[0].gap);
    ASSERT_EQ(number(contact[3]), s.contacts[0].un);
    ASSERT_EQ(number(contact[6]), s.contacts[0].pn);
    ASSERT_EQ(contact[9], to_string(s.contacts[0].status));
    for (std::size_t row = 0; row < 2; ++row) {
      const auto& joint = constraints[2 * k + row + 1];
      ASSERT_EQ(joint.size(), 7U);
      ASSERT_EQ(joint[1], "rod");
      ASSERT_EQ(joint[2], std::to_string(row));
      ASSERT_EQ(number(joint[3]), s.joints[row].position_error);
      ASSERT_EQ(number(joint[4]), s.joints[row].velocity_error);
      ASSERT_EQ(number(joint[5]), s.joints[row].impulse);
      ASSERT_NEAR(number(joint[6]) * 1e-3, s.joints[row].impulse, 1e-15);  // force · h
    }
    const auto& energy = energies[k + 1];
    ASSERT_EQ(energy.size(), 8U);
    ASSERT_EQ(number(energy[1]), s.energy.kinetic);
    ASSERT_EQ(number(energy[3]), s.energy.total);
    ASSERT_EQ(number(energy[6]), s.energy.work_contact);
    ASSERT_EQ(number(energy[7]), s.energy.balance);
  }
}

TEST_F(Csv, GivesTheMultipliersOfTheSchemeTheirColumns) {
  auto run = run_example("bouncing_pendulum", {"simulation.end=0.002"});
  State& x = run.samples.back().state;
  x.lambda_joint[1] = 7;
  x.tau_joint[1] = 8;
  x.tau_normal[0] = 9;
  CsvRecorder recorder(folder_, run.model, {.position = "nu", .smooth = true});
  recorder.record(run.samples.back());
  recorder.finish();
  const auto contacts = table("contacts.csv");
  const auto constraints = table("constraints.csv");
  EXPECT_EQ(contacts[0].back(), "nu");
  EXPECT_EQ(number(contacts[1].back()), 9);
  ASSERT_EQ(constraints[0].size(), 9U);
  EXPECT_EQ(constraints[0][6], "force");
  EXPECT_EQ(constraints[0][7], "lambda");
  EXPECT_EQ(constraints[0][8], "nu");
  EXPECT_NEAR(number(constraints[2][6]), x.p_joint[1] / 1e-3 + 7, 1e-12);
  EXPECT_EQ(number(constraints[2][7]), 7);
  EXPECT_EQ(number(constraints[2][8]), 8);
}

TEST_F(Csv, PrintsSeventeenSignificantDigits) {
  auto run = run_example("bouncing_ball", {"simulation.end=0.002"});
  run.samples.resize(1);
  run.samples[0].state.t = 0.1;
  run.samples[0].state.q[0] = 1.0 / 3;
  run.samples[0].state.v[0] = -2e-7 / 3;
  record(run.model, run.samples);
  EXPECT_EQ(bytes("states.csv"),
            "t,ball.y,ball.y_dot\n0.10000000000000001,0.33333333333333331,"
            "-6.6666666666666668e-08\n");
}

TEST_F(Csv, HasTangentialColumnsAndStatusWordsOfFriction) {
  const auto run = run_example("slider_crank", {"simulation.step=1e-4", "simulation.end=5e-3"});
  record(run.model, run.samples);
  const auto rows = table("contacts.csv");
  ASSERT_EQ(rows.size(), 4 * run.samples.size() + 1);
  int sliding = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const ContactSample& c = run.samples[(i - 1) / 4].contacts[(i - 1) % 4];
    ASSERT_EQ(number(rows[i][4]), c.ut);
    ASSERT_EQ(number(rows[i][7]), c.pt);
    ASSERT_EQ(number(rows[i][5]) + number(rows[i][8]), 0);  // planar
    if (rows[i][9] == "sliding") {
      ++sliding;
      EXPECT_NEAR(std::abs(c.pt), 0.01 * c.pn, 1e-9 * c.pn);
      EXPECT_LE(c.pt * c.ut, 0);
    }
  }
  EXPECT_GT(sliding, 0);
}

// Files quote nothing: what would break a row does not get past the reader.
TEST_F(Csv, NeedsNoQuotesBecauseNamesThatBreakARowAreRefused) {
  for (const char* name : {"left, upper", "left\\nupper", "the \\\"upper\\\""}) {
    const std::string text = "contact.obstacle.name=\"" + std::string(name) + "\"";
    EXPECT_THROW((void)run_example("bouncing_pendulum", {"simulation.end=0.001", text}), ModelError)
        << text;
  }
}

TEST_F(Csv, IsTheSameBytesForTheSameRun) {
  std::vector<std::string> first;
  for (int time = 0; time < 2; ++time) {
    const auto run = run_example("rocking_block");
    record(run.model, run.samples);
    std::vector<std::string> now;
    for (const char* name : {"states.csv", "contacts.csv", "constraints.csv", "energy.csv"})
      now.push_back(bytes(name));
    if (time == 0) first = now;
    EXPECT_EQ(now, first);
  }
}

TEST_F(Csv, HoldsWhatWasRecordedBeforeAFailure) {
  const auto run = run_example("bouncing_ball",
                               {"simulation.end=1", "body.ball.force={y=\"0.001*sqrt(0.5 - t)\"}"});
  ASSERT_TRUE(run.outcome.failure);
  CsvRecorder recorder(folder_, run.model, {});
  const std::array<Recorder*, 1> recorders{&recorder};
  const Outcome outcome = simulate(run.model, run.simulation, recorders);
  const auto rows = table("states.csv");
  ASSERT_EQ(rows.size(), static_cast<std::size_t>(outcome.certificate.steps) + 2);
  EXPECT_EQ(number(rows.back()[0]), outcome.last.t);
  EXPECT_EQ(number(rows.back()[1]), outcome.last.q[0]);
  for (const char* name : {"states.csv", "contacts.csv", "energy.csv"}) {
    EXPECT_EQ(bytes(name).find("nan"), std::string::npos) << name;
    EXPECT_EQ(bytes(name).find("inf"), std::string::npos) << name;
  }
}

TEST_F(Csv, WritesEventsWhereItIsToldThatThereWillBeSome) {
  const auto run = run_example("bouncing_ball", {"simulation.end=0.002"});
  const Event impact{.t = 1.0 / 3,
                     .kind = EventKind::impact,
                     .contact = 0,
                     .un_before = -4,
                     .un_after = 3.2,
                     .ut_before = 0,
                     .ut_after = 0,
                     .pn = 7.2,
                     .pt = 0};
  CsvRecorder recorder(folder_, run.model, {}, true);
  recorder.note(impact);
  recorder.note({.t = 0.5, .kind = EventKind::fallback});
  recorder.finish();
  EXPECT_EQ(bytes("events.csv"),
            "t,event,contact,un_before,un_after,ut_before,ut_after,pn,pt\n"
            "0.33333333333333331,impact,ground,-4,3.2000000000000002,0,0,7.2000000000000002,0\n"
            "0.5,fallback,,0,0,0,0,0,0\n");
}

TEST_F(Csv, WritesNoEventsWhereThereAreNone) {
  record(run_example("bouncing_ball", {"simulation.end=0.002"}).model, {});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "events.csv"));
}

TEST_F(Csv, ThrowsWhereTheFolderIsNotThere) {
  const auto run = run_example("bouncing_ball", {"simulation.end=0.002"});
  EXPECT_THROW(CsvRecorder(folder_ / "missing", run.model, {}), FileError);
}

}  // namespace
}  // namespace saltus::test::test_csv
