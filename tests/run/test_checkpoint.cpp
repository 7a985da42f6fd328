// SPDX-License-Identifier: Apache-2.0
// A run that goes on from a checkpoint is the run that was not interrupted, to the last bit.
#include <bit>

#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"
#include "support/sample_bits.h"

namespace saltus::test::test_checkpoint {
namespace {

struct Checkpoint {
  std::vector<char> state;
  std::size_t samples = 0;
  std::size_t events = 0;
};

/// Samples, events, and the checkpoints between them.
class Keeper final : public Recorder {
 public:
  void record(const Sample& sample) override { samples.push_back(sample); }
  void note(const Event& event) override { events.push_back(event); }
  void checkpoint(std::span<const char> state) override {
    checkpoints.push_back({{state.begin(), state.end()}, samples.size(), events.size()});
  }
  std::vector<Sample> samples;
  std::vector<Event> events;
  std::vector<Checkpoint> checkpoints;
};

/// What summary.json has, but for its times.
std::string figures(const Certificate& c) {
  std::string text;
  const auto add_number = [&](auto x) { text += std::to_string(x) + " "; };
  for (const double x : {c.end_time, c.max_penetration, c.max_joint_error,
                         c.max_velocity_law_residual, c.max_energy_increase, c.energy_balance_error,
                         c.solver_residual_max, c.stiff_at.value_or(-1)})
    add_number(std::bit_cast<std::uint64_t>(x));
  for (const std::int64_t x :
       {c.steps, c.reduced_steps, c.impacts, std::int64_t{c.contacts_max}, c.newton.sum,
        c.projection.sum, c.activation.sum, c.solver_iterations.sum, c.solver_iterations.samples,
        c.failures.count, c.fallback.count, c.coarse.count, c.work.masses, c.work.forces,
        c.work.tangents, c.work.solves, c.work.rows})
    add_number(x);
  return text;
}

constexpr std::int64_t interval = 7;  // steps: many checkpoints, at all kinds of moments

struct Whole {
  Keeper kept;
  Outcome outcome;
};

void run_with_checkpoints(const Model& model, const Simulation& simulation, Whole& whole) {
  const std::vector<Recorder*> recorders{&whole.kept};
  whole.outcome = simulate(model, simulation, recorders, {nullptr, {}, interval});
}

/// From a checkpoint of `from` to the end of `whole`.
void expect_same_from(const Model& model, const Simulation& simulation, const Checkpoint& at,
                      const Whole& whole) {
  Keeper rest;
  const std::vector<Recorder*> recorders{&rest};
  const Outcome outcome = simulate(model, simulation, recorders, {nullptr, at.state, interval});
  ASSERT_EQ(at.samples + rest.samples.size(), whole.kept.samples.size());
  ASSERT_EQ(at.events + rest.events.size(), whole.kept.events.size());
  for (std::size_t i = 0; i < rest.samples.size(); ++i)
    ASSERT_EQ(bits_of(rest.samples[i]), bits_of(whole.kept.samples[at.samples + i])) << i;
  for (std::size_t i = 0; i < rest.events.size(); ++i)
    ASSERT_EQ(bits_of(rest.events[i]), bits_of(whole.kept.events[at.events + i])) << i;
  EXPECT_EQ(figures(outcome.certificate), figures(whole.outcome.certificate));
  if (!whole.kept.checkpoints.empty() && !rest.checkpoints.empty()) {
    EXPECT_EQ(rest.checkpoints.back().state, whole.kept.checkpoints.back().state);
  }
}

/// Some of the checkpoints: the first, the last, and four between.
void expect_resumes(const Run& first) {
  Whole whole;
  run_with_checkpoints(first.model, first.simulation, whole);
  const std::size_t count = whole.kept.checkpoints.size();
  ASSERT_GE(count, 3U);
  for (std::size_t i = 0; i < 6; ++i) {
    SCOPED_TRACE("checkpoint " + std::to_string(i * (count - 1) / 5) + " of " +
                 std::to_string(count));
    expect_same_from(first.model, first.simulation, whole.kept.checkpoints[i * (count - 1) / 5],
                     whole);
    if (testing::Test::HasFatalFailure()) return;
  }
  // one run that ends earlier, and is told to go on
  Simulation shorter = first.simulation;
  shorter.end *= 0.61;
  Whole part;
  run_with_checkpoints(first.model, shorter, part);
  ASSERT_FALSE(part.kept.checkpoints.empty());
  SCOPED_TRACE("of a run with an earlier end");
  expect_same_from(first.model, first.simulation, part.kept.checkpoints.back(), whole);
}

class EverySchemeResumes : public testing::TestWithParam<std::string> {};

TEST_P(EverySchemeResumes, FromAnyCheckpointWithTheSameBitsThroughImpactsAndFriction) {
  std::vector<std::string> overrides{"simulation.scheme_options={}",
                                     "simulation.scheme=" + GetParam(), "simulation.step=5e-5",
                                     "simulation.end=0.02"};
  if (GetParam() == "half-explicit-acceleration") overrides.emplace_back("parameters.mu=0");
  expect_resumes(run_example("slider_crank", overrides));
}

TEST_P(EverySchemeResumes, WithJointsToo) {
  expect_resumes(run_example("bouncing_pendulum",
                             {"simulation.scheme_options={}", "simulation.scheme=" + GetParam(),
                              "simulation.step=2e-3", "simulation.end=0.8"}));
}

TEST_P(EverySchemeResumes, WithATorsionSpringThatIsSeveralTurnsFromItsStart) {
  expect_resumes(run_text(R"toml(
[simulation]
step = 1e-2
end = 2
[world]
gravity = [0, 0, 0]
[[body]]
name = "ground"
fixed = true
[[body]]
name = "wheel"
type = "rigid"
mass = 1
inertia = [0.25, 0.25, 0.25]
position = [0, 0, 0]
angular_velocity = [0, 0, 20]
[[joint]]
type = "revolute"
axis = [0, 0, 1]
between = ["wheel", "ground"]
[[force]]
type = "torsion"
axis = [0, 0, 1]
between = ["wheel", "ground"]
stiffness = 0.5
)toml",
                          {"simulation.scheme=" + GetParam()}));
}

INSTANTIATE_TEST_SUITE_P(Of, EverySchemeResumes, testing::ValuesIn(all_schemes()), identifier);

class ShapesResume : public testing::TestWithParam<std::string> {};

TEST_P(ShapesResume, WithContactsThatComeAndGoAndKeepTheirNames) {
  expect_resumes(run_example(
      "sphere_pile", {"simulation.scheme=" + GetParam(), "parameters.n=2", "simulation.end=0.24"}));
}

INSTANTIATE_TEST_SUITE_P(Of, ShapesResume,
                         testing::Values("moreau-jean-explicit", "moreau-jean",
                                         "combined-projection", "generalized-alpha",
                                         "half-explicit"),
                         identifier);

TEST(Checkpoint, WithSamplesAtGivenTimesTheSumsOfImpulsesGoOn) {
  expect_resumes(run_example("slider_crank",
                             {"simulation.step=1e-5", "simulation.end=0.02", "output.every=3e-4"}));
  expect_resumes(run_example("slider_crank", {"simulation.scheme=adaptive", "simulation.step=1e-4",
                                              "simulation.end=0.02", "output.every=3.3e-4"}));
}

TEST(Checkpoint, NoneIsWrittenThatDependsOnTheEnd) {
  const auto first = run_example("bouncing_ball", {"simulation.end=0.1031"});
  Simulation simulation = first.simulation;
  Whole whole;
  const std::vector<Recorder*> recorders{&whole.kept};
  whole.outcome = simulate(first.model, simulation, recorders, {nullptr, {}, 1});
  ASSERT_EQ(whole.outcome.certificate.steps, 52);
  EXPECT_EQ(whole.kept.checkpoints.size(), 51U);  // not after the last step, which is shorter
}

TEST(Checkpoint, AnEndThatIsPassedAlreadyIsRefused) {
  const auto first = run_example("bouncing_ball", {"simulation.end=1"});
  Whole whole;
  run_with_checkpoints(first.model, first.simulation, whole);
  Simulation simulation = first.simulation;
  simulation.end = 0.5;
  EXPECT_THROW(static_cast<void>(simulate(first.model, simulation, {},
                                          {nullptr, whole.kept.checkpoints.back().state, 0})),
               FileError);
}

TEST(Checkpoint, DamagedBytesAreRefused) {
  const auto first = run_example("bouncing_ball", {"simulation.end=1"});
  Whole whole;
  run_with_checkpoints(first.model, first.simulation, whole);
  std::vector<char> bytes = whole.kept.checkpoints.back().state;
  bytes.pop_back();
  const auto resume = [&] {
    static_cast<void>(simulate(first.model, first.simulation, {}, {nullptr, bytes, 0}));
  };
  EXPECT_THROW(resume(), FileError);
  bytes.assign(bytes.size() + 9, 'x');
  EXPECT_THROW(resume(), FileError);
}

TEST(Checkpoint, ARunThatIsAskedToStopEndsAfterTheStepAndSaysSo) {
  const auto first = run_example("bouncing_ball", {"simulation.end=1"});
  const volatile std::sig_atomic_t stop = 1;
  Keeper kept;
  const std::vector<Recorder*> recorders{&kept};
  const Outcome outcome = simulate(first.model, first.simulation, recorders, {&stop, {}, 0});
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(outcome.certificate.steps, 1);
  EXPECT_EQ(kept.samples.size(), 2U);
}

}  // namespace
}  // namespace saltus::test::test_checkpoint
