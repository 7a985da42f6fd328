// SPDX-License-Identifier: Apache-2.0
// What the commands print and write when all is well, and when a run fails.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/places.h"

namespace saltus::test_commands {
namespace {

struct Commands : Program {};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(Commands, RunWritesTheSummaryAndPrintsATableOfEightyColumns) {
  write_ball();
  const Answer answer = saltus("run ball.toml");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  for (const char* word : {"scheme", "steps", "penetration", "law residual", "energy", "impacts",
                           "solver", "per step", "results/ball"}) {
    EXPECT_NE(answer.out.find(word), std::string::npos) << word;
  }
  std::istringstream text(answer.out);
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 80U) << line;
  const auto summary = nlohmann::json::parse(read("results/ball/summary.json"));
  EXPECT_EQ(summary.at("status"), "ok");
  EXPECT_EQ(summary.at("steps"), 100);
  EXPECT_FALSE(exists("results/ball/states.csv"));
}

TEST_F(Commands, RunQuietPrintsNothing) {
  write_ball();
  const Answer answer = saltus("run ball.toml -o deep/er --csv --quiet");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out + answer.err, "");
  for (const char* name : {"states", "contacts", "constraints", "energy"}) {
    EXPECT_TRUE(exists("deep/er/" + std::string(name) + ".csv")) << name;
  }
  EXPECT_EQ(lines(read("deep/er/states.csv")), 102U);
}

TEST_F(Commands, OptionsReplaceTheFilesValues) {
  write_ball();
  const Answer answer = saltus(
      "run --set parameters.ag=9 ball.toml --step 5e-3 --end 1/2 --set "
      "simulation.scheme_options={} "
      "--scheme moreau-jean-explicit -o out");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("steps"), 100);
  EXPECT_EQ(summary.at("step"), 5e-3);
  EXPECT_EQ(summary.at("scheme"), "moreau-jean-explicit");
}

TEST_F(Commands, OptionsOfTheCommandLineWinOverSet) {
  write_ball();
  const Answer answer = saltus("check ball.toml --step 0.5 --set simulation.step=0.25");
  EXPECT_NE(answer.out.find("in 2 steps of 0.5 s"), std::string::npos) << answer.out;
}

TEST_F(Commands, CheckPrintsWhatWasUnderstood) {
  write_ball();
  const Answer answer = saltus("check ball.toml");
  EXPECT_EQ(answer.code, 0);
  for (const char* part :
       {"b: 1 coordinate (q)", "floor: restitution 0.8, friction 0", "moreau-jean\n", "theta",
        "newton_tolerance", "auto\n", "0 to 1 s in 100 steps of 0.01 s"}) {
    EXPECT_NE(answer.out.find(part), std::string::npos) << part << "\nis not in\n" << answer.out;
  }
  EXPECT_FALSE(exists("results"));
}

TEST_F(Commands, ListPrintsOneLineEach) {
  for (const char* what :
       {"schemes", "solvers", "bodies", "joints", "forces", "laws", "shapes", "examples"}) {
    const Answer answer = saltus("list " + std::string(what));
    EXPECT_EQ(answer.code, 0);
    EXPECT_GE(lines(answer.out), 1U) << what;
  }
  EXPECT_NE(saltus("list schemes").out.find("moreau-jean-dissipative"), std::string::npos);
  EXPECT_NE(saltus("list solvers").out.find("auto"), std::string::npos);
}

TEST_F(Commands, EveryListedSchemeRuns) {
  write_ball("scheme_options = { theta = 0.5, gamma = 0.5 }\n", "");
  std::istringstream list(saltus("list schemes").out);
  int count = 0;
  for (std::string line; std::getline(list, line); ++count) {
    const std::string name = line.substr(0, line.find(' '));
    EXPECT_EQ(saltus("run ball.toml -o out --scheme " + name).code, 0) << name;
  }
  EXPECT_GE(count, 3);
}

TEST_F(Commands, EveryBundledExampleIsItsFileAndChecks) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() + "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    ++files;
    const std::string name = entry.path().stem();
    ASSERT_EQ(saltus("new " + name).code, 0) << name;
    EXPECT_EQ(saltus("check " + name + ".toml").code, 0) << name;
    const Answer same = saltus("check " + entry.path().string());
    EXPECT_EQ(same.out, saltus("check " + name + ".toml").out);
  }
  EXPECT_EQ(lines(saltus("list examples").out), files);
}

TEST_F(Commands, NewNeverOverwrites) {
  write("mine.toml", "precious");
  expect_refusal(saltus("new bouncing_ball -o mine.toml"), {"mine.toml: is there already"});
  EXPECT_EQ(read("mine.toml"), "precious");
}

TEST_F(Commands, HelpAndVersionSucceed) {
  EXPECT_EQ(saltus("--version").code, 0);
  EXPECT_TRUE(saltus("--version").out.starts_with("saltus "));
  for (const char* command : {"--help", "run --help", "check --help", "compare --help",
                              "converge --help", "list --help", "new --help"}) {
    const Answer answer = saltus(command);
    EXPECT_EQ(answer.code, 0) << command;
    EXPECT_NE(answer.out.find("Usage"), std::string::npos) << command;
  }
}

TEST_F(Commands, FailedRunExitsWithOneAndKeepsWhatWasComputed) {
  // the ball falls to q = 0.2 at t = 0.4 s, where the root has no value any more
  write_ball("ag*q\"", "ag*q\"\nforce = { q = \"1e-9*sqrt(q - 0.2)\" }");
  const Answer answer = saltus("run ball.toml -o out --csv --quiet");
  EXPECT_EQ(answer.code, 1);
  EXPECT_EQ(answer.out, "");
  for (const char* part : {"t = 0.", "b.q", "not finite", "to try"}) {
    EXPECT_NE(answer.err.find(part), std::string::npos) << part << "\nis not in\n" << answer.err;
  }
  const auto summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("status"), "failed");
  EXPECT_NEAR(summary.at("failure").at("last_state").at("t").get<double>(), 0.4, 0.02);
  for (const char* name : {"states", "contacts", "constraints", "energy"}) {
    const std::string text = read("out/" + std::string(name) + ".csv");
    EXPECT_EQ(text.find("nan"), std::string::npos) << name;
    EXPECT_EQ(text.find("inf"), std::string::npos) << name;
  }
  EXPECT_GE(lines(read("out/states.csv")), 39U);
}

TEST_F(Commands, SummaryOfAnEarlierRunIsNotLeftBehind) {
  write_ball();
  ASSERT_EQ(saltus("run ball.toml -o out --quiet").code, 0);
  const std::string first = read("out/summary.json");
  ASSERT_EQ(saltus("run ball.toml -o out --quiet --end 0.5").code, 0);
  EXPECT_EQ(nlohmann::json::parse(read("out/summary.json")).at("steps"), 50);
}

}  // namespace
}  // namespace saltus::test_commands
