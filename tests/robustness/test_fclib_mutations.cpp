// SPDX-License-Identifier: Apache-2.0
// Thousands of truncated and overwritten problem files: each is read or refused with a message.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "saltus/problems/fclib.h"
#include "saltus/problems/reduce.h"
#include "support/fclib_problems.h"
#include "support/places.h"

namespace saltus::test_fclib_mutations {
namespace {

namespace fs = std::filesystem;

struct SpoiltFiles : testing::Test {
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder =
        fs::temp_directory_path() / ("saltus_spoilt_" + std::to_string(getpid()) + test->name());
    fs::create_directories(folder);
    write_fclib(path("local.hdf5"), FclibProblem(two_contacts()));
    write_fclib(path("global.hdf5"),
                FclibProblem(random_bodies(random, {.contacts = 5, .equalities = 2})));
    for (const char* name : {"local.hdf5", "global.hdf5"}) {
      std::ostringstream bytes;
      bytes << std::ifstream(path(name), std::ios::binary).rdbuf();
      originals.push_back(bytes.str());
    }
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string path(const std::string& name) const { return (folder / name).string(); }

  std::size_t below(std::size_t n) { return random() % n; }

  /// p.hdf5: one of the originals, cut off or with some bytes overwritten.
  void write_spoilt() {
    std::string bytes = originals[below(originals.size())];
    if (below(6) == 0) {
      bytes.resize(below(bytes.size()));
    } else {
      const std::size_t changes = std::size_t{1} << below(5);
      for (std::size_t k = 0; k < changes; ++k) {
        constexpr char likely[] = {0, 1, -1, 127};
        bytes[below(bytes.size())] =
            below(2) == 0 ? likely[below(4)] : static_cast<char>(below(256));
      }
    }
    std::ofstream(path("p.hdf5"), std::ios::binary) << bytes;
  }

  fs::path folder;
  std::mt19937 random{1};
  std::vector<std::string> originals;
};

TEST_F(SpoiltFiles, AreReadOrRefusedWithTheirName) {
  int refused = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    write_spoilt();
    try {
      const FrictionProblem problem = reduce(read_fclib(path("p.hdf5")));
      ASSERT_EQ(problem.b.size(), problem.contacts() * static_cast<std::size_t>(problem.dim()));
    } catch (const FileError& error) {
      ++refused;
      ASSERT_TRUE(std::string(error.what()).starts_with(path("p.hdf5"))) << error.what();
    }
  }
  EXPECT_GT(refused, 300);
  EXPECT_LT(refused, 1500);
}

TEST_F(SpoiltFiles, LeaveTheProgramWithOneOfItsExitCodes) {
  for (int trial = 0; trial < 150; ++trial) {
    write_spoilt();
    const std::string command = "cd '" + folder.string() + "' && timeout 60 '" + test::program() +
                                "' solve p.hdf5 -o s.hdf5 --seconds 1 >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(WIFEXITED(status));
    ASSERT_LE(WEXITSTATUS(status), 2) << "trial " << trial;
  }
}

}  // namespace
}  // namespace saltus::test_fclib_mutations
