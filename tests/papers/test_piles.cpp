// SPDX-License-Identifier: Apache-2.0
// Spheres that fall into a narrow box.
#include <algorithm>

#include <gtest/gtest.h>

#include "support/run_model.h"

namespace saltus::test_piles {
namespace {

TEST(Pile, KeepsItsLawInEveryStepUntilItLies) {
  const auto run = test::run_example(
      "sphere_pile", {"parameters.n=4", "parameters.width=\"2.5*n*r\"", "simulation.end=1.5"});
  ASSERT_FALSE(run.outcome.failure);
  EXPECT_LE(run.outcome.certificate.max_velocity_law_residual, 1e-8);
  double fastest = 0;
  for (const Sample& sample : run.samples) fastest = std::max(fastest, sample.energy.kinetic);
  EXPECT_GT(fastest, 0.5);
  EXPECT_LT(run.samples.back().energy.kinetic, 1e-4 * fastest);
}

}  // namespace
}  // namespace saltus::test_piles
