// SPDX-License-Identifier: Apache-2.0
// Other starts: always the same ones, close, and states of the mechanism.
#include <gtest/gtest.h>

#include "saltus/contact/rows.h"
#include "saltus/study/perturb.h"
#include "support/run_model.h"

namespace saltus::test::test_perturb {
namespace {

StartScale ones(const Model& model) { return {Vec::Ones(model.dofs), Vec::Ones(model.dofs)}; }

struct Start {
  explicit Start(const Model& model) : rows(make_rows(model)) {
    RowWork work = make_row_work(model);
    evaluate(model, 0, model.q0, work, rows);
    set_velocities(model, model.v0, rows);
    for (const std::int32_t f : model.joint_functions) {
      joint = std::max(joint, std::abs(value(model, f)));
      joint_rate = std::max(joint_rate, std::abs(rows.u[static_cast<std::size_t>(f)]));
    }
    for (const Contact& c : model.contacts) gap = std::min(gap, value(model, c.gap));
  }
  [[nodiscard]] double value(const Model& model, std::int32_t f) const {
    return rows.value(model.functions[static_cast<std::size_t>(f)]);
  }
  ConstraintRows rows;
  double joint = 0, joint_rate = 0, gap = 1;
};

TEST(PerturbedStart, IsTheModelsOwnForDatumZeroAndTheSameEveryTime) {
  const Model model = run_example("oscillator", {"simulation.end=1e-3"}).model;
  EXPECT_EQ(perturbed(model, ones(model), 0.1, 0).q0, model.q0);
  const Model a = perturbed(model, ones(model), 0.1, 3), b = perturbed(model, ones(model), 0.1, 3);
  EXPECT_EQ(a.q0, b.q0);
  EXPECT_EQ(a.v0, b.v0);
  EXPECT_NE(a.q0, perturbed(model, ones(model), 0.1, 4).q0);
}

TEST(PerturbedStart, OfAFreeCoordinateSpreadsOverTheAmountAndNotBeyond) {
  const Model model = run_example("oscillator", {"simulation.end=1e-3"}).model;
  double low = 1, high = -1, sum = 0;
  constexpr int n = 200;
  for (int datum = 1; datum <= n; ++datum) {
    const Model other = perturbed(model, {Vec::Constant(1, 2), Vec::Constant(1, 5)}, 0.01, datum);
    const double dq = (other.q0[0] - model.q0[0]) / 0.02;
    EXPECT_LE(std::abs(other.v0[0] - model.v0[0]), 0.05);
    low = std::min(low, dq);
    high = std::max(high, dq);
    sum += dq;
  }
  EXPECT_GE(low, -1);
  EXPECT_LT(low, -0.95);
  EXPECT_LE(high, 1);
  EXPECT_GT(high, 0.95);
  EXPECT_LT(std::abs(sum / n), 0.15);  // uniform: standard deviation 0.04
}

TEST(PerturbedStart, OfAJointedMechanismClosesItsJointsInPositionAndVelocity) {
  const Model model = run_example("bouncing_pendulum", {"simulation.end=1e-3"}).model;
  for (int datum = 1; datum <= 20; ++datum) {
    const Model other = perturbed(model, ones(model), 0.1, datum);
    const Start start(other);
    EXPECT_LE(start.joint, 1e-12);
    EXPECT_LE(start.joint_rate, 1e-13);
    EXPECT_GE(start.gap, 0);
    EXPECT_GT((other.q0 - model.q0).norm(), 1e-4);
    EXPECT_GT((other.v0 - model.v0).norm(), 1e-4);
  }
}

TEST(PerturbedStart, ViolatesNoGapHoweverLargeTheAmount) {
  const Model model = run_example("slider_crank", {"simulation.end=1e-5"}).model;
  for (int datum = 1; datum <= 20; ++datum) {
    const Model other = perturbed(model, ones(model), 1, datum);
    EXPECT_GE(Start(other).gap, -1e-9);
    EXPECT_GT((other.q0 - model.q0).norm(), 1e-6);
  }
}

TEST(PerturbedStart, KeepsContactsClosedThatAreClosedAndAtRest) {
  // the two sides without play, and a ball that is thrown from the floor
  const Model crank = run_example("slider_crank_bilateral", {"simulation.end=1e-5"}).model;
  const Model other = perturbed(crank, ones(crank), 0.1, 1);
  const Start start(other);
  for (const Contact& c : crank.contacts) {
    EXPECT_NEAR(start.value(crank, c.gap), 0, 1e-9);
    EXPECT_NEAR(start.rows.u[static_cast<std::size_t>(c.gap)], 0, 1e-9);
  }
  EXPECT_GT(std::abs(other.q0[0] - crank.q0[0]), 1e-3);

  const Model ball = run_example("bouncing_ball_ballard",
                                 {"simulation.end=1e-5", "parameters.q0=0", "parameters.v0=2"})
                         .model;
  const Model thrown = perturbed(ball, ones(ball), 0.1, 1);
  EXPECT_NEAR(thrown.q0[0], 0, 1e-12);
  EXPECT_NE(thrown.v0[0], 2);
}

}  // namespace
}  // namespace saltus::test::test_perturb
