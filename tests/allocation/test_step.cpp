// SPDX-License-Identifier: Apache-2.0
// A run of twice as many steps allocates just as often: a steady step allocates nothing.
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/allocation_counter.h"
#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_step {
namespace {

struct Case {
  std::string example;
  double step;
  int steps;  // of the shorter run; contacts are met within
  std::vector<std::string> overrides;
  std::string label;
};

class SteadyStep : public testing::TestWithParam<Case> {};

TEST_P(SteadyStep, DoesNotAllocate) {
  const Case& c = GetParam();
  std::vector<std::string> overrides = c.overrides;
  overrides.push_back(set("simulation.step", c.step));
  overrides.push_back(set("simulation.end", c.step));
  const auto first = run_example(c.example, overrides);
  Simulation simulation = first.simulation;

  const auto allocations = [&](int steps) {
    simulation.end = steps * c.step;
    std::int64_t impacts = 0;
    std::int64_t taken = 0;
    const std::size_t count = allocations_in([&] {
      const Outcome outcome = simulate(first.model, simulation);
      impacts = outcome.certificate.impacts;
      taken = outcome.certificate.steps;
    });
    EXPECT_GE(impacts, 1);
    if (locates_events_of(simulation.scheme)) {
      EXPECT_GE(taken, steps);  // an impact splits a step
    } else {
      EXPECT_EQ(taken, steps);
    }
    return count;
  };
  const std::size_t once = allocations(c.steps);
  EXPECT_GT(once, 0U);  // the workspace: the counter sees this run
  EXPECT_EQ(allocations(2 * c.steps), once);
}

const std::string scheme = "simulation.scheme=";
const std::string option = "simulation.scheme_options.";

INSTANTIATE_TEST_SUITE_P(
    Of, SteadyStep,
    testing::Values(
        Case{"bouncing_ball", 2e-3, 1000, {}, "bouncing_ball"},
        Case{"slider_crank", 1e-5, 2000, {}, "slider_crank"},
        Case{"slider_crank",
             1e-5,
             2000,
             {R"(simulation.solver={name="nsgs"})"},
             "slider_crank_nsgs"},
        Case{"slider_crank",
             1e-5,
             2000,
             {R"(simulation.solver={name="exact"})"},
             "slider_crank_exact"},
        Case{"slider_crank", 1e-5, 2000, {option + "forecast=free"}, "slider_crank_free"},
        Case{
            "slider_crank", 1e-5, 2000, {scheme + "moreau-jean-explicit"}, "slider_crank_explicit"},
        Case{"slider_crank",
             1e-5,
             2000,
             {scheme + "moreau-jean-dissipative"},
             "slider_crank_dissipative"},
        Case{"slider_crank", 1e-5, 2000, {scheme + "half-explicit"}, "slider_crank_half_explicit"},
        Case{"slider_crank",
             1e-5,
             2000,
             {scheme + "half-explicit", option + "stages=5", option + "closed_at=prediction"},
             "slider_crank_half_explicit_5"},
        Case{"slider_crank",
             1e-5,
             2000,
             {scheme + "half-explicit-acceleration", "parameters.mu=0"},
             "slider_crank_acceleration"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "half-explicit",
              R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#"},
             "bouncing_pendulum_redundant_half_explicit"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "half-explicit-acceleration"},
             "bouncing_pendulum_acceleration"},
        Case{"slider_crank_bilateral", 1e-4, 500, {}, "slider_crank_bilateral"},
        Case{"bouncing_pendulum", 1e-3, 2000, {}, "bouncing_pendulum"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#"},
             "bouncing_pendulum_redundant"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {option + "forces=trapezoid"},
             "bouncing_pendulum_trapezoid"},
        Case{"slider_crank", 1e-5, 2000, {scheme + "direct-projection"}, "slider_crank_direct"},
        Case{"slider_crank", 1e-5, 2000, {scheme + "combined-projection"}, "slider_crank_combined"},
        Case{"slider_crank",
             1e-5,
             2000,
             {scheme + "direct-projection", option + "solve=coupled"},
             "slider_crank_coupled"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "direct-projection"},
             "bouncing_pendulum_direct"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "combined-projection"},
             "bouncing_pendulum_combined"},
        Case{"rocking_block", 1e-3, 1000, {}, "rocking_block"},
        Case{"ball_in_box", 5e-3, 300, {}, "ball_in_box"},
        Case{"bouncing_ball", 2e-3, 1000, {scheme + "generalized-alpha"}, "bouncing_ball_alpha"},
        Case{"slider_crank", 1e-5, 2000, {scheme + "generalized-alpha"}, "slider_crank_alpha"},
        Case{"slider_crank",
             1e-4,
             300,
             {scheme + "generalized-alpha", option + "solve=monolithic"},
             "slider_crank_alpha_monolithic"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "generalized-alpha",
              R"#(joint.rod.equations=["x-l*cos(theta)", "y-l*sin(theta)", "x^2+y^2-l^2"])#"},
             "bouncing_pendulum_redundant_alpha"},
        Case{"bouncing_pendulum",
             1e-3,
             2000,
             {scheme + "generalized-alpha", option + "solve=monolithic"},
             "bouncing_pendulum_alpha_monolithic"},
        Case{"rocking_block",
             1e-3,
             1000,
             {scheme + "generalized-alpha", option + "constraints=modified-lcp"},
             "rocking_block_alpha_modified"}),
    [](const auto& example) { return example.param.label; });

std::vector<Case> each_scheme() {
  std::vector<Case> cases;
  for (const std::string& name : all_schemes()) {
    std::string label = identifier_of(name);
    cases.push_back({"bouncing_pendulum", 1e-3, 2000, {scheme + name}, label + "_joints"});
    cases.push_back({"rocking_block", 1e-3, 1000, {scheme + name}, label + "_block"});
    cases.push_back({"slider_crank",
                     1e-5,
                     3500,  // the corners have come to rest once: redundant contacts that stick
                     // acceleration level knows no friction
                     {scheme + name, name == "half-explicit-acceleration" ? "parameters.mu=0"
                                                                          : "parameters.mu=0.01"},
                     label + "_friction"});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(OfEachScheme, SteadyStep, testing::ValuesIn(each_scheme()),
                         [](const auto& example) { return example.param.label; });

class Silent final : public Recorder {
 public:
  void record(const Sample& /*sample*/) override { ++samples; }
  int samples = 0;
};

// Pendulum with joints, slider-crank with friction; the second run has twice the samples.
TEST(SteadySample, DoesNotAllocateOnTheGridNorBetweenStates) {
  for (const char* name : {"moreau-jean", "split-midpoint", "adaptive"}) {
    for (const char* example : {"bouncing_pendulum", "slider_crank"}) {
      const double step = std::string(example) == "slider_crank" ? 1e-4 : 1e-3;
      const auto first = run_example(
          example, {scheme + name, set("simulation.step", step), set("simulation.end", step)});
      Simulation simulation = first.simulation;
      simulation.every = std::string(name) == "moreau-jean" ? 2 * step : 0.3 * step;
      const auto allocations = [&](int steps) {
        simulation.end = steps * step;
        Silent silent;
        const std::array<Recorder*, 1> recorders{&silent};
        const std::size_t count = allocations_in(
            [&] { static_cast<void>(simulate(first.model, simulation, recorders)); });
        EXPECT_GE(silent.samples, steps / 2);
        return count;
      };
      const std::size_t once = allocations(1000);
      EXPECT_GT(once, 0U);
      EXPECT_EQ(allocations(2000), once) << name << " " << example;
    }
  }
}

}  // namespace
}  // namespace saltus::test::test_step
