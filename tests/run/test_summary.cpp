// SPDX-License-Identifier: Apache-2.0
// summary.json is JSON with every field of the contract, of good and of failed runs.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "saltus/base/error.h"
#include "saltus/run/summary.h"
#include "support/run_model.h"

namespace saltus::test::test_summary {
namespace {

/// A folder of this test's own, removed with it.
class Summary : public testing::Test {
 protected:
  Summary()
      : folder_(std::filesystem::temp_directory_path() /
                ("saltus_summary_" + std::to_string(getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~Summary() override { std::filesystem::remove_all(folder_); }
  Summary(const Summary&) = delete;
  Summary& operator=(const Summary&) = delete;
  Summary(Summary&&) = delete;
  Summary& operator=(Summary&&) = delete;

  std::string text_of(const saltus::test::Run& run, double wall_seconds = 0.5) {
    write_summary(folder_, run.model, run.simulation, run.outcome, wall_seconds);
    std::ifstream file(folder_ / "summary.json", std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
};

TEST_F(Summary, HasEveryFieldOfTheContractWithTheCertificatesValues) {
  const auto run = run_example("rocking_block");
  const auto json = nlohmann::json::parse(text_of(run));
  const Certificate& c = run.outcome.certificate;
  EXPECT_EQ(json.at("status"), "ok");
  EXPECT_EQ(json.at("model"), "test");
  EXPECT_EQ(json.at("scheme"), "moreau-jean");
  EXPECT_EQ(json.at("step").get<double>(), 1e-2);
  EXPECT_EQ(json.at("steps").get<int>(), 200);
  EXPECT_EQ(json.at("end_time").get<double>(), 2.0);
  EXPECT_EQ(json.at("max_penetration").get<double>(), c.max_penetration);
  EXPECT_EQ(json.at("max_joint_error").get<double>(), 0.0);
  EXPECT_EQ(json.at("max_velocity_law_residual").get<double>(), c.max_velocity_law_residual);
  EXPECT_EQ(json.at("max_energy_increase").get<double>(), c.max_energy_increase);
  EXPECT_EQ(json.at("energy_balance_error").get<double>(), c.energy_balance_error);
  EXPECT_EQ(json.at("impacts").get<std::int64_t>(), c.impacts);
  EXPECT_EQ(json.at("contacts_max").get<int>(), 2);
  for (const char* count : {"newton", "projection", "activation"}) {
    EXPECT_TRUE(json.at(count).at("mean").is_number()) << count;
    EXPECT_TRUE(json.at(count).at("max").is_number_integer()) << count;
  }
  const auto& solver = json.at("solver");
  EXPECT_EQ(solver.at("name"), "auto");
  EXPECT_EQ(solver.at("iterations_mean").get<double>(), c.solver_iterations.mean());
  EXPECT_EQ(solver.at("iterations_max").get<int>(), c.solver_iterations.max);
  EXPECT_EQ(solver.at("residual_max").get<double>(), c.solver_residual_max);
  EXPECT_EQ(solver.at("failures").get<int>(), 0);
  const auto& work = json.at("work");
  EXPECT_EQ(work.size(), 6U);
  EXPECT_EQ(work.at("masses").get<std::int64_t>(), c.work.masses);
  EXPECT_EQ(work.at("forces").get<std::int64_t>(), c.work.forces);
  EXPECT_EQ(work.at("tangents").get<std::int64_t>(), c.work.tangents);
  EXPECT_EQ(work.at("solves").get<std::int64_t>(), c.work.solves);
  EXPECT_EQ(work.at("rows").get<std::int64_t>(), c.work.rows);
  EXPECT_EQ(work.at("cost").get<double>(), c.work.cost());
  EXPECT_GT(c.work.cost(), 200);
  EXPECT_EQ(json.at("wall_seconds").get<double>(), 0.5);
  EXPECT_EQ(json.at("microseconds_per_step").get<double>(), 2500.0);
  EXPECT_FALSE(json.at("version").get<std::string>().empty());
  EXPECT_FALSE(json.contains("failure"));
}

TEST_F(Summary, TellsOfFallbacksAndStiffnessAndWhoNamedTheScheme) {
  auto run = run_example("bouncing_ball", {"simulation.end=0.1"});
  auto json = nlohmann::json::parse(text_of(run));
  EXPECT_EQ(json.at("fallback").at("count"), 0);
  EXPECT_TRUE(json.at("fallback").at("times").empty());
  EXPECT_TRUE(json.at("stiff_at").is_null());
  EXPECT_EQ(json.at("scheme_chosen"), false);
  for (int i = 0; i < 25; ++i) run.outcome.certificate.fallback.add(0.1 * i);
  run.outcome.certificate.stiff_at = 0.125;
  run.simulation.scheme_chosen = true;
  json = nlohmann::json::parse(text_of(run));
  EXPECT_EQ(json.at("fallback").at("count"), 25);
  EXPECT_EQ(json.at("fallback").at("times").size(), 20U);
  EXPECT_EQ(json.at("fallback").at("times").at(19).get<double>(), 0.1 * 19);
  EXPECT_EQ(json.at("stiff_at"), 0.125);
  EXPECT_EQ(json.at("scheme_chosen"), true);
}

TEST_F(Summary, CountsTheReducedStepsOfARunThatHasThem) {
  const auto plain = nlohmann::json::parse(text_of(run_example("bouncing_ball")));
  EXPECT_EQ(plain.at("reduced_steps").get<int>(), 0);
  const auto run = run_example("bouncing_ball", {"simulation.scheme=half-explicit",
                                                 "simulation.scheme_options.impact_step=1e-3",
                                                 "simulation.end=0.5"});  // one impact
  const auto json = nlohmann::json::parse(text_of(run));
  EXPECT_EQ(json.at("reduced_steps").get<int>(), 2);
  EXPECT_EQ(json.at("steps").get<int>(), 251);
}

TEST_F(Summary, OfAFailedRunHasTheFailureAndTheLastGoodState) {
  const auto run = run_text(R"toml([simulation]
step = 0.1
end = 2
[world]
gravity = "none"
[[body]]
name = "stone"
type = "formula"
coordinates = ["q"]
kinetic = "0.5*q_dot^2"
force = { q = "sqrt(0.5 - t)" }
initial = { q = 1 }
)toml");
  ASSERT_TRUE(run.outcome.failure);
  const std::string text = text_of(run);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json.at("status"), "failed");
  const auto& failure = json.at("failure");
  EXPECT_EQ(failure.at("time").get<double>(), run.outcome.failure->t);
  EXPECT_EQ(failure.at("where").get<std::string>(), run.outcome.failure->where);
  EXPECT_FALSE(failure.at("what").get<std::string>().empty());
  EXPECT_FALSE(failure.at("advice").get<std::string>().empty());
  EXPECT_EQ(failure.at("last_state").at("t").get<double>(), 0.5);
  EXPECT_EQ(failure.at("last_state").at("stone.q").get<double>(), run.outcome.last.q[0]);
  EXPECT_EQ(failure.at("last_state").at("stone.q_dot").get<double>(), run.outcome.last.v[0]);
  EXPECT_EQ(text.find("nan"), std::string::npos);
  EXPECT_EQ(failure.dump().find("null"), std::string::npos);
}

TEST_F(Summary, OfARunThatFailsInItsFirstStepParses) {
  const auto run = run_example("slider_crank", {"simulation.scheme_options.newton_iterations=1"});
  ASSERT_TRUE(run.outcome.failure);
  const auto json = nlohmann::json::parse(text_of(run));
  EXPECT_EQ(json.at("steps").get<int>(), 0);
  EXPECT_EQ(json.at("end_time").get<double>(), 0.0);
  EXPECT_EQ(json.at("newton").at("mean").get<double>(), 0.0);
  EXPECT_EQ(json.at("failure").at("last_state").at("mechanism.theta1_dot").get<double>(), 150);
}

TEST_F(Summary, IsTheSameBytesForTheSameRunAndTime) {
  EXPECT_EQ(text_of(run_example("slider_crank", {"simulation.end=0.01"})),
            text_of(run_example("slider_crank", {"simulation.end=0.01"})));
}

TEST_F(Summary, ParsesWithNamesThatJsonMustEscape) {
  auto run = run_example("bouncing_ball", {"simulation.end=0.1"});
  run.model.name = "a \"quoted\"\\ name\n";
  EXPECT_EQ(nlohmann::json::parse(text_of(run)).at("model"), run.model.name);
}

TEST_F(Summary, ThrowsWhereTheFolderIsNotThere) {
  const auto run = run_example("bouncing_ball", {"simulation.end=0.1"});
  EXPECT_THROW(write_summary(folder_ / "missing", run.model, run.simulation, run.outcome, 0),
               FileError);
}

}  // namespace
}  // namespace saltus::test::test_summary
