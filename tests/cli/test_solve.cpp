// SPDX-License-Identifier: Apache-2.0
// `saltus solve`: what it prints, what it writes, and its exit codes.
#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "saltus/base/hdf5_file.h"
#include "support/fclib_problems.h"
#include "support/hdf5_edit.h"

namespace saltus::test_solve {
namespace {

struct Solve : Program {
  std::string path(const std::string& name) const { return (folder / name).string(); }

  nlohmann::json solve(const std::string& arguments, int code) const {
    const Answer answer = saltus("solve " + arguments + " --json");
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_TRUE(nlohmann::json::accept(answer.out)) << answer.out;
    return nlohmann::json::parse(answer.out, nullptr, false);
  }

  /// One contact, W = I: p = −b where that is in the cone.
  void write_one_contact(const std::vector<double>& q, double mu, double w = 1) const {
    FclibLocal p;
    p.W = sparse(w * Mat::Identity(3, 3));
    if (w == 0) p.W = SparseMatrix{3, 3, {0, 0, 0, 0}, {}, {}};
    p.q = q;
    p.mu = {mu};
    write_fclib(path("p.hdf5"), FclibProblem(p));
  }

  std::vector<double> solution(const std::string& name) const {
    return Hdf5File::open(path("s.hdf5")).numbers("/solution/" + name);
  }
};

void expect_near(const std::vector<double>& x, const std::vector<double>& y, double tolerance) {
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) EXPECT_NEAR(x[k], y[k], tolerance) << k;
}

TEST_F(Solve, AStickingContactIsSolvedAndItsSolutionWritten) {
  write_one_contact({-1, 0.25, 0}, 0.5);
  const Answer answer = saltus("solve p.hdf5 -o s.hdf5");
  EXPECT_EQ(answer.code, 0) << answer.err;
  for (const char* part : {"1 contact, 3-D, local", "err_q", "nat_scaled", "0 open", "1 sticking",
                           "tried", "s.hdf5"}) {
    EXPECT_NE(answer.out.find(part), std::string::npos) << part << " in\n" << answer.out;
  }
  expect_near(solution("r"), {1, -0.25, 0}, 1e-7);
  expect_near(solution("u"), {0, 0, 0}, 1e-7);
}

TEST_F(Solve, ASlidingContactFollowsCoulombsLaw) {
  write_one_contact({-1, 0, 3}, 0.5);  // p_N = 1, p_T against the velocity: u_T = 3 − 0.5
  const nlohmann::json json = solve("p.hdf5 -o s.hdf5 --tol 1e-10", 0);
  EXPECT_EQ(json["status"],
            (nlohmann::json{{"open", 0}, {"sliding", 1}, {"sticking", 0}, {"closed", 0}}));
  expect_near(solution("r"), {1, 0, -0.5}, 1e-8);
  expect_near(solution("u"), {0, 0, 2.5}, 1e-8);
}

TEST_F(Solve, AContactWithoutFrictionIsClosedAndOneThatOpensIsOpen) {
  write_one_contact({-1, 2, 0}, 0);
  EXPECT_EQ(solve("p.hdf5", 0)["status"]["closed"], 1);
  write_one_contact({1, 2, 0}, 0.5);
  EXPECT_EQ(solve("p.hdf5", 0)["status"]["open"], 1);
}

TEST_F(Solve, JsonHasTheFieldsOfTheContract) {
  write_fclib(path("p.hdf5"), FclibProblem(two_contacts()));
  const nlohmann::json json = solve("p.hdf5 --tol 1e-9", 0);
  EXPECT_EQ(json["file"], "p.hdf5");
  EXPECT_EQ(json["format"], "local");
  EXPECT_EQ(json["dim"], 3);
  EXPECT_EQ(json["contacts"], 2);
  EXPECT_EQ(json["solved"], true);
  EXPECT_EQ(json["tolerance"], 1e-9);
  EXPECT_TRUE(json["solver"].is_string());
  EXPECT_TRUE(json["iterations"].is_number_integer());
  EXPECT_TRUE(json["seconds"].is_number());
  const std::string measure = json["measure"];
  ASSERT_TRUE(measure == "err_q" || measure == "nat_scaled") << measure;
  EXPECT_LE(json[measure].get<double>(), 1e-9);
  ASSERT_FALSE(json["tried"].empty());
  for (const nlohmann::json& attempt : json["tried"]) {
    for (const char* key : {"solver", "iterations", "seconds", "err_q", "nat_scaled", "solved"})
      EXPECT_TRUE(attempt.contains(key)) << key;
  }
  int counted = 0;
  for (const auto& [state, count] : json["status"].items()) counted += count.get<int>();
  EXPECT_EQ(counted, 2);
}

// u_N = −1 whatever p is: nothing solves this.
TEST_F(Solve, AnUnsolvableProblemGivesExitCodeOneWithWhatWasReached) {
  write_one_contact({-1, 0, 0}, 0.5, 0);
  const Answer answer = saltus("solve p.hdf5 -o s.hdf5 --seconds 5");
  EXPECT_EQ(answer.code, 1);
  for (const char* part : {"error: p.hdf5: not solved to", "err_q = ", "nat_scaled = ", "try: "})
    EXPECT_NE(answer.err.find(part), std::string::npos) << part << " in\n" << answer.err;
  EXPECT_NE(answer.out.find("NO"), std::string::npos) << answer.out;
  EXPECT_TRUE(exists("s.hdf5")) << "the best that was found is written all the same";
  const nlohmann::json json = solve("p.hdf5 --seconds 5", 1);
  EXPECT_EQ(json["solved"], false);
}

// The equations in the file, with what the solution file holds.
TEST_F(Solve, TheSolutionOfAGlobalProblemObeysItsEquations) {
  std::mt19937 random(3);
  const FclibGlobal p = random_bodies(random, {.bodies = 12, .contacts = 6, .equalities = 4});
  write_fclib(path("p.hdf5"), FclibProblem(p));
  const nlohmann::json json = solve("p.hdf5 -o s.hdf5", 0);
  EXPECT_EQ(json["format"], "global");
  const auto copy = std::get<FclibGlobal>(read_fclib(path("s.hdf5")));
  const Vec v = vector(solution("v")), r = vector(solution("r")), u = vector(solution("u")),
            l = vector(solution("l"));
  const auto largest = [](const Vec& x) { return x.lpNorm<Eigen::Infinity>(); };
  EXPECT_LE(largest(dense(copy.M) * v - dense(copy.H) * r - dense(*copy.G) * l - vector(copy.f)),
            1e-10);
  EXPECT_LE(largest(dense(*copy.G).transpose() * v + vector(copy.b)), 1e-10);
  EXPECT_LE(largest(dense(copy.H).transpose() * v + vector(copy.w) - u), 1e-10);
  for (Eigen::Index a = 0; a < 6; ++a) {
    EXPECT_GE(u[3 * a], -1e-6);
    EXPECT_GE(r[3 * a], -1e-12);
    EXPECT_LE(r.segment(3 * a + 1, 2).norm(), 0.5 * r[3 * a] + 1e-9);
    EXPECT_LE(std::abs(r[3 * a] * u[3 * a]), 1e-6);
  }
}

TEST_F(Solve, ManyContactsOfOneBodyAreSolvedByItsVelocityAndNotByTheirMatrix) {
  constexpr int count = 1000;
  FclibGlobal p;
  p.M = sparse(Mat::Identity(6, 6));
  Mat H = Mat::Zero(6, 3 * count);
  for (int a = 0; a < count; ++a) {  // on the floor under a body
    const double x = std::sin(a), y = std::cos(1.7 * a);
    Mat arms(3, 6);
    arms << 0, 0, 1, y, -x, 0, 1, 0, 0, 0, -1, -y, 0, 1, 0, 1, 0, x;
    H.middleCols(3 * a, 3) = arms.transpose();
  }
  p.H = sparse(H);
  p.f = {0.3, 0, -1, 0, 0.1, 0.1};
  p.w.assign(3 * count, 0.0);
  p.mu.assign(count, 0.5);
  write_fclib(path("p.hdf5"), FclibProblem(p));
  const nlohmann::json json = solve("p.hdf5 -o s.hdf5", 0);
  EXPECT_EQ(json["solver"], "body-nsgs");
  EXPECT_LE(json["seconds"], 2);
  const std::vector<double> r = solution("r");
  double carried = 0;
  for (std::size_t a = 0; a < count; ++a) carried += r[3 * a];
  EXPECT_NEAR(carried, 1, 1e-6);  // it stays on the floor
}

TEST_F(Solve, QuietPrintsNothing) {
  write_fclib(path("p.hdf5"), FclibProblem(two_contacts()));
  const Answer answer = saltus("solve p.hdf5 --quiet");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out + answer.err, "");
}

TEST_F(Solve, TheProblemFileIsNotOverwritten) {
  write_fclib(path("p.hdf5"), FclibProblem(two_contacts()));
  const std::string before = read("p.hdf5");
  expect_refusal(saltus("solve p.hdf5 -o p.hdf5"), {"p.hdf5", "is the problem file itself"});
  expect_refusal(saltus("solve p.hdf5 -o ./../" + folder.filename().string() + "/p.hdf5"),
                 {"is the problem file itself"});
  EXPECT_EQ(read("p.hdf5"), before);
}

TEST_F(Solve, AnOlderSolutionFileIsReplaced) {
  write_one_contact({-1, 0, 0}, 0.5);
  write("s.hdf5", "not HDF5");
  EXPECT_EQ(saltus("solve p.hdf5 -o s.hdf5").code, 0);
  expect_near(solution("r"), {1, 0, 0}, 1e-7);
  EXPECT_EQ(saltus("solve s.hdf5 -o t.hdf5").code, 0) << "a solution file is a problem file";
}

TEST_F(Solve, BadOptionsAreRefused) {
  write_fclib(path("p.hdf5"), FclibProblem(two_contacts()));
  expect_refusal(saltus("solve p.hdf5 --solver ngss"),
                 {"--solver: there is no solver 'ngss'", "there are: auto"});
  expect_refusal(saltus("solve p.hdf5 --solver aut"), {"did you mean 'auto'?"});
  expect_refusal(saltus("solve p.hdf5 --solver exact"),
                 {"'exact' is for the small problems of simulations", "there are: auto"});
  expect_refusal(saltus("solve p.hdf5 --tol 0"), {"--tol: must be a positive number"});
  expect_refusal(saltus("solve p.hdf5 --tol nan"), {"--tol"});
  expect_refusal(saltus("solve p.hdf5 --tol small"), {"--tol"});
  expect_refusal(saltus("solve p.hdf5 --seconds=-1"), {"--seconds: must be a positive number"});
  expect_refusal(saltus("solve p.hdf5 -o no/s.hdf5"), {"there is no folder no"});
  expect_refusal(saltus("solve p.hdf5 -o ."), {"is no file that could be replaced"});
  expect_refusal(saltus("solve"), {"PROBLEM.hdf5"});
  expect_refusal(saltus("solve absent.hdf5"), {"absent.hdf5: there is no such file"});
}

}  // namespace
}  // namespace saltus::test_solve
