// SPDX-License-Identifier: Apache-2.0
// report.html: units, warnings and notes say what is so.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/report_file.h"
#include "support/places.h"

namespace saltus::test_report_words {
namespace {

struct ReportWords : Program {
  [[nodiscard]] nlohmann::json header() const {
    return ReportFile((folder / "out/report.html").string()).header;
  }
  Answer run(const std::string& arguments) const {
    Answer answer = saltus(arguments + " -o out");
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer;
  }
};

std::string example(const std::string& name) {
  return test::source_dir() + "/examples/" + name + ".toml";
}

std::string unit_of(const nlohmann::json& entries, const char* key, const char* name) {
  for (const auto& entry : entries)
    if (entry.at(key) == name) return entry.at("unit");
  return "none of this name";
}

TEST_F(ReportWords, PenetrationOfStopsOfAnglesIsInRad) {
  const Answer stops = run("run " + example("escapement") + " --end 0.05");
  EXPECT_EQ(unit_of(header().at("checks"), "label", "penetration"), "m or rad");
  EXPECT_NE(stops.out.find("m or rad at most"), std::string::npos) << stops.out;
  run("compare " + example("escapement") +
      " --end 0.05 --schemes moreau-jean --steps 1e-4,5e-5 --quiet");
  const nlohmann::json compared = header();
  EXPECT_EQ(unit_of(compared.at("table").at("columns"), "name", "penetration"), "m or rad");
  const nlohmann::json& plots = compared.at("loglog");
  EXPECT_TRUE(std::any_of(plots.begin(), plots.end(), [](const auto& plot) {
    return plot.at("title") == "Penetration" && plot.at("y_label") == "m or rad";
  })) << plots;
  const Answer lengths = run("run " + example("slider_crank") + " --end 0.01");
  EXPECT_EQ(unit_of(header().at("checks"), "label", "penetration"), "m");
  EXPECT_EQ(lengths.out.find("rad at most"), std::string::npos) << lengths.out;
}

TEST_F(ReportWords, StepsAcceptedInSpiteOfAFailureHaveAWarningWithTheTimeOfTheFirst) {
  const Answer answer = run("run " + example("slider_crank") +
                            " --end 0.01 --set simulation.scheme_options.newton_iterations=1 --set "
                            "simulation.on_failure=continue");
  const nlohmann::json report = header();
  const auto failures = report.at("certificate").at("solver").at("failures").get<int>();
  ASSERT_GT(failures, 1);
  const nlohmann::json& warnings = report.at("warnings");
  const auto found = std::find_if(warnings.begin(), warnings.end(), [](const auto& w) {
    return w.at("text").template get<std::string>().find("in spite of a failure") !=
           std::string::npos;
  });
  ASSERT_NE(found, warnings.end()) << warnings;
  EXPECT_TRUE(found->at("text").get<std::string>().starts_with(std::to_string(failures) + " "));
  EXPECT_EQ(found->at("level"), "red");
  EXPECT_GT(found->at("t").get<double>(), 0.0);
  EXPECT_LE(found->at("t").get<double>(), 0.01);
  EXPECT_NE(answer.out.find("accepted, first at t = "), std::string::npos) << answer.out;
}

TEST_F(ReportWords, NotesNameNoCurvesThatAreNotPlotted) {
  const std::string pile =
      "run " + example("sphere_pile") + " --set parameters.n=4 --step 1e-3 --end 0.01 --quiet";
  run(pile);
  EXPECT_NE(header().at("notes").dump().find("of the first bodies only"), std::string::npos);
  run(pile + " --set 'output.record=[\"contacts\"]'");
  const std::string notes = header().at("notes").dump();
  EXPECT_EQ(notes.find("of the first bodies only"), std::string::npos) << notes;
  EXPECT_NE(notes.find("[output] record leaves out"), std::string::npos) << notes;
}

}  // namespace
}  // namespace saltus::test_report_words
