// SPDX-License-Identifier: Apache-2.0
// Errors on the oscillator with a stop, averaged over initial data, against closed-form
// flights.
#pragma once

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/oscillator.h"

namespace saltus::test {

/// Takes the errors as the states come: long runs are not kept.
class OscillatorErrors final : public Recorder {
 public:
  OscillatorErrors(const reference::OscillatorMotion& exact, double h) : exact_(exact), h_(h) {}
  void record(const Sample& sample) override {
    sums.add(sample.state, h_, exact_.at(sample.state.t));
  }
  ErrorSums sums;

 private:
  const reference::OscillatorMotion& exact_;
  double h_;
};

/// Starts spread evenly over 0.3 … 1.4 m and −2 … 2 m/s, two restitutions each, at every step size,
/// over 4.6 s: four to six impacts each. The stiffness varies too, because all flights of one
/// oscillator last equally long: with it fixed, h alone would decide where in their steps all
/// impacts fall.
inline ErrorTable oscillator_errors(const std::vector<std::string>& options,
                                    std::vector<double> steps, int starts = 10) {
  ErrorTable table(std::move(steps));
  const double end = 4.6 + 0.3 * table.h[0];
  const auto spread = [](double x) { return x - std::floor(x); };
  for (int datum = 0; datum < starts; ++datum) {
    const double q0 = 0.3 + 1.1 * spread(0.37 + datum * 0.7548776662466927);
    const double v0 = -2 + 4 * spread(0.61 + datum * 0.5698402909980532);
    const double k =
        reference::Oscillator{}.k * (0.85 + 0.4 * spread(0.11 + datum * 0.8191725133961645));
    for (const double e : {0.3, 0.8}) {
      const reference::Oscillator p{.k = k, .e = e, .q0 = q0, .v0 = v0};
      const reference::OscillatorMotion exact(p, end + 1);
      EXPECT_GE(exact.impact_times().size(), 4u);
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        std::vector<std::string> overrides{
            set("parameters.q0", p.q0),
            "body.mass.initial_velocity={ q_dot = " + digits(p.v0) + " }",
            set("parameters.e", e),
            set("parameters.k", k),
            set("simulation.step", table.h[i]),
            set("simulation.end", end)};
        overrides.insert(overrides.end(), options.begin(), options.end());
        OscillatorErrors errors(exact, table.h[i]);
        EXPECT_FALSE(outcome_of_example("oscillator", overrides, &errors).failure.has_value());
        table.add(i, errors.sums);
      }
    }
  }
  return table;
}

}  // namespace saltus::test
