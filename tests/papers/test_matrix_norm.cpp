// SPDX-License-Identifier: Apache-2.0
// The error that [002] tabulates, with the norm that saltus converge calls `matrix`.
#include <array>

#include <gtest/gtest.h>

#include "saltus/study/norms.h"
#include "support/run_model.h"
#include "support/slider_crank.h"

namespace saltus::test::test_matrix_norm {
namespace {

/// The slider-crank without play up to 0.1 s with the explicit Moreau–Jean scheme, against the
/// event-driven reference at the same times.
double explicit_error(double h) {
  const auto run = run_example(
      "slider_crank_bilateral",
      {"simulation.scheme=moreau-jean-explicit", set("simulation.step", h), "simulation.end=0.1"});
  Trajectory x = flat_trajectory(3);
  Trajectory exact = x;
  for (const Sample& s : run.samples) {
    x.t.push_back(s.state.t);
    x.q.insert(x.q.end(), s.state.q.begin(), s.state.q.end());
    x.v.insert(x.v.end(), s.state.v.begin(), s.state.v.end());
  }
  exact.t = x.t;
  const auto motion = reference::motion({.c = 0}, exact.t);
  for (const reference::SliderCrankState& s : motion.states) {
    exact.q.insert(exact.q.end(), {s.q[0], s.q[1], 0});
    exact.v.insert(exact.v.end(), {s.v[0], s.v[1], 0});
  }
  constexpr std::array norms{Norm::matrix};
  return errors(x, exact, norms).q[0];
}

TEST(MatrixNorm, OfTheExplicitMoreauJeanSchemeIsThatOfTable2WithinThreePerCent) {
  // [002], table 2, printed with two digits: 6.9e-1, 2.1e-1, 6.6e-2
  EXPECT_NEAR(explicit_error(1e-3) / 6.9e-1, 1, 0.03);
  EXPECT_NEAR(explicit_error(1e-4) / 2.1e-1, 1, 0.03);
  EXPECT_NEAR(explicit_error(1e-5) / 6.6e-2, 1, 0.03);
}

}  // namespace
}  // namespace saltus::test::test_matrix_norm
