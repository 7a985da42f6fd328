// SPDX-License-Identifier: Apache-2.0
// What is written is read again, in every storage; what is no problem is refused.
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "saltus/base/error.h"
#include "saltus/base/hdf5_file.h"
#include "saltus/problems/fclib.h"
#include "saltus/problems/reduce.h"
#include "support/fclib_problems.h"
#include "support/hdf5_edit.h"

namespace saltus::test_fclib {
namespace {

namespace fs = std::filesystem;

struct Fclib : testing::Test {
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder =
        fs::temp_directory_path() / ("saltus_fclib_" + std::to_string(getpid()) + test->name());
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  std::string file(const std::string& name = "p.hdf5") const { return (folder / name).string(); }

  std::string refusal(const std::string& name = "p.hdf5") const {
    try {
      (void)read_fclib(file(name));
    } catch (const FileError& error) {
      return error.what();
    }
    return "read";
  }

  fs::path folder;
};

void expect_same(const SparseMatrix& a, const SparseMatrix& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.columns, b.columns);
  EXPECT_EQ(a.start, b.start);
  EXPECT_EQ(a.row, b.row);
  EXPECT_EQ(a.value, b.value);
}

TEST_F(Fclib, GlobalProblemsAreReadAsTheyWereWritten) {
  std::mt19937 random(1);
  const FclibGlobal p = random_bodies(random, {.equalities = 3});
  write_fclib(file(), FclibProblem(p));
  const auto read = std::get<FclibGlobal>(read_fclib(file()));
  EXPECT_EQ(read.dim, 3);
  EXPECT_EQ(read.f, p.f);
  EXPECT_EQ(read.w, p.w);
  EXPECT_EQ(read.b, p.b);
  EXPECT_EQ(read.mu, p.mu);
  expect_same(read.M, p.M);
  expect_same(read.H, p.H);
  expect_same(*read.G, *p.G);
}

TEST_F(Fclib, LocalProblemsWithBilateralPartAreReadAsTheyWereWritten) {
  FclibLocal p = two_contacts();
  p.V = sparse(Mat::Ones(6, 2));
  p.R = sparse(Mat::Identity(2, 2));
  p.s = {1, 2};
  write_fclib(file(), FclibProblem(p));
  const auto read = std::get<FclibLocal>(read_fclib(file()));
  EXPECT_EQ(read.q, p.q);
  EXPECT_EQ(read.mu, p.mu);
  EXPECT_EQ(read.s, p.s);
  expect_same(read.W, p.W);
  expect_same(*read.V, *p.V);
  expect_same(*read.R, *p.R);
}

TEST_F(Fclib, AReducedProblemIsReadAsItWasWritten) {
  std::mt19937 random(2);
  for (const std::int32_t dim : {2, 3}) {
    const FrictionProblem p = reduce(random_bodies(random, {.dim = dim}));
    write_fclib(file(), p);
    const FrictionProblem read = reduce(read_fclib(file()));
    EXPECT_EQ(read.dim(), dim);
    EXPECT_EQ(read.W.start, p.W.start);
    EXPECT_EQ(read.W.column, p.W.column);
    EXPECT_EQ(read.W.value, p.W.value);
    EXPECT_EQ(read.b, p.b);
    EXPECT_EQ(read.mu, p.mu);
  }
}

// The matrix [1 2 0; 0 0 3; 4 0 5] on the diagonal of one contact.
TEST_F(Fclib, TheThreeStoragesGiveTheSameMatrix) {
  const Mat W = (Mat(3, 3) << 1, 2, 0, 0, 0, 3, 4, 0, 5).finished();
  FclibLocal p;
  p.W = sparse(W);
  p.q = {-1, 0, 0};
  p.mu = {0.5};
  write_fclib(file(), FclibProblem(p));
  const auto expect_W = [&] { EXPECT_EQ(dense(std::get<FclibLocal>(read_fclib(file())).W), W); };
  const auto store = [&](int nz, const std::vector<int>& start, const std::vector<int>& index,
                         const std::vector<double>& value) {
    put(file(), "/fclib_local/W/nz", std::vector{nz});
    put(file(), "/fclib_local/W/p", start);
    put(file(), "/fclib_local/W/i", index);
    put(file(), "/fclib_local/W/x", value);
  };
  expect_W();
  store(-1, {0, 2, 3, 5}, {0, 2, 0, 1, 2}, {1, 4, 2, 3, 5});
  expect_W();
  store(-2, {0, 2, 3, 5}, {0, 1, 2, 0, 2}, {1, 2, 3, 4, 5});
  expect_W();
  store(5, {0, 1, 2, 0, 2}, {0, 0, 1, 2, 2}, {1, 2, 3, 4, 5});  // p: columns, i: rows
  expect_W();
  // Unsorted, one entry in two parts, and room for more than there is.
  put(file(), "/fclib_local/W/nzmax", std::vector{9});
  store(6, {2, 0, 2, 1, 0, 0}, {2, 2, 1, 0, 0, 2}, {5, 3, 3, 2, 1, 1, 0, 0, 0});
  expect_W();
}

TEST_F(Fclib, IntegersOfAnyWidthAndSingleNumbersAreRead) {
  write_fclib(file(), FclibProblem(two_contacts()));
  put_wide(file(), "/fclib_local/spacedim", {3});
  EXPECT_EQ(std::get<FclibLocal>(read_fclib(file())).dim, 3);
}

TEST_F(Fclib, RollingFrictionIsRecognisedAndRefused) {
  write_fclib(file(), FclibProblem(two_contacts()));
  link(file(), "/fclib_local", "/fclib_global_rolling");
  erase(file(), "/fclib_local");
  EXPECT_NE(refusal().find("the law of rolling friction does not exist yet"), std::string::npos);
}

TEST_F(Fclib, FilesThatAreNoProblemAreRefused) {
  EXPECT_NE(refusal("absent.hdf5").find("there is no such file"), std::string::npos);
  std::ofstream(folder / "text.hdf5") << "title = \"no HDF5\"\n";
  EXPECT_NE(refusal("text.hdf5").find("is not an HDF5 file"), std::string::npos);
  std::ofstream(folder / "empty.hdf5").close();
  EXPECT_NE(refusal("empty.hdf5").find("is not an HDF5 file"), std::string::npos);
  Hdf5File::create(file("nothing.hdf5")).close();
  EXPECT_NE(refusal("nothing.hdf5").find("holds no problem"), std::string::npos);
  fs::create_directory(folder / "folder");
  EXPECT_NE(refusal("folder").find("is not a file"), std::string::npos);
}

TEST_F(Fclib, ASolutionIsAddedToACopyOfTheProblem) {
  const FclibLocal p = two_contacts();
  write_fclib(file(), FclibProblem(p));
  put_group(file(), "/solution");  // an older one, which goes
  put(file(), "/solution/v", std::vector{1.0});
  put_group(file(), "/guesses");
  put(file(), "/guesses/number_of_guesses", std::vector{0});
  const FclibSolution solution{{1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1}, {}, {7}};
  write_solution(file(), file("s.hdf5"), solution);
  const auto read = std::get<FclibLocal>(read_fclib(file("s.hdf5")));
  EXPECT_EQ(read.q, p.q);
  expect_same(read.W, p.W);
  const Hdf5File s = Hdf5File::open(file("s.hdf5"));
  EXPECT_EQ(s.members("/"), (std::vector<std::string>{"fclib_local", "guesses", "solution"}));
  EXPECT_EQ(s.members("/solution"), (std::vector<std::string>{"l", "r", "u"}));
  EXPECT_EQ(s.numbers("/solution/u"), solution.u);
  EXPECT_EQ(s.numbers("/solution/r"), solution.r);
  EXPECT_EQ(s.numbers("/solution/l"), solution.l);
  EXPECT_FALSE(fs::exists(file("s.hdf5.part")));
}

TEST_F(Fclib, AFileThatCannotBeWrittenLeavesNothing) {
  write_fclib(file(), FclibProblem(two_contacts()));
  EXPECT_THROW(write_solution(file(), file("no_folder/s.hdf5"), {}), FileError);
  EXPECT_THROW(write_fclib(file("no_folder/p.hdf5"), FclibProblem(two_contacts())), FileError);
  fs::create_directory(folder / "taken");
  EXPECT_THROW(write_fclib(file("taken"), FclibProblem(two_contacts())), FileError);
  EXPECT_FALSE(fs::exists(file("taken.part")));
}

TEST_F(Fclib, RightHandSidesWithoutTheirMatricesAreRefusedUnlessTheyAreZero) {
  write_fclib(file(), FclibProblem(two_contacts()));
  put(file(), "/fclib_local/vectors/s", std::vector<double>{0, 0});
  EXPECT_EQ(refusal(), "read");
  put(file(), "/fclib_local/vectors/s", std::vector<double>{0, 2});
  EXPECT_NE(refusal().find("/fclib_local/vectors/s: entry 1 is 2 but V and R are missing"),
            std::string::npos)
      << refusal();
  std::mt19937 random(1);
  write_fclib(file("g.hdf5"), FclibProblem(random_bodies(random, {.equalities = 0})));
  put(file("g.hdf5"), "/fclib_global/vectors/b", std::vector<double>{0});
  EXPECT_EQ(refusal("g.hdf5"), "read");
  put(file("g.hdf5"), "/fclib_global/vectors/b", std::vector<double>{1});
  EXPECT_NE(refusal("g.hdf5").find("/fclib_global/vectors/b: entry 0 is 1 but G is missing"),
            std::string::npos)
      << refusal("g.hdf5");
}

}  // namespace
}  // namespace saltus::test_fclib
