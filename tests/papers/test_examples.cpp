// SPDX-License-Identifier: Apache-2.0
// Every bundled example runs to its end, keeps its laws, and gives the same bits twice.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "support/examples.h"
#include "support/run_model.h"

namespace saltus::test::test_examples {
namespace {

/// Every number of a sample, in the order of its members.
std::vector<double> numbers(const Sample& s) {
  std::vector<double> all{static_cast<double>(s.step), s.state.t};
  for (const Vec* x :
       {&s.state.q, &s.state.v, &s.state.p_joint, &s.state.p_normal, &s.state.p_tangent}) {
    all.insert(all.end(), x->begin(), x->end());
  }
  for (const ContactSample& c : s.contacts) {
    all.insert(all.end(), {c.gap, c.un, c.ut, c.pn, c.pt, static_cast<double>(c.status)});
  }
  for (const JointSample& j : s.joints) {
    all.insert(all.end(), {j.position_error, j.velocity_error, j.impulse});
  }
  const EnergySample& e = s.energy;
  all.insert(all.end(), {e.kinetic, e.potential, e.total, e.work_external, e.work_damping,
                         e.work_contact, e.balance});
  return all;
}

class Examples : public testing::TestWithParam<std::string> {};

// large ones not to their end, but for as many steps as their size allows
TEST_P(Examples, RunToTheirEndKeepTheirLawsAndGiveTheSameBitsTwice) {
  const std::vector<std::string> part{set("simulation.end", times_of(GetParam()).short_end)};
  const auto once = run_as_given(GetParam(), part);
  ASSERT_FALSE(once.outcome.failure)
      << once.outcome.failure->where << " " << once.outcome.failure->what;
  const Certificate& c = once.outcome.certificate;
  EXPECT_EQ(c.end_time, once.simulation.end);
  EXPECT_EQ(c.steps, step_count(once.simulation.step, once.simulation.end));
  if (once.simulation.every == 0) {
    ASSERT_EQ(once.samples.size(), static_cast<std::size_t>(c.steps) + 1);
  }
  EXPECT_EQ(c.failures.count, 0);
  const bool is_pile = GetParam() == "sphere_pile";  // its file asks for less
  EXPECT_LT(c.max_velocity_law_residual, is_pile ? 1e-8 : 1e-10);

  const auto twice = run_as_given(GetParam(), part);
  ASSERT_EQ(twice.samples.size(), once.samples.size());
  std::size_t not_finite = 0;
  std::size_t different = 0;
  for (std::size_t k = 0; k < once.samples.size(); ++k) {
    const std::vector<double> a = numbers(once.samples[k]);
    const std::vector<double> b = numbers(twice.samples[k]);
    for (const double x : a) not_finite += std::isfinite(x) ? 0 : 1;
    different +=
        a.size() != b.size() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) != 0 ? 1
                                                                                                : 0;
  }
  EXPECT_EQ(not_finite, 0U);
  EXPECT_EQ(different, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, Examples, testing::ValuesIn(example_names()),
                         [](const auto& example) {
                           std::string name = example.param;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

/// The schemes that run bodies with shapes, joints and play.
class ExamplesBy : public testing::TestWithParam<const char*> {};

TEST_P(ExamplesBy, RunWithEveryExampleForSomeSteps) {
  for (const std::string& name : example_names()) {
    const ExampleTimes times = times_of(name);
    const double end = std::min(times.end, 0.1 * times.short_end);
    const auto run = run_as_given(
        name, {"simulation.scheme_options={}", std::string("simulation.scheme=") + GetParam(),
               set("simulation.end", std::max(end, 5 * times.step))});
    ASSERT_FALSE(run.outcome.failure)
        << name << ": " << run.outcome.failure->where << " " << run.outcome.failure->what;
    EXPECT_TRUE(run.outcome.last.q.allFinite()) << name;
    EXPECT_EQ(run.outcome.certificate.failures.count, 0) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, ExamplesBy,
                         testing::Values("moreau-jean", "direct-projection", "combined-projection",
                                         "generalized-alpha", "half-explicit"),
                         [](const auto& scheme) {
                           std::string name = scheme.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ExamplesFolder, HoldsTheOnesThatWerePromised) {
  const std::vector<std::string> names = example_names();
  for (const std::string_view name : {"bouncing_ball",
                                      "bouncing_ball_ballard",
                                      "oscillator",
                                      "rocking_block",
                                      "bouncing_pendulum",
                                      "two_ball_oscillator",
                                      "slider_crank",
                                      "slider_crank_bilateral",
                                      "ball_in_box",
                                      "slider_roller",
                                      "pendulum_in_ring",
                                      "slider_crank_3d",
                                      "slider_crank_3d_play",
                                      "sphere_pile",
                                      "box_stack",
                                      "box_wall",
                                      "four_bar",
                                      "spinning_top",
                                      "t_handle",
                                      "newtons_cradle",
                                      "rolling_ball",
                                      "escapement"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
}

}  // namespace
}  // namespace saltus::test::test_examples
