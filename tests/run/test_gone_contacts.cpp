// SPDX-License-Identifier: Apache-2.0
// Points between shapes that come and go between two samples of [output] every: no impulse is lost.
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "support/every_scheme.h"
#include "support/run_model.h"

namespace saltus::test::test_gone_contacts {
namespace {

struct Sums {
  double pn = 0;
  std::array<double, 3> world{};
};

Sums sums_of(const Run& run) {
  Sums sums;
  for (const Sample& s : run.samples) {
    for (const ContactSample& c : s.contacts) {
      sums.pn += c.pn;
      for (std::size_t i = 0; i < 3; ++i) sums.world[i] += c.impulse[i];
    }
  }
  return sums;
}

/// It falls by 0.2 m, hits the ground at 0.2 s with 2 m/s, and is 0.25 m high at the end.
const std::string bouncing = R"#(
[simulation]
step = 1e-3
end = 0.6
[world]
gravity = [0, -10]
[[body]]
name = "ground"
fixed = true
shapes = [{ type = "plane", normal = [0, 1] }]
[[body]]
name = "ball"
type = "planar"
mass = 3
inertia = 1
position = [0, 0.3]
shapes = [{ type = "disc", radius = 0.1 }]
[[contact]]
between = ["ball", "ground"]
restitution = 1
friction = 0
)#";

class EverySchemeKeeps : public testing::TestWithParam<std::string> {};

TEST_P(EverySchemeKeeps, TheImpulseOfAPointThatIsGoneByTheNextSampleInARowOfItsOwn) {
  const std::string scheme = "simulation.scheme=" + GetParam();
  const auto all = run_text(bouncing, {scheme, "simulation.end=0.4"});
  const auto some = run_text(bouncing, {scheme, "simulation.end=0.4", "output.every=0.4"});
  ASSERT_EQ(some.samples.size(), 2U);
  ASSERT_EQ(some.samples[1].contacts.size(), 1U);
  const ContactSample& row = some.samples[1].contacts[0];
  EXPECT_EQ(row.name, "ball|ground#1");
  EXPECT_EQ(row.status, ContactStatus::open);
  EXPECT_NEAR(row.pn, sums_of(all).pn, 1e-12);
  EXPECT_NEAR(row.pn, 3 * 4, 0.1);
  EXPECT_NEAR(row.impulse[1], row.pn, 1e-12);
  EXPECT_NEAR(row.point[1], 0, 0.1);  // the middle of the gap when it was last looked at
  EXPECT_GE(row.gap, 0);
}

INSTANTIATE_TEST_SUITE_P(Of, EverySchemeKeeps,
                         testing::Values("moreau-jean", "schatzman-paoli", "half-explicit",
                                         "generalized-alpha"),
                         identifier);

TEST(GoneContacts, OneThatCameAgainHasTheSumInItsRow) {
  const auto run = run_text(bouncing, {"simulation.end=1.0", "output.every=1.0"});
  ASSERT_EQ(run.samples[1].contacts.size(), 1U);  // the second impact is at 0.6 s
  EXPECT_NEAR(run.samples[1].contacts[0].pn, 2 * 12, 0.3);
}

TEST(GoneContacts, TheSumsOfAPileDoNotDependOnTheTimesOfTheSamples) {
  const std::vector<std::string> words{"parameters.n=3", "simulation.end=0.4"};
  const auto with = [&](const char* every) {
    std::vector<std::string> more = words;
    more.emplace_back(every);
    return run_example("sphere_pile", more);
  };
  const Sums every_step = sums_of(with("output.every=2e-3"));
  for (const char* every : {"output.every=0.02", "output.every=0.1", "output.every=1"}) {
    const Sums sums = sums_of(with(every));
    EXPECT_NEAR(sums.pn, every_step.pn, 1e-10 * every_step.pn) << every;
    for (std::size_t i = 0; i < 3; ++i)  // also as vectors, whatever the normals do between
      EXPECT_NEAR(sums.world[i], every_step.world[i], 1e-10 * every_step.pn) << every;
  }
}

}  // namespace
}  // namespace saltus::test::test_gone_contacts
