// SPDX-License-Identifier: Apache-2.0
// Errors on the oscillator with a stop, averaged over twenty initial data, against closed-form
// flights.
#pragma once

#include <gtest/gtest.h>

#include "papers/papers_a.h"
#include "support/oscillator.h"

namespace saltus::test {

inline constexpr std::array<double, 10> kStarts{1.0,   0.83,  0.61,  1.37,  0.29,
                                                1.113, 0.457, 0.948, 0.741, 1.219};
inline constexpr std::array<double, 10> kSpeeds{0,     0.4,  -1.3, 0.9,  1.7,
                                                -0.55, 0.21, -2.1, 1.03, -0.17};

/// Ten starts, two restitutions, at every step size, over 4.6 s: five or six impacts each.
inline ErrorTable oscillator_errors(const std::vector<std::string>& options,
                                    std::vector<double> steps) {
  ErrorTable table(std::move(steps));
  const double end = 4.6 + 0.3 * table.h[0];
  for (std::size_t datum = 0; datum < kStarts.size(); ++datum) {
    for (const double e : {0.3, 0.8}) {
      const reference::Oscillator p{.e = e, .q0 = kStarts[datum], .v0 = kSpeeds[datum]};
      const reference::OscillatorMotion exact(p, end + 1);
      EXPECT_GE(exact.impact_times().size(), 4u);
      for (std::size_t i = 0; i < table.h.size(); ++i) {
        std::vector<std::string> overrides{
            set("parameters.q0", p.q0),
            "body.mass.initial_velocity={ q_dot = " + digits(p.v0) + " }", set("parameters.e", e),
            set("simulation.step", table.h[i]), set("simulation.end", end)};
        overrides.insert(overrides.end(), options.begin(), options.end());
        const auto run = run_example("oscillator", overrides);
        EXPECT_FALSE(run.outcome.failure.has_value());
        table.add(i, run, [&](double t) { return exact.at(t); });
      }
    }
  }
  return table;
}

}  // namespace saltus::test
