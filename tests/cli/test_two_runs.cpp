// SPDX-License-Identifier: Apache-2.0
// Two runs and one folder; and what a run says on a terminal.
#include <cstdlib>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/recorded_run.h"
#include "support/places.h"

namespace saltus::test_two_runs {
namespace {

struct TwoRuns : RecordedRun {};

TEST_F(TwoRuns, TheSecondIsRefusedBeforeItTouchesAnythingOfTheFirst) {
  write_ball();
  const std::string second =
      "until grep -q . out/states.csv; do sleep 0.05; done; echo kept >out/motion.glb; "
      "for more in '' '--set output.record=[]' --resume; do '" +
      test::program() +
      "' run ball.toml -o out --quiet \\$more 2>>said.txt; echo code \\$? >>said.txt; done; "
      "ls out >there.txt; kill -INT \\$p";
  const int code = disturb("run " + crank + " --step 1e-6 --end 60 --csv -o out", second);
  EXPECT_EQ(code, 130);
  const std::string said = read("said.txt");
  EXPECT_EQ(said.find("code 0"), std::string::npos) << said;
  EXPECT_NE(said.find("another run is writing it"), std::string::npos) << said;
  for (const char* name : {"results.h5", "states.csv", "motion.glb"})
    EXPECT_NE(read("there.txt").find(name), std::string::npos) << name;
  const auto summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("status"), "interrupted");
  EXPECT_EQ(open("out").table_size("time").rows,
            static_cast<std::uint64_t>(summary.at("steps")) + 1);
  EXPECT_TRUE(exists("out/report.html"));
}

TEST_F(TwoRuns, OneAfterTheOtherLeavesTheEarlierFileToThoseWhoReadIt) {
  write_ball();
  run("ball.toml -o out --quiet");
  const Hdf5File earlier = open("out");
  run("ball.toml -o out --quiet --end 0.1");
  EXPECT_EQ(earlier.table_size("time").rows, 101U);
  EXPECT_EQ(open("out").table_size("time").rows, 11U);
}

/// What a terminal of so many columns is told.
struct Terminal : RecordedRun, testing::WithParamInterface<int> {};

TEST_P(Terminal, ShowsABarThatFitsIntoIt) {
  write("run.sh", "stty cols " + std::to_string(GetParam()) + "\n'" + test::program() + "' run '" +
                      test::source_dir() +
                      "/examples/slider_crank.toml' --step 1e-7 --end 0.05 --no-report -o out\n");
  const std::string command =
      "cd '" + folder.string() + "' && script -qec 'bash run.sh' /dev/null </dev/null >told.txt";
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string told = read("told.txt");
  const std::string clear = "\r\x1b[K";
  std::size_t shown = 0;
  for (std::size_t at = told.find(clear); at != std::string::npos;) {
    const std::size_t begin = at + clear.size();
    at = told.find(clear, begin);
    if (at == std::string::npos) break;
    const std::string line = told.substr(begin, at - begin);
    EXPECT_LT(line.size(), static_cast<std::size_t>(GetParam())) << line;
    EXPECT_NE(line.find('%'), std::string::npos) << line;
    ++shown;
  }
  EXPECT_GT(shown, 0U) << told;
  if (GetParam() >= 80) {
    for (const char* part : {"[", " s ", "steps/s", "contact", "/step", "left"})
      EXPECT_NE(told.find(part), std::string::npos) << part;
  }
  if (GetParam() >= 120) {
    EXPECT_NE(told.find("iterations/step"), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(Columns, Terminal, testing::Values(12, 40, 80, 120));

}  // namespace
}  // namespace saltus::test_two_runs
