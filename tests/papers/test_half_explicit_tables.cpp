// SPDX-License-Identifier: Apache-2.0
// Tables 2 and 3 of [002]: the slider-crank without and with play, errors of two explicit schemes.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "saltus/base/dense.h"
#include "support/slider_crank.h"

namespace saltus::test::test_half_explicit_tables {
namespace {

using Angles = Eigen::Matrix<double, Eigen::Dynamic, 3>;
constexpr double kEnd = 0.1;

/// Keeps the positions at multiples of `every`: 1e6 samples would be too many.
class Positions final : public Recorder {
 public:
  Positions(double every, double end) : every_(every) {
    rows.resize(std::lround(end / every) + 1, 3);
  }
  void record(const Sample& sample) override {
    if (std::abs(sample.state.t - static_cast<double>(count) * every_) > 1e-3 * every_) return;
    rows.row(count++) = sample.state.q.transpose();
  }
  Angles rows;
  Eigen::Index count = 0;

 private:
  double every_;
};

/// Positions of a run with step h, at multiples of `every`.
Angles positions(const std::string& example, std::vector<std::string> overrides, double h,
                 double every) {
  overrides.push_back(set("simulation.step", h));
  overrides.push_back(set("simulation.end", h));
  const Run first = run_example(example, overrides);
  Simulation simulation = first.simulation;
  simulation.end = kEnd;
  Positions recorder(every, kEnd);
  const std::array<Recorder*, 1> recorders{&recorder};
  const Outcome outcome = simulate(first.model, simulation, recorders);
  EXPECT_FALSE(outcome.failure);
  EXPECT_EQ(recorder.count, recorder.rows.rows());
  return recorder.rows;
}

/// The mechanism without play is the ideal one: integrated independently.
Angles ideal_motion(double every) {
  std::vector<double> times;
  for (long k = 0; k <= std::lround(kEnd / every); ++k)
    times.push_back(static_cast<double>(k) * every);
  reference::SliderCrank mechanism;
  mechanism.c = 0;
  const auto motion = reference::motion(mechanism, times, {.tolerance = 1e-12});
  Angles q(static_cast<Eigen::Index>(times.size()), 3);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Eigen::Vector2d& angles = motion.states[i].q;
    q.row(static_cast<Eigen::Index>(i)) << angles[0], angles[1], 0;
  }
  return q;
}

/// Spectral norm of the matrix of differences, as the tables have it.
double error(const Angles& q, const Angles& exact) {
  const Angles d = q - exact;
  return std::sqrt(symmetric_eigenvalues(d.transpose() * d).maxCoeff());
}

const std::string moreau = "simulation.scheme=moreau-jean-explicit";
const std::string half = "simulation.scheme=half-explicit";
const std::string at_start = option("closed_at", "start");

double bilateral_error(const std::vector<std::string>& overrides, double h) {
  return error(positions("slider_crank_bilateral", overrides, h, h), ideal_motion(h));
}

void expect_within(double part, double found, double published) {
  EXPECT_NEAR(found, published, part * published);
}

TEST(Table2, OfTheSliderCrankWithoutPlayAsTwoSidesIsReproducedByExplicitMoreauJean) {
  expect_within(0.05, bilateral_error({moreau}, 1e-3), 6.9e-1);
  expect_within(0.05, bilateral_error({moreau}, 1e-4), 2.1e-1);
  expect_within(0.05, bilateral_error({moreau}, 1e-5), 6.6e-2);
}

TEST(Table2, OfTheSliderCrankWithoutPlayIsReproducedWithContactsClosedAtThePrediction) {
  expect_within(0.05, bilateral_error({half}, 1e-4), 2.4e-2);
  expect_within(0.05, bilateral_error({half}, 1e-5), 8.4e-4);
}

TEST(Table2, OfTheSliderCrankWithoutPlayIsReproducedAtTheFinestStepWithContactsClosedAtTheStart) {
  expect_within(0.05, bilateral_error({half, at_start}, 1e-5), 8.4e-4);
  expect_within(0.1, bilateral_error({half, at_start}, 1e-4), 2.4e-2);  // 8 % above
}

TEST(Table2, ShowsOrder2OfHalfExplicitAndOrder1OfExplicitMoreauJean) {
  const std::vector<double> steps{2e-4, 1e-4, 5e-5, 2.5e-5};
  std::vector<double> of_half, of_moreau;
  for (const double h : steps) {
    of_half.push_back(bilateral_error({half}, h) * std::sqrt(h));  // the norm is not weighted by h
    of_moreau.push_back(bilateral_error({moreau}, h) * std::sqrt(h));
  }
  EXPECT_NEAR(reference::observed_order(steps, of_half), 2, 0.05);
  EXPECT_NEAR(reference::observed_order(steps, of_moreau), 1, 0.1);
}

TEST(Table3, OfTheSliderCrankWithPlayAndFrictionIsReproducedAgainstTheStep1e7OfThePaper) {
  const Angles reference = positions("slider_crank", {half}, 1e-7, 1e-5);
  const auto table_error = [&](const std::string& scheme, double h) {
    const Angles q = positions("slider_crank", {scheme}, h, h);
    const Eigen::Index stride = std::lround(h / 1e-5);
    Angles at_h(q.rows(), 3);
    for (Eigen::Index i = 0; i < q.rows(); ++i) at_h.row(i) = reference.row(i * stride);
    return error(q, at_h);
  };
  expect_within(0.05, table_error(half, 1e-3), 4.7e-1);
  expect_within(0.05, table_error(half, 1e-4), 1.8e-2);
  expect_within(0.05, table_error(half, 1e-5), 3.3e-3);
  expect_within(0.05, table_error(moreau, 1e-4), 1.5e-1);
  expect_within(0.05, table_error(moreau, 1e-5), 4.5e-2);
}

}  // namespace
}  // namespace saltus::test::test_half_explicit_tables
