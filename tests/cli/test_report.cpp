// SPDX-License-Identifier: Apache-2.0
// report.html: what stands in it. How it looks is tested in a browser (viewer/tests).
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/report_file.h"
#include "support/places.h"

namespace saltus::test_report {
namespace {

struct Report : Program {
  [[nodiscard]] ReportFile report(const std::string& of = "out") const {
    return ReportFile((folder / of / "report.html").string());
  }
  [[nodiscard]] std::string example(const std::string& name) const {
    return test::source_dir() + "/examples/" + name + ".toml";
  }
  void run(const std::string& arguments, int code = 0) const {
    const Answer answer = saltus("run " + arguments + " -o out");
    EXPECT_EQ(answer.code, code) << answer.err;
  }
};

const nlohmann::json& series(const nlohmann::json& header, const std::string& plot,
                             const std::string& name) {
  for (const auto& p : header.at("plots")) {
    if (p.at("id") != plot) continue;
    for (const auto& s : p.at("series"))
      if (s.at("name") == name) return s;
  }
  throw std::runtime_error(plot + " has no " + name);
}

TEST_F(Report, HasTheNumbersOfTheRecordingBitForBit) {
  run(example("bouncing_ball") + " --csv --end 0.6");
  const ReportFile file = report();
  const auto& y = series(file.header, "positions", "ball.y");
  const std::vector<double> t = file.numbers(y.at("t"));
  const std::vector<double> values = file.numbers(y.at("y"));
  std::ifstream csv(folder / "out/states.csv");
  std::string line;
  std::getline(csv, line);
  std::size_t i = 0;
  for (; std::getline(csv, line); ++i) {
    std::istringstream cells(line);
    std::string cell;
    std::getline(cells, cell, ',');
    ASSERT_LT(i, t.size());
    EXPECT_EQ(std::stod(cell), t[i]);
    std::getline(cells, cell, ',');
    EXPECT_EQ(std::stod(cell), values[i]);
  }
  EXPECT_EQ(i, t.size());
}

TEST_F(Report, DrawsAVelocityThatJumpsAsAJump) {
  run(example("bouncing_ball") + " --end 0.6");
  const ReportFile file = report();
  const auto& v = series(file.header, "velocities", "ball.y_dot");
  const std::vector<double> t = file.numbers(v.at("t"));
  const std::vector<double> y = file.numbers(v.at("y"));
  int jumps = 0;
  for (std::size_t i = 1; i < t.size(); ++i) {
    if (t[i] != t[i - 1]) continue;
    ++jumps;
    EXPECT_LT(y[i - 1], -3.5);
    EXPECT_GT(y[i], 3);
  }
  EXPECT_EQ(jumps, 1);
}

TEST_F(Report, ShowsMarksOfFormulasAndShapesOfBodies) {
  run(example("slider_crank") + " --step 1e-4 --end 0.02");
  const ReportFile crank = report();
  EXPECT_EQ(crank.header.at("scene").at("draw").size(), 4U);
  EXPECT_EQ(crank.header.at("portraits").at(0).at("title"), "Slider portrait");
  run(example("box_stack") + " --end 0.1");
  const ReportFile stack = report();
  EXPECT_GE(stack.header.at("scene").at("bodies").size(), 11U);
  EXPECT_TRUE(stack.header.at("arrays").contains("frame.contact_force"));
}

TEST_F(Report, ShowsShapesThatNoContactNames) {
  run(example("slider_crank_3d") + " --end 1e-4");
  const ReportFile file = report();
  for (const auto& body : file.header.at("scene").at("bodies"))
    EXPECT_EQ(body.at("shapes").at(0).at("type"), "box") << body;
}

TEST_F(Report, SaysWhatOfTheDrawingCannotBeDrawnAndShowsTheRest) {
  // the ball is above 0.5 m at first, below from t = 0.316 s on
  write("draw.toml", std::string(ball_model) + R"toml([draw]
body = "b"
points = { root = [0, "sqrt(q - 0.5)"], far = ["1e300*q", 0], ball = [0.1, "q"], west = [-1e7, 0], east = [1e7, 0] }
lines = [["root", "ball"], ["west", "east"]]
circles = [{ at = "ball", radius = 0.25 }]
portraits = [{ title = "P", x = "q", y = "1/sin(q_dot)" }]
)toml");
  run("draw.toml --end 0.4");
  const ReportFile file = report();
  std::map<std::string, double> said;
  for (const auto& warning : file.header.at("warnings")) said[warning.at("text")] = warning.at("t");
  const std::string is_not =
      " of [draw] is not finite, or farther away than 1e9 m: it is not drawn there";
  ASSERT_TRUE(said.contains("point 'root'" + is_not)) << file.header.at("warnings");
  EXPECT_NEAR(said.at("point 'root'" + is_not), std::sqrt(0.1), 0.011);
  EXPECT_EQ(said.at("point 'far'" + is_not), 0);
  EXPECT_EQ(said.at("portrait 'P' of [draw] is not finite, first here"), 0);
  // the floor does not make the picture 20000 km wide, the circle belongs into it
  const auto& bounds = file.header.at("scene").at("bounds");
  EXPECT_NEAR(bounds.at("min").at(0), -0.15, 1e-6);
  EXPECT_NEAR(bounds.at("max").at(0), 0.35, 1e-6);
  EXPECT_NEAR(bounds.at("max").at(1), 1.25, 1e-6);
}

TEST_F(Report, RefusesADrawingThatIsNeverFinite) {
  const std::string model(ball_model);
  write("draw.toml", model + "[draw]\npoints = { a = [\"sqrt(0-1)\", 0] }\n");
  expect_refusal(saltus("run draw.toml -o out"), {"draw.toml:", "point 'a' of [draw]"});
  write("draw.toml",
        model + "[draw]\npoints = { a = [0, 0] }\ncircles = [{ at = \"a\", radius = 1e10 }]\n");
  expect_refusal(saltus("check draw.toml"), {"draw.toml:", "'radius'", "at most 1e9 m"});
}

TEST_F(Report, OfAFailedRunSaysHowFarItCameAndWhy) {
  std::ofstream(folder / "bad.toml") << R"toml(
[simulation]
scheme = "moreau-jean"
step = 0.01
end = 2
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
force = { x = "sqrt(0.5 - t)" }
initial = { x = 0 }
)toml";
  run("bad.toml", 1);
  const nlohmann::json header = report().header;
  EXPECT_NEAR(header.at("failure").at("time").get<double>(), 0.5, 0.02);
  EXPECT_NE(header.at("failure").at("what").get<std::string>().find("not finite"),
            std::string::npos);
  EXPECT_EQ(header.at("certificate").at("status"), "failed");
  EXPECT_EQ(header.at("warnings").at(0).at("level"), "red");
}

TEST_F(Report, ShowsNothingOfWhatWasNotRecorded) {
  run(example("bouncing_ball") + " --end 0.1 --set 'output.record=[\"energy\"]'");
  const nlohmann::json header = report().header;
  ASSERT_EQ(header.at("plots").size(), 1U);
  EXPECT_EQ(header.at("plots").at(0).at("id"), "energy");
  EXPECT_FALSE(header.contains("scene"));
}

TEST_F(Report, OffersACommandThatAShellUnderstands) {
  std::ofstream(folder / "my ball's <1>.toml") << ball_model;
  const Answer answer = saltus("run \"my ball's <1>.toml\" --end 0.1 -o out");
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(report().header.at("command"), R"(./saltus run 'my ball'\''s <1>.toml' --end 0.1)");
}

TEST_F(Report, HasNoLogarithmicPlotWithoutACurve) {
  const auto has = [&](const char* id) {
    const nlohmann::json header = report().header;
    const nlohmann::json& plots = header.at("plots");
    return std::any_of(plots.begin(), plots.end(), [&](const auto& p) { return p.at("id") == id; });
  };
  run(example("bouncing_ball") + " --scheme adaptive --end 0.3");  // it flies
  EXPECT_FALSE(has("residual"));
  run(example("slider_crank") + " --end 0.05");
  EXPECT_TRUE(has("residual"));
  run(example("escapement") + " --end 0.05");  // its joints are off by 1e-19 m: below the axis
  EXPECT_FALSE(has("joints"));
  EXPECT_TRUE(has("residual"));
}

TEST_F(Report, IsLeftOutWhenAskedFor) {
  run(example("bouncing_ball") + " --end 0.1");
  EXPECT_TRUE(exists(folder / "out/report.html"));
  run(example("bouncing_ball") + " --end 0.1 --no-report");
  EXPECT_FALSE(exists(folder / "out/report.html"));
}

TEST_F(Report, OfAStudyIsBelowTheFolderOfTheRunWhereNoneIsNamed) {
  const std::string ball = example("bouncing_ball");
  const std::string steps = " --end 0.3 --steps 1e-2,5e-3 --quiet";
  ASSERT_EQ(saltus("run " + ball + " --end 0.3 --quiet").code, 0);
  ASSERT_EQ(saltus("compare " + ball + " --schemes moreau-jean" + steps).code, 0);
  ASSERT_EQ(saltus("converge " + ball + " --scheme moreau-jean" + steps).code, 0);
  EXPECT_EQ(report("results/bouncing_ball").header.at("kind"), "run");
  EXPECT_EQ(report("results/bouncing_ball/compare").header.at("kind"), "compare");
  EXPECT_EQ(report("results/bouncing_ball/converge").header.at("kind"), "converge");
}

TEST_F(Report, OfARunWhoseFirstStepFailsCallsNothingGood) {
  std::ofstream(folder / "bad.toml") << R"toml(
[simulation]
scheme = "moreau-jean"
step = 0.01
end = 2
[world]
gravity = "none"
[[body]]
name = "ball"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
force = { x = "sqrt(-t)" }
initial = { x = 0 }
)toml";
  for (const char* scheme : {"moreau-jean", "adaptive", "combined-projection"}) {
    SCOPED_TRACE(scheme);
    run(std::string("bad.toml --scheme ") + scheme, 1);
    const nlohmann::json header = report().header;
    EXPECT_EQ(header.at("certificate").at("steps"), 0);
    EXPECT_EQ(header.at("failure").at("time"), 0);
    for (const auto& check : header.at("checks")) EXPECT_EQ(check.at("verdict"), "none") << check;
  }
}

void expect_reproducible(const nlohmann::json& header) {
  EXPECT_NE(header.at("model_text").get<std::string>().find("[simulation]"), std::string::npos);
  EXPECT_FALSE(header.at("version").get<std::string>().empty());
  EXPECT_TRUE(header.at("command").get<std::string>().starts_with("./saltus "));
  EXPECT_GE(header.at("options").size(), 4U);
}

TEST_F(Report, OfStudiesHasTheirTablesAndSlopes) {
  Answer answer = saltus("compare " + example("bouncing_ball") +
                         " --schemes moreau-jean,schatzman-paoli --steps 1e-2,5e-3 -o out");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json compared = report().header;
  EXPECT_EQ(compared.at("kind"), "compare");
  EXPECT_EQ(compared.at("table").at("rows").size(), 4U);
  EXPECT_NO_THROW(series(compared, "positions", "ball.y, moreau-jean, 0.01 s"));
  expect_reproducible(compared);
  const nlohmann::json& plots = compared.at("loglog");
  EXPECT_EQ(plots.at(0).at("title"), "Error over step");
  EXPECT_NEAR(plots.at(0).at("series").at(0).at("slope").get<double>(), 1, 0.7);
  EXPECT_EQ(plots.at(1).at("title"), "Work and precision");
  EXPECT_EQ(plots.at(1).at("series").size(), 2U);
  EXPECT_GT(plots.at(1).at("series").at(0).at("x").at(1),
            plots.at(1).at("series").at(0).at("x").at(0));
  answer = saltus("converge " + example("bouncing_ball") +
                  " --scheme moreau-jean --steps 1e-2,5e-3,2.5e-3 --norms l1 -o out");
  ASSERT_EQ(answer.code, 0) << answer.err;
  const nlohmann::json converged = report().header;
  EXPECT_EQ(converged.at("kind"), "converge");
  const nlohmann::json& errors = converged.at("loglog").at(0).at("series").at(0);
  EXPECT_EQ(errors.at("x").size(), 3U);
  EXPECT_NEAR(errors.at("slope").get<double>(), 1, 0.6);
  EXPECT_EQ(converged.at("loglog").at(1).at("title"), "Work and precision");
  expect_reproducible(converged);
}

TEST_F(Report, OfAComparisonHasErrorsAgainstARunOfAdaptiveOrSaysWhyNot) {
  const std::string steps = " --schemes moreau-jean,generalized-alpha --steps 2e-3,1e-3 -o out";
  const auto compared = [&](const std::string& arguments) {
    const Answer answer = saltus("compare " + arguments + steps);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return report().header;
  };
  const auto first_plot = [](const nlohmann::json& header) {
    const nlohmann::json& plots = header.at("loglog");
    return plots.empty() ? std::string() : plots.at(0).at("title").get<std::string>();
  };
  const nlohmann::json pendulum = compared(example("bouncing_pendulum") + " --end 1");
  EXPECT_EQ(first_plot(pendulum), "Error over step");
  EXPECT_NE(pendulum.at("notes").dump().find("adaptive with tolerance 1e-9"), std::string::npos);
  const nlohmann::json pile = compared(example("slider_roller") + " --end 0.1");
  EXPECT_NE(first_plot(pile), "Error over step");
  EXPECT_NE(pile.at("notes").dump().find("No errors"), std::string::npos);
  run(example("bouncing_pendulum") + " --end 1 --csv --scheme adaptive");
  ASSERT_EQ(std::rename((folder / "out/states.csv").c_str(), (folder / "fine.csv").c_str()), 0);
  const nlohmann::json file =
      compared(example("bouncing_pendulum") + " --end 1 --reference fine.csv");
  EXPECT_EQ(first_plot(file), "Error over step");
  expect_refusal(saltus("compare " + example("bouncing_pendulum") + steps + " --reference exact"),
                 {"--reference", "declares no exact solution"});
}

}  // namespace
}  // namespace saltus::test_report
