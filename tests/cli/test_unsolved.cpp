// SPDX-License-Identifier: Apache-2.0
// A contact problem that no solver finishes is kept as a file that `saltus solve` takes.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace saltus::test_unsolved {
namespace {

using Unsolved = Program;

/// A floor that rises through a ceiling: at t = 1 nothing can be between them.
constexpr std::string_view press = R"#(
[[contact]]
name = "ceiling"
body = "b"
gap = "2 - q"
restitution = 0.0
friction = 0.0
)#";

TEST_F(Unsolved, ProblemIsWrittenNamedInTheMessageAndInTheSummary) {
  write_ball("gap = \"q\"", "gap = \"q - 2*t\"");
  write("press.toml", read("ball.toml") + std::string(press));
  const Answer run = saltus("run press.toml -o out --end 2 --set contact.floor.restitution=0");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("unsolved.hdf5"), std::string::npos) << run.err;
  ASSERT_TRUE(exists("out/unsolved.hdf5")) << run.err;
  const auto summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("status"), "failed");
  EXPECT_EQ(summary.at("solver").at("unsolved"), "unsolved.hdf5");
  const Answer solve = saltus("solve out/unsolved.hdf5 --json --seconds 2");
  EXPECT_EQ(solve.code, 1) << solve.err;
  EXPECT_EQ(nlohmann::json::parse(solve.out).at("contacts"), 2);
  // A later run that succeeds takes it away.
  ASSERT_EQ(saltus("run ball.toml -o out --end 0.1").code, 0);
  EXPECT_FALSE(exists("out/unsolved.hdf5"));
  EXPECT_TRUE(
      nlohmann::json::parse(read("out/summary.json")).at("solver").at("unsolved").is_null());
}

TEST_F(Unsolved, ProblemWithinNewtonsIterationIsWrittenAndNamedToo) {
  write_ball("gap = \"q\"", "gap = \"q - 2*t\"");
  write("press.toml", read("ball.toml") + std::string(press));
  for (const char* scheme : {"combined-projection", "direct-projection"}) {
    const Answer run = saltus(
        "run press.toml -o out --end 2 --set contact.floor.restitution=0 "
        "--set simulation.solver.name=exact --scheme " +
        std::string(scheme));
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("contact '"), std::string::npos) << scheme << run.err;
    EXPECT_NE(run.err.find("contradict"), std::string::npos) << scheme << run.err;
    EXPECT_TRUE(exists("out/unsolved.hdf5")) << scheme;
    const auto summary = nlohmann::json::parse(read("out/summary.json"));
    EXPECT_EQ(summary.at("solver").at("unsolved"), "unsolved.hdf5") << scheme;
  }
}

}  // namespace
}  // namespace saltus::test_unsolved
