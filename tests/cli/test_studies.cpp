// SPDX-License-Identifier: Apache-2.0
// `saltus compare` and `saltus converge` as a user types them: tables, files, refusals, failures.
#include <algorithm>
#include <map>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "support/places.h"

namespace saltus::test_studies {
namespace {

struct Studies : Program {
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(read(name)); }
  void expect_in(const std::string& text, std::initializer_list<std::string_view> parts) const {
    for (const std::string_view part : parts) {
      EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
    }
  }
  std::size_t lines(const std::string& name) const {
    const std::string text = read(name);
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
  static std::string example(const std::string& name) {
    return test::source_dir() + "/examples/" + name + ".toml";
  }
};

constexpr const char* no_options = "scheme_options = { theta = 0.5, gamma = 0.5 }\n";

TEST_F(Studies, CompareWritesARowPerSchemeAndStepWithTheFiguresOfRun) {
  write_ball();
  const Answer answer = saltus(
      "compare ball.toml --schemes moreau-jean,moreau-jean-explicit --steps 1e-2,5e-3 -o out");
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  expect_in(answer.out,
            {"violation", "Newton", "projection", "index sets", "joint error", "law residual",
             "impacts", "us per", "factorised", "tangents", "[units]", "results in out"});
  std::istringstream text(answer.out);
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 120U) << line;

  const auto runs = json("out/comparison.json").at("runs");
  ASSERT_EQ(runs.size(), 4U);
  EXPECT_EQ(lines("out/comparison.csv"), 5U);
  ASSERT_EQ(saltus("run ball.toml --step 5e-3 --quiet -o alone").code, 0);
  const auto alone = json("alone/summary.json");
  EXPECT_EQ(runs[1].at("label"), "moreau-jean");
  EXPECT_EQ(runs[1].at("step"), 5e-3);
  for (const char* name : {"steps", "max_penetration", "max_velocity_law_residual", "impacts",
                           "max_energy_increase", "energy_balance_error"}) {
    EXPECT_EQ(runs[1].at(name), alone.at(name)) << name;
  }
  EXPECT_EQ(runs[1].at("newton_mean"), alone.at("newton").at("mean"));
  for (const char* name : {"masses", "forces", "tangents", "solves", "rows", "cost"}) {
    EXPECT_EQ(runs[1].at(std::string("work_") + name), alone.at("work").at(name)) << name;
  }
  expect_in(saltus("run ball.toml -o alone").out, {"\n  work  ", " units: f "});
  EXPECT_EQ(runs[1].at("options").at("theta"), 0.5);
  EXPECT_EQ(runs[3].at("options").size(), 1U);  // the explicit scheme has gamma only
}

TEST_F(Studies, CompareOfAllRunsEveryListedScheme) {
  write_ball();
  ASSERT_EQ(saltus("compare ball.toml --schemes all --quiet -o out").code, 0);
  std::istringstream list(saltus("list schemes").out);
  std::size_t i = 0;
  const auto runs = json("out/comparison.json").at("runs");
  for (std::string line; std::getline(list, line); ++i) {
    EXPECT_EQ(runs.at(i).at("scheme"), line.substr(0, line.find(' ')));
  }
  EXPECT_EQ(runs.size(), i);
}

/// Label of the row to one of its options.
std::map<std::string, nlohmann::json> option_of(const nlohmann::json& file, const char* option) {
  std::map<std::string, nlohmann::json> values;
  for (const auto& run : file.at("runs")) {
    const auto& options = run.at("options");
    values[run.at("label")] = options.contains(option) ? options.at(option) : nullptr;
  }
  return values;
}

TEST_F(Studies, OptionsOfTheFileBelongToItsSchemeAndThoseOfSetToAllThatKnowThem) {
  write_ball("theta = 0.5", "theta = 0.75");
  ASSERT_EQ(saltus("compare ball.toml --schemes all --quiet -o a").code, 0);
  auto theta = option_of(json("a/comparison.json"), "theta");
  EXPECT_EQ(theta["moreau-jean"], 0.75);
  EXPECT_EQ(theta["moreau-jean-dissipative"], 0.5);
  EXPECT_EQ(theta["moreau-jean-explicit"], nullptr);

  ASSERT_EQ(saltus("compare ball.toml --schemes all --quiet -o b --set "
                   "simulation.scheme_options.theta=0.625")
                .code,
            0);
  theta = option_of(json("b/comparison.json"), "theta");
  EXPECT_EQ(theta["moreau-jean"], 0.625);
  EXPECT_EQ(theta["moreau-jean-dissipative"], 0.625);
  EXPECT_EQ(theta["moreau-jean-explicit"], nullptr);
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean,moreau-jean-dissipative --set "
                        "simulation.scheme_options.thetta=1"),
                 {"--set simulation.scheme_options.thetta: ", "did you mean 'theta'?"});
}

TEST_F(Studies, OptionsInBracesBelongToTheirRowWhichTheyLabel) {
  write_ball();
  const Answer answer = saltus(
      "compare ball.toml -o out --schemes "
      "'moreau-jean, moreau-jean{theta=1/1.6,forecast=free},moreau-jean-explicit{gamma=1}'");
  ASSERT_EQ(answer.code, 0) << answer.err;
  expect_in(answer.out, {"moreau-jean{theta=1/1.6,forecast=free}\n"});
  const auto file = json("out/comparison.json");
  auto theta = option_of(file, "theta"), forecast = option_of(file, "forecast");
  EXPECT_EQ(theta["moreau-jean"], 0.5);
  EXPECT_EQ(theta["moreau-jean{theta=1/1.6,forecast=free}"], 0.625);
  EXPECT_EQ(forecast["moreau-jean{theta=1/1.6,forecast=free}"], "free");
  EXPECT_EQ(option_of(file, "gamma")["moreau-jean-explicit{gamma=1}"], 1.0);
  expect_in(read("out/comparison.csv"),
            {"\n\"moreau-jean{theta=1/1.6,forecast=free}\",moreau-jean,"});
}

TEST_F(Studies, RunAndCheckLeaveTheFilesOptionsToTheFilesSchemeAndSaySo) {
  write_ball();
  const Answer check = saltus("check ball.toml --scheme moreau-jean-explicit");
  EXPECT_EQ(check.code, 0) << check.err;
  expect_in(check.out, {"left out  the file's scheme_options: they are of moreau-jean"});
  expect_in(saltus("run ball.toml -o out --scheme moreau-jean-explicit").out, {"left out"});
  EXPECT_EQ(saltus("run ball.toml -o out --scheme moreau-jean-explicit --quiet").out, "");
  EXPECT_EQ(saltus("check ball.toml --scheme moreau-jean").out.find("left out"), std::string::npos);
  // nothing is left out where there was nothing
  write_ball(no_options, "");
  EXPECT_EQ(saltus("check ball.toml --scheme moreau-jean-explicit").out.find("left out"),
            std::string::npos);
}

TEST_F(Studies, CompareKeepsTheOtherRowsWhereOneFails) {
  // one Newton iteration is not enough for a strong cubic spring; the explicit scheme needs none
  write_ball("ag*q\"", "ag*q + 1e3*q^4\"");
  const Answer answer = saltus(
      "compare ball.toml -o out --schemes 'moreau-jean-explicit,moreau-jean{newton_iterations=1}' "
      "--steps 1e-3");
  EXPECT_EQ(answer.code, 1) << answer.out;
  expect_in(answer.err, {"error: moreau-jean{newton_iterations=1}, step 0.001 s: failed at t = "});
  const auto runs = json("out/comparison.json").at("runs");
  EXPECT_EQ(runs[0].at("status"), "ok");
  EXPECT_EQ(runs[1].at("status"), "failed");
  EXPECT_EQ(runs[0].at("steps"), 1000);
  for (const char* name : {"out/comparison.json", "out/comparison.csv"}) {
    EXPECT_EQ(read(name).find("nan"), std::string::npos) << name;
  }
}

TEST_F(Studies, CompareRefusesBadInputAndMakesNoFolder) {
  write_ball();
  expect_refusal(saltus("compare ball.toml --schemes moreau-jaen"),
                 {"--schemes: there is no scheme 'moreau-jaen'", "did you mean 'moreau-jean'?"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean,"), {"--schemes: ", "empty part"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean,moreau-jean"), {"twice"});
  expect_refusal(saltus("compare ball.toml --schemes 'moreau-jean{thetta=1}'"),
                 {"--schemes moreau-jean{thetta=1}: ", "did you mean 'theta'?"});
  expect_refusal(saltus("compare ball.toml --schemes 'moreau-jean{theta=2}'"), {"in [0, 1], is 2"});
  expect_refusal(saltus("compare ball.toml --schemes 'moreau-jean{theta}'"), {"option=value"});
  expect_refusal(saltus("compare ball.toml --schemes 'moreau-jean{theta=1'"), {"'}' is missing"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean --steps 1e-2,-1"),
                 {"--steps: '-1' must be > 0"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean --steps 1e-2,x"),
                 {"--steps: ", "x"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean --steps 1e-2,0.01"), {"twice"});
  expect_refusal(saltus("compare ball.toml --schemes moreau-jean --steps 1e-300"), {"--steps: "});
  expect_refusal(saltus("compare ball.toml"), {"--schemes"});
  EXPECT_FALSE(exists("results"));
}

TEST_F(Studies, ConvergeWritesErrorsAndOrdersOfEveryNorm) {
  const Answer answer = saltus("converge " + example("oscillator") +
                               " --set parameters.stop=-2 --end 3.1 --steps 1e-2,5e-3 "
                               "--norms l1,l2,max,hausdorff,matrix -o out");
  ASSERT_EQ(answer.code, 0) << answer.err;
  expect_in(answer.out, {"moreau-jean, reference exact", "errors of positions", "least squares",
                         "errors of velocities", "hausdorff", "results in out"});
  std::istringstream text(answer.out);
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 120U) << line;
  const auto file = json("out/convergence.json");
  EXPECT_EQ(file.at("reference"), "exact");
  EXPECT_EQ(file.at("rows").size(), 2U);
  for (const char* norm : {"l1", "l2", "max", "hausdorff"}) {
    for (const char* quantity : {"q", "v"}) {
      EXPECT_NEAR(file.at("orders").at(quantity).at(norm).get<double>(), 2, 0.02) << norm;
      EXPECT_NEAR(file.at("rows")[1].at("orders").at(quantity).at(norm).get<double>(), 2, 0.02);
    }
  }
  EXPECT_TRUE(file.at("rows")[0].at("orders").at("q").at("l1").is_null());
  EXPECT_EQ(lines("out/convergence.csv"), 1U + 2U * 2U * 5U);
  EXPECT_TRUE(read("out/convergence.csv")
                  .starts_with("step,steps,quantity,norm,error,order,order_all,work_steps,"
                               "work_masses,work_forces,work_tangents,work_solves,work_rows,"
                               "work_cost,status,reason\n0.01,310,q,l1,"));
  const auto& work = file.at("rows")[0].at("work");
  EXPECT_EQ(work.at("steps"), 310);
  EXPECT_EQ(work.at("forces"), 310);  // a linear model without impacts
  EXPECT_EQ(work.at("masses"), 1);
}

TEST_F(Studies, CompareAndConvergeTellOfFallbacksAndOfTheImplicitBaseWhereThereWereAny) {
  write_ball("restitution = 0.8", "restitution = 0.99");
  // two impacts in the first step of 2 s, none of them dropped by kappa
  const Answer compare = saltus(
      "compare ball.toml -o out --end 4 --steps 2 --schemes "
      "'split-midpoint{max_impacts=1,kappa=0.01},split-midpoint'");
  EXPECT_EQ(compare.code, 0) << compare.err;
  expect_in(compare.out, {"time-step 2 s: ", " fallbacks, too many impacts to follow"});
  const auto runs = json("out/comparison.json").at("runs");
  EXPECT_GE(runs[0].at("fallbacks"), 1);
  EXPECT_EQ(runs[1].at("fallbacks"), 0);
  EXPECT_TRUE(runs[0].at("stiff_at").is_null());

  const Answer converge = saltus(
      "converge ball.toml -o out --end 4 --steps 2,1 --reference self:0.5 --scheme "
      "'split-midpoint{max_impacts=1,kappa=0.01}'");
  EXPECT_EQ(converge.code, 0) << converge.err;
  expect_in(converge.out, {"step 2: ", " fallbacks, too many impacts to follow"});
  expect_in(read("out/convergence.csv"), {",status,reason,fallbacks,coarse_steps,stiff_runs\n"});
  EXPECT_GE(json("out/convergence.json").at("rows")[0].at("fallbacks"), 1);
}

TEST_F(Studies, ConvergeComparesWithAFileAsWithTheRunThatWroteIt) {
  write_ball();
  ASSERT_EQ(saltus("run ball.toml --step 1e-4 --csv --quiet -o fine").code, 0);
  const std::string study = "converge ball.toml --steps 1e-2,5e-3 --quiet ";
  ASSERT_EQ(saltus(study + "--reference fine/states.csv -o a").code, 0);
  ASSERT_EQ(saltus(study + "--reference self:1e-4 -o b").code, 0);
  EXPECT_EQ(json("a/convergence.json").at("rows"), json("b/convergence.json").at("rows"));
  // the default without [exact]: a tenth of the smallest step
  ASSERT_EQ(saltus(study + "-o c").code, 0);
  EXPECT_EQ(json("c/convergence.json").at("reference"), "self:5e-04");
}

TEST_F(Studies, ConvergeOverTolerancesWritesThemInPlaceOfSteps) {
  const Answer answer = saltus("converge " + example("oscillator") +
                               " --scheme adaptive --tolerances 1e-3,1e-5 --step 0.2 -o out");
  ASSERT_EQ(answer.code, 0) << answer.err;
  expect_in(answer.out, {"adaptive, reference exact", "\ntolerance     l1", "work of a run"});
  EXPECT_EQ(answer.out.find("hausdorff"), std::string::npos);
  const auto rows = json("out/convergence.json").at("rows");
  EXPECT_EQ(rows[1].at("tolerance"), 1e-5);
  EXPECT_LT(rows[1].at("errors").at("v").at("l1"),
            0.1 * rows[0].at("errors").at("v").at("l1").get<double>());
  EXPECT_GT(rows[1].at("work").at("cost"), rows[0].at("work").at("cost"));
  EXPECT_TRUE(read("out/convergence.csv").starts_with("tolerance,steps,quantity,"));

  const std::string self = "converge " + example("rocking_block") + " --scheme adaptive --quiet ";
  ASSERT_EQ(saltus(self + "--tolerances 1e-3,1e-4 --end 0.5 -o self").code, 0);
  EXPECT_EQ(json("self/convergence.json").at("reference"), "self:1e-06");
  expect_refusal(saltus(self + "--tolerances 1e-3,1e-4 --reference self:1e-4"),
                 {"--reference: the tolerance of self:1e-4 must be smaller", "--tolerances"});
  expect_refusal(saltus(self + "--tolerances 1e-3,0.001"), {"--tolerances: ", "twice"});
  expect_refusal(saltus(self + "--tolerances 1e-3 --norms hausdorff"), {"--norms: hausdorff"});
  expect_refusal(saltus("converge " + example("oscillator") +
                        " --scheme 'adaptive{fixed_step=true}' --tolerances 1e-3"),
                 {"--tolerances: ", "takes the steps that it is given"});
}

TEST_F(Studies, ConvergeGivesTheSameBytesTwiceAlsoWithOtherStarts) {
  const std::string study = "converge " + example("oscillator") +
                            " --steps 1e-2,5e-3 --end 2 --average 4 --perturb 0.1 --quiet -o ";
  ASSERT_EQ(saltus(study + "a").code, 0);
  ASSERT_EQ(saltus(study + "b").code, 0);
  EXPECT_EQ(read("a/convergence.json"), read("b/convergence.json"));
  EXPECT_EQ(read("a/convergence.csv"), read("b/convergence.csv"));
}

TEST_F(Studies, ConvergeRefusesBadInput) {
  write_ball();
  const std::string study = "converge ball.toml --steps 1e-2,5e-3 ";
  expect_refusal(saltus(study + "--reference self:5e-3"), {"--reference: ", "must be smaller"});
  expect_refusal(saltus(study + "--reference self:abc"), {"--reference: ", "abc"});
  expect_refusal(saltus(study + "--reference exact"), {"--reference: ", "[exact]"});
  expect_refusal(saltus(study + "--reference no.csv"), {"no.csv"});
  write("states.csv", "t,b.q\n0,1\n1,1\n");
  expect_refusal(saltus(study + "--reference states.csv"), {"states.csv: has no column 'b.q_dot'"});
  expect_refusal(saltus(study + "--reference states.csv --average 2"), {"--average 1"});
  expect_refusal(saltus(study + "--norms l3"), {"--norms: ", "\"l1\"", "did you mean 'l1'?"});
  expect_refusal(saltus(study + "--average 0"), {"--average: must be at least 1"});
  expect_refusal(saltus(study + "--perturb 2"), {"--perturb: "});
  expect_refusal(saltus(study + "--scheme moreau"), {"--scheme: there is no scheme 'moreau'"});
  expect_refusal(saltus("converge ball.toml"), {"--steps or --tolerances is needed"});
  expect_refusal(saltus(study + "--tolerances 1e-3"), {"--steps excludes --tolerances"});
  expect_refusal(saltus("converge ball.toml --tolerances 1e-3"),
                 {"--tolerances: ", "'moreau-jean' takes the steps that it is given"});
  write_ball("[[body]]", "[exact]\ntype = \"linear-impakt\"\n[[body]]");
  expect_refusal(saltus("check ball.toml"), {"ball.toml:12:8: ", "did you mean 'linear-impact'?"});
  write_ball("[[body]]", "[exact]\ntype = \"linear-impact\"\nkind = 1\n[[body]]");
  expect_refusal(saltus("check ball.toml"), {"ball.toml:13:1: ", "unknown key \"kind\""});
  write_ball("friction = 0.0",
             "friction = 0.1\ntangent = \"q\"\n[exact]\ntype = \"linear-impact\"");
  expect_refusal(saltus("check ball.toml"), {"ball.toml:26:1: ", "'floor' has friction"});
  expect_refusal(saltus(study), {"ball.toml:26:1: ", "'floor' has friction"});
  EXPECT_FALSE(exists("results"));
}

TEST_F(Studies, ConvergeOfAFailedRunExitsWithOneAndWritesNoNumberForIt) {
  write_ball("ag*q\"", "ag*q\"\nforce = { q = \"1e-9*sqrt(q - 0.2)\" }");
  const Answer answer = saltus("converge ball.toml --steps 1e-2,5e-3 -o out");
  EXPECT_EQ(answer.code, 1);
  expect_in(answer.err, {"reference with step 0.0005 s failed at t = 0.", "b.q"});
  const auto file = json("out/convergence.json");
  EXPECT_EQ(file.at("rows")[0].at("status"), "failed");
  EXPECT_TRUE(file.at("rows")[0].at("errors").at("q").at("l1").is_null());
  EXPECT_EQ(read("out/convergence.csv").find("nan"), std::string::npos);
}

}  // namespace
}  // namespace saltus::test_studies
