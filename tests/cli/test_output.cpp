// SPDX-License-Identifier: Apache-2.0
// What a user sees of output at given times, events, breakpoints and the scheme that was chosen.
#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"

namespace saltus::test_output {
namespace {

struct Output : Program {
  /// The ball without a scheme.
  void write_plain() const {
    write_ball(
        "scheme = \"moreau-jean\"\nstep = 1e-2\nend = 1.0\n"
        "scheme_options = { theta = 0.5, gamma = 0.5 }\n",
        "step = 1e-2\nend = 1.0\n");
  }
  static bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  static std::int64_t lines(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  }
};

TEST_F(Output, SchemeThatNobodyNamedIsChosenByStiffnessAndThatIsSaid) {
  write_plain();
  const Answer check = saltus("check ball.toml");
  EXPECT_TRUE(holds(check.out, "adaptive (chosen: the model is not stiff, |h λ| = 0 at the start)"))
      << check.out << check.err;
  const Answer run = saltus("run ball.toml -o out");
  EXPECT_TRUE(holds(run.out, "chosen: the model is not stiff")) << run.out << run.err;
  auto summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("scheme"), "adaptive");
  EXPECT_EQ(summary.at("scheme_chosen"), true);
  // ω = 1000/s, h = 1e-2 s, at rest: not accuracy but stability would limit the step
  ASSERT_EQ(saltus("run ball.toml -o out --set 'body.b.potential=5e5*(q - 1)^2'").code, 0);
  summary = nlohmann::json::parse(read("out/summary.json"));
  EXPECT_EQ(summary.at("scheme"), "split-midpoint");
  const Answer named = saltus("run ball.toml -o out --scheme moreau-jean");
  EXPECT_FALSE(holds(named.out, "chosen"));
  EXPECT_EQ(nlohmann::json::parse(read("out/summary.json")).at("scheme_chosen"), false);
}

TEST_F(Output, OptionsOfASchemeThatNobodyNamedAreRefused) {
  write_ball("scheme = \"moreau-jean\"\n", "");
  expect_refusal(saltus("check ball.toml"), {"ball.toml:7:18: 'scheme_options'", "name it"});
  const Answer named = saltus("check ball.toml --scheme moreau-jean");
  EXPECT_EQ(named.code, 0);
  EXPECT_TRUE(holds(named.out, "the file's scheme_options: they are of no named scheme"));
}

TEST_F(Output, EveryDecidesWhichRowsAreWritten) {
  write_ball();
  ASSERT_EQ(saltus("run ball.toml --csv --quiet -o out --set output.every=0.25").code, 0);
  EXPECT_EQ(lines(read("out/states.csv")), 6);
  EXPECT_EQ(nlohmann::json::parse(read("out/summary.json")).at("steps"), 100);
  EXPECT_TRUE(holds(saltus("check ball.toml --set output.every=0.25").out, "every 0.25 s"));
  expect_refusal(saltus("run ball.toml -o never --set output.every=0.025"),
                 {"--set output.every: ", "0.025 s", "0.01 s"});
  EXPECT_FALSE(exists("never"));
}

TEST_F(Output, EveryDoesNotDisturbStudies) {
  write_ball();
  const std::string converge = "converge ball.toml --steps 0.02,0.01 --reference self:1e-3 -o ";
  ASSERT_EQ(saltus(converge + "a").code, 0);
  ASSERT_EQ(saltus(converge + "b --set output.every=0.5").code, 0);
  EXPECT_EQ(read("a/convergence.csv"), read("b/convergence.csv"));
  EXPECT_EQ(saltus("compare ball.toml --schemes all --set output.every=0.025").code, 0);
}

TEST_F(Output, EventsAreWrittenBySchemesThatLocateThemAndNotLeftBehind) {
  write_ball();
  ASSERT_EQ(saltus("run ball.toml --csv --quiet -o out --scheme adaptive").code, 0);
  const std::string events = read("out/events.csv");
  EXPECT_TRUE(
      events.starts_with("t,event,contact,un_before,un_after,ut_before,ut_after,pn,pt\n"
                         "0.4472135"));  // √0.2, of 1 m at 10 m/s²
  EXPECT_EQ(lines(events), 2);
  EXPECT_TRUE(holds(events, ",impact,floor,-4.472"));
  ASSERT_EQ(saltus("run ball.toml --csv --quiet -o out").code, 0);
  EXPECT_FALSE(exists("out/events.csv"));
  EXPECT_TRUE(exists("out/states.csv"));
}

TEST_F(Output, BreakpointsAreShownAndSaidToBePassedOverByFixedSteps) {
  write_ball("end = 1.0", "end = 1.0\nbreakpoints = [0.3, \"1/ag\", 0.3]");
  const Answer fixed = saltus("check ball.toml");
  EXPECT_TRUE(holds(fixed.out, "at 0.1, 0.3 s (passed over")) << fixed.out;
  const Answer split = saltus("check ball.toml --scheme adaptive");
  EXPECT_TRUE(holds(split.out, "at 0.1, 0.3 s\n")) << split.out;
  write_ball("end = 1.0", "end = 1.0\nbreakpoints = [-0.3]");
  expect_refusal(saltus("check ball.toml"), {"ball.toml:8:16: ", "'breakpoints'", "> 0"});
}

TEST_F(Output, FallbacksAreTold) {
  write_ball("restitution = 0.8", "restitution = 0.99");
  // two impacts in the first step of 2 s, none of them dropped by kappa
  const Answer answer = saltus(
      "run ball.toml --csv -o out --scheme split-midpoint --step 2 --end 4 --set "
      "'simulation.scheme_options={max_impacts=1, kappa=0.01}'");
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_TRUE(holds(answer.out, "fallbacks")) << answer.out;
  std::istringstream text(answer.out);
  for (std::string line; std::getline(text, line);) EXPECT_LE(line.size(), 80U) << line;
  const auto summary = nlohmann::json::parse(read("out/summary.json"));
  const auto& fallback = summary.at("fallback");
  EXPECT_GE(fallback.at("count"), 1);
  EXPECT_EQ(fallback.at("times").size(), fallback.at("count"));
  EXPECT_TRUE(holds(read("out/events.csv"), ",fallback,,0,0,0,0,0,0\n"));
}

}  // namespace
}  // namespace saltus::test_output
