// SPDX-License-Identifier: Apache-2.0
// Disks that are full and folders that go away: exit code 1, the reason, and what was written can
// be read.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/recorded_run.h"
#include "support/places.h"

namespace saltus::test_disk {
namespace {

struct Disk : RecordedRun {
  /// In a shell in the test's folder; $saltus is the program. What it says is in said.txt.
  [[nodiscard]] int shell(const std::string& script) const {
    write("script.sh", "saltus='" + test::program() + "'\n" + script);
    const int status = std::system(("bash -o pipefail -c \"cd '" + folder.string() +
                                    "' && bash script.sh 2>&1 | cat >said.txt\"")
                                       .c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  void expect_said(std::initializer_list<std::string_view> parts) const {
    for (const std::string_view part : parts)
      EXPECT_NE(read("said.txt").find(part), std::string::npos) << part << "\nis not in\n"
                                                                << read("said.txt");
  }
  /// The file is whole, and says that the run failed; its samples.
  [[nodiscard]] std::uint64_t failed_samples(const std::string& name) const {
    const Hdf5File file = open(name);
    EXPECT_EQ(file.text_attribute("status"), "failed");
    EXPECT_NE(file.texts("summary").at(0).find("cannot write"), std::string::npos);
    const auto rows = file.table_size("time").rows;
    EXPECT_EQ(file.table_bytes("states/q", 0, rows).size(), 3 * 8 * rows);
    return rows;
  }
};

TEST_F(Disk, ThatIsFullIsAnErrorAndWhatWasWrittenCanBeRead) {
  EXPECT_EQ(shell("ulimit -f 12000; $saltus run " + crank + " --step 1e-6 -o out"), 1);
  expect_said({"the recording: cannot write out/results.h5", "to try: let files grow larger"});
  EXPECT_GT(failed_samples("out"), 1U);
  run(crank + " --step 1e-6 -o whole");
  run(crank + " --step 1e-6 -o out --resume");  // there is room again
  expect_same("whole", "out");
}

TEST_F(Disk, ThatIsFullWhenARunIsResumedLeavesTheRecordingAsItWas) {
  run(crank + " --step 1e-5 -o out --end 0.1");
  const std::string before = read("out/results.h5");
  const std::string summary = read("out/summary.json");
  for (const char* room : {"1000", "2400", "3000"}) {  // kB: none, or for a part
    EXPECT_EQ(shell(std::string("ulimit -f ") + room + "; $saltus run " + crank +
                    " --step 1e-5 -o out --resume"),
              1);
    expect_said({"cannot write out/results.h5"});
    EXPECT_TRUE(read("out/results.h5") == before) << room;
    EXPECT_EQ(read("out/summary.json"), summary);
  }
}

TEST_F(Disk, ThatIsFullAndTakesTheStandardOutputIsAnError) {
  EXPECT_EQ(shell("$saltus list schemes >/dev/full"), 1);
  expect_said({"error: cannot write to standard output: No space left on device"});
}

TEST_F(Disk, ThatIsFullFromTheStartIsAFailureOfTheRunNotOfTheInput) {
  EXPECT_EQ(shell("ulimit -f 0; $saltus run " + crank + " -o out"), 1);
  expect_said({"cannot write out/results.h5", "File too large", "to try: "});
  // room for the head of the recording, and not for its first samples
  EXPECT_EQ(shell("ulimit -f 100; $saltus run " + crank + " -o out"), 1);
  expect_said({"cannot write out/results.h5"});
}

TEST_F(Disk, ThatIsFullLeavesRoomForTheSummary) {
  const std::string mount =
      "unshare -rm bash -c 'mkdir -p disk; mount -t tmpfs -o size=4m none disk";
  if (shell(mount + "'") != 0)
    GTEST_SKIP() << "this system lets no user mount a file system of his own";
  for (const char* step : {"1e-6", "1.1e-6", "1.3e-6", "1.7e-6"}) {  // full at other moments
    SCOPED_TRACE(step);
    std::filesystem::remove_all(folder / "kept");
    EXPECT_EQ(shell(mount + "; $0 run \"$1\" --quiet --step " + step +
                    " -o disk/out; code=$?; cp -r disk/out kept; exit $code' $saltus "
                    "'" +
                    test::source_dir() + "/examples/slider_crank.toml'"),
              1);
    expect_said({"No space left on device", "to try: free some space"});
    EXPECT_GT(failed_samples("kept"), 1U);
    const auto summary = nlohmann::json::parse(read("kept/summary.json"));
    EXPECT_EQ(summary.at("status"), "failed");
    EXPECT_EQ(summary.at("failure").at("where"), "the recording");
  }
}

TEST_F(Disk, ThatIsFullFailsStudiesAndExportsAsWell) {
  run(crank + " -o out");
  EXPECT_EQ(shell("ulimit -f 10; $saltus export out --gltf"), 1);
  expect_said({"cannot write out/motion.glb: File too large", "to try"});
  EXPECT_EQ(shell("ulimit -f 10; $saltus export out --csv"), 1);
  expect_said({"cannot write out/", ".csv: File too large", "to try"});
  write_ball();
  EXPECT_EQ(shell("ulimit -f 10; $saltus compare ball.toml --schemes moreau-jean -o study"), 1);
  expect_said({"cannot write study/report.html", "to try"});
}

TEST_F(Disk, FolderThatIsRemovedIsAnErrorThatSaysSo) {
  const int code = disturb("run " + crank + " --step 1e-7 -o out", "sleep 0.4; rm -rf out");
  EXPECT_EQ(code, 1);
  const std::string said = read("stderr.txt");
  for (const char* part : {"was removed during the run", "to try: leave the folder where it is"})
    EXPECT_NE(said.find(part), std::string::npos) << said;
  EXPECT_EQ(said.find("space"), std::string::npos) << said;
}

TEST_F(Disk, WhatIsRemovedIsNotSaidToBeThere) {
  for (const char* then : {"rm out/results.h5", "rm -rf out; mkdir out", "mv out elsewhere"}) {
    SCOPED_TRACE(then);
    std::filesystem::remove_all(folder / "elsewhere");
    EXPECT_EQ(disturb("run " + crank + " --step 1e-7 -o out", std::string("sleep 0.4; ") + then),
              1);
    const std::string said = read("stderr.txt");
    EXPECT_TRUE(said.starts_with("error: the simulation failed")) << said;
    for (const char* part : {"committed", "no such file", "all results"})
      EXPECT_EQ(said.find(part), std::string::npos) << said;
  }
  EXPECT_NE(read("stderr.txt").find("the folder out is no longer there"), std::string::npos);
}

TEST_F(Disk, CsvFilesThatAreRemovedAreAnError) {
  for (const char* record : {"", " --set output.record=[]"}) {
    const int code = disturb("run " + crank + " --end 20 --step 2e-4 --csv -o out" + record,
                             "sleep 0.3; rm out/states.csv out/contacts.csv; kill -INT \\$p");
    EXPECT_EQ(code, 1);
    const std::string said = read("stderr.txt");
    EXPECT_NE(said.find("cannot write out/states.csv: No such file"), std::string::npos) << said;
  }
}

TEST_F(Disk, ThatIsFullSaysTheCauseFirstAndNamesNoRecordingWhereThereIsNone) {
  EXPECT_EQ(shell("ulimit -f 400; $saltus run " + crank + " --step 1e-6 -o out"), 1);
  expect_said({"cannot write out/results.h5", "cannot write out/report.html"});
  EXPECT_TRUE(read("said.txt").starts_with("error: the simulation failed")) << read("said.txt");
  EXPECT_EQ(shell("ulimit -f 400; $saltus run " + crank +
                  " --step 1e-6 --csv --set 'output.record=[]' -o tables"),
            1);
  expect_said({"cannot write tables/contacts.csv", "written to the CSV files before is in tables"});
}

TEST_F(Disk, RunWithoutARecordingThatIsInterruptedPromisesNoResume) {
  const std::string model = "'" + test::source_dir() + "/examples/slider_crank.toml'";
  const std::string stop = "sleep 0.4; kill -INT \\$p";
  EXPECT_EQ(disturb("run " + model + " --step 1e-7 -o out --set output.record=[]", stop), 130);
  EXPECT_NE(read("stderr.txt").find("nothing is recorded"), std::string::npos);
  EXPECT_EQ(disturb("run " + model + " --step 1e-7 -o out", stop), 130);
  EXPECT_NE(read("stderr.txt").find("--resume goes on"), std::string::npos);
}

TEST_F(Disk, FolderThatIsReadOnlyIsRefusedBeforeTheRun) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  std::filesystem::create_directories(folder / "out");
  std::filesystem::permissions(
      folder / "out", std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  expect_refusal(saltus("run " + crank + " -o out"), {"out: cannot be written to"});
}

}  // namespace
}  // namespace saltus::test_disk
