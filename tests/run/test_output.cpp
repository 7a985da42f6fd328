// SPDX-License-Identifier: Apache-2.0
// [output] every, of schemes that have states at multiples of their step only.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "io/message.h"
#include "support/run_model.h"

namespace saltus::test::test_output {
namespace {

using Words = std::vector<std::string>;

Words with(Words words, const std::string& more) {
  words.push_back(more);
  return words;
}

double sum_of_pn(const Run& run, std::size_t contact) {
  double sum = 0;
  for (const Sample& s : run.samples) sum += s.contacts[contact].pn;
  return sum;
}

double sum_of_pt(const Run& run, std::size_t contact) {
  double sum = 0;
  for (const Sample& s : run.samples) sum += s.contacts[contact].pt;
  return sum;
}

TEST(OutputEvery, OfAFixedStepTakesTheStatesOfTheGridAsTheyAre) {
  const Words words{"simulation.step=1e-3", "simulation.end=1.2"};
  const auto all = run_example("bouncing_pendulum", words);
  const auto some = run_example("bouncing_pendulum", with(words, "output.every=0.05"));
  ASSERT_EQ(some.samples.size(), 25U);
  for (std::size_t k = 0; k < some.samples.size(); ++k) {
    const Sample& a = all.samples[50 * k];
    const Sample& s = some.samples[k];
    EXPECT_EQ(s.state.t, a.state.t);
    EXPECT_EQ(s.step, a.step);
    EXPECT_EQ(s.state.q, a.state.q);
    EXPECT_EQ(s.state.v, a.state.v);
    EXPECT_EQ(s.contacts[0].gap, a.contacts[0].gap);
    EXPECT_EQ(s.contacts[0].un, a.contacts[0].un);
    EXPECT_EQ(s.contacts[0].status, a.contacts[0].status);
    EXPECT_EQ(s.joints[1].position_error, a.joints[1].position_error);
    EXPECT_EQ(s.energy.total, a.energy.total);
    EXPECT_EQ(s.energy.work_contact, a.energy.work_contact);
    EXPECT_EQ(s.energy.balance, a.energy.balance);
  }
}

TEST(OutputEvery, ThatIsTheStepHandsOutWhatIsHandedOutWithoutIt) {
  const Words words{"simulation.step=1e-3", "simulation.end=0.7"};
  const auto all = run_example("slider_crank", words);
  const auto same = run_example("slider_crank", with(words, "output.every=1e-3"));
  ASSERT_EQ(same.samples.size(), all.samples.size());
  for (std::size_t k = 0; k < all.samples.size(); ++k) {
    EXPECT_EQ(same.samples[k].state.t, all.samples[k].state.t);
    EXPECT_EQ(same.samples[k].state.q, all.samples[k].state.q);
    EXPECT_EQ(same.samples[k].contacts[2].pn, all.samples[k].contacts[2].pn);
    EXPECT_NEAR(same.samples[k].state.h, all.samples[k].state.h, 1e-15);
  }
}

TEST(OutputEvery, EndsWithTheEndWhereThatIsNoMultiple) {
  const auto run = run_example(
      "bouncing_ball", {"simulation.step=0.01", "simulation.end=0.255", "output.every=0.1"});
  ASSERT_EQ(run.samples.size(), 4U);
  EXPECT_EQ(run.samples[0].state.t, 0);
  EXPECT_EQ(run.samples[1].state.t, 0.1);
  EXPECT_EQ(run.samples[2].state.t, 0.2);
  EXPECT_EQ(run.samples[3].state.t, 0.255);
  const auto longer = run_example(
      "bouncing_ball", {"simulation.step=0.01", "simulation.end=0.25", "output.every=1"});
  ASSERT_EQ(longer.samples.size(), 2U);
  EXPECT_EQ(longer.samples[1].state.t, 0.25);
}

TEST(OutputEvery, LeavesTheSumsOfImpulsesAndTheCertificateAsTheyAre) {
  const Words words{"simulation.step=1e-4", "simulation.end=0.05"};
  const auto all = run_example("slider_crank", words);
  for (const char* every : {"2e-4", "1e-3", "0.017"}) {
    const auto some =
        run_example("slider_crank", with(words, std::string("output.every=") + every));
    EXPECT_LT(some.samples.size(), all.samples.size());
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(sum_of_pn(some, i), sum_of_pn(all, i), 1e-13);
      EXPECT_NEAR(sum_of_pt(some, i), sum_of_pt(all, i), 1e-13);
    }
    const Certificate& a = all.outcome.certificate;
    const Certificate& s = some.outcome.certificate;
    EXPECT_EQ(s.steps, a.steps);
    EXPECT_EQ(s.impacts, a.impacts);
    EXPECT_EQ(s.max_penetration, a.max_penetration);
    EXPECT_EQ(s.max_energy_increase, a.max_energy_increase);
    EXPECT_EQ(s.energy_balance_error, a.energy_balance_error);
    EXPECT_EQ(some.outcome.last.q, all.outcome.last.q);
  }
  EXPECT_GT(sum_of_pn(all, 0) + sum_of_pn(all, 1), 0.01);
}

TEST(OutputEvery, GivesJointsTheImpulseOfTheWholeInterval) {
  const Words words{"simulation.step=1e-3", "simulation.end=0.3"};
  const auto all = run_example("bouncing_pendulum", words);
  const auto some = run_example("bouncing_pendulum", with(words, "output.every=0.1"));
  ASSERT_EQ(some.samples.size(), 4U);
  for (std::size_t k = 1; k < 4; ++k) {
    double sum = 0;
    for (std::size_t i = 100 * (k - 1) + 1; i <= 100 * k; ++i)
      sum += all.samples[i].joints[0].impulse;
    EXPECT_NEAR(some.samples[k].joints[0].impulse, sum, 1e-14);
    EXPECT_NEAR(some.samples[k].state.h, 0.1, 1e-15);  // force = impulse/h
  }
}

// Released at a gap of 0.801 m, the ball hits the ground at 0.40025 s and flies at 0.5 s.
TEST(OutputEvery, OfABallThatBouncedAndFliesIsOpenWithTheImpulseOfTheBounce) {
  const auto run = run_example("bouncing_ball", {"simulation.end=0.5", "output.every=0.25"});
  ASSERT_EQ(run.samples.size(), 3U);
  const ContactSample& c = run.samples[2].contacts[0];
  EXPECT_NEAR(c.pn, 1.8 * std::sqrt(2 * 10 * 0.801), 0.02);  // (1 + e) m v⁻, one step too late
  EXPECT_EQ(c.status, ContactStatus::open);
}

TEST(OutputEvery, OfABallAtRestHasItsWeightAsMeanForce) {
  const auto run = run_example("bouncing_ball", {"output.every=0.5"});
  const Sample& s = run.samples.back();
  EXPECT_EQ(s.contacts[0].status, ContactStatus::closed);
  EXPECT_NEAR(s.contacts[0].pn / s.state.h, 10, 1e-9);
}

TEST(OutputEvery, PassesOverTheReducedStepsOfAnImpact) {
  const Words words{"simulation.scheme=half-explicit", "simulation.scheme_options.impact_step=1e-4",
                    "simulation.end=0.5"};
  const auto all = run_example("bouncing_ball", words);
  const auto some = run_example("bouncing_ball", with(words, "output.every=2e-3"));
  ASSERT_GT(all.samples.size(), 251U);
  ASSERT_EQ(some.samples.size(), 251U);
  for (std::size_t k = 0; k < 250; ++k) {
    EXPECT_EQ(some.samples[k].state.t, static_cast<double>(k) * 2e-3);
  }
  EXPECT_NEAR(sum_of_pn(some, 0), sum_of_pn(all, 0), 1e-13);
}

TEST(OutputEvery, KeepsTheLastGoodStateOfARunThatFails) {
  const auto run = run_example(
      "bouncing_ball",
      {"simulation.end=1", "body.ball.force={y=\"0.001*sqrt(0.5 - t)\"}", "output.every=0.2"});
  ASSERT_TRUE(run.outcome.failure);
  ASSERT_EQ(run.samples.size(), 4U);
  EXPECT_EQ(run.samples[2].state.t, 0.4);
  EXPECT_EQ(run.samples[3].state.t, run.outcome.last.t);
  EXPECT_EQ(run.samples[3].state.q, run.outcome.last.q);
}

TEST(OutputEvery, ThatIsNoMultipleOfTheStepIsRefusedWithBothNumbers) {
  const std::string text = message([] {
    (void)run_example("bouncing_ball", {"simulation.step=2e-3", "output.every=5e-3"});
  });
  EXPECT_TRUE(holds(text, "'every' of [output] is 0.005 s")) << text;
  EXPECT_TRUE(holds(text, "no multiple of the step, 0.002 s")) << text;
  EXPECT_TRUE(holds(text, "'moreau-jean'")) << text;
  EXPECT_NE(message([] {
              (void)run_example("bouncing_ball", {"simulation.step=2e-3", "output.every=1e-3"});
            }),
            "");
  EXPECT_EQ(message([] {
              (void)run_example("bouncing_ball", {"simulation.step=1/3000", "simulation.end=0.01",
                                                  "output.every=1e-3"});
            }),
            "");
}

TEST(OutputEvery, RefusesMoreResultsThanCanBeCounted) {
  EXPECT_THROW((void)run_example("bouncing_ball", {"output.every=1e-300"}), ModelError);
}

}  // namespace
}  // namespace saltus::test::test_output
