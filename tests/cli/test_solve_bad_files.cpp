// SPDX-License-Identifier: Apache-2.0
// Spoilt problem files: exit code 2, the dataset, and what is expected there.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "support/fclib_problems.h"
#include "support/hdf5_edit.h"

namespace saltus::test_solve_bad_files {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct BadProblem : Program {
  std::string path() const { return (folder / "p.hdf5").string(); }

  /// A good file, spoilt in one place.
  template <class Spoil>
  void refuses(const FclibProblem& good, Spoil&& spoil,
               std::initializer_list<std::string_view> parts) const {
    write_fclib(path(), good);
    spoil(path());
    const Answer answer = saltus("solve p.hdf5 -o s.hdf5");
    expect_refusal(answer, parts);
    EXPECT_FALSE(exists("s.hdf5"));
  }

  template <class Values>
  void refuses(const FclibProblem& good, const std::string& name, const Values& values,
               std::string_view expected) const {
    const std::string place = "p.hdf5: " + name + ": ";
    refuses(good, [&](const std::string& file) { put(file, name, values); }, {place, expected});
  }
};

using Integers = std::vector<int>;
using Numbers = std::vector<double>;

FclibLocal with_bilateral_part() {
  FclibLocal p = two_contacts();
  p.V = sparse(Mat::Ones(6, 2));
  p.R = sparse(Mat::Identity(2, 2));
  p.s = {1, 2};
  return p;
}

FclibGlobal with_equalities() {
  std::mt19937 random(1);
  return random_bodies(random, {.bodies = 2, .contacts = 2, .equalities = 2});
}

TEST_F(BadProblem, MissingDatasetsAreNamed) {
  for (const char* name : {"spacedim", "W", "W/m", "W/n", "W/nz", "W/nzmax", "W/p", "W/i", "W/x",
                           "V", "R", "V/x", "vectors", "vectors/q", "vectors/mu", "vectors/s"}) {
    const std::string member = std::string("/fclib_local/") + name;
    refuses(with_bilateral_part(), [&](const std::string& file) { erase(file, member); },
            {"p.hdf5: " + member, "is missing (expected: "});
  }
  for (const char* name : {"spacedim", "M", "H", "M/p", "H/x", "G/i", "vectors/f", "vectors/w",
                           "vectors/mu", "vectors/b"}) {
    const std::string member = std::string("/fclib_global/") + name;
    refuses(with_equalities(), [&](const std::string& file) { erase(file, member); },
            {"p.hdf5: " + member + ": ", "is missing (expected: "});
  }
}

TEST_F(BadProblem, WrongDimensionsAreNamed) {
  for (const int dim : {-3, 0, 1, 4, 5})
    refuses(two_contacts(), "/fclib_local/spacedim", Integers{dim}, "(expected: 2 or 3)");
  refuses(two_contacts(), "/fclib_local/spacedim", Integers{3, 3}, "(expected: 1)");
}

TEST_F(BadProblem, WrongLengthsAreNamed) {
  const FclibLocal p = with_bilateral_part();
  refuses(p, "/fclib_local/vectors/q", Numbers(7, 0.0), "(expected: a multiple of spacedim, 3)");
  refuses(p, "/fclib_local/vectors/q", Numbers(), "(expected: at least one contact)");
  refuses(p, "/fclib_local/vectors/mu", Numbers(3, 0.5), "has 3 entries (expected: 2");
  refuses(p, "/fclib_local/W/m", Integers{5}, "is 5 (expected: 6, the length of /fclib_local/vec");
  refuses(p, "/fclib_local/W/n", Integers{-6}, "is -6 (expected: 6");
  refuses(p, "/fclib_local/V/n", Integers{3}, "is 3 (expected: 2, the length of /fclib_local/vec");
  refuses(p, "/fclib_local/R/m", Integers{1}, "is 1 (expected: 2");
  refuses(p, "/fclib_local/W/p", Integers{0, 1}, "has 2 entries (expected: 7)");
  refuses(p, "/fclib_local/W/i", Integers{0, 1}, "has 2 entries (expected: 12)");
  refuses(p, "/fclib_local/W/x", Numbers{0, 1}, "has 2 entries (expected: 12)");
  refuses(p, "/fclib_local/W/nzmax", Integers{3}, "is 3 (expected: at least 12)");
  refuses(with_equalities(), "/fclib_global/vectors/f", Numbers(), "(expected: the degrees");
}

TEST_F(BadProblem, WrongTypesAndShapesAreNamed) {
  const FclibLocal p = two_contacts();
  refuses(p, "/fclib_local/vectors/q", Integers(6, 1), "(expected: an array of float64)");
  refuses(p, "/fclib_local/W/p", Numbers(7, 1), "(expected: an array of int32)");
  refuses(p, [](const std::string& f) { put_text(f, "/fclib_local/vectors/mu", "0.5"); },
          {"/fclib_local/vectors/mu: ", "(expected: an array of float64)"});
  refuses(p,
          [](const std::string& f) {
            put(f, "/fclib_local/vectors/q", Numbers(6, 1.0), {2, 3});
          },
          {"/fclib_local/vectors/q: has 2 dimensions"});
  refuses(p, [](const std::string& f) { put_group(f, "/fclib_local/vectors/q"); },
          {"/fclib_local/vectors/q: ", "(expected: an array of float64)"});
  refuses(p, [](const std::string& f) { put(f, "/fclib_local/W", Numbers(6, 1.0)); },
          {"/fclib_local/W: "});
}

TEST_F(BadProblem, IndicesOutOfRangeAreNamed) {
  const FclibLocal p = two_contacts();
  refuses(p, "/fclib_local/W/i", Integers{0, 3, 1, 4, 2, 5, 0, 3, 1, 4, 2, 6},
          "entry 11 is 6 (expected: an index from 0 to 5)");
  refuses(p, "/fclib_local/W/i", Integers{-1, 3, 1, 4, 2, 5, 0, 3, 1, 4, 2, 5}, "entry 0 is -1");
  refuses(p, "/fclib_local/W/p", Integers{0, 2, 4, 3, 8, 10, 12}, "falls from 4 to 3 at entry 3");
  refuses(p, "/fclib_local/W/p", Integers{1, 2, 4, 6, 8, 10, 12}, "begins with 1 (expected: 0)");
  refuses(p, "/fclib_local/W/p", Integers{0, 2, 4, 6, 8, 10, -12}, "falls from 10 to -12");
  refuses(p, "/fclib_local/W/nz", Integers{-3}, "is -3 (expected: the number of triplets");
  refuses(p,
          [](const std::string& f) {  // as many triplets, one in a column that is not there
            put(f, "/fclib_local/W/nz", Integers{2});
            put(f, "/fclib_local/W/p", Integers{0, 6});
          },
          {"/fclib_local/W/p: entry 1 is 6 (expected: an index from 0 to 5)"});
  refuses(p,
          [](const std::string& f) {
            put_wide(f, "/fclib_local/W/p", {0, 2, 4, 6, 8, 10, std::int64_t{1} << 40});
          },
          {"/fclib_local/W/p: entry 6 is 1099511627776"});
}

TEST_F(BadProblem, NumbersThatAreNoneAreNamed) {
  const FclibLocal p = with_bilateral_part();
  refuses(p, "/fclib_local/vectors/q", Numbers{0, 1, 2, nan, 4, 5}, "entry 3 is nan");
  refuses(p, "/fclib_local/vectors/s", Numbers{0, -infinity}, "entry 1 is -inf");
  refuses(p, "/fclib_local/vectors/mu", Numbers{nan, 1}, "entry 0 is nan");
  refuses(p, "/fclib_local/vectors/mu", Numbers{0.5, -0.5}, "entry 1 is -0.5 (expected: mu >= 0)");
  refuses(p, "/fclib_local/R/x", Numbers{1, infinity}, "entry 1 is inf");
  refuses(with_equalities(), "/fclib_global/vectors/b", Numbers{nan, 0}, "entry 0 is nan");
}

TEST_F(BadProblem, MoreThanTheFileCanHoldIsRefusedBeforeItIsRead) {
  refuses(
      two_contacts(),
      [](const std::string& f) {
        put_unwritten(f, "/fclib_local/vectors/q", std::size_t{1} << 30U);
      },
      {"/fclib_local/vectors/q: claims to have 1073741824 entries, more than the file can hold"});
  refuses(two_contacts(), "/fclib_local/W/m", Integers{2147483646}, "(expected: 6");
  refuses(two_contacts(),
          [](const std::string& f) { put(f, "/fclib_local/W/nz", Integers{2147483646}); },
          {"/fclib_local/W/p: has 7 entries (expected: 2147483646)"});
}

TEST_F(BadProblem, TwoProblemsInOneFileAreRefused) {
  refuses(two_contacts(), [](const std::string& f) { put_group(f, "/fclib_global"); },
          {"holds more than one problem: /fclib_local, /fclib_global"});
}

TEST_F(BadProblem, RollingFrictionIsRefusedClearly) {
  refuses(two_contacts(),
          [](const std::string& f) {
            link(f, "/fclib_local", "/fclib_global_rolling");
            erase(f, "/fclib_local");
          },
          {"/fclib_global_rolling: the law of rolling friction does not exist yet"});
}

TEST_F(BadProblem, SingularMatricesAreNamed) {
  FclibGlobal p = with_equalities();
  p.G.reset();
  p.b.clear();
  p.M = sparse(Mat::Zero(12, 12));
  refuses(p, [](const std::string&) {}, {"p.hdf5: /fclib_global/M is singular"});
  FclibLocal q = with_bilateral_part();
  q.R = sparse(Mat::Zero(2, 2));
  refuses(q, [](const std::string&) {}, {"p.hdf5: /fclib_local/R"});
}

TEST_F(BadProblem, TruncatedAndOtherFilesAreRefused) {
  write_fclib(path(), FclibProblem(two_contacts()));
  const std::string whole = read("p.hdf5");
  write("p.hdf5", whole.substr(0, whole.size() / 2));
  expect_refusal(saltus("solve p.hdf5"), {"p.hdf5: ", "truncated or damaged"});
  write("p.hdf5", "");
  expect_refusal(saltus("solve p.hdf5"), {"p.hdf5: ", "is not an HDF5 file"});
  write("p.hdf5", "#!/bin/sh\n");
  expect_refusal(saltus("solve p.hdf5"), {"p.hdf5: ", "is not an HDF5 file"});
  expect_refusal(saltus("solve ."), {"is not a file"});
}

}  // namespace
}  // namespace saltus::test_solve_bad_files
