// SPDX-License-Identifier: Apache-2.0
// Runs that are killed, interrupted or come to their end go on, and are one run, to the last bit.
#include <chrono>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/recorded_run.h"
#include "support/places.h"

namespace saltus::test_resume {
namespace {

struct Resume : RecordedRun {
  /// kill −9 after so many ms, again and again: opens, goes on, is the same.
  void expect_survives(const std::string& model, int moments) const {
    const auto start = std::chrono::steady_clock::now();
    run(model + " -o whole");
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    std::mt19937 random(7);  // NOLINT: the same moments in every test, as far as time goes
    std::uniform_real_distribution<double> part(0.02, 1.0);
    for (int i = 0; i < moments; ++i) {
      SCOPED_TRACE(i);
      std::filesystem::remove_all(folder / "part");
      const double seconds = part(random) * whole.count();
      disturb("run " + model + " -o part", "sleep " + std::to_string(seconds) + "; kill -9 \\$p");
      if (!exists("part/results.h5")) continue;  // it was not even created
      const std::uint64_t rows = open("part").table_size("time").rows;
      EXPECT_EQ(open("part").table_size("contacts/start").rows, rows + 1);
      EXPECT_EQ(open("part").table_rows("time", Hdf5File::Element::float64, 0, rows),
                open("whole").table_rows("time", Hdf5File::Element::float64, 0, rows));
      run(model + " -o part --resume");
      expect_same("whole", "part");
    }
  }
};

TEST_F(Resume, AfterKillNineAtTenMomentsGivesTheSameBitsInEveryDataset) {
  expect_survives(crank + " --step 1e-6", 10);
}

TEST_F(Resume, AfterKillNineOfGeneralizedAlpha) {
  expect_survives(crank + " --scheme generalized-alpha --step 4e-6", 3);
}

TEST_F(Resume, AfterKillNineOfAdaptive) {
  expect_survives(crank +
                      " --scheme adaptive --step 1e-3 --set "
                      "simulation.scheme_options.max_step=1e-6 --end 0.05",
                  3);
}

TEST_F(Resume, AfterKillNineOfAPile) {
  expect_survives("'" + test::source_dir() +
                      "/examples/sphere_pile.toml' --quiet --set parameters.n=4 "
                      "--set output.every=2e-3 --end 0.4",
                  3);
}

TEST_F(Resume, OfARunThatIsDoneGoesOnToALaterEnd) {
  // 0.0333337 is no multiple of the step: that run's last step is shorter, and must go
  run(crank + " --step 1e-6 -o whole");
  run(crank + " --step 1e-6 -o part --end 0.0333337");
  run(crank + " --step 1e-6 -o part --resume");
  expect_same("whole", "part");
  run(crank + " --step 1e-6 -o part --resume");  // nothing to do: the same again
  expect_same("whole", "part");
}

TEST_F(Resume, ThatEndsBeforeItHasComeAsFarAgainLeavesWhatWasThere) {
  run(crank + " --step 1e-5 -o out --end 0.1");  // too short for a checkpoint: recorded anew
  const auto rows = open("out").table_size("time").rows;
  const std::string summary = read("out/summary.json");
  const std::string resume = "run " + crank + " --step 1e-5 -o out --end 100 --resume";
  std::uint64_t seen = 0;
  for (const char* signal : {"KILL", "INT", "KILL", "INT", "KILL"}) {
    // SIGINT is lost on a program in the background that does not listen yet
    const int code = disturb(resume, std::string("sleep 0.008; while kill -") + signal +
                                         " \\$p; do sleep 0.02; done 2>/dev/null");
    EXPECT_NE(code, 0);
    const Hdf5File file = open("out");
    EXPECT_GE(file.table_size("time").rows, std::max(seen, rows)) << signal;
    seen = file.table_size("time").rows;
    if (seen == rows) {
      EXPECT_EQ(read("out/summary.json"), summary) << signal;
    }
  }
  run(crank + " --step 1e-5 -o whole --end 2");
  run(crank + " --step 1e-5 -o out --end 2 --resume");
  expect_same("whole", "out");
}

TEST_F(Resume, IsRefusedWhereAFileOfShapesHasChanged) {
  const std::string floor = "v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n";
  write("floor.obj", floor);
  write("drop.toml", R"(
[simulation]
scheme = "moreau-jean"
step = 1e-2
end = 0.1
[world]
gravity = [0, 0, -9.81]
[[body]]
name = "floor"
fixed = true
shapes = [{ type = "mesh", file = "floor.obj" }]
[[body]]
name = "ball"
type = "rigid"
density = 1
position = [0, 0, 1]
shapes = [{ type = "sphere", radius = 0.1 }]
[[contact]]
between = ["ball", "floor"]
restitution = 0
friction = 0
)");
  run("drop.toml -o out --quiet");
  write("floor.obj", "v -9 -9 -1\nv 9 -9 -1\nv 0 9 -1\nf 1 2 3\n");
  expect_refusal(saltus("run drop.toml -o out --end 1 --resume"),
                 {"out/results.h5", "files of its shapes have been changed", "floor.obj "});
  write("floor.obj", floor);
  run("drop.toml -o out --end 1 --resume --quiet");
}

TEST_F(Resume, WritesTheCsvFilesOfTheWholeRun) {
  run(crank + " --step 5e-6 -o whole --csv");
  run(crank + " --step 5e-6 -o part --end 0.11");
  run(crank + " --step 5e-6 -o part --resume --csv");
  for (const char* file : {"states.csv", "contacts.csv", "constraints.csv", "energy.csv"})
    EXPECT_TRUE(read(std::string("whole/") + file) == read(std::string("part/") + file)) << file;
}

TEST_F(Resume, LosesNoCsvFileThatItCannotWriteAgain) {
  const std::string model = crank + " --step 1e-4 --set 'output.record=[\"energy\"]' -o out";
  run(model + " --end 0.1 --csv");
  const std::string states = read("out/states.csv");
  expect_refusal(saltus("run " + model + " --resume --csv"), {"the recording has no states"});
  EXPECT_EQ(read("out/states.csv"), states);
  run(model + " --resume");
  EXPECT_EQ(read("out/states.csv"), states);
}

TEST_F(Resume, IsRefusedWhereThereIsNothingToGoOnFrom) {
  write_ball();
  expect_refusal(saltus("run ball.toml -o out --resume"),
                 {"out/results.h5", "no recording to resume"});
  expect_refusal(saltus("run ball.toml -o out --resume --set 'output.record=[]'"),
                 {"records nothing"});
}

TEST_F(Resume, IsRefusedForAnotherModelAndLeavesTheRecordingAlone) {
  run(crank + " --step 1e-6 -o out");
  const std::string before = read("out/results.h5");
  const std::string summary = read("out/summary.json");
  expect_refusal(saltus("run " + crank + " --step 2e-6 -o out --resume"),
                 {"another model", "only --end may differ", "step = 1e-06", "step = 2e-06"});
  expect_refusal(saltus("run " + crank + " --step 1e-6 --set parameters.mu=0.02 -o out --resume"),
                 {"mu = 0.01", "mu = 0.02"});
  expect_refusal(saltus("run " + crank + " --step 1e-6 --set output.every=1e-3 -o out --resume"),
                 {"recorded: nothing", "now:      [output] every = 0.001"});
  const std::string solver = " --set simulation.solver.tolerance=1e-9";
  expect_refusal(saltus("run " + crank + " --step 1e-6" + solver + " -o out --resume"),
                 {"recorded: nothing", "now:      [simulation] solver = { tolerance = 1e-09 }"});
  EXPECT_TRUE(read("out/results.h5") == before);
  expect_refusal(saltus("run " + crank + " --step 1e-6 --end 0.01 -o out --resume"),
                 {"goes to t = 0.2 s already", "--end 0.2 or later"});
  EXPECT_EQ(read("out/summary.json"), summary);
  run(crank + " --step 1e-6 -o whole");
  expect_same("whole", "out");
}

TEST_F(Resume, OfWhatIsNoRecordingIsRefused) {
  write_ball();
  std::filesystem::create_directories(folder / "out");
  write("out/results.h5", "no HDF5 file");
  expect_refusal(saltus("run ball.toml -o out --resume"), {"out/results.h5"});
  run("ball.toml -o good --quiet");
  const std::string bytes = read("good/results.h5");
  write("out/results.h5", bytes.substr(0, bytes.size() / 2));
  expect_refusal(saltus("run ball.toml -o out --resume"), {"out/results.h5"});
}

TEST_F(Resume, ByCtrlCInterruptedRunKeepsEverythingSaysSoAndGoesOn) {
  const std::string model = crank + " --step 1e-6";
  run(model + " -o whole");
  for (const char* signal : {"INT", "TERM"}) {
    const int code =
        disturb("run " + model + " -o part", std::string("sleep 0.4; kill -") + signal + " \\$p");
    EXPECT_EQ(code, 130) << read("stderr.txt");
    const auto summary = nlohmann::json::parse(read("part/summary.json"));
    EXPECT_EQ(summary.at("status"), "interrupted");
    EXPECT_EQ(open("part").text_attribute("status"), "interrupted");
    EXPECT_EQ(open("part").table_size("time").rows,
              static_cast<std::uint64_t>(summary.at("steps")) + 1);
    EXPECT_LT(summary.at("end_time"), 0.2);
    run(model + " -o part --resume");
    expect_same("whole", "part");
  }
}

TEST_F(Resume, ProgressIsALineNowAndThenWhereItIsAskedFor) {
  const std::string model = "run '" + test::source_dir() + "/examples/slider_crank.toml' -o out";
  EXPECT_EQ(saltus(model).err, "");
  const Answer told = saltus(model + " --step 1e-7 --end 0.15 --progress");
  EXPECT_NE(told.err.find("steps/s"), std::string::npos) << told.err;
  EXPECT_EQ(told.err.find('\x1b'), std::string::npos);
}

TEST_F(Resume, RecordChoosesWhatIsRecordedAndAWrongWordIsExplained) {
  write_ball();
  run("ball.toml --quiet -o out --set 'output.record=[\"states\",\"energy\"]'");
  EXPECT_TRUE(open("out").has("energy/total"));
  EXPECT_FALSE(open("out").has("solver"));
  run("ball.toml --quiet -o out --set 'output.record=[]'");
  EXPECT_FALSE(exists("out/results.h5"));
  expect_refusal(saltus("run ball.toml -o out --set 'output.record=[\"state\"]'"),
                 {"'record' of [output]", "did you mean 'states'?", "constraints"});
}

TEST_F(Resume, ExportMakesTheCsvFilesOfTheRun) {
  run(crank + " --scheme adaptive -o out --csv");
  std::vector<std::string> files{"states.csv", "contacts.csv", "constraints.csv", "energy.csv",
                                 "events.csv"};
  std::vector<std::string> texts;
  for (const std::string& file : files) {
    texts.push_back(read("out/" + file));
    std::filesystem::remove(folder / "out" / file);
  }
  ASSERT_EQ(saltus("export out --csv").code, 0);
  for (std::size_t i = 0; i < files.size(); ++i)
    EXPECT_TRUE(read("out/" + files[i]) == texts[i]) << files[i];
  expect_refusal(saltus("export nowhere --csv"), {"nowhere/results.h5"});
  expect_refusal(saltus("export out"), {"--csv"});
}

}  // namespace
}  // namespace saltus::test_resume
