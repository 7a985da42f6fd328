// SPDX-License-Identifier: Apache-2.0
// Newmark, HHT, smooth-alpha and Schatzman–Paoli on every example; their options; their failures.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/examples.h"
#include "support/run_model.h"

namespace saltus::test::test_all_schemes {
namespace {

const std::string option = "simulation.scheme_options.";

class EachScheme : public testing::TestWithParam<const char*> {
 protected:
  static std::string scheme() { return std::string("simulation.scheme=") + GetParam(); }
  static bool is(const char* name) { return std::string(name) == GetParam(); }
};

// a fifth of each run: what smooth-alpha gains at impacts has not carried it away by then
TEST_P(EachScheme, RunsEveryExampleAndKeepsWhatItPromises) {
  for (const std::string& name : example_names()) {
    const ExampleTimes times = times_of(name);
    // piles, and steps that are coarse for their plays: for other schemes
    if (times.dofs > 30 || name.find('/') != std::string::npos) continue;
    // without an impact law every knock of a pin in its bore gains energy: Newton soon fails
    const bool knocks =
        name == "four_bar" || name == "escapement" || name.starts_with("slider_crank_3d_");
    if (is("smooth-alpha") && knocks) continue;
    const double end = std::min(0.2 * times.end, times.short_end);
    const auto run =
        run_example(name, {"simulation.scheme_options={}", scheme(), set("simulation.end", end)});
    ASSERT_FALSE(run.outcome.failure)
        << name << ": " << run.outcome.failure->where << " " << run.outcome.failure->what;
    EXPECT_EQ(run.outcome.certificate.steps, step_count(times.step, end)) << name;
    EXPECT_TRUE(run.outcome.last.q.allFinite() && run.outcome.last.v.allFinite()) << name;
    const Certificate& c = run.outcome.certificate;
    EXPECT_LT(c.solver_residual_max, 1e-6) << name;
    if (is("newmark") || is("hht")) {
      EXPECT_LT(c.max_velocity_law_residual, 1e-10) << name;
    } else {
      EXPECT_LT(c.max_joint_error, 1e-12) << name;
    }
    EXPECT_LT(c.max_penetration, is("smooth-alpha") ? 1e-14 : 0.05) << name;
  }
}

constexpr const char* kFalling = R"toml([simulation]
step = 0.1
end = 2.0
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
force = { x = "-1/sqrt(x)" }
initial = { x = 0.5 }
)toml";

TEST_P(EachScheme, StopsWithANamedFailureWhereAForceHasNoValue) {
  const auto run = run_text(kFalling, {scheme()});
  ASSERT_TRUE(run.outcome.failure);
  EXPECT_NE(run.outcome.failure->where.find("b.x"), std::string::npos)
      << run.outcome.failure->where;
  EXPECT_TRUE(run.outcome.last.q.allFinite());
}

TEST_P(EachScheme, RunsWithoutBodiesInContactAndWithoutJoints) {
  const auto run = run_text(R"toml([simulation]
step = 0.1
end = 1.0
[world]
gravity = "none"
[[body]]
name = "b"
type = "formula"
coordinates = ["x"]
kinetic = "0.5*x_dot^2"
potential = "5*x"
initial = { x = 0.0 }
initial_velocity = { x_dot = 2.0 }
)toml",
                            {scheme()});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_NEAR(run.outcome.last.q[0], 2 - 2.5, 1e-13);
}

// nonlinear M, f of q and v, contacts with friction: exact tangents, so few passes
TEST_P(EachScheme, ConvergesInFewNewtonPassesOnTheSliderCrank) {
  const Certificate c =
      outcome_of_example("slider_crank", {scheme(), "simulation.end=0.004"}).certificate;
  EXPECT_GT(c.newton.max, 1);
  EXPECT_LE(c.newton.max, 8);
  EXPECT_LE(c.newton.mean(), 3);
}

INSTANTIATE_TEST_SUITE_P(Of, EachScheme,
                         testing::Values("newmark", "hht", "smooth-alpha", "schatzman-paoli"),
                         [](const auto& scheme) {
                           std::string name = scheme.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(HhtOptions, AlphaZeroIsNewmarkToTheLastBit) {
  const std::vector<std::string> data{"simulation.end=0.02"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), data.begin(), data.end());
    return run_example("slider_crank", more).outcome.last;
  };
  const State hht = with({"simulation.scheme=hht", option + "alpha=0"});
  const State newmark = with({"simulation.scheme=newmark"});
  EXPECT_EQ(hht.q, newmark.q);
  EXPECT_EQ(hht.v, newmark.v);
}

TEST(NewmarkOptions, DefaultsOfHhtAreGammaHalfPlusAlphaAndBetaQuarterGammaPlusHalfSquared) {
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"simulation.scheme=hht", option + "alpha=0.2"};
    all.insert(all.end(), more.begin(), more.end());
    return run_example("oscillator", all).outcome.last.q;
  };
  const Vec q = with({});
  EXPECT_EQ(q, with({option + "gamma=0.7", option + "beta=0.25*1.2^2"}));
  EXPECT_GT((q - with({option + "gamma=0.6"})).norm(), 1e-6);
  EXPECT_GT((q - with({option + "beta=0.3"})).norm(), 1e-9);
}

TEST(NewmarkOptions, AlphaBeyondAThirdIsRefused) {
  EXPECT_THROW(
      static_cast<void>(run_example("oscillator", {"simulation.scheme=hht", option + "alpha=0.4"})),
      ModelError);
}

}  // namespace
}  // namespace saltus::test::test_all_schemes
