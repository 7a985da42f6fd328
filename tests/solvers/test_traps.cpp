// SPDX-License-Identifier: Apache-2.0
// The interior point may end in a trap from which nothing leads on; what the sweeps found is
// another start.
#include <filesystem>

#include <gtest/gtest.h>

#include "saltus/problems/fclib.h"
#include "saltus/problems/reduce.h"
#include "saltus/solvers/friction_solver.h"
#include "support/places.h"

namespace saltus::test_traps {
namespace {

TEST(Traps, AreLeftWhereFrictionIsLarge) {
  const std::filesystem::path file =
      std::filesystem::path(test::source_dir()) / "../shared/fclib/Confeti-ex13-Fc3D-SBM.hdf5";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
  FrictionProblem problem = reduce(read_fclib(file.string()));
  for (const double mu : {1.5, 1.6, 1.8, 2.0, 2.5, 3.0}) {
    problem.mu.assign(problem.mu.size(), mu);
    std::vector<double> p(problem.b.size(), 0.0);
    EXPECT_TRUE(solve_friction(problem, "auto", {.seconds = 5}, p).solved) << mu;
    EXPECT_LE(residual(problem, p).err_q, 1e-8) << mu;
  }
}

}  // namespace
}  // namespace saltus::test_traps
