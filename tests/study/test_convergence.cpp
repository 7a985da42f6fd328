// SPDX-License-Identifier: Apache-2.0
// Studies of convergence: known orders, averages, references that agree, failures.
#include <cmath>

#include <gtest/gtest.h>

#include "io/message.h"
#include "saltus/study/convergence.h"
#include "saltus/study/order.h"
#include "saltus/study/perturb.h"
#include "support/oscillator.h"
#include "support/run_model.h"

namespace saltus::test::test_convergence {
namespace {

const std::vector<Norm> all{Norm::l1, Norm::l2, Norm::max, Norm::hausdorff, Norm::matrix};

Convergence study(const Run& run, const ConvergenceRequest& request) {
  return converge(run.model, run.simulation, request);
}

/// The model and the simulation of an example, which is not run to its end.
Run prepared(const std::string& name, std::vector<std::string> overrides, double end) {
  overrides.emplace_back("simulation.end=1e-3");
  Run run = run_example(name, overrides);
  run.simulation.end = end;
  return run;
}

TEST(Orders, AreTheSlopesOfPowersOfTheStep) {
  const std::vector<double> h{0.1, 0.02, 0.03};
  Figures errors;
  for (const double x : h) errors.emplace_back(7 * std::pow(x, 1.5));
  EXPECT_NEAR(*fitted_order(h, errors), 1.5, 1e-13);
  EXPECT_NEAR(*order_between(h[1], errors[1], h[2], errors[2]), 1.5, 1e-13);
  errors[0] = std::nullopt;  // a failed run
  EXPECT_NEAR(*fitted_order(h, errors), 1.5, 1e-13);
  errors[2] = 0.0;
  EXPECT_FALSE(fitted_order(h, errors));
  EXPECT_FALSE(order_between(h[1], errors[1], h[2], errors[2]));
  EXPECT_FALSE(order_between(1, 2.0, 1, 3.0));
}

TEST(Convergence, OfMoreauJeanAgainstTheExactOscillatorHasItsOrdersAveragedOverStarts) {
  const auto run = prepared("oscillator", {}, 4.6);
  const Convergence result =
      study(run, {{1.1e-2, 5.5e-3, 2.75e-3, 1.375e-3, 6.875e-4}, all, ExactReference{}, 24, 0.2});
  const double tolerance = 0.12;
  EXPECT_NEAR(*result.q_order[0], 1, tolerance);
  EXPECT_NEAR(*result.q_order[1], 1, tolerance);
  EXPECT_NEAR(*result.q_order[2], 1, tolerance);
  EXPECT_NEAR(*result.q_order[3], 1, tolerance);
  EXPECT_NEAR(*result.q_order[4], 0.5, tolerance);  // no weight h: half an order less
  EXPECT_NEAR(*result.v_order[0], 1, tolerance);
  EXPECT_NEAR(*result.v_order[1], 0.5, tolerance);
  EXPECT_NEAR(*result.v_order[2], 0, tolerance);
  EXPECT_NEAR(*result.v_order[3], 1, tolerance);
  EXPECT_NEAR(*result.v_order[4], 0, tolerance);
}

TEST(Convergence, WithoutImpactsHasOrderTwoInEveryNormAndForBothReferences) {
  // The end is chosen so that the graphs are farthest apart there. Where a peak of v decides, the
  // phase of the grid below it makes the Hausdorff distance scatter: by ±0.2 in the order at 1e-2.
  const auto run = prepared("oscillator", {"parameters.stop=-2"}, 3.103);
  const std::vector<double> steps{2e-2, 1e-2, 5e-3};
  for (const ReferenceChoice& reference :
       {ReferenceChoice{ExactReference{}}, ReferenceChoice{SelfReference{1e-4}}}) {
    const Convergence result = study(run, {steps, all, reference, 1, 0});
    for (std::size_t j = 0; j < all.size(); ++j) {
      const double expected = all[j] == Norm::matrix ? 1.5 : 2;
      EXPECT_NEAR(*result.q_order[j], expected, 0.02) << to_text(reference) << j;
      EXPECT_NEAR(*result.v_order[j], expected, 0.02) << to_text(reference) << j;
      EXPECT_NEAR(*result.rows[1].q_order[j], expected, 0.02) << to_text(reference) << j;
    }
    EXPECT_FALSE(result.rows[0].q_order[0]);
  }
}

TEST(Convergence, ErrorsAgainstTheExactMotionAreThoseOfAnIndependentComputation) {
  // end is no multiple of the step: the last one is shorter
  const double h = 1.7e-3, end = 3.1;
  const auto run =
      run_example("oscillator", {set("simulation.step", h), set("simulation.end", end)});
  const reference::OscillatorMotion exact({}, end + 1);
  double l1 = 0, largest = 0;
  for (std::size_t i = 0; i < run.samples.size(); ++i) {
    const State& x = run.samples[i].state;
    const double d = std::abs(x.q[0] - exact.at(x.t).q);
    l1 += d * (i == 0 ? h : x.t - run.samples[i - 1].state.t);
    largest = std::max(largest, d);
  }
  const Convergence result = study(run, {{h}, {Norm::l1, Norm::max}, ExactReference{}, 1, 0});
  EXPECT_NEAR(*result.rows[0].q[0], l1, 1e-12);
  EXPECT_NEAR(*result.rows[0].q[1], largest, 1e-12);
  EXPECT_EQ(result.rows[0].steps, run.outcome.certificate.steps);
  EXPECT_FALSE(result.q_order[0]);
  EXPECT_EQ(result.rows[0].work->cost, run.outcome.certificate.work.cost());
  EXPECT_EQ(result.rows[0].work->forces, static_cast<double>(run.outcome.certificate.work.forces));
}

TEST(Convergence, AverageIsTheMeanOverTheStartsEachWithItsOwnReference) {
  const auto run = prepared("oscillator", {}, 2);
  const std::vector<double> steps{3e-3};
  for (const ReferenceChoice& reference :
       {ReferenceChoice{ExactReference{}}, ReferenceChoice{SelfReference{1e-4}}}) {
    // the scale of the other starts: the largest |q|, |v| of the first run
    const auto first = run_example("oscillator", {"simulation.step=3e-3", "simulation.end=2"});
    StartScale scale{Vec::Zero(1), Vec::Zero(1)};
    for (const Sample& s : first.samples) {
      scale.q[0] = std::max(scale.q[0], std::abs(s.state.q[0]));
      scale.v[0] = std::max(scale.v[0], std::abs(s.state.v[0]));
    }
    double sum = 0, cost = 0;
    for (const int datum : {0, 1, 2}) {
      const Model other = perturbed(run.model, scale, 0.1, datum);
      const auto alone = converge(other, run.simulation, {steps, {Norm::l1}, reference, 1, 0.1});
      sum += *alone.rows[0].q[0];
      cost += alone.rows[0].work->cost;
      EXPECT_GT(*alone.rows[0].q[0], 0);
    }
    const Convergence mean = study(run, {steps, {Norm::l1}, reference, 3, 0.1});
    EXPECT_NEAR(*mean.rows[0].q[0], sum / 3, 1e-14) << to_text(reference);
    EXPECT_EQ(mean.rows[0].work->cost, cost / 3) << to_text(reference);
  }
}

TEST(Convergence, OverTolerancesComparesAtTheTimesAskedForAndShowsErrorsThatFollowTheTolerance) {
  const auto run = prepared("oscillator", {"simulation.scheme=adaptive", "simulation.step=0.2"}, 5);
  const std::vector<double> tolerances{1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  const std::vector<Norm> norms{Norm::l1, Norm::max};
  const Convergence exact =
      study(run, {tolerances, norms, ExactReference{}, 1, 0, Varied::tolerance, 0.2});
  // h ~ tol^(1/4) by its estimate of order 3; the flights of a linear model are of order 5 but for
  // a small rest: errors fall with the power 5/4.
  EXPECT_NEAR(*exact.q_order[0], 1.25, 0.1);
  EXPECT_NEAR(*exact.v_order[0], 1.25, 0.1);
  for (std::size_t i = 1; i < tolerances.size(); ++i) {
    EXPECT_GT(exact.rows[i].work->cost, exact.rows[i - 1].work->cost) << i;
    EXPECT_GT(exact.rows[i].steps, 25) << i;
  }
  // an independent look at the same times
  const auto alone = run_example(
      "oscillator", {"simulation.scheme=adaptive", "simulation.step=0.2", "simulation.end=5",
                     "simulation.scheme_options.tolerance=1e-5", "output.every=0.2"});
  const reference::OscillatorMotion motion({}, 6);
  double largest = 0;
  for (const Sample& s : alone.samples)
    largest = std::max(largest, std::abs(s.state.q[0] - motion.at(s.state.t).q));
  EXPECT_EQ(alone.samples.size(), 26U);
  EXPECT_NEAR(*exact.rows[2].q[1], largest, 1e-12);
  // against itself at a tolerance of a hundredth
  const Convergence self =
      study(run, {tolerances, norms, SelfReference{1e-9}, 1, 0, Varied::tolerance, 0.2});
  EXPECT_NEAR(*self.rows[0].q[0], *exact.rows[0].q[0], 1e-2 * *exact.rows[0].q[0]);
}

TEST(Convergence, OfASchemeThatSplitsItsStepsLooksAtTheGridAndSeesOrderTwo) {
  const auto run = prepared("oscillator", {"simulation.scheme=split-midpoint"}, 4.6);
  const Convergence result =
      study(run, {{1.1e-2, 5.5e-3, 2.75e-3}, {Norm::l1, Norm::max}, ExactReference{}, 8, 0.2});
  EXPECT_NEAR(*result.q_order[0], 2, 0.05);
  EXPECT_NEAR(*result.q_order[1], 2, 0.05);
}

TEST(Convergence, OfARunThatFailsHasNoFiguresAndSaysWhy) {
  const auto run = prepared(
      "oscillator", {"body.mass.force.q=-c*q_dot + 1e-9*sqrt(q - 0.2)", "parameters.stop=-1"}, 3);
  const Convergence result = study(run, {{1e-2, 5e-3}, {Norm::l1}, SelfReference{1e-3}, 1, 0});
  for (const ConvergenceRow& row : result.rows) {
    EXPECT_TRUE(holds(row.failure, "reference with step 0.001 s failed at t = 0.")) << row.failure;
    EXPECT_FALSE(row.q[0]);
    EXPECT_FALSE(row.v[0]);
    EXPECT_FALSE(row.work);
  }
  EXPECT_FALSE(result.q_order[0]);
}

}  // namespace
}  // namespace saltus::test::test_convergence
